//! The verdict of a solver as text.

use crate::solver::{SolutionCount, StopReason};

/// The number of solutions that were found, and why the solver stopped. `source` names the solver
/// that claims that there are no more; none for a solver of pipsc. `has_boards`: whether there
/// are boards, each of which was checked, or only a count.
pub(super) fn verdict(
    found: SolutionCount,
    stopped: Option<StopReason>,
    source: Option<&str>,
    has_boards: bool,
) -> String {
    let source = source.map_or_else(String::new, |name| format!(", according to {name}"));
    let why = match stopped {
        None => String::new(),
        Some(StopReason::Enough) => ": the limit was reached".into(),
        Some(why) => format!(": {why}"),
    };
    match (found, has_boards) {
        (SolutionCount::Exactly(0), _) => format!("no solution{source}"),
        (SolutionCount::AtLeast(0), _) => format!("no verdict{why}"),
        (SolutionCount::Exactly(1), false) => format!("one solution{source}"),
        (SolutionCount::Exactly(all), false) => format!("{all} solutions{source}"),
        (SolutionCount::AtLeast(some), false) => format!("at least {some} solutions{source}"),
        (SolutionCount::Exactly(1), true) => format!("the only solution{source}; checked"),
        (SolutionCount::Exactly(all), true) => format!("all {all} solutions{source}; each checked"),
        (SolutionCount::AtLeast(1), true) if matches!(stopped, None | Some(StopReason::Enough)) => {
            "a solution, checked".into()
        }
        (SolutionCount::AtLeast(1), true) => format!("at least one solution, checked{why}"),
        (SolutionCount::AtLeast(some), true) => {
            format!("at least {some} solutions, each checked{why}")
        }
    }
}

/// The verdict in JSON.
pub(super) fn name(found: SolutionCount) -> &'static str {
    match found {
        SolutionCount::Exactly(0) => "unsatisfiable",
        SolutionCount::AtLeast(0) => "unknown",
        _ => "satisfiable",
    }
}

/// Words as a sentence: capitalised, with a full stop.
pub(super) fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}
