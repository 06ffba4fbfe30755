//! `pipsc gen`: puzzles of any size, made from a seed.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::args::{duration, whole};
use super::family::ParamArguments;
use super::format::{OutputFormat, REPORTS, among};
use super::interrupt::TaskGuard;
use super::output::OutputTarget;
use super::progress::Progress;
use super::{CliError, family, log, output};
use crate::exit::Exit;
use crate::formats::Format;
use crate::generate::{Effort, Family, Recipe, TRIES};
use crate::limits::{Budget, Limits};

/// Generate a puzzle of any size
///
/// Without arguments: a puzzle in the style of the NYT, with one solution or more. The puzzles of a
/// family are hard for a known reason, and their status is known by construction; `pipsc gen
/// --families` describes the families. The same seed gives the same bytes on every machine. Without
/// a seed, a random one is used and printed.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc gen                                # in the style of the NYT
  pipsc gen --size 14 --level hard --seed 1
  pipsc gen --family full --size 6 --seed 1 | pipsc run -
  pipsc gen --family full --size 6 --shape islands --seed 7 -o islands.txt
  pipsc gen --family full --size 9 --tightness 80 --seed 1 --count 20 -o full/
  pipsc gen --families")]
pub(super) struct Gen {
    /// The family of the puzzle; --families describes them
    #[arg(long, value_name = "NAME", value_parser = str::parse::<Family>, default_value = "newspaper")]
    family: Family,

    /// Size of the puzzle; --families states its unit [default: 12 for newspaper]
    #[arg(long, value_name = "N", value_parser = whole(0..=u32::MAX))]
    size: Option<u32>,

    /// The random seed; a random one by default
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
    #[arg(long, conflicts_with_all = ["family", "size", "seed", "count", "to", "output"])]
    families: bool,

    /// Format of --families
    #[arg(long, value_parser = among(REPORTS))]
    format: Option<OutputFormat>,
}

/// The default number of dominoes of a newspaper puzzle.
const DEFAULT_SIZE: u32 = 12;

impl Gen {
    pub(super) fn run(self) -> Result<Exit, CliError> {
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
        // Held until the end, so that an interrupt cancels the search.
        let task = TaskGuard::begin();
        let limits = task.limits(Some(self.time_limit));
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
        let default = (self.family == Family::Newspaper).then_some(DEFAULT_SIZE);
        let Some(size) = self.size.or(default) else {
            let info = self.family.info();
            let (least, most) = info.sizes.into_inner();
            return Err(CliError::usage(format!(
                "name the size of the puzzle with --size: {least} to {most}, {}",
                info.size_means
            )));
        };
        let recipe = Recipe::new(self.family, size, seed, self.params.given.iter().copied());
        recipe.map_err(|problem| CliError::usage(problem.to_string()))
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
