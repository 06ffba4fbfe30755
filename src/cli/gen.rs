//! `pipsc gen`: puzzles of any size, made from a seed.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::args::{duration, whole};
use super::family::{ParamArguments, having};
use super::format::{OutputFormat, REPORTS, among};
use super::interrupt::TaskGuard;
use super::output::OutputTarget;
use super::progress::Progress;
use super::{CliError, family, log, output};
use crate::exit::Exit;
use crate::formats::Format;
use crate::generate::{
    DoubleSet, Effort, Family, FamilyRecipe, Param, Recipe, RecipeError, SetRecipe, Shape, TRIES,
};
use crate::limits::{Budget, Limits};
use crate::nearest::either;

/// Generate a puzzle of any size
///
/// Without arguments: a puzzle in the style of the NYT, with one solution or more. With --set: a
/// board for the dominoes of a set, with regions in the style of the NYT. With --family: a puzzle
/// that is hard for a known reason, with a status known by construction; `pipsc gen --families`
/// describes the families. The same seed gives the same bytes on every machine. Without a seed, a
/// random one is used and printed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc gen                                # in the style of the NYT
  pipsc gen --set double-6 --seed 1
  pipsc gen --set double-6 --dominoes 12 --shape islands --seed 7 -o twelve.txt
  pipsc gen --set double-9 --shape rectangle --seed 3 --to nyt
  pipsc gen --set double-12 --seed 1 --count 20 -o family/
  pipsc gen --set double-9 --seed 1 | pipsc run -
  pipsc gen --families
  pipsc gen --family newspaper --size 14 --level hard --seed 1
  pipsc gen --family full --size 9 --tightness 80 --seed 1 --count 20 -o full/")]
pub(super) struct Gen {
    /// The set of dominoes: `double-6` has every pair of 0 to 6 pips once
    #[arg(long, value_name = "double-N", value_parser = str::parse::<DoubleSet>,
          conflicts_with_all = ["family", "size", "tries", "time_limit"])]
    set: Option<DoubleSet>,

    /// Number of dominoes of the set to use [default: all]
    #[arg(long, value_name = "D", value_parser = whole(0..=u32::MAX), requires = "set")]
    dominoes: Option<u32>,

    /// The family of the puzzle; --families describes them
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Family>)]
    family: Option<Family>,

    /// Size of the puzzle; --families says what it counts
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX), requires = "family")]
    size: Option<u32>,

    /// The random seed; without it, a random one
    #[arg(long, value_name = "S", allow_hyphen_values = true, help_heading = "Question",
          value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,

    /// Number of puzzles, with consecutive seeds
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = whole(1..=u64::MAX))]
    count: u64,

    /// Number of attempts to generate a puzzle with the required properties
    #[arg(long, value_name = "T", default_value_t = TRIES, value_parser = whole(1..=u32::MAX))]
    tries: u32,

    /// Time limit of each puzzle: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5m")]
    time_limit: Duration,

    /// The format to write: nyt, text or graph
    #[arg(long, value_name = "FORMAT", default_value = "text",
          value_parser = str::parse::<Format>)]
    to: Format,

    /// Include the solution that the puzzle was built from; the nyt format always includes it
    #[arg(long)]
    solution: bool,

    /// Output: a file, a folder, or `-` for standard output
    #[arg(long, short, value_name = "FILE|DIR|-", default_value = "-")]
    output: PathBuf,

    #[command(flatten)]
    params: ParamArguments,

    /// Describe the families: why each is hard, its sizes, its parameters, its known status
    #[arg(long, conflicts_with_all = ["set", "family", "dominoes", "size", "seed", "count", "to", "output"])]
    families: bool,

    /// Format of --families
    #[arg(long, value_parser = among(REPORTS))]
    format: Option<OutputFormat>,
}

/// The default number of dominoes.
const USUAL_SIZE: u32 = 12;

