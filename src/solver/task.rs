//! Tasks: a puzzle with a goal and limits, and the outcome.

use std::collections::{BTreeMap, BTreeSet};
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
    /// One solution, or the proof that there is none.
    One,
    /// Solutions up to a limit, each exactly once. Uniqueness is a limit of two.
    All {
        /// Stop after this many.
        limit: Option<u64>,
    },
    /// How many solutions there are; no board is wanted.
    Count {
        /// Stop after this many.
        limit: Option<u64>,
    },
}

impl Goal {
    /// The number of solutions after which a solver stops. A search that reaches it says "at least"
    /// so many, whether or not there are others.
    pub fn limit(self) -> Option<u64> {
        match self {
            Goal::One => Some(1),
            Goal::All { limit } | Goal::Count { limit } => limit,
        }
    }
}

/// Options of external solvers. The embedded solver ignores them, and refuses to write a proof.
#[derive(Debug, Clone, Default)]
pub struct SolverOptions {
    /// The seed, for solvers that take one.
    pub seed: Option<u64>,
    /// The number of threads, for solvers that take one.
    pub threads: Option<u32>,
    /// The most processor time that its processes may take together. The clock on the wall is limited by the task.
    pub cpu: Option<Duration>,
    /// Arguments of the user's own, as the solver's program takes them.
    pub arguments: Vec<OsString>,
    /// The lowering steps to leave out of all that there are. Every encoding is given the same.
    pub without: Vec<LoweringStep>,
    /// Where to leave the model, its name map, the raw reply and the command line.
    pub keep: Option<KeepFolder>,
    /// The proof that is to be written if there is no solution.
    pub proof: Option<ProofRequest>,
    /// The hash of the model is wanted.
    pub model_hash: bool,
}

/// The folder that files of a solver are kept in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeepFolder {
    /// This one, for a task that only one solver is given.
    In(PathBuf),
    /// One in this folder that has the solver's name.
    BySolver(PathBuf),
}

/// A proof that there is no solution, in the form of the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProofRequest {
    /// The file that it is written to.
    pub file: PathBuf,
    /// The program that checks it, if there is one: it is given the model and the proof.
    pub checker: Option<PathBuf>,
}

/// A puzzle with a goal. It can be given to any number of solvers, one after the
/// other or at the same time; what they share of the work is done once.
pub struct Task<'a> {
    puzzle: &'a Puzzle,
    /// What the puzzle is called in the header of a model.
    pub name: Label,
    /// The goal.
    pub goal: Goal,
    /// How far a solver may go.
    pub limits: Limits,
    /// Boards of the puzzle that do not count as solutions.
    pub exclude: BTreeSet<Board>,
    /// Options of external solvers.
    pub options: SolverOptions,
    /// Receives a line for people about each thing that is done.
    pub log: &'a (dyn Fn(fmt::Arguments<'_>) + Sync),
    /// The lowered puzzle by its steps.
    lowerings: Mutex<BTreeMap<Vec<LoweringStep>, Arc<Lowering>>>,
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
    /// The search for one solution of a puzzle, without limits.
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

    /// The puzzle.
    pub fn puzzle(&self) -> &'a Puzzle {
        self.puzzle
    }

    /// Lowers the puzzle with these steps, in the order of [`STEPS`](crate::lower::STEPS). The result is cached for other solvers.
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
        let mut cache = self.cache();
        Ok(cache.entry(steps.to_vec()).or_insert(lowering).clone())
    }

    /// The cached result of [`Task::lowering`] with these steps.
    pub fn lowered(&self, steps: &[LoweringStep]) -> Option<Arc<Lowering>> {
        self.cache().get(steps).cloned()
    }

    fn cache(&self) -> MutexGuard<'_, BTreeMap<Vec<LoweringStep>, Arc<Lowering>>> {
        let cache = self.lowerings.lock();
        cache.unwrap_or_else(PoisonError::into_inner)
    }
}

/// A puzzle after some lowering steps.
#[derive(Debug)]
pub struct Lowering {
    /// The model with its steps, and a contradiction if these found one.
    pub lowered: Lowered,
    /// How long the steps took.
    pub time: Duration,
}

