//! `pipsc show`: draws puzzles.

use std::ops::ControlFlow;
use std::time::Duration;

use clap::Args;

use super::args::{duration, whole};
use super::boards::BoardArguments;
use super::draw::{DrawArguments, PageContent, page_models};
use super::format::{OutputFormat, among};
use super::input::{LoadedPuzzle, PuzzleArguments};
use super::interrupt::TaskGuard;
use super::output::OutputTarget;
use super::verdict::{sentence, verdict};
use super::{CliError, log, output};
use crate::exit::Exit;
use crate::puzzle::{BoardStatus, PartialBoard, Puzzle, Violation, board_status};
use crate::render::Picture;
use crate::shell;
use crate::solver::embedded;
use crate::solver::{Goal, Outcome, SolutionCount};

/// Draw a puzzle, with or without dominoes
///
/// All levels of a file are drawn; pictures of several levels need a folder. A board that is not a
/// solution is drawn with its faults marked and listed; the exit code is 5.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc show today.json:hard
  pipsc show today.json --solve -o day/ --format svg
  pipsc show puzzle.txt --board mine.txt
  pipsc show puzzle.txt --labels               # with r0, c0 and the letters of regions
  pipsc show puzzle.txt --ascii | less -S
  pipsc show puzzle.txt -o puzzle.svg
  pipsc show puzzle.txt --solve -o puzzle.html
  pipsc show puzzle.txt --solve --format png --width 1200 -o solved.png")]
pub(super) struct Show {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    #[command(flatten)]
    board: BoardArguments,

    /// Draw a solution
    #[arg(long, conflicts_with = "board")]
    solve: bool,

    /// Time limit of --solve: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "solve")]
    time_limit: Option<Duration>,

    /// Format of the output
    ///
    /// The default is the format of the output file's extension, else text.
    #[arg(long, value_parser = among(FORMATS))]
    format: Option<OutputFormat>,

    /// Maximum number of solutions on a page
    #[arg(long, value_name = "N", default_value = "100",
        value_parser = whole(1..=100_000_u64))]
    limit: u64,

    /// Label rows, columns, nodes and regions
    #[arg(long)]
    labels: bool,

    #[command(flatten)]
    draw: DrawArguments,
}

/// The output formats of `show`.
const FORMATS: &[OutputFormat] = &[
    OutputFormat::Text,
    OutputFormat::Picture,
    OutputFormat::Svg,
    OutputFormat::Html,
    OutputFormat::Png,
];

/// The boards to draw.
struct ShownBoards {
    boards: Vec<PartialBoard>,
    /// The verdict, with --solve.
    verdict: Option<String>,
    exit: Exit,
}

impl Show {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let format =
            OutputFormat::choose(self.format, &self.draw.output, FORMATS, OutputFormat::Text)?;
        let puzzles = self.puzzle.read_all()?;
        let count = puzzles.len();
        if count > 1 && self.board.board.is_some() {
            return Err(CliError::usage(
                "--board is for one puzzle: choose a level, such as `today.json:easy`".into(),
            ));
        }
        let target = self.draw.target(format, count)?;
        let is_listed = count > 1 && !format.is_drawing() && self.draw.is_stdout();
        let mut exit = Exit::Done;
        for chosen in puzzles {
            if is_listed {
                output::to_stdout(|out| writeln!(out, "== {}", chosen.name))?;
            }
            exit = exit.max(self.show(chosen, format, &target)?);
        }
        Ok(exit)
    }

    /// Draws one puzzle.
    fn show(
        &self,
        chosen: LoadedPuzzle,
        format: OutputFormat,
        target: &OutputTarget,
    ) -> Result<Exit, CliError> {
        let board = self.board.board.as_ref();
        let found = if self.solve {
            self.solve(&chosen.puzzle, format)?
        } else {
            let given = board.map(|board| board.one(&board.read()?, &chosen));
            let given = given.transpose()?;
            ShownBoards {
                boards: given.into_iter().map(|given| given.board).collect(),
                verdict: None,
                exit: Exit::Done,
            }
        };
        let LoadedPuzzle { puzzle, name, .. } = chosen;
        let alone = Picture::new(&puzzle).with_labels(self.labels);
        let mut pictures = Vec::new();
        let mut wrong = Vec::new();
        // Of several boards, each is a solution.
        let mut status = BoardStatus::Solution;
        for board in &found.boards {
            status = board_status(&puzzle, board);
            let picture = alone.clone().with_facts(board.facts());
            pictures.push(picture.marking_faults(status.violations()));
            wrong.extend(status.violations().iter().map(Violation::to_string));
        }
        let page = || PageContent {
            verdict: found.verdict.clone(),
            faults: wrong.clone(),
            models: page_models(&puzzle, &name, &shell::quoted(&self.puzzle.typed())),
        };
        let name = name.raw();
        self.draw
            .write(target, name, format, alone.clone(), pictures, page)?;
        if let (true, Some(verdict)) = (found.boards.is_empty(), &found.verdict) {
            log::note(verdict);
        }
        match status {
            BoardStatus::Open { .. } => log::note(&status),
            BoardStatus::Wrong { .. } => {
                let faults = wrong.join("\n  ");
                log::note(&format!("The board is {status}:\n  {faults}"));
                return Ok(Exit::Rejected);
            }
            BoardStatus::Solution => {}
        }
        Ok(found.exit)
    }

    /// Finds a solution, or several for a page.
    fn solve(&self, puzzle: &Puzzle, format: OutputFormat) -> Result<ShownBoards, CliError> {
        let guard = TaskGuard::begin();
        let limits = guard.limits(self.time_limit);
        let limit = Some(self.limit);
        let goal = match format {
            OutputFormat::Html => Goal::All { limit },
            _ => Goal::One,
        };
        let mut boards = Vec::new();
        let outcome = embedded::solve(puzzle, goal, &limits, &mut |board| {
            boards.push(PartialBoard::from(&board));
            ControlFlow::Continue(())
        });
        let Outcome { found, stopped } = outcome?;
        Ok(ShownBoards {
            boards,
            verdict: Some(sentence(&verdict(found, stopped, None, true))),
            exit: match found {
                SolutionCount::AtLeast(0) => Exit::NoVerdict,
                _ => Exit::Done,
            },
        })
    }
}
