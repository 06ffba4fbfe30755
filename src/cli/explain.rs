//! `pipsc explain`: why a puzzle has no solution, or what its many solutions have in common.

use std::time::Duration;

use clap::Args;

use super::args::{LimitArguments, whole};
use super::boards::{BoardArguments, FixArguments};
use super::draw::DrawArguments;
use super::format::{OutputFormat, among};
use super::input::{LoadedPuzzle, PuzzleArguments};
use super::interrupt::TaskGuard;
use super::progress::Progress;
use super::{CliError, log};
use crate::exit::Exit;
use crate::explain::{self, ExplainOptions, SolutionSpace};
use crate::report::ReportVerdict;

/// The default maximum number of conflicts with `--all`.
const CONFLICTS: u64 = 20;

/// The default time limit. What the solutions of a large board share can take several minutes.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// Explain why a puzzle has no solution, or what its solutions have in common
///
/// Without a solution: a smallest set of rules that conflict (a MUS), and why. With several
/// solutions: which cells vary, which are forced (the backbone), and which single fact would leave
/// one solution. With one solution: which rules are redundant.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc explain puzzle.txt
  pipsc explain puzzle.txt --all --limit 5
  pipsc explain today.json:hard --fix 0,2=4       # why can this cell not show 4?
  pipsc explain puzzle.txt --board mine.txt       # why can this board not be finished?
  pipsc explain puzzle.txt -o why.svg             # a picture of the conflict
  pipsc explain puzzle.txt -o why.html            # a page of the steps to it
  pipsc explain puzzle.txt --format json

Without --time-limit, it stops after a minute and prints what it has found by then.")]
pub(super) struct Explain {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// List every minimal conflict, the smallest first
    #[arg(long)]
    all: bool,

    /// Maximum number of conflicts
    #[arg(long, value_name = "N", requires = "all",
        value_parser = whole(1..=u64::MAX))]
    limit: Option<u64>,

    #[command(flatten)]
    limits: LimitArguments,

    #[command(flatten)]
    fix: FixArguments,

    #[command(flatten)]
    board: BoardArguments,

    /// Format of the output; by default that of the output file's extension, else text
    #[arg(long, value_parser = among(FORMATS))]
    format: Option<OutputFormat>,

    #[command(flatten)]
    draw: DrawArguments,
}

/// The output formats of `explain`.
const FORMATS: &[OutputFormat] = &[
    OutputFormat::Text,
    OutputFormat::Json,
    OutputFormat::Svg,
    OutputFormat::Html,
    OutputFormat::Png,
];

impl Explain {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let format =
            OutputFormat::choose(self.format, &self.draw.output, FORMATS, OutputFormat::Text)?;
        let _ = self.draw.target(format, 1)?;
        let chosen = self.puzzle.read()?;
        let board = self.board.beginning(&chosen)?;
        let LoadedPuzzle { puzzle, name, .. } = chosen;
        let puzzle = self.fix.pin(puzzle)?;
        // Held until the end, so that an interrupt lets the command clean up.
        let guard = TaskGuard::begin();
        let progress = Progress::of(1);
        progress.message(format!("explaining {name}"));
        let mut limits = self.limits.limits(&guard.cancel);
        let _ = limits.time.get_or_insert(TIME_LIMIT);
        let options = ExplainOptions {
            board,
            conflicts: self.all.then(|| self.limit.unwrap_or(CONFLICTS) as usize),
            limits,
        };
        let explained = explain::explain(&puzzle, &options);
        drop(progress);
        match explained {
            Ok(report) => {
                let json = || report.to_json(&puzzle);
                self.draw
                    .write_report(format, &report, &puzzle, &name, json, false)?;
                match report.verdict {
                    ReportVerdict::ManySolutions(SolutionSpace {
                        stopped: Some(why), ..
                    }) => {
                        log::warning(&format!("the explanation is incomplete: {why}"));
                        Ok(Exit::NoVerdict)
                    }
                    _ => Ok(Exit::Done),
                }
            }
            Err(problem) => log::unanswered("", problem),
        }
    }
}
