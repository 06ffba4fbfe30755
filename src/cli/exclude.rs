//! Boards on the command line that do not count as solutions.

use std::path::Path;

use clap::Args;

use super::boards::BoardSource;
use super::failure::Failure;
use super::input::Chosen;
use crate::formats::FormatError;

/// The boards that are excluded, as they were typed.
#[derive(Debug, Args)]
pub(super) struct ExcludeArguments {
    /// Boards that do not count as solutions: a file with one or more of them, or `-` for standard
    /// input; FILE:2 is the second board there. Can be given several times
    #[arg(long, value_name = "FILE|-", allow_hyphen_values = true,
        value_parser = clap::value_parser!(BoardSource))]
    exclude: Vec<BoardSource>,
}

impl ExcludeArguments {
    /// Whether there are none.
    pub(super) fn is_empty(&self) -> bool {
        self.exclude.is_empty()
    }

    /// How many of them come from standard input.
    pub(super) fn on_stdin(&self) -> usize {
        let stdin = |source: &&BoardSource| source.path == Path::new("-");
        self.exclude.iter().filter(stdin).count()
    }

    /// Refuses boards where they cannot be read or it is not said whose they are.
    pub(super) fn check(&self, puzzles: usize, puzzle_from_stdin: bool) -> Result<(), Failure> {
        if !self.is_empty() && puzzles != 1 {
            return Err(Failure::Usage(
                "--exclude is for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        }
        if self.on_stdin() + usize::from(puzzle_from_stdin) > 1 {
            return Err(Failure::Usage(
                "only one of the puzzle and the boards to exclude can come from standard input"
                    .into(),
            ));
        }
        Ok(())
    }

    /// The puzzle without these boards among those that can be solutions.
    pub(super) fn apply(&self, mut chosen: Chosen) -> Result<Chosen, Failure> {
        for source in &self.exclude {
            let mut boards = Vec::new();
            source.each(&chosen, &mut |given, _| {
                let place = given.place.clone();
                let board = given.whole().map_err(|problem| source.failure(problem))?;
                boards.push((place, board));
                Ok(())
            })?;
            for (location, board) in boards {
                let excluded = chosen.puzzle.excluding(board);
                chosen.puzzle = excluded.map_err(|flaw| {
                    let message = flaw.to_string();
                    source.failure(FormatError { location, message })
                })?;
            }
        }
        Ok(chosen)
    }
}
