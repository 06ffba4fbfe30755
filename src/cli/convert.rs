//! `pipsc convert`: a puzzle in another format.

use std::path::PathBuf;

use clap::Args;

use super::input::{PuzzleArguments, TO_FORMATS};
use super::{CliError, output};
use crate::exit::Exit;
use crate::formats::{self, Format};

/// Write a puzzle in another format
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc convert today.json:hard --to text
  pipsc convert puzzle.txt --to graph -o puzzle.json
  cat puzzle.txt | pipsc convert - --to nyt")]
pub(super) struct Convert {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The format to write
    #[arg(long, value_name = TO_FORMATS.as_str(), value_parser = str::parse::<Format>)]
    to: Format,

    /// Where it goes: a file, or `-` for standard output
    #[arg(long, short, value_name = "FILE|-", default_value = "-")]
    output: PathBuf,
}

impl Convert {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let puzzle = self.puzzle.read()?.puzzle;
        let text = formats::write(&puzzle, self.to)?;
        output::to_path(&self.output, |out| out.write_all(text.as_bytes()))?;
        Ok(Exit::Done)
    }
}
