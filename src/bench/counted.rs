//! What solvers counted while they were measured, in the mean over the runs of a column that told it, on
//! whatever machine.

use std::collections::{BTreeMap, BTreeSet};

use super::record::Record;
use crate::solver::statistics::NAMES;

/// What everybody counted.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Counted {
    /// By the number of a column and by name: the sum, and how many runs it is of.
    sums: BTreeMap<usize, BTreeMap<String, (u128, u64)>>,
}

impl Counted {
    /// Takes what one run of a column counted. A start is none of the puzzles.
    pub(super) fn add(&mut self, column: usize, record: &Record) {
        if record.start_up || record.statistics.is_empty() {
            return;
        }
        let sums = self.sums.entry(column).or_default();
        for (name, number) in record.statistics.iter() {
            if !sums.contains_key(name) {
                let _ = sums.insert(name.to_owned(), (0, 0));
            }
            if let Some((sum, runs)) = sums.get_mut(name) {
                *sum += u128::from(number);
                *runs += 1;
            }
        }
    }

    /// The names that anybody told, the common ones first.
    pub(crate) fn names(&self) -> Vec<&str> {
        let told = self.sums.values().flat_map(BTreeMap::keys);
        let told: BTreeSet<&str> = told.map(String::as_str).collect();
        let mut names: Vec<&str> = told.into_iter().collect();
        let place = |name: &&str| NAMES.iter().position(|known| known == name);
        // The others stay in the order of their letters.
        names.sort_by_key(|name| place(name).unwrap_or(NAMES.len()));
        names
    }

    /// The mean of a column, if it told this.
    pub(crate) fn mean(&self, column: usize, name: &str) -> Option<f64> {
        let (sum, runs) = self.sums.get(&column)?.get(name)?;
        Some(*sum as f64 / *runs as f64)
    }

    /// Tells whether nobody told anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.sums.is_empty()
    }
}
