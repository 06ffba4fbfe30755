//! The watch: has the time come to stop?

use std::time::Instant;

use crate::solver::task::{Cancel, Limits, Stopped};

/// The limits of one task, counted from its beginning.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    deadline: Option<Instant>,
    cancel: Cancel,
    /// The most bytes to use, roughly.
    pub(super) memory: Option<u64>,
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
        } else {
            None
        }
    }
}
