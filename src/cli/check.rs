//! `pipsc check`: whether a board is a solution, and each of many.

use std::io::{self, Write};

use clap::Args;
use serde_json::{Value, json};

use super::CliError;
use super::boards::BoardSource;
use super::input::{LoadedPuzzle, PuzzleArguments};
use super::output::{self, ReportFormat};
use crate::exit::Exit;
use crate::formats::{BoardForm, Location, status_value, write_partial};
use crate::json::document;
use crate::puzzle::{BoardStatus, Dedup, Partial, Puzzle, Violation, board_status};

/// Say whether a board is a solution, and if not, which rule it breaks and where
///
/// A board that is not finished is judged as far as it goes; whether it can be finished is for `pipsc
/// hint` to say. Exit code 0 for a solution, 6 for a board that is not finished and not wrong so far, 5
/// for any other; of several boards, the worst counts.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc check puzzle.txt board.txt
  pipsc check today.json:easy            # the solution that the file itself gives
  pipsc check today.json:easy board.txt --format json
  pipsc run puzzle.txt --all | pipsc check puzzle.txt -
  pipsc check puzzle.txt boards.jsonl:3  # the third board there

A board is a drawing, a list of placements or JSON, alone or in what `pipsc run` prints; see `pipsc formats`.")]
pub(super) struct Check {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// The board: a file, or `-` for standard input; FILE:2 is the second board there. Without it,
    /// the solution in the puzzle's file
    #[arg(value_parser = clap::value_parser!(BoardSource))]
    board: Option<BoardSource>,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

/// A board with what became of it.
struct BoardVerdict {
    number: u64,
    place: Location,
    board: Partial,
    standing: BoardStatus,
    /// The number of an earlier board that is the same solution.
    same_as: Option<u64>,
}

/// How many boards came to what.
#[derive(Default)]
struct Tally {
    boards: u64,
    solutions: u64,
    repeated: u64,
    unfinished: u64,
    wrong: u64,
}

impl Check {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let chosen = self.puzzle.read()?;
        let mut tally = Tally::default();
        let mut seen = Dedup::default();
        // What is to be said of boards that are not simply new solutions, and of the only one.
        let mut told: Vec<BoardVerdict> = Vec::new();
        self.each(&chosen, &mut |number, place, board| {
            let standing = board_status(&chosen.puzzle, &board);
            let same_as = match standing {
                BoardStatus::Solution => seen.before(&board.laid()),
                BoardStatus::Open { .. } | BoardStatus::Wrong { .. } => None,
            };
            tally.add(&standing, same_as.is_some());
            if tally.boards == 1 || standing != BoardStatus::Solution || same_as.is_some() {
                told.push(BoardVerdict {
                    number,
                    place,
                    board,
                    standing,
                    same_as,
                });
            }
            Ok(())
        })?;
        let puzzle = &chosen.puzzle;
        output::to_stdout(|out| match (told.as_slice(), tally.boards, self.format) {
            ([only], 1, ReportFormat::Text) => only.write_text(puzzle, out),
            ([only], 1, ReportFormat::Json) => writeln!(out, "{}", document(&only.to_json(puzzle))),
            (told, _, ReportFormat::Text) => {
                let told = told.iter().filter(|judged| judged.is_worth_a_word());
                for judged in told {
                    judged.write_one_of_many(out)?;
                }
                writeln!(out, "{}", tally.words())
            }
            (told, _, ReportFormat::Json) => {
                let told = told.iter().filter(|judged| judged.is_worth_a_word());
                let told = told.map(|judged| {
                    let mut value = judged.to_json(puzzle);
                    value["number"] = json!(judged.number);
                    value
                });
                let told: Vec<Value> = told.collect();
                writeln!(out, "{}", document(&tally.to_json(told)))
            }
        })?;
        Ok(tally.exit())
    }

