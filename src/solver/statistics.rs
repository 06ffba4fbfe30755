//! Search statistics of a solver, by the names of `docs/bench.md`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Nodes of a search tree, including the root.
pub const NODES: &str = "nodes";
/// Failed nodes.
pub const FAILURES: &str = "failures";
/// Nodes that are solutions.
pub const SOLUTIONS: &str = "solutions";
/// Maximum depth of a search tree.
pub const DEPTH: &str = "depth";
/// Propagations.
pub const PROPAGATIONS: &str = "propagations";
/// Conflicts of clause learning.
pub const CONFLICTS: &str = "conflicts";
/// Decisions.
pub const DECISIONS: &str = "decisions";
/// Restarts.
pub const RESTARTS: &str = "restarts";

/// Names of the statistics of external solvers. A tree search adds its failures by check.
pub const NAMES: [&str; 8] = [
    NODES,
    FAILURES,
    SOLUTIONS,
    DEPTH,
    PROPAGATIONS,
    CONFLICTS,
    DECISIONS,
    RESTARTS,
];

/// Numbers by name, in the order of the names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Statistics {
    counters: BTreeMap<String, u64>,
}

impl Statistics {
    /// Adds to a number, which is zero at first.
    pub fn add(&mut self, name: &str, more: u64) {
        let counter = self.counters.entry(name.to_owned()).or_default();
        *counter = counter.saturating_add(more);
    }

    /// Raises a number to at least `least`.
    pub fn raise(&mut self, name: &str, least: u64) {
        let counter = self.counters.entry(name.to_owned()).or_default();
        *counter = least.max(*counter);
    }

    /// Adds the numbers of another run: the maximum of a depth, the sum of anything else.
    pub fn join(&mut self, other: &Statistics) {
        for (name, number) in other.iter() {
            match name {
                DEPTH => self.raise(name, number),
                _ => self.add(name, number),
            }
        }
    }

    /// Returns the number of a name.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.counters.get(name).copied()
    }

    /// Returns all names with their numbers, in the order of the names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        let counters = self.counters.iter();
        counters.map(|(name, &number)| (name.as_str(), number))
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.counters.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joining_runs_adds_counters_and_takes_the_maximum_depth() {
        let mut statistics = Statistics::default();
        assert!(statistics.is_empty());
        for (nodes, depth) in [(7, 3), (5, 4), (u64::MAX, 2)] {
            let mut run = Statistics::default();
            run.add(NODES, nodes);
            run.raise(DEPTH, depth);
            statistics.join(&run);
        }
        assert_eq!(statistics.get(RESTARTS), None);
        let all: Vec<_> = statistics.iter().collect();
        assert_eq!(all, [(DEPTH, 4), (NODES, u64::MAX)]);
        let text = serde_json::to_string(&statistics).expect("JSON");
        assert_eq!(text, r#"{"depth":4,"nodes":18446744073709551615}"#);
        let back: Statistics = serde_json::from_str(&text).expect("the same");
        assert_eq!(back, statistics);
    }
}
