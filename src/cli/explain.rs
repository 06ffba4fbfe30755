//! `pipsc explain`: why a puzzle has no solution, or what its many solutions have in common.

use std::time::Duration;

use clap::Args;

use super::check::ReportFormat;
use super::input::PuzzleArguments;
use super::interrupt::Task;
use super::run::options::{Pin, duration, pin};
use super::{Failure, output, say};
use crate::exit::Exit;
use crate::explain::{self, ExplainError, Options};
use crate::solver::task::{Limits, Stopped};

/// How many conflicts `--all` lists if nothing else is said.
const CONFLICTS: u64 = 20;

/// Say why a puzzle has no solution, or what its solutions have in common
///
/// Without a solution: the smallest set of rules that contradict each other, and why. With many:
/// which cells vary, which are forced, and which single fact would leave one solution. With one:
/// which rules could be left out.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc explain puzzle.txt
  pipsc explain puzzle.txt --all --limit 5
  pipsc explain today.json:hard --fix 0,2=4       # what speaks against a 4 there?
  pipsc explain puzzle.txt --solver z3            # from z3's unsatisfiable core
  pipsc explain puzzle.txt --format json")]
pub(super) struct Explain {
    #[command(flatten)]
    puzzle: PuzzleArguments,

    /// Every minimal conflict, the smallest first
    #[arg(long)]
    all: bool,

    /// At most this many conflicts
    #[arg(long, value_name = "N", requires = "all",
        value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,

    /// Stop after this time: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,

    /// Pin a cell: row and column, counted from 0, or a node's name
    #[arg(long, value_name = "r,c=v")]
    fix: Vec<Pin>,

    /// How to answer
    #[arg(long, default_value = "text")]
    format: ReportFormat,
}

impl Explain {
    pub(super) fn run(self) -> Result<Exit, Failure> {
        let puzzle = pin(self.puzzle.read()?.puzzle, &self.fix)?;
        // Held until the end: an interrupt waits for it.
        let task = Task::begin();
        let options = Options {
            conflicts: self.all.then(|| self.limit.unwrap_or(CONFLICTS) as usize),
            core: None,
            raw: false,
            limits: Limits {
                time: self.time_limit,
                memory: None,
                cancel: task.cancel.clone(),
            },
        };
        match explain::explain(&puzzle, &options) {
            Ok(explanation) => {
                output::to_stdout(|out| match self.format {
                    ReportFormat::Text => explanation.write_text(&puzzle, out),
                    ReportFormat::Json => writeln!(out, "{:#}", explanation.to_json(&puzzle)),
                })?;
                Ok(Exit::Done)
            }
            Err(ExplainError::Stopped(why)) => {
                say::warning(&stopped(why));
                Ok(Exit::NoVerdict)
            }
            Err(ExplainError::Embedded(fault)) => Err(Failure::Internal(fault.to_string())),
        }
    }
}

/// Why there is no explanation.
pub(super) fn stopped(why: Stopped) -> &'static str {
    match why {
        Stopped::TimeLimit => "no verdict within the time limit",
        Stopped::MemoryLimit => "no verdict within the memory limit",
        Stopped::Cancelled => "interrupted",
        Stopped::Enough | Stopped::GaveUp => "no verdict: the solver gave up",
    }
}
