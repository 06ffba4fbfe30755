//! `pipsc convert`: puzzles in another format.

use std::path::PathBuf;

use clap::Args;

use super::input::PuzzleArguments;
use super::{CliError, output};
use crate::exit::Exit;
use crate::formats::Format;

/// Write a puzzle in another format
///
/// A file with several levels is written to a folder, unless one level is selected.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc convert today.json:hard --to text
  pipsc convert today.json --to text -o day/
  pipsc convert puzzle.txt --to graph -o puzzle.json
  cat puzzle.txt | pipsc convert - --to nyt")]
pub(super) struct Convert {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The format to write: nyt, text or graph
    #[arg(long, value_name = "FORMAT", value_parser = str::parse::<Format>)]
    to: Format,

    /// Include the solution of the puzzle's file; the nyt format always includes it
    #[arg(long)]
    solution: bool,

    /// Output: a file, a folder, or `-` for standard output
    #[arg(long, short, value_name = "FILE|DIR|-", default_value = "-")]
    output: PathBuf,
}

impl Convert {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let puzzles = self.puzzle.read_all()?;
        let output = output::OutputTarget::of(&self.output, puzzles.len(), "puzzles", "-o")?;
        for chosen in puzzles {
            let text = output::puzzle_text(&chosen.puzzle, self.to, self.solution)?;
            let name = format!("{}.{}", chosen.name.raw(), self.to.ending());
            output::to_path(&output.file(&name)?, |out| out.write_all(text.as_bytes()))?;
        }
        Ok(Exit::Done)
    }
}
