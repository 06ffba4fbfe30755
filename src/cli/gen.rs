//! `pipsc gen`: puzzles of any size, made from a seed.

use std::fs;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::Args;

use super::input::{TO_FORMATS, alternatives};
use super::quantity::whole;
use super::{Failure, output, say};
use crate::exit::Exit;
use crate::formats::{self, Format};
use crate::generate::{DoubleSet, Recipe, Shape};

/// The shapes as usage shows them.
static SHAPES: LazyLock<String> = LazyLock::new(|| alternatives(Shape::ALL.map(Shape::name)));

/// Make a new puzzle, of any size
///
/// Lays a set of dominoes on a board and cuts regions like the newspaper's. The puzzle is written
/// with the solution that it was built from; it may have others. The same seed gives the same
/// bytes on every machine; without one, a random seed is taken and told.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc gen --set double-6
  pipsc gen --set double-6 --seed 1
  pipsc gen --set double-6 --dominoes 12 --shape islands --seed 7 -o twelve.txt
  pipsc gen --set double-9 --shape rectangle --seed 3 --to nyt
  pipsc gen --set double-12 --seed 1 --count 20 -o family/
  pipsc gen --set double-9 --seed 1 | pipsc run -")]
pub(super) struct Gen {
    /// The set of dominoes: `double-6` has every pair of 0 to 6 pips once
    #[arg(long, value_name = "double-N", value_parser = str::parse::<DoubleSet>)]
    set: DoubleSet,

    /// How many dominoes of the set to use, instead of all
    #[arg(long, value_name = "D", value_parser = whole(0..=u32::MAX))]
    dominoes: Option<u32>,

    /// What the board looks like
    #[arg(long, value_name = SHAPES.as_str(), default_value = "blob",
          value_parser = str::parse::<Shape>)]
    shape: Shape,

    /// The number that decides everything random; without it, a random one
    #[arg(long, value_name = "S", allow_hyphen_values = true, value_parser = whole(0..=u64::MAX))]
    seed: Option<u64>,

    /// How many puzzles to make, with this seed and the ones after it
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = whole(1..=u64::MAX))]
    count: u64,

    /// The format to write
    #[arg(long, value_name = TO_FORMATS.as_str(), default_value = "text",
          value_parser = str::parse::<Format>)]
    to: Format,

    /// Where it goes: a file, a folder, or `-` for standard output
    #[arg(long, short, value_name = "FILE|DIR|-", default_value = "-")]
    output: PathBuf,
}

impl Gen {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let first = self.seed.unwrap_or_else(random_seed);
        let recipe = Recipe::new(self.set, self.dominoes, self.shape, first)
            .map_err(|problem| Failure::Usage(problem.to_string()))?;
        let last = first.checked_add(self.count - 1).ok_or_else(|| {
            Failure::Usage(format!(
                "there are no {} seeds from {first} on: the greatest is {}",
                self.count,
                u64::MAX
            ))
        })?;
        let to_folder = output::is_folder(&self.output);
        if self.count > 1 && !to_folder {
            return Err(Failure::Usage(format!(
                "{0} puzzles make {0} files; name a folder for them with -o, such as \
                 `-o puzzles/`",
                self.count
            )));
        }
        if to_folder {
            fs::create_dir_all(&self.output)
                .map_err(|problem| Failure::writing(&self.output, problem))?;
        }
        if self.seed.is_none() {
            say::note(&format_args!(
                "The seed is {first}; the same call with `--seed {first}` gives the same bytes."
            ));
        }
        for seed in first..=last {
            let recipe = recipe.with_seed(seed);
            let text = formats::write(&recipe.puzzle(), self.to)?;
            let path = if to_folder {
                let name = format!("{}.{}", recipe.name(), self.to.ending());
                self.output.join(name)
            } else {
                self.output.clone()
            };
            output::to_path(&path, |out| out.write_all(text.as_bytes()))?;
        }
        Ok(Exit::Done)
    }
}

/// A seed that nobody has chosen, short enough to be typed.
fn random_seed() -> u64 {
    // The keys of a hash map are random for every process.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
