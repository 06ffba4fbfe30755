//! Boards on the command line: files with boards, excluded boards, and pinned cells.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::Args;

use super::error::{CliError, called};
use super::input::{self, LoadedPuzzle};
use super::log;
use crate::formats::{GivenBoard, ParseError, read_boards};
use crate::nearest::did_you_mean;
use crate::puzzle::{
    Board, MAX_PIPS, PartialBoard, Pips, Puzzle, Verifier, Violation, board_status, check,
};
use crate::visible::Visible;

/// A board argument: a path or `-`, optionally followed by a board number such as `:2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BoardSource {
    pub(super) path: PathBuf,
    /// Board number, counted from 1.
    number: Option<u64>,
}

impl From<OsString> for BoardSource {
    fn from(typed: OsString) -> Self {
        let split = typed.to_str().and_then(|text| text.rsplit_once(':'));
        let split = split.and_then(|(path, number)| Some((path, number.parse().ok()?)));
        // An existing path takes precedence over a board number.
        let split = split.filter(|(path, _)| !path.is_empty() && !Path::new(&typed).exists());
        match split {
            Some((path, number)) => BoardSource {
                path: path.into(),
                number: Some(number),
            },
            None => BoardSource {
                path: typed.into(),
                number: None,
            },
        }
    }
}

impl BoardSource {
    pub(super) fn read(&self) -> Result<Vec<u8>, CliError> {
        input::read(&self.path)
    }

    /// Rejects a partial board with structural faults, which no completion can remove.
    pub(super) fn reject_faults(
        &self,
        puzzle: &Puzzle,
        board: &PartialBoard,
    ) -> Result<(), CliError> {
        let status = board_status(puzzle, board);
        let faults = status.violations();
        if !faults.iter().any(Violation::is_of_placement) {
            return Ok(());
        }
        let list: String = faults.iter().map(|fault| format!("\n  {fault}")).collect();
        let path = called(&self.path);
        Err(CliError::usage(format!(
            "{path}: the board is {status}:{list}"
        )))
    }

    /// The selected board of a text. Equal boards count once.
    pub(super) fn one(&self, text: &[u8], chosen: &LoadedPuzzle) -> Result<GivenBoard, CliError> {
        let mut boards = self.boards(text, chosen)?;
        let mut others = boards
            .iter()
            .filter(|(_, other)| other.board != boards[0].1.board);
        if let Some((_, other)) = others.next() {
            return Err(self.failure(ParseError::new(
                other.place.clone(),
                format!(
                    "expected one board, but the second of {} begins here: choose one by its \
                     number, such as `{}:1`",
                    boards.len(),
                    crate::visible::path(&self.path)
                ),
            )));
        }
        Ok(boards.swap_remove(0).1)
    }

    /// The selected boards of a text, at least one, with their numbers.
    pub(super) fn boards(
        &self,
        text: &[u8],
        chosen: &LoadedPuzzle,
    ) -> Result<Vec<(u64, GivenBoard)>, CliError> {
        let boards = read_boards(text, &chosen.puzzle, Some(chosen.name.raw()));
        let mut boards: Vec<(u64, GivenBoard)> = (1..)
            .zip(boards.map_err(|problem| self.failure(problem))?)
            .collect();
        let Some(number) = self.number else {
            return Ok(boards);
        };
        let expected = match boards.len() {
            1 => "1".to_owned(),
            count => format!("1 to {count}"),
        };
        boards.retain(|(at, _)| *at == number);
        if boards.is_empty() {
            let message =
                format!("there is no board {number} of this puzzle here: expected {expected}");
            return Err(self.failure(ParseError::whole(message)));
        }
        Ok(boards)
    }

    pub(super) fn failure(&self, problem: ParseError) -> CliError {
        CliError::in_file(&self.path, problem)
    }
}

/// The option for a complete or partial board.
#[derive(Debug, Args)]
pub(super) struct BoardArguments {
    /// The board to start from, complete or not
    ///
    /// A file, or `-` for standard input; FILE:2 is the second board of FILE.
    #[arg(long, value_name = "FILE|-", allow_hyphen_values = true,
        value_parser = clap::value_parser!(BoardSource))]
    pub(super) board: Option<BoardSource>,
}

impl BoardArguments {
    /// Reads the board and rejects structural faults. The default is the empty board.
    pub(super) fn beginning(&self, chosen: &LoadedPuzzle) -> Result<PartialBoard, CliError> {
        let Some(source) = &self.board else {
            return Ok(PartialBoard::default());
        };
        let board = source.one(&source.read()?, chosen)?.board;
        source.reject_faults(&chosen.puzzle, &board)?;
        Ok(board)
    }
}

