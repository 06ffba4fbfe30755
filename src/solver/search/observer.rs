//! Events and statistics of a search.
//!
//! The events of a node are its entry, its propagations, and its end: a failure, a solution, or, after its
//! last child, exhaustion. The nodes on the path of a stopped search have no end.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::ControlFlow;

use super::options::Check;
use crate::puzzle::{Board, CellId, Domino, Pips, PlacedDomino, RegionId};
use crate::solver::statistics::{DEPTH, FAILURES, NODES, PROPAGATIONS, SOLUTIONS, Statistics};

/// Receives the events of a search.
pub trait Observer {
    /// Called with each event, in order. The search stops when this returns `Break`.
    fn on_event(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()>;
}

impl<F: FnMut(&SearchEvent<'_>) -> ControlFlow<()>> Observer for F {
    fn on_event(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()> {
        self(event)
    }
}

/// An event of a search. Nodes are numbered from 0, the root, in the order of their entry.
#[derive(Debug, Clone, Copy)]
pub enum SearchEvent<'a> {
    /// A node is entered.
    Node {
        /// Number of the node.
        id: u64,
        /// Its parent; `None` for the root.
        parent: Option<u64>,
        /// Number of decisions on its path.
        depth: u32,
        /// The decision at its parent; `None` for the root.
        decision: Option<Decision>,
    },
    /// A propagation at a node.
    Propagated {
        /// The node.
        node: u64,
        /// The effect.
        effect: PropagationEffect<'a>,
        /// The cause.
        cause: EventCause,
        /// The place of the cause.
        place: &'a EventPlace,
    },
    /// A node cannot lead to a solution.
    Failed {
        /// The node.
        node: u64,
        /// The cause.
        cause: EventCause,
        /// The place of the cause.
        place: &'a EventPlace,
    },
    /// A node is a solution, which the checker has accepted.
    Solution {
        /// The node.
        node: u64,
        /// The solution.
        board: &'a Board,
    },
    /// All children of a node have been searched.
    Exhausted {
        /// The node.
        node: u64,
    },
}

/// The placement that a child adds to its parent's board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// The placed domino.
    pub placed: PlacedDomino,
    /// Number of this choice at its parent, from 1.
    pub choice: u32,
    /// Number of choices at its parent.
    pub choices: u32,
}

/// Effect of a propagation.
#[derive(Debug, Clone, Copy)]
pub enum PropagationEffect<'a> {
    /// This domino is forced.
    Laid(PlacedDomino),
    /// These placements are impossible.
    Removed(&'a [PlacedDomino]),
}

/// Cause of a failure or a propagation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventCause {
    /// A check failed.
    Check(Check),
    /// A cell or a domino without a possible placement; for a propagation, with exactly one.
    Stuck,
    /// A full board that breaks an unchecked rule.
    Wrong,
    /// An excluded board.
    Excluded,
}

impl EventCause {
    /// Returns its name in traces and statistics.
    pub fn name(self) -> &'static str {
        match self {
            EventCause::Check(check) => check.name(),
            EventCause::Stuck => "stuck",
            EventCause::Wrong => "wrong",
            EventCause::Excluded => "excluded",
        }
    }
}

impl fmt::Display for EventCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Place of the cause of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventPlace {
    /// A region.
    Region(RegionId),
    /// All copies of a domino.
    Domino(Domino),
    /// A cell.
    Cell(CellId),
    /// All halves of a value.
    Halves(Pips),
    /// Some uncovered cells.
    Part(Vec<CellId>),
    /// The whole board.
    Board,
}

/// Statistics of a search.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// Number of nodes, including the root.
    pub nodes: u64,
    /// Number of solutions.
    pub solutions: u128,
    /// Maximum number of decisions on a path.
    pub depth: u64,
    /// Number of propagated dominoes and removed placements.
    pub propagations: u64,
    /// Number of failures by cause.
    failures: BTreeMap<EventCause, u64>,
}

impl SearchCounts {
    /// Returns the number of failures.
    pub fn failures(&self) -> u64 {
        self.failures.values().sum()
    }

    /// Returns the number of failures by this cause.
    pub fn failures_by(&self, cause: EventCause) -> u64 {
        self.failures.get(&cause).copied().unwrap_or(0)
    }

    pub(super) fn fail(&mut self, cause: EventCause) {
        *self.failures.entry(cause).or_default() += 1;
    }

    /// Returns the statistics by name. Causes without failures are omitted.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.add(NODES, self.nodes);
        statistics.add(FAILURES, self.failures());
        statistics.add(SOLUTIONS, u64::try_from(self.solutions).unwrap_or(u64::MAX));
        statistics.add(PROPAGATIONS, self.propagations);
        statistics.raise(DEPTH, self.depth);
        for (cause, &failures) in &self.failures {
            statistics.add(&format!("failures.{cause}"), failures);
        }
        statistics
    }
}
