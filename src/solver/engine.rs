//! [`Solver`]: the embedded solver, search strategies and external programs behind one type.

use super::embedded::{self, Method};
use super::error::SolverError;
#[cfg(feature = "external")]
use super::external;
#[cfg(feature = "external")]
use super::process::usage_of_this_thread;
#[cfg(feature = "external")]
use super::registry::{InstalledSolver, Registry, SearchPath};
use super::search::{self, TreeSearch};
use super::task::{Outcome, RunStats, SolvedTask, SolverOptions, Task};
#[cfg(feature = "external")]
use crate::backend::Encoding;
use crate::clock::Instant;
use crate::limits::Budget;
use crate::lower::{LoweringStep, STEPS};
use crate::puzzle::Board;
use std::ops::ControlFlow;
#[cfg(feature = "external")]
use std::path::Path;

/// A solver of tasks.
#[derive(Debug, Clone)]
pub enum Solver {
    /// The embedded solver.
    Embedded,
    /// In-process depth-first search, for teaching and tracing.
    Search(TreeSearch),
    /// An external program on this machine.
    #[cfg(feature = "external")]
    External(Box<InstalledSolver>),
}

/// The result of one solver among several, with its boards.
#[derive(Debug)]
pub struct SolverRunResult {
    /// The result.
    pub result: Result<SolvedTask, SolverError>,
    /// The checked boards, including those found before an error.
    pub boards: Vec<Board>,
}

impl Solver {
    /// Finds a solver by its name among the built-in entries and the user's, and the program of an
    /// external one on this machine.
    ///
    /// # Errors
    /// If there is no such solver, it is not installed, or the user's own file of solvers is wrong.
    #[cfg(feature = "external")]
    pub fn find(name: &str) -> Result<Self, SolverError> {
        let registry = Registry::load(&[])?;
        Solver::find_in(name, &registry, &SearchPath::from_environment())
    }

    /// Like [`Solver::find`], with a given registry and search path.
    ///
    /// # Errors
    /// If there is no such solver, or it is not installed.
    #[cfg(feature = "external")]
    pub fn find_in(
        name: &str,
        registry: &Registry,
        places: &SearchPath,
    ) -> Result<Self, SolverError> {
        match name {
            embedded::NAME => return Ok(Solver::Embedded),
            search::NAME => return Ok(Solver::Search(TreeSearch::default())),
            _ => {}
        }
        let installed = places.find(registry.expect(name)?)?;
        Ok(Solver::External(Box::new(installed)))
    }

    /// A solver of the built-in registry whose program is at a known path, without the user's
    /// configuration.
    ///
    /// ```no_run
    /// # use pipsc::solver::Solver;
    /// let kissat = Solver::external("kissat", "/opt/kissat/build/kissat")?;
    /// # Ok::<(), pipsc::solver::SolverError>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such solver, or the program is a different one. To search folders for programs,
    /// use [`Solver::find_in`] with [`SearchPath::new`].
    #[cfg(feature = "external")]
    pub fn external(name: &str, program: impl AsRef<Path>) -> Result<Self, SolverError> {
        let registry = Registry::built_in();
        let places = SearchPath::new([]);
        let installed = places.at(registry.expect(name)?, program.as_ref())?;
        Ok(Solver::External(Box::new(installed)))
    }

    /// Returns the same solver with another encoding of the language that it reads.
    ///
    /// # Errors
    /// If it reads another language, or runs in process.
    #[cfg(feature = "external")]
    pub fn with_encoding(mut self, encoding: Encoding) -> Result<Self, SolverError> {
        match &mut self {
            Solver::External(installed) if installed.encoding.language == encoding.language => {
                installed.encoding = encoding;
                Ok(self)
            }
            Solver::External(_) | Solver::Search(_) | Solver::Embedded => {
                let problem = format!("it does not read {}", encoding.language);
                Err(SolverError::unsupported(self.name(), problem))
            }
        }
    }

    /// Returns its name on the command line.
    pub fn name(&self) -> &str {
        match self {
            Solver::Embedded => embedded::NAME,
            Solver::Search(_) => search::NAME,
            #[cfg(feature = "external")]
            Solver::External(installed) => &installed.entry.name,
        }
    }

    /// Returns its version, if the program prints one.
    pub fn version(&self) -> Option<&str> {
        match self {
            Solver::Embedded | Solver::Search(_) => Some(env!("CARGO_PKG_VERSION")),
            #[cfg(feature = "external")]
            Solver::External(installed) => installed.version.as_deref(),
        }
    }

