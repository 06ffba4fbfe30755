//! Boards on the command line that do not count as solutions.

use clap::Args;

use super::boards::BoardSource;
use super::error::CliError;
use super::input::LoadedPuzzle;
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
    /// Refuses boards where it is not said whose they are.
    pub(super) fn check(&self, puzzles: usize) -> Result<(), CliError> {
        if !self.exclude.is_empty() && puzzles != 1 {
            return Err(CliError::Usage(
                "--exclude is for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        }
        Ok(())
    }

    /// The puzzle without these boards among those that can be solutions.
    pub(super) fn apply(&self, mut chosen: LoadedPuzzle) -> Result<LoadedPuzzle, CliError> {
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
                    source.failure(FormatError::new(location, message))
                })?;
            }
        }
        Ok(chosen)
    }
}
