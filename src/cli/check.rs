//! `pipsc check`: whether a board is a solution.

use std::path::PathBuf;

use clap::Args;

use super::Failure;
use super::input::{self, PuzzleArguments};
use super::output::{self, ReportFormat};
use crate::exit::Exit;
use crate::formats;
use crate::json::document;
use crate::puzzle::{Board, Puzzle, check};

/// Say whether a board is a solution, and if not, which rule it breaks and where
///
/// Exit code 0 for a solution, 5 for a board that is none.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc check puzzle.txt board.txt
  pipsc check today.json:easy            # the solution that the file itself gives
  pipsc check today.json:easy board.txt --format json

A board is a drawing, a list of placements or JSON; see docs/formats.md.")]
pub(super) struct Check {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The board: a file, or `-` for standard input; without it, the solution in the puzzle's file
    board: Option<PathBuf>,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

impl Check {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        self.puzzle.check_apart_from(self.board.as_deref())?;
        let puzzle = self.puzzle.read()?.puzzle;
        let board = self.board(&puzzle)?;
        let faults = check(&puzzle, &board);
        output::to_stdout(|out| match self.format {
            ReportFormat::Json => {
                let report = serde_json::json!({
                    "solution": faults.is_empty(),
                    "faults": faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
                });
                writeln!(out, "{}", document(&report))
            }
            ReportFormat::Text if faults.is_empty() => {
                write!(out, "{}", formats::write_board(&puzzle, &board))?;
                writeln!(out, "a solution")
            }
            ReportFormat::Text => {
                writeln!(out, "not a solution:")?;
                faults
                    .iter()
                    .try_for_each(|fault| writeln!(out, "  {fault}"))
            }
        })?;
        Ok(if faults.is_empty() {
            Exit::Done
        } else {
            Exit::Rejected
        })
    }

    fn board(&self, puzzle: &Puzzle) -> Result<Board, Failure> {
        match &self.board {
            Some(path) => input::board(path, puzzle),
            None => puzzle.solution().cloned().ok_or_else(|| {
                Failure::Usage("the puzzle's file gives no solution; name a board to check".into())
            }),
        }
    }
}
