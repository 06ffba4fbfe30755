//! Boards on the command line that do not count as solutions.

use std::collections::BTreeSet;

use clap::Args;

use super::boards::BoardSource;
use super::error::CliError;
use super::input::LoadedPuzzle;
use super::say;
use crate::formats::FormatError;
use crate::puzzle::{Board, Verifier, Violation, check_cover};

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
            return Err(CliError::usage(
                "--exclude is for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        }
        Ok(())
    }

    /// The boards that do not count as solutions of a puzzle. Each must be a board of it.
    pub(super) fn boards(&self, chosen: &LoadedPuzzle) -> Result<BTreeSet<Board>, CliError> {
        let mut boards = BTreeSet::new();
        for source in &self.exclude {
            source.each(chosen, &mut |given, _| {
                let place = given.place.clone();
                let board = given.whole().map_err(|problem| source.failure(problem))?;
                let faults = check_cover(&chosen.puzzle, &board);
                if !faults.is_empty() {
                    let faults: Vec<String> = faults.iter().map(Violation::to_string).collect();
                    let message = format!("not a board of this puzzle: {}", faults.join("; "));
                    return Err(source.failure(FormatError::new(place, message)));
                }
                let _ = boards.insert(board);
                Ok(())
            })?;
        }
        let mut verifier = Verifier::new(&chosen.puzzle);
        match boards
            .iter()
            .filter(|board| !verifier.accepts(board))
            .count()
        {
            0 => {}
            1 => say::warning(
                &"one of the excluded boards breaks a rule: excluding it has no effect",
            ),
            many => say::warning(&format_args!(
                "{many} of the excluded boards break a rule: excluding them has no effect"
            )),
        }
        Ok(boards)
    }
}
