//! The watch: it tells when the time has come to stop.

use std::cell::Cell;
use std::time::Duration;

use crate::clock::Instant;
use crate::solver::task::{Cancel, Limits, Stopped};

/// How often memory is measured: to ask the system takes longer than to ask a clock.
const MEASURED_EVERY: Duration = Duration::from_millis(5);

/// The limits of one task, counted from its beginning.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    deadline: Option<Instant>,
    cancel: Cancel,
    /// The most bytes to use, roughly.
    pub(super) memory: Option<u64>,
    /// What the process used when the clock started.
    used_before: u64,
    /// When it was measured last.
    measured: Cell<Option<Instant>>,
}

impl Watch {
    /// Starts the clock.
    pub(super) fn new(limits: &Limits) -> Watch {
        Watch {
            // A time limit beyond what a clock can show is none.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel.clone(),
            memory: limits.memory,
            used_before: limits.memory.and_then(|_| resident()).unwrap_or(0),
            measured: Cell::new(None),
        }
    }

    /// A watch that leaves half of the time that is left to somebody else.
    pub(super) fn halved(&self) -> Watch {
        let now = Instant::now();
        Watch {
            deadline: self
                .deadline
                .map(|deadline| now + deadline.saturating_duration_since(now) / 2),
            ..self.clone()
        }
    }

    /// Why to stop now, if there is a reason. To ask takes a few dozen nanoseconds.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        if self.cancel.is_cancelled() {
            return Some(Stopped::Cancelled);
        }
        if self.deadline.is_none() && self.memory.is_none() {
            return None;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Stopped::TimeLimit);
        }
        let memory = self.memory?;
        let measured = self.measured.get();
        if measured.is_some_and(|then| now.saturating_duration_since(then) < MEASURED_EVERY) {
            return None;
        }
        self.measured.set(Some(now));
        (self.used() > memory).then_some(Stopped::MemoryLimit)
    }

    /// What has been used since the clock started, where the system tells.
    fn used(&self) -> u64 {
        resident().map_or(0, |now| now.saturating_sub(self.used_before))
    }
}

/// The memory of this process, in bytes.
///
/// The solver libraries do not say what they use, so the process is asked as a whole. Only Linux
/// answers; elsewhere the sweep still keeps its own count of states.
fn resident() -> Option<u64> {
    const PAGE: u64 = 4096;
    let pages = std::fs::read_to_string("/proc/self/statm").ok()?;
    pages
        .split(' ')
        .nth(1)?
        .parse::<u64>()
        .ok()
        .map(|pages| pages * PAGE)
}
