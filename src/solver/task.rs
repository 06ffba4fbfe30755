//! Tasks: a puzzle with a goal and limits, and their outcomes.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::statistics::Statistics;
use crate::clock::Instant;
use crate::limits::{Budget, Limits, StopReason};
use crate::lower::{LowerError, Lowered, LoweringStep, lower_until, step_names};
use crate::puzzle::{Board, Label, Puzzle};

/// The goal of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// One solution, or a proof that there is none.
    One,
    /// Solutions up to a limit, each exactly once. Uniqueness is a limit of two.
    All {
        /// Stop after this many.
        limit: Option<u64>,
    },
    /// The number of solutions, without boards.
    Count {
        /// Stop after this many.
        limit: Option<u64>,
    },
}

impl Goal {
    /// Returns the number of solutions after which a solver stops. A search that reaches it returns a
    /// lower bound, whether or not there are others.
    pub fn limit(self) -> Option<u64> {
        match self {
            Goal::One => Some(1),
            Goal::All { limit } | Goal::Count { limit } => limit,
        }
    }
}

/// Options of external solvers. The embedded solver ignores them, and rejects a proof request.
#[derive(Debug, Clone, Default)]
pub struct SolverOptions {
    /// The seed, for solvers that take one.
    pub seed: Option<u64>,
    /// The number of threads, for solvers that take one.
    pub threads: Option<u32>,
    /// Limit of the processor time of all its processes. [`Limits`] has the wall-clock limit.
    pub cpu: Option<Duration>,
    /// The user's own arguments of the program.
    pub arguments: Vec<OsString>,
    /// Omitted lowering steps, the same for every encoding.
    pub without: Vec<LoweringStep>,
    /// Folder to keep the model, its name map, the raw reply and the command line in.
    pub keep: Option<KeepFolder>,
    /// Proof to write if there is no solution.
    pub proof: Option<ProofRequest>,
    /// Whether to compute the hash of the model.
    pub model_hash: bool,
}

/// Folder for the files of a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeepFolder {
    /// This folder, for a single solver.
    In(PathBuf),
    /// A subfolder with the solver's name.
    BySolver(PathBuf),
}

/// A proof that there is no solution, in the solver's format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofRequest {
    /// File of the proof.
    pub file: PathBuf,
    /// Program that checks it, called with the model and the proof.
    pub checker: Option<PathBuf>,
}

/// A puzzle with a goal, for any number of solvers in sequence or in parallel. Lowering is shared between
/// them.
pub struct Task<'a> {
    puzzle: &'a Puzzle,
    /// Name of the puzzle in the headers of models.
    pub name: Label,
    /// The goal.
    pub goal: Goal,
    /// Limits of each solver.
    pub limits: Limits,
    /// Excluded boards, which do not count as solutions.
    pub exclude: BTreeSet<Board>,
    /// Options of external solvers.
    pub options: SolverOptions,
    /// Receives a log line for each step.
    pub log: &'a (dyn Fn(fmt::Arguments<'_>) + Sync),
    /// Cache of the lowered puzzle.
    lowerings: Mutex<Vec<Arc<Lowering>>>,
}

impl fmt::Debug for Task<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("name", &self.name)
            .field("goal", &self.goal)
            .field("limits", &self.limits)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl<'a> Task<'a> {
    /// Creates a task for one solution of a puzzle, without limits.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        Task {
            puzzle,
            name: puzzle.title().cloned().unwrap_or_default(),
            goal: Goal::One,
            limits: Limits::default(),
            exclude: BTreeSet::new(),
            options: SolverOptions::default(),
            log: &|_| {},
            lowerings: Mutex::default(),
        }
    }

    /// Returns the puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Lowers the puzzle with these steps, which are in the order of [`STEPS`](crate::lower::STEPS). The
    /// result is cached for other solvers.
    ///
    /// # Errors
    /// If the model would be too large, or the budget is exhausted.
    pub fn lowering(
        &self,
        steps: &[LoweringStep],
        budget: &Budget,
    ) -> Result<Arc<Lowering>, LowerError> {
        if let Some(lowering) = self.lowered(steps) {
            return Ok(lowering);
        }
        let started = Instant::now();
        let lowering = Arc::new(Lowering {
            lowered: lower_until(self.puzzle, steps, budget)?.excluding(&self.exclude),
            time: started.elapsed(),
        });
        let Lowering { lowered, time } = &*lowering;
        (self.log)(format_args!(
            "{}: {} placements after the steps {} in {time:.1?}{}",
            self.name,
            lowered.model.placements.len(),
            step_names(lowered.steps()),
            match lowered.contradiction {
                Some(_) => "; pruning shows that there is no solution",
                None => "",
            }
        ));
        self.cache().push(lowering.clone());
        Ok(lowering)
    }

    /// Returns the cached result of [`Task::lowering`] with these steps.
    pub fn lowered(&self, steps: &[LoweringStep]) -> Option<Arc<Lowering>> {
        let is_same = |one: &&Arc<Lowering>| one.lowered.steps() == steps;
        self.cache().iter().find(is_same).cloned()
    }

    fn cache(&self) -> MutexGuard<'_, Vec<Arc<Lowering>>> {
        let cache = self.lowerings.lock();
        cache.unwrap_or_else(PoisonError::into_inner)
    }
}

