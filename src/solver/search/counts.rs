//! What a search counts.

use super::observer::Cause;
use crate::solver::statistics::{DEPTH, FAILURES, NODES, PROPAGATIONS, SOLUTIONS, Statistics};

/// What a search counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts {
    /// The nodes that were entered, the root among them.
    pub nodes: u64,
    /// The nodes that are solutions.
    pub solutions: u128,
    /// The most decisions on the way to a node.
    pub depth: u64,
    /// The dominoes laid and the placements removed because that follows.
    pub propagations: u64,
    /// By [`Cause::index`].
    failures: [u64; Cause::ALL.len()],
}

impl Counts {
    /// The nodes that failed.
    pub fn failures(&self) -> u64 {
        self.failures.iter().sum()
    }

    /// Those of them that failed for this cause.
    pub fn failures_by(&self, cause: Cause) -> u64 {
        self.failures[cause.index()]
    }

    pub(super) fn fail(&mut self, cause: Cause) {
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
        for cause in Cause::ALL {
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
        for (index, cause) in Cause::ALL.into_iter().enumerate() {
            assert_eq!(cause.index(), index, "{cause}");
        }
    }
}
