//! The runs that a file has already.

use std::collections::HashMap;

use crate::bench::{Column, Conditions, Key, Record, Verdict};

/// Runs by what was run, whatever their time limits.
#[derive(Debug, Default)]
pub(super) struct Done {
    runs: HashMap<Key, Vec<Made>>,
}

#[derive(Debug)]
struct Made {
    time_limit: f64,
    cpu_limit: Option<f64>,
    answered: bool,
    wall: f64,
    cpu: f64,
}

impl Done {
    /// Notes a run down.
    pub(super) fn add(&mut self, record: &Record) {
        let timeless = timeless(record.conditions());
        let key = Key::new(&record.digest, &record.column, &timeless, record.repeat);
        self.runs.entry(key).or_default().push(Made {
            time_limit: record.time_limit,
            cpu_limit: record.cpu_limit,
            answered: record.verdict == Verdict::Answered,
            wall: record.wall,
            cpu: record.cpu,
        });
    }

    /// Tells whether a run has been made, with the same limits or in less time than they allow.
    pub(super) fn has(
        &self,
        digest: &str,
        column: &Column,
        conditions: Conditions,
        repeat: u32,
    ) -> bool {
        if self.runs.is_empty() {
            return false;
        }
        let limits = (conditions.time_limit, conditions.cpu_limit);
        let is_within = |made: &Made| {
            made.wall <= conditions.time_limit
                && conditions.cpu_limit.is_none_or(|limit| made.cpu <= limit)
        };
        let key = Key::new(digest, column, &timeless(conditions), repeat);
        let made = self.runs.get(&key).map_or(&[][..], Vec::as_slice);
        made.iter().any(|made| {
            (made.time_limit, made.cpu_limit) == limits || (made.answered && is_within(made))
        })
    }
}

fn timeless(conditions: Conditions) -> Conditions {
    Conditions {
        time_limit: 0.0,
        cpu_limit: None,
        ..conditions
    }
}