    /// Every board to judge, with its number and its place.
    fn each(
        &self,
        chosen: &LoadedPuzzle,
        judge: &mut dyn FnMut(u64, Location, Partial) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        match &self.board {
            Some(source) => source.each(chosen, &mut |given, number| {
                judge(number, given.place, given.board)
            }),
            None => {
                let solution = chosen.puzzle.solution().cloned().ok_or_else(|| {
                    CliError::Usage(
                        "the puzzle's file gives no solution; name a board to check".into(),
                    )
                })?;
                judge(1, Location::Whole, solution.into())
            }
        }
    }
}

impl BoardVerdict {
    /// Whether it is more than one solution of many.
    fn is_worth_a_word(&self) -> bool {
        self.standing != BoardStatus::Solution || self.same_as.is_some()
    }

    fn write_text(&self, puzzle: &Puzzle, out: &mut dyn Write) -> io::Result<()> {
        match &self.standing {
            BoardStatus::Solution => {
                let board = write_partial(puzzle, &self.board, BoardForm::Drawing);
                writeln!(out, "{board}{}", self.standing)
            }
            BoardStatus::Open { .. } => writeln!(out, "{}", self.standing),
            BoardStatus::Wrong {
                violations: faults, ..
            } => {
                writeln!(out, "The board is {}:", self.standing)?;
                list(faults, out)
            }
        }
    }

    fn write_one_of_many(&self, out: &mut dyn Write) -> io::Result<()> {
        let place = match &self.place {
            Location::Whole => String::new(),
            Location::Text { line, .. } => format!(" (line {line})"),
            Location::Json { path, .. } => format!(" ({path})"),
        };
        let board = format!("board {}{place}", self.number);
        match (&self.standing, self.same_as) {
            (BoardStatus::Solution, None) => writeln!(out, "{board} is a solution"),
            (BoardStatus::Solution, Some(first)) => {
                writeln!(out, "{board} is the same solution as board {first}")
            }
            (open @ BoardStatus::Open { .. }, _) => {
                writeln!(out, "{board} is not finished: {open}")
            }
            (
                wrong @ BoardStatus::Wrong {
                    violations: faults, ..
                },
                _,
            ) => {
                writeln!(out, "{board} is {wrong}:")?;
                list(faults, out)
            }
        }
    }

    fn to_json(&self, puzzle: &Puzzle) -> Value {
        let mut value = status_value(puzzle, &self.board, &self.standing);
        if let Some(first) = self.same_as {
            value["same_as"] = json!(first);
        }
        value
    }
}

fn list(faults: &[Violation], out: &mut dyn Write) -> io::Result<()> {
    faults
        .iter()
        .try_for_each(|fault| writeln!(out, "  {fault}"))
}

impl Tally {
    fn add(&mut self, standing: &BoardStatus, repeated: bool) {
        self.boards += 1;
        match standing {
            BoardStatus::Solution if repeated => self.repeated += 1,
            BoardStatus::Solution => self.solutions += 1,
            BoardStatus::Open { .. } => self.unfinished += 1,
            BoardStatus::Wrong { .. } => self.wrong += 1,
        }
    }

    fn exit(&self) -> Exit {
        match self {
            Tally { wrong: 1.., .. } => Exit::Rejected,
            Tally {
                unfinished: 1.., ..
            } => Exit::Unfinished,
            Tally { .. } => Exit::Done,
        }
    }

    /// `3 boards: 2 different solutions, 1 repeated.`
    fn words(&self) -> String {
        let solutions = match self.solutions {
            0 => None,
            1 => Some("1 solution".to_string()),
            some => Some(format!("{some} different solutions")),
        };
        let some = |count: u64, what: &str| (count > 0).then(|| format!("{count} {what}"));
        let parts = [
            solutions,
            some(self.repeated, "repeated"),
            some(self.unfinished, "not finished"),
            some(self.wrong, "wrong"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        format!("{} boards: {}", self.boards, parts.join(", "))
    }

    fn to_json(&self, told: Vec<Value>) -> Value {
        json!({
            "boards": self.boards,
            "solutions": self.solutions,
            "repeated": self.repeated,
            "unfinished": self.unfinished,
            "wrong": self.wrong,
            "told": told,
        })
    }
}
