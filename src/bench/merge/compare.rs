//! What is there again, and what a plan has that is not there.

use std::io;

use super::Survey;
use super::glance::Seen;
use crate::bench::index::{Entry, Index};

/// A set of numbers, a bit each.
#[derive(Debug, Default)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: u64) {
        let word = (number / 64) as usize;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    /// Tells whether a number is in it.
    pub(super) fn has(&self, number: u64) -> bool {
        let word = self.0.get((number / 64) as usize).copied().unwrap_or(0);
        word >> (number % 64) & 1 == 1
    }
}

impl Survey {
    /// Finds what is there again, and what a plan has that is not there.
    pub(super) fn compare(&mut self, index: Index, planned: Option<Index>) -> io::Result<()> {
        let mut runs = index.sorted()?;
        let mut plan = planned.map(Index::sorted).transpose()?;
        let mut due = match &mut plan {
            Some(plan) => plan.next()?,
            None => None,
        };
        let mut missing = 0;
        let mut before: Option<Entry> = None;
        while let Some(run) = runs.next()? {
            if before.is_some_and(|before| (before.key, before.kind) == (run.key, run.kind)) {
                self.dropped.insert(run.line);
                self.twice += u64::from(!Seen::is_start_up(run.rank));
                continue;
            }
            self.different += 1;
            let is_new = before.is_none_or(|before| before.key != run.key);
            if let (Some(plan), true) = (&mut plan, is_new) {
                while let Some(entry) = due.filter(|entry| entry.key < run.key) {
                    self.missing_lines.insert(entry.line);
                    missing += 1;
                    due = plan.next()?;
                }
                match due {
                    Some(entry) if entry.key == run.key => due = plan.next()?,
                    Some(_) | None => self.unplanned += 1,
                }
            }
            before = Some(run);
        }
        if let Some(plan) = &mut plan {
            while let Some(entry) = due {
                self.missing_lines.insert(entry.line);
                missing += 1;
                due = plan.next()?;
            }
            self.missing = Some(missing);
        }
        Ok(())
    }
}
