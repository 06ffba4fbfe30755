//! `pipsc check`: checks boards against their puzzle.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::CliError;
use super::args::ReportArguments;
use super::boards::BoardSource;
use super::input::{self, LoadedPuzzle, PuzzleArguments};
use crate::cli::output::with_first;
use crate::exit::Exit;
use crate::formats::{BoardForm, Location, status_value, write_partial};
use crate::puzzle::{BoardStatus, Dedup, PartialBoard, Puzzle, Violation, board_status};

/// Check whether a board is a solution, and if not, which rules it breaks and where
///
/// An unfinished board is checked as far as it goes; `pipsc hint` decides whether it can be completed.
/// The exit code is 0 for a solution, 6 for an unfinished board without a violation, and 5 for any
/// other; several boards have the worst of these. All levels of a file are checked.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc check puzzle.txt board.txt
  pipsc check today.json                 # the solutions that the file itself gives
  pipsc run today.json --format jsonl | pipsc check today.json -
  pipsc check today.json:easy board.txt --format json
  pipsc run puzzle.txt --all | pipsc check puzzle.txt -
  pipsc check puzzle.txt boards.jsonl:3  # the third board there

A board is a drawing, a list of placements or JSON, alone or in what `pipsc run`
prints; see `pipsc formats`.")]
pub(super) struct Check {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The board: a file, or `-` for standard input; FILE:2 is its second board. The default is the
    /// solution in the puzzle's file
    #[arg(value_parser = clap::value_parser!(BoardSource))]
    board: Option<BoardSource>,

    #[command(flatten)]
    report: ReportArguments,
}

/// A board with its status.
struct BoardVerdict {
    number: u64,
    place: Location,
    board: PartialBoard,
    status: BoardStatus,
    /// The number of an earlier board that is the same solution.
    same_as: Option<u64>,
}

/// The boards of one puzzle.
struct CheckedPuzzle {
    puzzle: LoadedPuzzle,
    counts: BoardCounts,
    /// The first board, and every board that is not a new solution.
    verdicts: Vec<BoardVerdict>,
}

/// The number of boards of each status.
#[derive(Default, Serialize)]
struct BoardCounts {
    boards: u64,
    solutions: u64,
    repeated: u64,
    unfinished: u64,
    wrong: u64,
}

impl Check {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let board = self.board.as_ref();
        let puzzles = self.puzzle.read_all()?;
        let text = board.map(|board| input::read(&board.path)).transpose()?;
        let checked = puzzles
            .into_iter()
            .map(|puzzle| self.check(puzzle, text.as_deref()))
            .collect::<Result<Vec<_>, _>>()?;
        self.report.print(
            || match checked.as_slice() {
                [only] => only.to_json(),
                all => {
                    let puzzles = all
                        .iter()
                        .map(|one| with_first("puzzle", &one.puzzle.name, one.to_json()));
                    json!({ "puzzles": puzzles.collect::<Vec<_>>() })
                }
            },
            |out| {
                let is_only = checked.len() == 1;
                checked.iter().try_for_each(|one| {
                    if !is_only {
                        write!(out, "{}: ", one.puzzle.name)?;
                    }
                    one.write_text(is_only, out)
                })
            },
        )?;
        let exits = checked.iter().map(|one| one.counts.exit());
        Ok(exits.max().unwrap_or(Exit::Done))
    }

    /// Checks the boards of one puzzle among those of a text, or the solution of its file.
    fn check(&self, puzzle: LoadedPuzzle, text: Option<&[u8]>) -> Result<CheckedPuzzle, CliError> {
        let boards: Vec<(u64, Location, PartialBoard)> = match (&self.board, text) {
            (Some(source), Some(text)) => {
                let boards = source.boards(text, &puzzle)?.into_iter();
                let boards = boards.map(|(number, given)| (number, given.place, given.board));
                boards.collect()
            }
            _ => match puzzle.puzzle.solution() {
                Some(solution) => vec![(1, Location::default(), solution.into())],
                None => {
                    return Err(CliError::usage(
                        "the puzzle's file gives no solution; name a board to check".into(),
                    ));
                }
            },
        };
        let mut counts = BoardCounts::default();
        let mut solutions = Dedup::default();
        let mut verdicts: Vec<BoardVerdict> = Vec::new();
        for (number, place, board) in boards {
            let status = board_status(&puzzle.puzzle, &board);
            let same_as = match status {
                BoardStatus::Solution => solutions.insert(&board.laid()),
                BoardStatus::Open { .. } | BoardStatus::Wrong { .. } => None,
            };
            counts.add(&status, same_as.is_some());
            let verdict = BoardVerdict {
                number,
                place,
                board,
                status,
                same_as,
            };
            if counts.boards == 1 || !verdict.is_new_solution() {
                verdicts.push(verdict);
            }
        }
        Ok(CheckedPuzzle {
            puzzle,
            counts,
            verdicts,
        })
    }
}