/// The options for excluded boards.
#[derive(Debug, Args)]
pub(super) struct ExcludeArguments {
    /// Boards that do not count as solutions
    ///
    /// A file with one or more boards, or `-` for standard input; FILE:2 is the second board of FILE.
    /// Can be repeated.
    #[arg(long, value_name = "FILE|-", allow_hyphen_values = true,
        value_parser = clap::value_parser!(BoardSource))]
    exclude: Vec<BoardSource>,
}

impl ExcludeArguments {
    /// Rejects excluded boards if there are several puzzles.
    pub(super) fn check(&self, puzzles: usize) -> Result<(), CliError> {
        if !self.exclude.is_empty() && puzzles != 1 {
            return Err(CliError::usage(
                "--exclude is for one puzzle: name one, and its level, such as `today.json:easy`"
                    .into(),
            ));
        }
        Ok(())
    }

    /// Reads the excluded boards, each of which must be a complete board of the puzzle.
    pub(super) fn boards(&self, chosen: &LoadedPuzzle) -> Result<BTreeSet<Board>, CliError> {
        let mut boards = BTreeSet::new();
        for source in &self.exclude {
            for (_, given) in source.boards(&source.read()?, chosen)? {
                let place = given.place.clone();
                let board = given
                    .into_board()
                    .map_err(|problem| source.failure(problem))?;
                let faults = check(&chosen.puzzle, &board).into_iter().filter(|fault| {
                    fault.is_of_placement() || matches!(fault, Violation::Uncovered { .. })
                });
                let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
                if !faults.is_empty() {
                    let message = format!("not a board of this puzzle: {}", faults.join("; "));
                    return Err(source.failure(ParseError::new(place, message)));
                }
                let _ = boards.insert(board);
            }
        }
        let mut verifier = Verifier::new(&chosen.puzzle);
        let wrong = boards.iter().filter(|board| !verifier.accepts(board));
        match wrong.count() {
            0 => {}
            1 => log::warning(
                &"one of the excluded boards breaks a rule: excluding it has no effect",
            ),
            many => log::warning(&format_args!(
                "{many} of the excluded boards break a rule: excluding them has no effect"
            )),
        }
        Ok(boards)
    }
}

/// A pinned cell and its pips, as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct CellPin {
    cell: String,
    pips: Pips,
}

impl FromStr for CellPin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (cell, pips) = text
            .rsplit_once('=')
            .ok_or("a pin is written r,c=v or NAME=v, such as 0,2=4")?;
        let pips = pips
            .trim()
            .parse()
            .ok()
            .filter(|&pips| pips <= MAX_PIPS)
            .ok_or_else(|| format!("`{}` is not a number of pips", pips.trim()))?;
        Ok(CellPin {
            cell: cell.trim().to_owned(),
            pips,
        })
    }
}

/// The option for pinned cells.
#[derive(Debug, Args)]
pub(super) struct FixArguments {
    /// Pin a cell: row and column from 0, or a name
    #[arg(long, value_name = "r,c=v")]
    fix: Vec<CellPin>,
}

impl FixArguments {
    /// Adds the pinned cells to a puzzle.
    pub(super) fn pin(&self, puzzle: Puzzle) -> Result<Puzzle, CliError> {
        let mut found = BTreeMap::new();
        for CellPin { cell, pips } in &self.fix {
            let by_place = || {
                let (row, column) = cell.split_once(',')?;
                let at = Some((row.trim().parse().ok()?, column.trim().parse().ok()?));
                puzzle.cell_ids().find(|&id| puzzle.cell(id).at == at)
            };
            let Some(id) = puzzle.find_cell(cell).or_else(by_place) else {
                let names = puzzle.cells().iter().map(|cell| cell.name.raw());
                return Err(CliError::usage(format!(
                    "--fix: there is no cell {}{}",
                    Visible(cell),
                    did_you_mean(cell, names)
                )));
            };
            if let Some(before) = found.insert(id, *pips)
                && before != *pips
            {
                return Err(CliError::usage(format!(
                    "--fix: cell {} cannot show both {before} and {pips}",
                    Visible(cell)
                )));
            }
        }
        let pinned = puzzle.pinned(found);
        pinned.map_err(|error| CliError::usage(format!("--fix: {error}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins() {
        let pin = |text: &str| text.parse::<CellPin>().map(|pin| (pin.cell, pin.pips));
        assert_eq!(pin("0,2=4"), Ok(("0,2".into(), 4)));
        assert_eq!(pin("a=b=0"), Ok(("a=b".into(), 0)));
        assert!(pin("0,2").is_err());
        assert!(pin("0,2=x").is_err());
    }
}
