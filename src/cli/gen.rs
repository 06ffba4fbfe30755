//! `pipsc gen`: puzzles of any size, made from a seed.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::Args;

use super::input::{TO_FORMATS, alternatives};
use super::{Failure, output};
use crate::exit::Exit;
use crate::formats::{self, Format};
use crate::generate::{DoubleSet, Recipe, Shape};

/// The shapes as usage shows them.
static SHAPES: LazyLock<String> = LazyLock::new(|| alternatives(Shape::ALL.map(Shape::name)));

/// Make a puzzle from a seed
///
/// Lays a set of dominoes on a board and cuts regions like the newspaper's. The puzzle is written
/// with the solution that it was built from; it may have others. The same arguments give the
/// same bytes on every machine.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
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
    #[arg(long, value_name = "D")]
    dominoes: Option<u32>,

    /// What the board looks like
    #[arg(long, value_name = SHAPES.as_str(), default_value = "blob",
          value_parser = str::parse::<Shape>)]
    shape: Shape,

    /// The number that decides everything random
    #[arg(long, value_name = "S", allow_hyphen_values = true)]
    seed: u64,

    /// How many puzzles to make, with this seed and the ones after it
    #[arg(long, value_name = "K", default_value_t = 1,
          value_parser = clap::value_parser!(u64).range(1..))]
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
        let recipe = Recipe::new(self.set, self.dominoes, self.shape, self.seed)
            .map_err(|problem| Failure::Usage(problem.to_string()))?;
        let last = self.seed.checked_add(self.count - 1).ok_or_else(|| {
            Failure::Usage(format!(
                "no {} seeds from {} on: the greatest is {}",
                self.count,
                self.seed,
                u64::MAX
            ))
        })?;
        let to_folder = output::is_folder(&self.output);
        if self.count > 1 && !to_folder {
            return Err(Failure::Usage(format!(
                "{} puzzles are as many files; name a folder for them with -o, such as \
                 `-o puzzles/`",
                self.count
            )));
        }
        if to_folder {
            fs::create_dir_all(&self.output)
                .map_err(|problem| Failure::writing(&self.output, problem))?;
        }
        for seed in self.seed..=last {
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