impl CheckedPuzzle {
    /// The verdicts that the summary of several boards lists.
    fn listed(&self) -> impl Iterator<Item = &BoardVerdict> {
        let verdicts = self.verdicts.iter();
        verdicts.filter(|verdict| !verdict.is_new_solution())
    }

    fn only(&self) -> Option<&BoardVerdict> {
        self.verdicts.first().filter(|_| self.counts.boards == 1)
    }

    /// Writes the verdicts, with the board if `is_only` and it is the only one.
    fn write_text(&self, is_only: bool, out: &mut dyn Write) -> io::Result<()> {
        let Some(only) = self.only() else {
            self.listed()
                .try_for_each(|verdict| verdict.write_one_of_many(out))?;
            return writeln!(out, "{}", self.counts.summary());
        };
        match &only.status {
            BoardStatus::Solution if is_only => {
                let board = write_partial(&self.puzzle.puzzle, &only.board, BoardForm::Drawing);
                writeln!(out, "{board}{}", only.status)
            }
            status @ (BoardStatus::Solution | BoardStatus::Open { .. }) => {
                writeln!(out, "{status}")
            }
            BoardStatus::Wrong { violations, .. } => {
                writeln!(out, "The board is {}:", only.status)?;
                list(violations, out)
            }
        }
    }

    fn to_json(&self) -> Value {
        let puzzle = &self.puzzle.puzzle;
        if let Some(only) = self.only() {
            return only.to_json(puzzle);
        }
        let listed = self.listed().map(|verdict| {
            let mut value = verdict.to_json(puzzle);
            value["number"] = json!(verdict.number);
            value
        });
        let listed: Vec<Value> = listed.collect();
        let mut value = json!(self.counts);
        value["listed"] = json!(listed);
        value
    }
}

impl BoardVerdict {
    fn is_new_solution(&self) -> bool {
        self.status == BoardStatus::Solution && self.same_as.is_none()
    }

    fn write_one_of_many(&self, out: &mut dyn Write) -> io::Result<()> {
        let place = match (self.place.position, self.place.path.as_str()) {
            (None, "") => String::new(),
            (Some((line, _)), "") => format!(" (line {line})"),
            (_, path) => format!(" ({path})"),
        };
        let board = format!("board {}{place}", self.number);
        match (&self.status, self.same_as) {
            (BoardStatus::Solution, None) => writeln!(out, "{board} is a solution"),
            (BoardStatus::Solution, Some(first)) => {
                writeln!(out, "{board} is the same solution as board {first}")
            }
            (open @ BoardStatus::Open { .. }, _) => {
                writeln!(out, "{board} is not finished: {open}")
            }
            (wrong @ BoardStatus::Wrong { violations, .. }, _) => {
                writeln!(out, "{board} is {wrong}:")?;
                list(violations, out)
            }
        }
    }

    fn to_json(&self, puzzle: &Puzzle) -> Value {
        let mut value = status_value(puzzle, &self.board, &self.status);
        if let Some(first) = self.same_as {
            value["same_as"] = json!(first);
        }
        value
    }
}

fn list(violations: &[Violation], out: &mut dyn Write) -> io::Result<()> {
    violations
        .iter()
        .try_for_each(|violation| writeln!(out, "  {violation}"))
}

impl BoardCounts {
    fn add(&mut self, status: &BoardStatus, repeated: bool) {
        self.boards += 1;
        match status {
            BoardStatus::Solution if repeated => self.repeated += 1,
            BoardStatus::Solution => self.solutions += 1,
            BoardStatus::Open { .. } => self.unfinished += 1,
            BoardStatus::Wrong { .. } => self.wrong += 1,
        }
    }

    fn exit(&self) -> Exit {
        match (self.wrong, self.unfinished) {
            (1.., _) => Exit::Rejected,
            (0, 1..) => Exit::Unfinished,
            (0, 0) => Exit::Done,
        }
    }

    /// `3 boards: 2 different solutions, 1 repeated`
    fn summary(&self) -> String {
        let parts = [
            (self.solutions, ["solution", "different solutions"]),
            (self.repeated, ["repeated"; 2]),
            (self.unfinished, ["not finished"; 2]),
            (self.wrong, ["wrong"; 2]),
        ];
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts
            .map(|(count, words)| format!("{count} {}", words[usize::from(*count > 1)]))
            .collect();
        format!("{} boards: {}", self.boards, parts.join(", "))
    }
}
