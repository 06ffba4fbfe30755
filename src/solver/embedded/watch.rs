//! The watch: it tells when the time has come to stop.

use crate::clock::Instant;
use crate::solver::task::{Cancel, Limits, Stopped};

/// The limits of one task, counted from its beginning.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    deadline: Option<Instant>,
    cancel: Cancel,
    /// The most bytes to use, roughly.
    pub(super) memory: Option<u64>,
    /// What the process used when the clock started.
    used_before: u64,
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

    /// Why to stop now, if there is a reason.
    pub(super) fn stopped(&self) -> Option<Stopped> {
        if self.cancel.is_cancelled() {
            Some(Stopped::Cancelled)
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            Some(Stopped::TimeLimit)
        } else if self.memory.is_some_and(|memory| self.used() > memory) {
            Some(Stopped::MemoryLimit)
        } else {
            None
        }
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
