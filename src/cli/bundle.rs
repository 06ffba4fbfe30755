//! `pipsc bundle`: instances as a competition accepts them.

mod report;
mod times;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use clap::Args;

use super::emit::{Instance, named};
use super::encoding::encoding;
use super::r#gen::families::FAMILIES;
use super::r#gen::params::ParamArguments;
use super::input::{PuzzlesArguments, alternatives};
use super::interrupt::TaskGuard;
use super::output::ReportFormat;
use super::progress::Progress;
use super::quantity::{duration, whole};
use super::registry::{RegistryArguments, places};
use super::signature::SignatureArguments;
use super::{CliError, say};
use crate::bundle::{self, Certifier, Competition, Entry, Event, Order, Scrutiny};
use crate::exit::Exit;
use crate::generate::{Effort, Family, FamilyRecipe, Recipe, TRIES};
use crate::limits::{Budget, Limits};
use crate::prove::Tools;
use times::Times;

/// The competitions as usage shows them.
static COMPETITIONS: LazyLock<String> =
    LazyLock::new(|| alternatives(Competition::ALL.map(Competition::name)));

/// Write a folder of instances that a competition accepts, or check one
///
/// With --for: the instances in the layout and the form of the competition, their puzzles, a manifest, a
/// description and a README. Without puzzles and families it takes the recipes that are shipped. What the
/// competition would refuse is refused, with the reason. What was interrupted goes on where it was.
/// With --check: everything is verified again, by the rules of the competition, by making every
/// instance again, and with the tools of others that are installed.
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(super) struct Bundle {
    /// The competition that it is for; they are listed below
    #[arg(long = "for", value_name = COMPETITIONS.as_str(), value_parser = str::parse::<Competition>,
          requires = "output", required_unless_present = "check", conflicts_with = "check")]
    competition: Option<Competition>,

    /// Verify the bundle in this folder instead of making one
    #[arg(long, value_name = "DIR", conflicts_with_all = ["puzzles", "family", "output"])]
    check: Option<PathBuf>,

    /// The puzzles: files, folders, days of the newspaper's; `today.json:hard` is one level of several
    #[arg(value_name = "PUZZLE", help_heading = "Puzzles")]
    puzzles: Vec<PathBuf>,

    /// The folder of the bundle
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,

    /// How puzzles are expressed, by an encoding of the competition's language
    #[arg(long, value_name = "NAME")]
    encoding: Option<String>,

    /// Take measured times from this file: results of `pipsc bench --out`, or the manifest of a bundle
    #[arg(long, value_name = "FILE")]
    times: Vec<PathBuf>,

    /// How long to look for the status of an instance, or for the number of its solutions: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    status_limit: Duration,

    /// Prove every status that no solution shows, and have the proofs checked by others; see `pipsc prove`
    #[arg(long, conflicts_with = "check")]
    certify: bool,

    /// How long each proof may take
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10m", requires = "certify")]
    proof_limit: Duration,

    /// Stop after this time; the same command goes on where it was
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// Check with pipsc alone, and ask no tools of others
    #[arg(long, requires = "check")]
    no_tools: bool,

    /// How to report
    #[arg(long, default_value = "text")]
    format: ReportFormat,

    /// Shrink instances first, which no competition takes
    #[arg(long, hide = true)]
    prune: bool,

    #[command(flatten)]
    family: FamilyArguments,

    #[command(flatten)]
    signature: SignatureArguments,

    #[command(flatten)]
    registry: RegistryArguments,
}

/// Puzzles of a family.
#[derive(Debug, Args)]
#[command(next_help_heading = "Families")]
struct FamilyArguments {
    /// Make puzzles of this family, beside those that are named
    #[arg(long, value_name = FAMILIES.as_str(), value_parser = str::parse::<Family>, requires = "size")]
    family: Option<Family>,

    /// How large they are, one size or several; `pipsc gen --families` says what is counted
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = whole(0..=u32::MAX),
          requires = "family")]
    size: Vec<u32>,

    /// The number that decides everything random
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,

    /// How many of each size, with this seed and the ones after it
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1..=10_000_u64))]
    count: u64,

    /// How often to begin again where a puzzle does not come out as it was asked for
    #[arg(long, value_name = "T", default_value_t = TRIES, value_parser = whole(1..=u32::MAX))]
    tries: u32,

    #[command(flatten)]
    params: ParamArguments,
}

/// Examples, and what each competition takes.
fn after_help() -> String {
    let mut help = "\
Examples:
  pipsc bundle --for sat-competition -o sat/
  pipsc bundle --for minizinc-challenge puzzles/ -o challenge/
  pipsc bundle --for smt-lib puzzles/dozen.txt --author 'Ada Lovelace' --date 2026-11-16 -o smt/
  pipsc bundle --for pb-competition --family full --size 6,7,8 --seed 1 --count 5 -o pb/
  pipsc bundle --for xcsp3 boards/ --times results.jsonl -o xcsp3/
  pipsc bundle --for model-counting puzzles/loose.txt --status-limit 1m -o counting/
  pipsc bundle --for sat-competition puzzles/impossible.txt --certify -o proved/
  pipsc bundle --check sat/

Competitions:
"
    .to_owned();
    for competition in Competition::ALL {
        help += &format!("  {:<19} {}\n", competition.name(), competition.about());
    }
    help += "\nExit codes of --check: 0 if nothing is wrong, 5 if the competition would refuse it.";
    help
}

