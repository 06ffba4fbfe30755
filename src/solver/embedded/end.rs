//! How a search for solutions ends.

use crate::solver::task::Stopped;

/// Why a search or a count stopped without going through everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GaveUp {
    /// It would take more states than it may. Another method may do better.
    TooMany,
    /// The watch says stop, and why.
    Stopped(Stopped),
}

/// How a search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// There is nothing more to find.
    Complete,
    /// Whoever takes the solutions has enough.
    Enough,
    /// It stopped on its own.
    GaveUp(GaveUp),
}
