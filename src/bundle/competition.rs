//! The competitions, as data: `templates/bundle/competitions.toml`.

use std::str::FromStr;
use std::sync::LazyLock;

use serde::{Deserialize, Deserializer, de};

use super::Manifest;
use super::manifest::{BundleInstance, KnownStatus, TimeRecord};
use crate::backend::{Language, Profile};
use crate::generate::Recipe;
use crate::nearest::{UnknownName, choose};

/// A competition, or a library of instances, with its submission format.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompetitionSpec {
    /// Its name on the command line.
    pub name: String,
    /// Its full name.
    pub title: String,
    /// A summary in one line.
    pub about: String,
    /// The language of its instances.
    #[serde(deserialize_with = "language")]
    pub language: &'static Language,
    #[serde(deserialize_with = "profile")]
    pub(super) profile: Profile,
    pub(super) path: String,
    #[serde(default)]
    pub(super) packed: bool,
    /// The licence of a bundle, as an SPDX identifier.
    pub licence: String,
    #[serde(default)]
    pub(super) licensed_files: bool,
    #[serde(default)]
    pub(super) latex: bool,
    #[serde(default)]
    pub(super) counts: bool,
    #[serde(default)]
    pub(super) toy: bool,
    pub(super) model: String,
    #[serde(default)]
    full: FullSubmission,
    pub(super) measured: String,
    pub(super) check: String,
    recipes: Vec<String>,
}

/// Requirements of a full submission.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FullSubmission {
    /// Minimum number of instances, without the toy.
    instances: usize,
    /// Minimum number of instances of each family.
    each_family: usize,
    /// Whether an author is required.
    author: bool,
    /// Whether every status must be known.
    status: bool,
    times: Option<TimeRule>,
}

/// Required number of instances that are neither too easy nor too hard.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TimeRule {
    /// Minimum number of such instances.
    count: usize,
    /// Solvers whose times count: those that read the delivered file.
    solvers: Vec<String>,
    /// The solver that needs at least `min_s`; without it, the solver that solves the instance.
    reference: Option<String>,
    min_s: f64,
    max_s: f64,
}

/// A shipped recipe with measured times.
#[derive(Debug, Clone)]
pub struct ShippedRecipe {
    /// The recipe.
    pub recipe: Recipe,
    /// Processor times on the unpruned puzzle.
    pub times: Vec<TimeRecord>,
}

#[derive(Debug, Deserialize)]
struct Competitions {
    competition: Vec<CompetitionSpec>,
}

static COMPETITIONS: LazyLock<Vec<CompetitionSpec>> = LazyLock::new(|| {
    let text = include_str!("../../templates/bundle/competitions.toml");
    match toml::from_str::<Competitions>(text) {
        Ok(read) => read.competition,
        Err(error) => panic!("the built-in competitions are broken: {error}"),
    }
});

fn language<'de, D: Deserializer<'de>>(from: D) -> Result<&'static Language, D::Error> {
    let name = String::deserialize(from)?;
    Language::named(&name).ok_or_else(|| de::Error::custom("unknown language"))
}

fn profile<'de, D: Deserializer<'de>>(from: D) -> Result<Profile, D::Error> {
    let name = String::deserialize(from)?;
    let found = Profile::ALL.into_iter().find(|one| one.name() == name);
    found.ok_or_else(|| de::Error::custom("unknown profile"))
}

