//! `pipsc explain`: why a puzzle has no solution, or what its many solutions have in common.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;

use super::args::{LimitArguments, RegistryArguments, places, warn_of_version, whole};
use super::boards::{BoardArguments, FixArguments};
use super::draw::DrawArguments;
use super::format::{OutputFormat, among};
use super::input::{LoadedPuzzle, PuzzleArguments};
use super::interrupt::TaskGuard;
use super::progress::Progress;
use super::{CliError, log};
use crate::exit::Exit;
use crate::explain::{self, ExplainOptions, SolutionSpace};
use crate::model::Origin;
use crate::puzzle::{Fact, Label, Puzzle};
use crate::report::{Report, ReportVerdict};
use crate::solver::embedded::QueryError;
use crate::solver::{CoreOutcome, KeepFolder, Solver, SolverError, SolverFault, Task, embedded};

/// The default maximum number of conflicts with `--all`.
const CONFLICTS: u64 = 20;

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
  pipsc explain today.json:hard --fix 0,2=4       # what speaks against a 4 there?
  pipsc explain puzzle.txt --board mine.txt       # why can this board not be finished?
  pipsc explain puzzle.txt --solver z3            # from z3's unsatisfiable core
  pipsc explain puzzle.txt -o why.svg             # what contradicts each other, marked
  pipsc explain puzzle.txt -o why.html            # a page to walk through the reasons
  pipsc explain puzzle.txt --format json")]
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

    /// Start from the unsatisfiable core of an SMT solver, which is checked and, without --raw,
    /// minimised
    #[arg(long, short, value_name = "NAME", conflicts_with = "all")]
    solver: Option<String>,

    /// Do not minimise the solver's core
    #[arg(long, requires = "solver")]
    raw: bool,

    /// Keep the solver's model, its raw reply and the command line in this folder
    #[arg(long, value_name = "DIR", requires = "solver")]
    keep: Option<PathBuf>,

    #[command(flatten)]
    registry: RegistryArguments,

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
        let ongoing = TaskGuard::begin();
        let progress = Progress::of(1);
        progress.message(format!("explaining {name}"));
        let options = ExplainOptions {
            board,
            conflicts: self.all.then(|| self.limit.unwrap_or(CONFLICTS) as usize),
            core: None,
            raw: self.raw,
            limits: self.limits.limits(&ongoing.cancel),
        };
        let explained = match &self.solver {
            Some(solver) if solver != embedded::NAME => {
                let registry = self.registry.load()?;
                let solver = Solver::find_in(solver, &registry, &places(&ongoing))?;
                warn_of_version(&solver);
                self.by_solver(&solver, &puzzle, name.clone(), options)?
            }
            _ => explain::explain(&puzzle, &options),
        };
        drop(progress);
        match explained {
            Ok(report) => {
                let json = || report.to_json(&puzzle);
                self.draw
                    .write_report(format, &report, &puzzle, &name, json, false)?;
                match report.verdict {
                    // The partial result was shown; the reason for stopping follows.
                    ReportVerdict::ManySolutions(SolutionSpace {
                        stopped: Some(why), ..
                    }) => log::unanswered("", QueryError::Stopped(why)),
                    _ => Ok(Exit::Done),
                }
            }
            Err(problem) => log::unanswered("", problem),
        }
    }

    /// Explains from an SMT solver's core.
    fn by_solver(
        &self,
        solver: &Solver,
        puzzle: &Puzzle,
        name: Label,
        options: ExplainOptions,
    ) -> Result<Result<Report, QueryError>, CliError> {
        let disagree = |problem: &str| {
            let problem = SolverFault::Inconsistent(problem.into());
            Err(SolverError::misbehaved(solver.name(), problem).into())
        };
        let begun = Instant::now();
        let left = || options.limits.after(begun.elapsed());
        let explained = explain::explain(puzzle, &options);
        let is_none = |report: &Report| matches!(report.verdict, ReportVerdict::NoSolution { .. });
        if !explained.as_ref().is_ok_and(is_none) {
            if explained.is_ok() {
                log::warning(&format!(
                    "the puzzle has a solution, so {} is not asked which rules contradict each \
                     other",
                    solver.name()
                ));
            }
            return Ok(explained);
        }
        let rest = puzzle.clone().extending(&options.board);
        let rest = rest.map_err(|error| CliError::usage(format!("the board: {error}")))?;
        let mut task = Task::new(&rest);
        task.name = name;
        task.limits = left();
        task.options.keep = self.keep.clone().map(KeepFolder::In);
        task.log = &|line| log::detail(&line);
        let blamed = match solver.core(&task)? {
            CoreOutcome::Blamed(blamed) => blamed,
            CoreOutcome::Satisfiable => return disagree("it says that there is a solution"),
            CoreOutcome::Stopped(why) => return Ok(Err(QueryError::Stopped(why))),
        };
        let demand = |origin| match origin {
            Origin::Region(region) => Some(Fact::Rule(region)),
            Origin::Pin(cell) => Some(Fact::Shows(cell, *rest.pins().get(&cell)?)),
            Origin::Domino(_)
            | Origin::Cell(_)
            | Origin::Excluded(_)
            | Origin::Symmetry
            | Origin::Redundant => None,
        };
        // The core of the solver does not contain the placements of the board.
        let laid = options.board.facts();
        let laid = laid.filter(|fact| !matches!(fact, Fact::Shows(..)));
        let blamed = blamed.into_iter().filter_map(demand);
        let demands: Vec<Fact> = blamed.chain(laid).collect();
        match explain::contradict(puzzle, &demands, &left()) {
            Ok(true) => {}
            Ok(false) => return disagree("its core is no contradiction"),
            Err(error) => return Ok(Err(error)),
        }
        let options = ExplainOptions {
            core: Some(demands),
            limits: left(),
            ..options
        };
        Ok(explain::explain(puzzle, &options))
    }
}
