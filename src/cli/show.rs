//! `pipsc show`: a puzzle to look at.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use super::draw::{DrawArguments, Drawing};
use super::input::{self, PuzzleArguments};
use super::interrupt::Task;
use super::{Failure, say};
use crate::exit::Exit;
use crate::formats::read_board;
use crate::puzzle::{Board, Fault, Puzzle, check};
use crate::render::Picture;
use crate::solver::embedded;
use crate::solver::task::{Found, Goal, Limits};

/// Draw a puzzle, with or without dominoes on it
///
/// A board that is no solution is drawn with what is wrong marked and said; the exit code is
/// then 5.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc show today.json:hard
  pipsc show today.json:hard --solve
  pipsc show puzzle.txt --board mine.txt
  pipsc show puzzle.txt --ascii | less -S
  pipsc show puzzle.txt -o puzzle.svg
  pipsc show puzzle.txt --solve --format png --width 1200 -o solved.png")]
pub(super) struct Show {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// Draw it with the dominoes of this board: a file, or `-` for standard input
    #[arg(long, value_name = "FILE|-", conflicts_with = "solve")]
    board: Option<PathBuf>,

    /// Draw it with a solution, found by the embedded solver
    #[arg(long)]
    solve: bool,

    /// What to draw; without it, what the name of the output file asks for, else text
    #[arg(long)]
    format: Option<Drawing>,

    #[command(flatten)]
    draw: DrawArguments,
}

impl Show {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let drawing = self
            .format
            .or_else(|| Drawing::of_file(&self.draw.output))
            .unwrap_or(Drawing::Text);
        self.draw.check(drawing)?;
        if self.puzzle.is_stdin() && self.board.as_deref() == Some(Path::new("-")) {
            return Err(Failure::Usage(
                "the puzzle and the board cannot both come from standard input".into(),
            ));
        }
        let puzzle = self.puzzle.read()?.puzzle;
        let (board, exit) = match self.solve {
            true => solve(&puzzle)?,
            false => (self.given(&puzzle)?, Exit::Done),
        };
        let Some(board) = board else {
            self.draw.write(drawing, &[Picture::new(&puzzle)])?;
            return Ok(exit);
        };
        let faults = check(&puzzle, &board);
        let picture = Picture::new(&puzzle)
            .with_board(&board)
            .marking_faults(&faults);
        self.draw.write(drawing, &[picture])?;
        if faults.is_empty() {
            return Ok(exit);
        }
        let faults: Vec<String> = faults.iter().map(Fault::to_string).collect();
        say::note(&format!("not a solution:\n  {}", faults.join("\n  ")));
        Ok(Exit::Rejected)
    }

    /// The board that was named.
    fn given(&self, puzzle: &Puzzle) -> Result<Option<Board>, Failure> {
        let Some(path) = &self.board else {
            return Ok(None);
        };
        let board = read_board(&input::read(path)?, puzzle);
        let board = board.map_err(|problem| Failure::Format {
            file: input::show(path),
            problem,
        })?;
        Ok(Some(board))
    }
}

/// A solution, if there is one.
fn solve(puzzle: &Puzzle) -> Result<(Option<Board>, Exit), Failure> {
    let task = Task::begin();
    let limits = Limits {
        cancel: task.cancel.clone(),
        ..Limits::default()
    };
    let mut found = None;
    let outcome = embedded::solve(puzzle, Goal::One, &limits, &mut |board| {
        found = Some(board);
        ControlFlow::Break(())
    });
    let outcome = outcome.map_err(|fault| Failure::Internal(fault.to_string()))?;
    Ok(match (outcome.found, &found) {
        (Found::Exactly(0), _) => {
            say::note(&"there is no solution");
            (None, Exit::Done)
        }
        (_, None) => {
            say::note(&"no verdict: the embedded solver gave up");
            (None, Exit::NoVerdict)
        }
        _ => (found, Exit::Done),
    })
}
