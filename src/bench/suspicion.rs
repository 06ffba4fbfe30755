//! Answers that cannot all be true.

use std::collections::BTreeMap;

use super::record::{Record, Verdict};
use crate::puzzle::Label;

/// What is wrong with each record, or nothing: a wrong answer by itself, or one that contradicts
/// what others found on the same puzzle. Boards are checked before they are counted, so "there is
/// one" is a fact; only "there are no more" can be false.
pub(super) fn suspicions(records: &[Record]) -> Vec<Option<Label>> {
    let mut by_puzzle: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        by_puzzle
            .entry(record.digest.as_str())
            .or_default()
            .push(index);
    }
    let mut found = vec![None; records.len()];
    for group in by_puzzle.values() {
        for &index in group {
            let record = &records[index];
            found[index] = match record.verdict {
                Verdict::Wrong => record.problem.clone().or(Some("a wrong answer".into())),
                Verdict::Answered | Verdict::Unanswered | Verdict::Failed => {
                    contradiction(record, group.iter().map(|&other| &records[other]))
                }
            };
        }
    }
    found
}

/// Whom a record contradicts, if it claims to have found everything.
fn contradiction<'a>(record: &Record, others: impl Iterator<Item = &'a Record>) -> Option<Label> {
    let found = record.found().filter(|found| found.is_exact())?;
    if record.known && found.count() == 0 {
        return Some("finds no solution, and the puzzle's text has one".into());
    }
    for other in others {
        let Some(theirs) = other.found() else {
            continue;
        };
        if !found.is_compatible_with(theirs) {
            let text = format!(
                "finds {} solutions and no more, {} finds {}{}",
                found.count(),
                other.column,
                if theirs.is_exact() { "" } else { "at least " },
                theirs.count(),
            );
            return Some(text.into());
        }
    }
    None
}