impl Gen {
    pub(super) fn run(mut self) -> Result<Exit, CliError> {
        if self.set.is_none() && self.family.is_none() {
            self.family = Some(Family::Newspaper);
            self.size = Some(USUAL_SIZE);
        }
        if self.families {
            return family::describe(self.format == Some(OutputFormat::Json));
        }
        if self.format.is_some() {
            return Err(CliError::usage(
                "--format is for --families; the format of a puzzle is chosen with --to".into(),
            ));
        }
        let first = self.seed.unwrap_or_else(random_seed);
        let recipe = self.recipe(first)?;
        let last = first.checked_add(self.count - 1).ok_or_else(|| {
            CliError::usage(format!(
                "there are no {} seeds from {first} on: the greatest is {}",
                self.count,
                u64::MAX
            ))
        })?;
        let count = usize::try_from(self.count).unwrap_or(usize::MAX);
        let output = OutputTarget::of(&self.output, count, "new puzzles", "-o")?;
        if self.seed.is_none() {
            log::note(&format_args!(
                "The seed is {first}; the same call with `--seed {first}` gives the same bytes."
            ));
        }
        // Puzzles of sets are fast to generate, so an interrupt may end them at once. The task of a
        // family is held until the end, so that an interrupt cancels it.
        let ongoing = self.family.map(|_| TaskGuard::begin());
        let limits = ongoing
            .as_ref()
            .map(|task| task.limits(Some(self.time_limit)));
        let limits = limits.unwrap_or_default();
        let progress = Progress::of(count);
        let mut exit = Exit::Done;
        for seed in first..=last {
            match self.make(&recipe.with_seed(seed), &output, &limits, &progress) {
                Ok(()) => {}
                Err(failure) if failure.exit == Exit::Interrupted => return Err(failure),
                // Other seeds may succeed.
                Err(failure) if self.count > 1 && failure.exit != Exit::Unexpected => {
                    log::error(&failure);
                    exit = exit.max(failure.exit);
                    if failure.exit == Exit::BadInput {
                        break;
                    }
                }
                Err(failure) => return Err(failure),
            }
            progress.step();
        }
        drop(progress);
        Ok(exit)
    }

    /// The recipe of the first puzzle.
    fn recipe(&self, seed: u64) -> Result<Recipe, CliError> {
        let refused = |problem: RecipeError| CliError::usage(problem.to_string());
        let turned = self.params.turned();
        if let Some(family) = self.family {
            if self.dominoes.is_some() {
                return Err(CliError::usage(format!(
                    "--dominoes is for --set; how large a puzzle of {family} is, is said with --size"
                )));
            }
            let Some(size) = self.size else {
                let info = family.info();
                let (least, most) = info.sizes.into_inner();
                return Err(CliError::usage(format!(
                    "name the size of the puzzle with --size: {least} to {most}, {}",
                    info.size_means
                )));
            };
            let recipe = FamilyRecipe::new(family, size, seed, turned).map_err(refused)?;
            return Ok(recipe.into());
        }
        let Some(set) = self.set else {
            return Err(CliError::internal("neither a set nor a family"));
        };
        let mut shape = Shape::Blob;
        for (param, value) in turned {
            if param != Param::Shape {
                return Err(CliError::usage(format!(
                    "--{param} is for families: name one that has it with --family, {}",
                    either(&having(param))
                )));
            }
            shape = Shape::ALL[value as usize];
        }
        let recipe = SetRecipe::new(set, self.dominoes, shape, seed).map_err(refused)?;
        Ok(recipe.into())
    }

    /// Generates a puzzle and writes it.
    fn make(
        &self,
        recipe: &Recipe,
        output: &OutputTarget,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<(), CliError> {
        let budget = Budget::new(limits);
        let on_try = |number: u32| {
            progress.message(match number {
                1 => recipe.to_string(),
                _ => format!("{recipe}: try {number} of {}", self.tries),
            });
        };
        let effort = Effort {
            tries: self.tries,
            budget: &budget,
            on_try: &on_try,
        };
        let puzzle = recipe
            .make(&effort)
            .map_err(|problem| CliError::generating(&recipe.to_string(), &problem))?;
        let text = output::puzzle_text(&puzzle, self.to, self.solution)?;
        let file = output.file(&format!("{}.{}", recipe.name(), self.to.ending()))?;
        output::to_path(&file, |out| out.write_all(text.as_bytes()))
    }
}

/// A random seed, short enough to be typed.
fn random_seed() -> u64 {
    // The keys of a hash map are random for every process.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