impl CompetitionSpec {
    /// Returns all competitions.
    pub fn all() -> &'static [CompetitionSpec] {
        &COMPETITIONS
    }

    /// Returns the competition of a name.
    pub fn named(name: &str) -> Result<&'static Self, UnknownName> {
        choose("competition", Self::all(), |one| one.name.as_str(), name)
    }

    /// Returns the shipped recipes.
    pub fn recipes(&self) -> Result<Vec<ShippedRecipe>, String> {
        self.recipes.iter().map(|line| self.recipe(line)).collect()
    }

    /// Reads `family=full size=6 seed=1; minisat >62; kissat 9.7`.
    fn recipe(&self, line: &str) -> Result<ShippedRecipe, String> {
        let mut parts = line.split("; ");
        let recipe = parts.next().unwrap_or_default().parse()?;
        let time = |part: &str| -> Result<TimeRecord, String> {
            let (solver, seconds) = part.split_once(' ').ok_or("a time has no number")?;
            let limit = seconds.strip_prefix('>');
            Ok(TimeRecord {
                solver: solver.into(),
                encoding: Some(self.language.encodings()[0].name.into()),
                solved: limit.is_none(),
                cpu_s: f64::from_str(limit.unwrap_or(seconds)).map_err(|why| why.to_string())?,
                from: self.measured.clone(),
            })
        };
        Ok(ShippedRecipe {
            recipe,
            times: parts.map(time).collect::<Result<_, _>>()?,
        })
    }

    /// Lists the unmet requirements of a full submission.
    pub(super) fn missing(&self, manifest: &Manifest) -> Vec<String> {
        let full = &self.full;
        let instances: Vec<&BundleInstance> =
            manifest.instances.iter().filter(|one| !one.toy).collect();
        let mut missing = Vec::new();
        if instances.len() < full.instances {
            missing.push(format!(
                "{} of {}",
                super::instances(instances.len()),
                full.instances
            ));
        }
        let mut families: Vec<&str> = instances.iter().map(|one| one.family.as_str()).collect();
        families.sort_unstable();
        for family in families.chunk_by(|one, other| one == other) {
            if family.len() < full.each_family {
                missing.push(format!(
                    "{} of {} of the family {}",
                    super::instances(family.len()),
                    full.each_family,
                    family[0]
                ));
            }
        }
        if full.author && manifest.author.is_none() {
            missing.push("no author: --author names the people who submit".into());
        }
        let unknown = instances
            .iter()
            .filter(|one| one.status == KnownStatus::Unknown);
        let unknown = unknown.count();
        if full.status && unknown > 0 {
            missing.push(format!("{} of unknown status", super::instances(unknown)));
        }
        if let Some(rule) = &full.times {
            let found = instances
                .iter()
                .filter(|one| rule.accepts(&one.times, &manifest.encoding))
                .count();
            if found < rule.count {
                missing.push(format!(
                    "{} of {} measured as neither too easy nor too hard: {}",
                    super::instances(found),
                    rule.count,
                    rule.words()
                ));
            }
        }
        missing
    }
}

impl TimeRule {
    /// Whether an instance in this encoding is neither too easy nor too hard by its times.
    fn accepts(&self, times: &[TimeRecord], encoding: &str) -> bool {
        let times: Vec<&TimeRecord> = (times.iter())
            .filter(|time| self.solvers.contains(&time.solver))
            .filter(|time| time.encoding.as_deref() == Some(encoding))
            .collect();
        let solved = |time: &&&TimeRecord| time.solved && time.cpu_s <= self.max_s;
        match &self.reference {
            Some(reference) => {
                let mut of_reference = times.iter().filter(|time| time.solver == *reference);
                of_reference.any(|time| time.cpu_s >= self.min_s)
                    && times.iter().any(|one| solved(&one))
            }
            None => times
                .iter()
                .filter(solved)
                .any(|time| time.cpu_s >= self.min_s),
        }
    }

    fn words(&self) -> String {
        let who = self.reference.as_deref().unwrap_or("a solver");
        format!(
            "{who} takes at least {} s, and one of {} at most {} s (--times)",
            self.min_s,
            self.solvers.join(", "),
            self.max_s
        )
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn competitions_parse_without_duplicate_instances() {
        assert_eq!(CompetitionSpec::all().len(), 6);
        for competition in CompetitionSpec::all() {
            let name = &competition.name;
            let recipes = competition
                .recipes()
                .unwrap_or_else(|why| panic!("{name}: {why}"));
            let names: BTreeSet<String> = recipes.iter().map(|one| one.recipe.name()).collect();
            assert_eq!(names.len(), recipes.len(), "{name}");
            assert!(names.len() >= competition.full.instances, "{name}");
            assert!(
                !names.iter().any(|name| name.starts_with("newspaper")),
                "{name}"
            );
        }
    }

    #[test]
    fn enough_shipped_formulas_are_neither_too_easy_nor_too_hard() {
        let competition = CompetitionSpec::named("sat-competition").expect("a competition");
        let rule = competition.full.times.as_ref().expect("a rule");
        let recipes = competition.recipes().expect("recipes");
        let accepted = recipes
            .iter()
            .filter(|one| rule.accepts(&one.times, competition.language.encodings()[0].name));
        assert!(accepted.count() >= rule.count);
    }
}
