//! The events of a search, and what it counts.
//!
//! A node is entered, then come the propagations there, then its end: it failed, it is a solution, or
//! it has children; after the last of these it is exhausted. A search that is stopped leaves the
//! nodes on its path without an end.

use std::fmt;
use std::ops::ControlFlow;

use super::options::Check;
use crate::puzzle::{Board, CellId, Domino, Pips, PlacedDomino, RegionId};
use crate::solver::statistics::{DEPTH, FAILURES, NODES, PROPAGATIONS, SOLUTIONS, Statistics};

/// Receives the events of a search.
pub trait Observer {
    /// Called with each event, in order. The search stops when this breaks off.
    fn see(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()>;
}

impl<F: FnMut(&SearchEvent<'_>) -> ControlFlow<()>> Observer for F {
    fn see(&mut self, event: &SearchEvent<'_>) -> ControlFlow<()> {
        self(event)
    }
}

/// Something that happens in a search. Nodes are numbered from 0, the root, as they are entered.
#[derive(Debug, Clone, Copy)]
pub enum SearchEvent<'a> {
    /// A node is entered.
    Node {
        /// Its number.
        id: u64,
        /// The node that it is a child of; the root has none.
        parent: Option<u64>,
        /// How many decisions led to it.
        depth: u32,
        /// The decision that makes it another node than its parent; the root has none.
        decision: Option<Decision>,
    },
    /// Something follows at a node.
    Propagated {
        /// The node.
        node: u64,
        /// What follows.
        effect: PropagationEffect<'a>,
        /// From what.
        cause: EventCause,
        /// And where that is.
        place: &'a EventPlace,
    },
    /// A node cannot lead to a solution.
    Failed {
        /// The node.
        node: u64,
        /// Why.
        cause: EventCause,
        /// And where that is.
        place: &'a EventPlace,
    },
    /// A node is a solution, which the checker has accepted.
    Solution {
        /// The node.
        node: u64,
        /// The solution.
        board: &'a Board,
    },
    /// All children of a node are done with.
    Exhausted {
        /// The node.
        node: u64,
    },
}

/// The placement that a child adds to its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Decision {
    /// The domino where it lies, with what its cells show.
    pub placed: PlacedDomino,
    /// Which of how many choices at its parent this is, counted from 1.
    pub choice: u32,
    /// How many choices there are at its parent.
    pub choices: u32,
}

/// What follows at a node without a choice.
#[derive(Debug, Clone, Copy)]
pub enum PropagationEffect<'a> {
    /// This domino must lie here.
    Laid(PlacedDomino),
    /// These cannot lie there any more.
    Removed(&'a [PlacedDomino]),
}

/// Why a node fails, or something follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EventCause {
    /// A check failed.
    Check(Check),
    /// A cell that nothing can cover any more, or a domino that fits nowhere; where one placement is
    /// left, it must be that.
    Stuck,
    /// A full board that breaks a rule, where nothing has checked that before.
    Wrong,
    /// An excluded board.
    Excluded,
}

/// The number of checks: the index of the first cause that is none.
const CHECKS: usize = Check::ALL.len();

impl EventCause {
    /// Every cause, the checks first.
    pub const ALL: [EventCause; CHECKS + 3] = {
        let mut all = [EventCause::Stuck; CHECKS + 3];
        let mut at = 0;
        while at < CHECKS {
            all[at] = EventCause::Check(Check::ALL[at]);
            at += 1;
        }
        all[CHECKS + 1] = EventCause::Wrong;
        all[CHECKS + 2] = EventCause::Excluded;
        all
    };

    /// What it is called in traces and statistics.
    pub fn name(self) -> &'static str {
        match self {
            EventCause::Check(check) => check.name(),
            EventCause::Stuck => "stuck",
            EventCause::Wrong => "wrong",
            EventCause::Excluded => "excluded",
        }
    }

    /// Its meaning, in a sentence without its stop.
    pub fn summary(self) -> &'static str {
        match self {
            EventCause::Check(check) => check.summary(),
            EventCause::Stuck => "nothing can cover a cell any more, or a domino fits nowhere",
            EventCause::Wrong => "the board is full and breaks a rule",
            EventCause::Excluded => "this board is excluded",
        }
    }

    /// Its place in [`EventCause::ALL`].
    fn index(self) -> usize {
        match self {
            EventCause::Check(check) => check as usize,
            EventCause::Stuck => CHECKS,
            EventCause::Wrong => CHECKS + 1,
            EventCause::Excluded => CHECKS + 2,
        }
    }
}

impl fmt::Display for EventCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Where the reason for something is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventPlace {
    /// A region.
    Region(RegionId),
    /// All copies of a domino.
    Domino(Domino),
    /// A cell.
    Cell(CellId),
    /// All halves that show this.
    Halves(Pips),
    /// Some cells that are not covered.
    Part(Vec<CellId>),
    /// All of the board.
    Board,
}

/// What a search counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SearchCounts {
    /// The nodes that were entered, the root among them.
    pub nodes: u64,
    /// The nodes that are solutions.
    pub solutions: u128,
    /// The most decisions on the way to a node.
    pub depth: u64,
    /// The dominoes laid and the placements removed because that follows.
    pub propagations: u64,
    /// By [`EventCause::index`].
    failures: [u64; EventCause::ALL.len()],
}

impl SearchCounts {
    /// The nodes that failed.
    pub fn failures(&self) -> u64 {
        self.failures.iter().sum()
    }

    /// Those of them that failed for this cause.
    pub fn failures_by(&self, cause: EventCause) -> u64 {
        self.failures[cause.index()]
    }

    pub(super) fn fail(&mut self, cause: EventCause) {
        self.failures[cause.index()] += 1;
    }

    /// The same by name. Causes for which nothing failed are left out.
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics::default();
        statistics.add(NODES, self.nodes);
        statistics.add(FAILURES, self.failures());
        statistics.add(SOLUTIONS, u64::try_from(self.solutions).unwrap_or(u64::MAX));
        statistics.add(PROPAGATIONS, self.propagations);
        statistics.raise(DEPTH, self.depth);
        for cause in EventCause::ALL {
            if self.failures_by(cause) > 0 {
                statistics.add(&format!("failures.{cause}"), self.failures_by(cause));
            }
        }
        statistics
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cause_has_its_place() {
        for (index, cause) in EventCause::ALL.into_iter().enumerate() {
            assert_eq!(cause.index(), index, "{cause}");
        }
    }
}
