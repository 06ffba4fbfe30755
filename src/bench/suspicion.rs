//! Answers that cannot all be true.

use super::record::Verdict;
use super::tally::{Run, Tally};
use crate::puzzle::Label;

/// What is wrong with a run, or nothing: a wrong answer by itself, or one that contradicts what others
/// found on the same puzzle, on whatever machine. Boards are checked before they are counted, so "there
/// is one" is a fact; only "there are no more" can be false.
pub(super) fn suspicion(tally: &Tally, run: &Run) -> Option<Label> {
    match run.verdict {
        Verdict::Wrong => {
            let text = run.problem.map(|text| &tally.texts.values[text as usize]);
            text.cloned().or(Some("a wrong answer".into()))
        }
        Verdict::Answered | Verdict::Unanswered | Verdict::Failed => contradiction(tally, run),
    }
}

/// Whom a run contradicts, if it claims to have found everything.
fn contradiction(tally: &Tally, run: &Run) -> Option<Label> {
    let found = tally.counts.values[run.found? as usize];
    if !found.is_exact() {
        return None;
    }
    if run.known && found.count() == 0 {
        return Some("finds no solution, and the puzzle's text has one".into());
    }
    let claims = &tally.puzzles[run.puzzle as usize].claims;
    let (theirs, other) = claims
        .iter()
        .find(|(theirs, _)| !found.is_compatible_with(*theirs))?;
    let text = format!(
        "finds {} solutions and no more, {} finds {}{}",
        found.count(),
        tally.columns.values[*other as usize],
        if theirs.is_exact() { "" } else { "at least " },
        theirs.count(),
    );
    Some(text.into())
}
