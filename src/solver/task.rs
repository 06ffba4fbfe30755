//! What is asked of a solver, embedded or external, and what comes of it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// What a solver is asked for.
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

/// How far a solver may go.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Raised by somebody who no longer wants the answer.
    pub cancel: Cancel,
}

/// A flag that stops a solver: an interrupt, or another solver that was faster.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks everybody who holds this flag to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Has somebody asked?
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many solutions a solver found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// These, and it is proved that there are no others. `Exactly(0)` is a proof of no solution.
    Exactly(u128),
    /// These, and there may be more. `AtLeast(0)` is no verdict.
    AtLeast(u128),
}

/// Why a solver stopped before it had searched everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// It has what was asked for.
    Enough,
    /// Its time was up.
    TimeLimit,
    /// It ran out of memory.
    MemoryLimit,
    /// Somebody cancelled it.
    Cancelled,
    /// It said that it does not know.
    GaveUp,
}

/// What came of a task. The boards themselves have gone to whoever asked, one by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// How many solutions were found.
    pub found: Found,
    /// Why the search ended early; nothing if it is complete.
    pub stopped: Option<Stopped>,
}
