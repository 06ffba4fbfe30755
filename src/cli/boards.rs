//! Boards on the command line: a file or standard input, with one board in it or many.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::error::{CliError, called};
use super::input::{self, LoadedPuzzle};
use crate::formats::{FormatError, GivenBoard, Location, read_boards};
use crate::puzzle::{BoardStatus, PartialBoard, Puzzle, Violation, board_status};

/// Where a board is, as it was typed: a path, or `-`; with `:2` behind it, the second board there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BoardSource {
    pub(super) path: PathBuf,
    /// Counted from 1.
    number: Option<u64>,
}

impl From<OsString> for BoardSource {
    fn from(typed: OsString) -> Self {
        let split = typed.to_str().and_then(|text| text.rsplit_once(':'));
        match split.and_then(|(path, number)| Some((path, number.parse().ok()?))) {
            // A path that exists is taken as it is, whatever it contains.
            Some((path, number)) if !path.is_empty() && !Path::new(&typed).exists() => {
                BoardSource {
                    path: input::with_stdin_as_dash(Path::new(path)),
                    number: Some(number),
                }
            }
            _ => BoardSource {
                path: input::with_stdin_as_dash(Path::new(&typed)),
                number: None,
            },
        }
    }
}

impl BoardSource {
    /// Reads the one board that is meant.
    pub(super) fn one(&self, chosen: &LoadedPuzzle) -> Result<GivenBoard, CliError> {
        let text = input::read(&self.path)?;
        self.one_of(&text, chosen)
    }

    /// Reads the one board that is meant, and refuses one that no board can begin with, whatever the
    /// rules.
    pub(super) fn beginning(&self, chosen: &LoadedPuzzle) -> Result<PartialBoard, CliError> {
        let board = self.one(chosen)?.board;
        self.refuse_faults(&chosen.puzzle, &board)?;
        Ok(board)
    }

    /// Refuses a board that no board can begin with, whatever the rules.
    pub(super) fn refuse_faults(
        &self,
        puzzle: &Puzzle,
        board: &PartialBoard,
    ) -> Result<(), CliError> {
        let standing = board_status(puzzle, board);
        let BoardStatus::Wrong {
            violations: faults, ..
        } = &standing
        else {
            return Ok(());
        };
        if !faults.iter().any(Violation::is_of_placement) {
            return Ok(());
        }
        let faults: Vec<String> = faults.iter().map(|fault| format!("\n  {fault}")).collect();
        Err(CliError::usage(format!(
            "{}: the board is {standing}:{}",
            called(&self.path),
            faults.concat()
        )))
    }

    /// The one board of a text that is meant. The same board several times is one.
    pub(super) fn one_of(
        &self,
        text: &[u8],
        chosen: &LoadedPuzzle,
    ) -> Result<GivenBoard, CliError> {
        let mut first: Option<GivenBoard> = None;
        let mut different = None;
        let mut count = 0_u64;
        self.each_of(text, chosen, &mut |given, _| {
            count += 1;
            match &first {
                None => first = Some(given),
                Some(first) if first.board == given.board => {}
                Some(_) => different = different.take().or(Some(given.place)),
            }
            Ok(())
        })?;
        match (first, different) {
            (Some(first), None) => Ok(first),
            (_, Some(place)) => Err(self.failure(FormatError::new(
                place,
                format!(
                    "a second board begins here, of {count}, and one is wanted: choose with a \
                     number, such as `{}:1` for the first",
                    crate::visible::path(&self.path)
                ),
            ))),
            (None, None) => {
                Err(self.failure(FormatError::new(Location::Whole, "there is no board here")))
            }
        }
    }

    /// Reads every board that is meant, each with its number.
    pub(super) fn each(
        &self,
        chosen: &LoadedPuzzle,
        take: &mut dyn FnMut(GivenBoard, u64) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let text = input::read(&self.path)?;
        self.each_of(&text, chosen, take)
    }

    /// The same for a text that was read.
    pub(super) fn each_of(
        &self,
        text: &[u8],
        chosen: &LoadedPuzzle,
        take: &mut dyn FnMut(GivenBoard, u64) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let wrong = |problem| self.failure(problem);
        let mut boards =
            read_boards(text, &chosen.puzzle, Some(chosen.name.raw())).map_err(wrong)?;
        let (mut count, mut taken) = (0, 0_u64);
        for given in boards.by_ref() {
            let given = given.map_err(wrong)?;
            count += 1;
            if self.number.is_none_or(|number| number == count) {
                taken += 1;
                take(given, count)?;
            }
        }
        match (count, taken, self.number) {
            (0, ..) => Err(wrong(boards.none())),
            (1.., 0, Some(number)) => Err(wrong(FormatError::new(
                Location::Whole,
                no_such_board(number, count, boards.passed_over()),
            ))),
            _ => Ok(()),
        }
    }

    pub(super) fn failure(&self, problem: FormatError) -> CliError {
        CliError::in_file(&self.path, problem)
    }
}

/// What to say where there is no board of this number among those of a puzzle, beside others that
/// belong to other puzzles.
fn no_such_board(number: u64, count: u64, others: u64) -> String {
    let expected = match count {
        1 => "1".to_owned(),
        _ => format!("1 to {count}"),
    };
    let belong = if count == 1 { "belongs" } else { "belong" };
    match others {
        0 => format!("there is no board {number} here: expected {expected}"),
        _ => format!(
            "there is no board {number} of this puzzle here: expected {expected}, since {count} of \
             the {} boards {belong} to it",
            count + others
        ),
    }
}