/// How many solutions a solver found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SolutionCount {
    /// These, and it is proved that there are no others. `Exactly(0)` is a proof of no solution.
    Exactly(u128),
    /// These, and there may be more. `AtLeast(0)` is no verdict.
    AtLeast(u128),
}

impl SolutionCount {
    /// How many.
    pub fn count(self) -> u128 {
        match self {
            SolutionCount::Exactly(count) | SolutionCount::AtLeast(count) => count,
        }
    }

    /// Tells whether there are no others.
    pub fn is_exact(self) -> bool {
        matches!(self, SolutionCount::Exactly(_))
    }

    /// Tells whether both can be true of one puzzle.
    pub fn is_compatible_with(self, other: SolutionCount) -> bool {
        match (self, other) {
            (SolutionCount::Exactly(one), SolutionCount::Exactly(other)) => one == other,
            (SolutionCount::Exactly(all), SolutionCount::AtLeast(some))
            | (SolutionCount::AtLeast(some), SolutionCount::Exactly(all)) => some <= all,
            (SolutionCount::AtLeast(_), SolutionCount::AtLeast(_)) => true,
        }
    }
}

/// The result of a task. The boards were handed out one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How many solutions were found.
    pub found: SolutionCount,
    /// Why the search ended early; nothing if it is complete.
    pub stopped: Option<StopReason>,
}

impl Outcome {
    /// Everything was searched.
    pub fn complete(solutions: u128) -> Self {
        Outcome {
            found: SolutionCount::Exactly(solutions),
            stopped: None,
        }
    }

    /// The search ended early.
    pub fn open(solutions: u128, why: StopReason) -> Self {
        Outcome {
            found: SolutionCount::AtLeast(solutions),
            stopped: Some(why),
        }
    }

    /// Whether the goal was reached, or it is proved that it cannot be.
    pub fn is_verdict(&self) -> bool {
        match (self.found, self.stopped) {
            (_, None) => true,
            (SolutionCount::AtLeast(count), Some(StopReason::Enough)) => count > 0,
            (SolutionCount::Exactly(_) | SolutionCount::AtLeast(_), Some(_)) => false,
        }
    }
}

/// A task that a solver is done with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolvedTask {
    /// The outcome.
    pub outcome: Outcome,
    /// What it took.
    pub stats: RunStats,
}

/// What it took.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunStats {
    /// Lowering the puzzle, whether or not other solvers had their use of that.
    pub lower: Duration,
    /// The size of the emitted model, in bytes.
    pub model_bytes: u64,
    /// The SHA-256 of the emitted model, if it was wanted; of two files, one after the other.
    pub model_sha256: Option<String>,
    /// The command line of the first run of an external solver, with the names of files in place of
    /// temporary paths.
    pub command: Option<String>,
    /// How often the solver was run.
    pub runs: u64,
    /// Writing the model.
    pub emit: Duration,
    /// Running the solver, from start to end.
    pub solve: Duration,
    /// Turning answers into boards.
    pub decode: Duration,
    /// Checking boards.
    pub check: Duration,
    /// The solver's processor time.
    pub cpu: Duration,
    /// The most memory that the solver held, in bytes.
    pub peak_memory: u64,
    /// The statistics that the solver printed.
    pub statistics: Statistics,
    /// What became of the proof.
    pub proof: Option<ProofState>,
}

impl RunStats {
    /// Lowers the puzzle of a task, and notes how long that takes.
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
        // Another solver may have needed it first.
        self.lower = lowering.time;
        Ok(lowering)
    }
}

/// The state of a proof that the task asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofState {
    /// A checker has accepted it.
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
    fn counts_contradict_each_other_or_not() {
        use SolutionCount::{AtLeast, Exactly};
        assert!(Exactly(3).is_compatible_with(Exactly(3)));
        assert!(!Exactly(3).is_compatible_with(Exactly(4)));
        assert!(!Exactly(0).is_compatible_with(AtLeast(1)));
        assert!(AtLeast(2).is_compatible_with(Exactly(3)));
        assert!(AtLeast(9).is_compatible_with(AtLeast(1)));
    }
}