impl Bundle {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        match (self.competition, &self.check, &self.output) {
            (Some(competition), _, Some(output)) => self.make(competition, output),
            (_, Some(folder), _) => self.inspect(folder),
            (..) => Err(CliError::Usage(
                "name a competition with --for and a folder with -o".into(),
            )),
        }
    }

    fn budget(&self, ongoing: &TaskGuard) -> Budget {
        Budget::new(&Limits {
            time: self.time_limit,
            cancel: ongoing.cancel.clone(),
            ..Limits::default()
        })
    }

    fn make(&self, competition: Competition, output: &std::path::Path) -> Result<Exit, CliError> {
        if self.prune {
            return Err(CliError::Usage(format!(
                "{} would refuse this: an instance is the problem as it stands, and one that a presolver \
                 has shrunk is rejected; leave out --prune",
                competition.title()
            )));
        }
        let order = Order {
            competition,
            encoding: encoding(competition.language(), self.encoding.as_deref())?,
            signature: self.signature.signature()?,
            status_limit: self.status_limit,
        };
        let times = Times::read(&self.times)?;
        // Held until the end: an interrupt waits for it.
        let ongoing = TaskGuard::begin();
        let budget = self.budget(&ongoing);
        let mut entries = self.entries(competition, &budget)?;
        for entry in &mut entries {
            entry.times.extend(times.of(&entry.puzzle));
        }
        let progress = Progress::of(entries.len() + 1);
        let registry = self.registry.load()?;
        let places = places(&ongoing);
        let certifier = Certifier {
            tools: Tools {
                registry: &registry,
                places: &places,
            },
            limit: self.proof_limit,
        };
        let certifier = self.certify.then_some(&certifier);
        let (mut made, mut kept) = (0, 0);
        let mut removed = Vec::new();
        let told = &mut |event: Event<'_>| match event {
            Event::Begun(name) => progress.say(name),
            Event::Kept(_) => kept += 1,
            Event::Done(_) => {
                made += 1;
                progress.step();
            }
            Event::Removed(name) => {
                say::detail(&format_args!(
                    "{name} is not asked for any more, and is removed"
                ));
                removed.push(name.to_owned());
            }
            Event::Warning(Some(name), doubt) => say::warning(&format_args!("{name}: {doubt}")),
            Event::Warning(None, doubt) => say::warning(&doubt),
            Event::Total(_) => {}
        };
        let manifest = bundle::make(&order, entries, output, certifier, &budget, told)?;
        drop(progress);
        let changes = report::Changes {
            new: made - kept,
            kept,
            removed,
        };
        report::made(self.format, competition, output, &manifest, &changes)
    }

    /// The puzzles that were named, those of the family, or else those that are shipped.
    fn entries(&self, competition: Competition, budget: &Budget) -> Result<Vec<Entry>, CliError> {
        let mut entries = Vec::new();
        let mut taken = BTreeSet::new();
        let puzzles = PuzzlesArguments::of(self.puzzles.clone());
        for source in puzzles.sources()? {
            for chosen in puzzles.read(&source)? {
                let Instance { puzzle, name } = named(chosen?, &mut taken);
                let times = Vec::new();
                entries.push(Entry {
                    name,
                    puzzle,
                    times,
                });
            }
        }
        let recipes = self.family.recipes()?;
        let progress = Progress::of(recipes.len());
        for (index, recipe) in recipes.iter().enumerate() {
            progress.say(recipe.to_string());
            let effort = Effort {
                tries: self.family.tries,
                ..Effort::until(budget)
            };
            let made = recipe.make(&effort).map_err(|problem| CliError::Generate {
                recipe: of_several(index + 1, recipes.len(), &recipe.to_string()),
                problem,
            })?;
            entries.push(Entry {
                name: recipe.name(),
                puzzle: made,
                times: Vec::new(),
            });
            progress.step();
        }
        if self.puzzles.is_empty() && recipes.is_empty() {
            let made = bundle::shipped(competition, budget, &mut |recipe| {
                progress.say(recipe.to_string());
            });
            entries = made.map_err(|unmade| CliError::Generate {
                recipe: of_several(unmade.number, unmade.total, &unmade.recipe),
                problem: unmade.problem,
            })?;
        }
        Ok(entries)
    }

    fn inspect(&self, folder: &std::path::Path) -> Result<Exit, CliError> {
        let ongoing = TaskGuard::begin();
        let budget = self.budget(&ongoing);
        let progress = Progress::of(1);
        let registry = self.registry.load()?;
        let places = places(&ongoing);
        let tools = Tools {
            registry: &registry,
            places: &places,
        };
        let how = Scrutiny {
            status_limit: self.status_limit,
            others: (!self.no_tools).then_some(tools),
        };
        let inspection = bundle::inspect(folder, &how, &budget, &mut |what| progress.say(what))?;
        drop(progress);
        report::inspected(self.format, folder, &inspection)
    }
}

/// A recipe, with how many come before it where there are several.
fn of_several(number: usize, total: usize, recipe: &str) -> String {
    match total {
        1 => recipe.into(),
        _ => format!("puzzle {number} of {total}, {recipe}"),
    }
}

impl FamilyArguments {
    /// The recipes of the puzzles to make.
    fn recipes(&self) -> Result<Vec<Recipe>, CliError> {
        let Some(family) = self.family else {
            return match self.params.turned().next() {
                Some((param, _)) => Err(CliError::Usage(format!(
                    "--{param} is for families: name one with --family"
                ))),
                None => Ok(Vec::new()),
            };
        };
        let mut recipes = Vec::new();
        for &size in &self.size {
            for number in 0..self.count {
                let seed = self.seed.checked_add(number).ok_or_else(|| {
                    CliError::Usage(format!(
                        "there are no {} seeds from {} on",
                        self.count, self.seed
                    ))
                })?;
                let recipe = FamilyRecipe::new(family, size, self.params.turned(), seed);
                let recipe = recipe.map_err(|problem| CliError::Usage(problem.to_string()))?;
                recipes.push(recipe.into());
            }
        }
        Ok(recipes)
    }
}