    /// Whether it returns boards. A solver that does not can only count solutions or decide uniqueness.
    pub fn shows_boards(&self) -> bool {
        match self {
            Solver::Embedded | Solver::Search(_) => true,
            #[cfg(feature = "external")]
            Solver::External(installed) => installed.shows_boards(),
        }
    }

    /// Returns its lowering steps. The embedded solver always uses all steps, and a search always
    /// merges copies of a domino.
    pub fn steps(&self, options: &SolverOptions) -> Vec<LoweringStep> {
        let is_taken = |step: &LoweringStep| match self {
            Solver::Embedded => true,
            Solver::Search(_) if *step == LoweringStep::Symmetry => true,
            _ => !options.without.contains(step),
        };
        STEPS.into_iter().filter(is_taken).collect()
    }

    /// Solves a task. Calls `on_board` with each board once, as soon as it is found and checked, until
    /// the callback returns `Break`. A count makes no calls.
    ///
    /// A reached limit is not an error: see [`Outcome::stopped`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use pipsc::solver::{Goal, Solver, Task};
    ///
    /// # let document = pipsc::formats::read(b"**\n**\n\n00 12\n", None)?;
    /// # let puzzle = document.pick(None)?;
    /// let mut task = Task::new(puzzle);
    /// task.goal = Goal::All { limit: Some(10) };
    /// let mut boards = Vec::new();
    /// let solved = Solver::Embedded.solve(&task, &mut |board| {
    ///     boards.push(board);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(solved.outcome.found.count(), boards.len() as u128);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the puzzle is too large, or the solver does not support the task, does not start, or is at fault.
    pub fn solve(
        &self,
        task: &Task<'_>,
        on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<SolvedTask, SolverError> {
        let mut stats = RunStats::default();
        let outcome = self.run(task, &Budget::new(&task.limits), &mut stats, on_board)?;
        Ok(SolvedTask { outcome, stats })
    }

    /// Like [`Solver::solve`], but collects the boards.
    pub fn collect(&self, task: &Task<'_>) -> SolverRunResult {
        self.collect_until(task, &Budget::new(&task.limits))
    }

    pub(super) fn collect_until(&self, task: &Task<'_>, budget: &Budget) -> SolverRunResult {
        let mut boards = Vec::new();
        let mut stats = RunStats::default();
        let outcome = self.run(task, budget, &mut stats, &mut |board| {
            boards.push(board);
            ControlFlow::Continue(())
        });
        let result = outcome.map(|outcome| SolvedTask { outcome, stats });
        SolverRunResult { result, boards }
    }

    /// Solves a task within a budget. The statistics are filled in even if the solver fails.
    pub(crate) fn run(
        &self,
        task: &Task<'_>,
        budget: &Budget,
        stats: &mut RunStats,
        on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<Outcome, SolverError> {
        match self {
            Solver::Embedded => self.run_in_process(None, task, budget, stats, on_board),
            Solver::Search(search) => {
                self.run_in_process(Some(search), task, budget, stats, on_board)
            }
            #[cfg(feature = "external")]
            Solver::External(solver) => {
                let steps = self.steps(&task.options);
                external::solve(solver, task, &steps, budget, stats, on_board)
            }
        }
    }

    /// Runs a search, or the embedded solver if there is none, from encoding to checking.
    fn run_in_process(
        &self,
        search: Option<&TreeSearch>,
        task: &Task<'_>,
        budget: &Budget,
        stats: &mut RunStats,
        on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
    ) -> Result<Outcome, SolverError> {
        if task.options.proof.is_some() {
            return Err(SolverError::unsupported(self.name(), "it writes no proof"));
        }
        let lowering = match stats.lower(task, &self.steps(&task.options), budget) {
            Ok(lowering) => lowering,
            Err(problem) => return embedded::unlowered(problem),
        };
        #[cfg(feature = "external")]
        let before = usage_of_this_thread();
        let started = Instant::now();
        let (puzzle, lowered) = (task.puzzle(), &lowering.lowered);
        let goal = task.goal;
        let outcome = if let Some(search) = search {
            let search = TreeSearch {
                seed: search.seed.or(task.options.seed),
                ..*search
            };
            let searched = search.run(puzzle, lowered, goal, budget, None, on_board)?;
            stats.statistics = searched.counts.statistics();
            searched.outcome
        } else {
            let log = &|method| (task.log)(format_args!("{}: trying {method}", task.name));
            embedded::solve_lowered(Method::Best, puzzle, lowered, goal, budget, log, on_board)?
        };
        stats.runs = 1;
        stats.solve = started.elapsed();
        #[cfg(feature = "external")]
        {
            let after = usage_of_this_thread();
            stats.cpu = after.cpu.saturating_sub(before.cpu);
            stats.peak_memory = after.peak_memory;
        }
        Ok(outcome)
    }
}