/// A puzzle after some lowering steps.
#[derive(Debug)]
pub struct Lowering {
    /// The model with its steps, and a contradiction if pruning found one.
    pub lowered: Lowered,
    /// Duration of the steps.
    pub time: Duration,
}

/// A number of solutions, exact or a lower bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SolutionCount {
    /// Exactly this number. `Exactly(0)` proves that there is no solution.
    Exactly(u128),
    /// At least this number. `AtLeast(0)` is no verdict.
    AtLeast(u128),
}

impl SolutionCount {
    /// Returns the number.
    pub fn count(self) -> u128 {
        match self {
            SolutionCount::Exactly(count) | SolutionCount::AtLeast(count) => count,
        }
    }

    /// Whether the number is exact.
    pub fn is_exact(self) -> bool {
        matches!(self, SolutionCount::Exactly(_))
    }

    /// Whether both can be true of one puzzle.
    pub fn is_compatible_with(self, other: SolutionCount) -> bool {
        match (self, other) {
            (SolutionCount::Exactly(one), SolutionCount::Exactly(other)) => one == other,
            (SolutionCount::Exactly(all), SolutionCount::AtLeast(some))
            | (SolutionCount::AtLeast(some), SolutionCount::Exactly(all)) => some <= all,
            (SolutionCount::AtLeast(_), SolutionCount::AtLeast(_)) => true,
        }
    }
}

/// Outcome of a task. Boards are returned by callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Number of solutions found.
    pub found: SolutionCount,
    /// Reason why the search ended early; `None` if it is complete.
    pub stopped: Option<StopReason>,
}

impl Outcome {
    /// Outcome of a complete search.
    pub fn complete(solutions: u128) -> Self {
        Outcome {
            found: SolutionCount::Exactly(solutions),
            stopped: None,
        }
    }

    /// Outcome of a search that ended early.
    pub fn open(solutions: u128, why: StopReason) -> Self {
        Outcome {
            found: SolutionCount::AtLeast(solutions),
            stopped: Some(why),
        }
    }

    /// Whether the goal was reached, or proved to be unreachable.
    pub fn is_verdict(&self) -> bool {
        match (self.found, self.stopped) {
            (_, None) => true,
            (SolutionCount::AtLeast(count), Some(StopReason::Enough)) => count > 0,
            (SolutionCount::Exactly(_) | SolutionCount::AtLeast(_), Some(_)) => false,
        }
    }
}

/// Result of a solver on a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedTask {
    /// The outcome.
    pub outcome: Outcome,
    /// Times and resources.
    pub stats: RunStats,
}

/// Times and resources of a solver on a task.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunStats {
    /// Time of lowering the puzzle, also if it was shared with other solvers.
    pub lower: Duration,
    /// Size of the emitted model, in bytes.
    pub model_bytes: u64,
    /// SHA-256 of the emitted model, if requested; of its concatenated files.
    pub model_sha256: Option<String>,
    /// Command line of the first run of an external solver, with file names instead of temporary paths.
    pub command: Option<String>,
    /// Number of runs of the solver.
    pub runs: u64,
    /// Time of writing the model.
    pub emit: Duration,
    /// Wall-clock time of the solver's runs.
    pub solve: Duration,
    /// Time of decoding answers.
    pub decode: Duration,
    /// Time of checking boards.
    pub check: Duration,
    /// Processor time of the solver.
    pub cpu: Duration,
    /// Peak memory of the solver, in bytes.
    pub peak_memory: u64,
    /// Search statistics of the solver.
    pub statistics: Statistics,
    /// State of the requested proof.
    pub proof: Option<ProofState>,
}

impl RunStats {
    /// Lowers the puzzle of a task, and records the time.
    pub(super) fn lower(
        &mut self,
        task: &Task<'_>,
        steps: &[LoweringStep],
        budget: &Budget,
    ) -> Result<Arc<Lowering>, LowerError> {
        let begun = Instant::now();
        let lowering = task.lowering(steps, budget);
        self.lower = begun.elapsed();
        let lowering = lowering?;
        // The time of the cached result, if another solver was first.
        self.lower = lowering.time;
        Ok(lowering)
    }
}

/// State of a requested proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofState {
    /// The checker accepted it.
    Verified,
    /// There is no checker.
    NoChecker,
    /// The checker was stopped before its verdict.
    Unfinished,
}

impl fmt::Display for ProofState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofState::Verified => "verified",
            ProofState::NoChecker => "not checked, because no checker is installed",
            ProofState::Unfinished => "not checked within the limits",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compatible_if_both_can_be_true() {
        use SolutionCount::{AtLeast, Exactly};
        assert!(Exactly(3).is_compatible_with(Exactly(3)));
        assert!(!Exactly(3).is_compatible_with(Exactly(4)));
        assert!(!Exactly(0).is_compatible_with(AtLeast(1)));
        assert!(AtLeast(2).is_compatible_with(Exactly(3)));
        assert!(AtLeast(9).is_compatible_with(AtLeast(1)));
    }
}
