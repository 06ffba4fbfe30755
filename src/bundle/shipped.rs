//! The instances that are handed in where nobody names others: recipes, with what was measured on them.
//!
//! A file of `templates/bundle/` a competition, in TOML:
//!
//! ```toml
//! measured = "how and on what the times were measured"
//!
//! [[instance]]
//! recipe = "family=mutilated size=16 seed=1"
//! times = [
//!     { solver = "minisat", encoding = "compact", cpu_s = 75.2 },
//!     { solver = "kissat", encoding = "compact", over_s = 3600 },
//!     { solver = "cadical", encoding = "compact", cpu_s = 900, scaled_from = "sizes 12 and 14" },
//! ]
//! ```
//!
//! `recipe` is what `pipsc gen` writes to a puzzle, without its seal. A time is of the puzzle as it stands; `over_s` is a
//! limit within which the solver did not answer.

use serde::Deserialize;

use super::Entry;
use super::competition::Competition;
use super::manifest::{Time, TimeOutcome};
use crate::formats::read_recipe;
use crate::generate::{Effort, GenerateError, Recipe};
use crate::limits::Budget;

/// What a file holds.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    /// How and on what times were measured.
    measured: String,
    #[serde(default)]
    instance: Vec<Instance>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Instance {
    recipe: String,
    #[serde(default)]
    times: Vec<Measured>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Measured {
    solver: String,
    version: Option<String>,
    encoding: Option<String>,
    /// What it took.
    cpu_s: Option<f64>,
    /// A limit within which it did not answer.
    over_s: Option<f64>,
    /// The sizes that were measured, where this is what follows from them.
    scaled_from: Option<String>,
}

/// Why a shipped instance could not be made.
#[derive(Debug, thiserror::Error)]
#[error("puzzle {number} of {total}, {recipe}: {problem}")]
pub struct ShippedError {
    /// The recipe.
    pub recipe: String,
    /// Which one it is, from 1.
    pub number: usize,
    /// How many are shipped.
    pub total: usize,
    /// What went wrong.
    pub problem: GenerateError,
}

/// A recipe with what was measured.
type Row = (Recipe, Vec<Time>);

/// The recipes for a competition, each with what was measured on its puzzle.
fn rows(competition: Competition) -> Result<Vec<Row>, String> {
    let set: Set =
        toml::from_str(competition.terms().shipped).map_err(|problem| problem.to_string())?;
    let row = |instance: &Instance| -> Result<Row, String> {
        let recipe = read_recipe(&instance.recipe)?;
        let times = instance.times.iter().map(|time| time.time(&set.measured));
        Ok((recipe, times.collect::<Result<_, _>>()?))
    };
    set.instance.iter().map(row).collect()
}

impl Measured {
    fn time(&self, measured: &str) -> Result<Time, String> {
        let (outcome, cpu_s) = match (self.cpu_s, self.over_s) {
            (Some(seconds), None) => (TimeOutcome::Solved, seconds),
            (None, Some(limit)) => (TimeOutcome::Unsolved, limit),
            (Some(_), Some(_)) | (None, None) => {
                return Err(format!(
                    "a time of {} has either cpu_s or over_s",
                    self.solver
                ));
            }
        };
        Ok(Time {
            solver: self.solver.clone(),
            version: self.version.clone(),
            encoding: self.encoding.clone(),
            outcome,
            cpu_s,
            from: match &self.scaled_from {
                Some(sizes) => format!("scaled from {sizes}; {measured}"),
                None => measured.into(),
            },
        })
    }
}

/// The puzzles that are handed in where nobody names others. Each is told before it is made.
pub fn shipped(
    competition: Competition,
    budget: &Budget,
    told: &mut dyn FnMut(&Recipe),
) -> Result<Vec<Entry>, ShippedError> {
    // What the program ships is right, or the tests fail.
    let rows = rows(competition).unwrap_or_default();
    let total = rows.len();
    let entry = |(index, (recipe, times)): (usize, Row)| {
        told(&recipe);
        let puzzle = recipe.make(&Effort::until(budget));
        let puzzle = puzzle.map_err(|problem| ShippedError {
            recipe: recipe.to_string(),
            number: index + 1,
            total,
            problem,
        })?;
        Ok(Entry {
            name: recipe.name(),
            puzzle,
            times,
        })
    };
    rows.into_iter().enumerate().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_shipped_set_can_be_read_and_names_no_instance_twice() {
        for competition in Competition::ALL {
            let rows =
                rows(competition).unwrap_or_else(|problem| panic!("{competition}: {problem}"));
            assert!(!rows.is_empty(), "{competition}");
            let names: BTreeSet<String> = rows.iter().map(|(recipe, _)| recipe.name()).collect();
            assert_eq!(names.len(), rows.len(), "{competition}");
        }
    }

    /// How many recipes there are with times that pass, what was scaled left out.
    fn count(rows: &[Row], passes: impl Fn(&[&Time]) -> bool) -> usize {
        let is_sure = |(_, times): &&Row| {
            let measured = times.iter().filter(|time| !time.from.starts_with("scaled"));
            passes(&measured.collect::<Vec<_>>())
        };
        rows.iter().filter(is_sure).count()
    }

    /// Twenty each. Of the SAT Competition's, ten have been seen to take MiniSat over a minute and somebody
    /// else under an hour; of the MiniZinc Challenge's, three of four to take somebody a second to fifteen minutes.
    #[test]
    fn what_is_shipped_is_neither_too_easy_nor_too_hard() {
        let solved = |time: &Time, most: f64| {
            time.outcome == TimeOutcome::Solved && (1e-6..=most).contains(&time.cpu_s)
        };
        let sat = rows(Competition::SatCompetition).expect("recipes");
        assert_eq!(sat.len(), 20);
        let interesting = count(&sat, |times| {
            let mut minisat = times.iter().filter(|time| time.solver == "minisat");
            minisat.any(|time| time.cpu_s > 60.0) && times.iter().any(|time| solved(time, 3600.0))
        });
        assert!(interesting >= 10, "{interesting}");
        let challenge = rows(Competition::MiniZincChallenge).expect("recipes");
        assert_eq!(challenge.len(), 20);
        let good = count(&challenge, |times| {
            let mut times = times.iter();
            times.any(|time| solved(time, 900.0) && time.cpu_s >= 1.0)
        });
        assert!(good >= 15, "{good}");
        // Satisfiable ones are among those that are hard.
        let hard = |(recipe, times): &&Row| {
            let mut times = times.iter();
            recipe.status().satisfiable() == Some(true)
                && times.any(|time| time.solver == "minisat" && time.cpu_s > 60.0)
        };
        assert!(sat.iter().filter(hard).count() >= 2);
    }
}
