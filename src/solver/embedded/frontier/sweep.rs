//! The sweep: layer after layer of states, equal states merged.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::plan::{Plan, State};
use crate::limits::Watch;
use crate::solver::task::Stopped;

/// Why a sweep ended without a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Failure {
    /// It met more states than it may, with this many cells to go.
    TooMany { left: usize },
    /// The watch says stop, and why.
    Stopped(Stopped),
}

/// Counts the ways from the first state to the last, going through at most `budget` states.
///
/// Counts saturate, and a saturated one stays so on its way to the end: `u128::MAX` stands for
/// that many or more.
pub(super) fn count(plan: &Plan, budget: usize, watch: &Watch) -> Result<u128, Failure> {
    let mut states: Vec<(State, u128)> = vec![(0, 1)];
    let mut seen = 0;
    for (done, step) in plan.steps.iter().enumerate() {
        let mut index: HashMap<State, u32, FxBuildHasher> = HashMap::default();
        let mut next: Vec<(State, u128)> = Vec::with_capacity(states.len());
        for (nth, &(state, ways)) in states.iter().enumerate() {
            if nth % 1024 == 1023
                && let Some(why) = watch.stopped()
            {
                return Err(Failure::Stopped(why.into()));
            }
            step.advance(state, |after, _| {
                let at = *index.entry(after).or_insert_with(|| {
                    next.push((after, 0));
                    next.len() as u32 - 1
                });
                let ways_there = &mut next[at as usize].1;
                *ways_there = ways_there.saturating_add(ways);
            });
            if seen + next.len() > budget {
                let left = plan.steps.len() - done;
                return Err(Failure::TooMany { left });
            }
        }
        seen += next.len();
        states = next;
    }
    Ok(states.first().map_or(0, |&(_, ways)| ways))
}

#[cfg(test)]
mod tests {
    use super::{Failure, count};
    use crate::limits::Watch;
    use crate::lower::{STEPS, lower};
    use crate::puzzle::{Cell, Domino, Links, Puzzle, PuzzleDraft};
    use crate::solver::embedded::frontier::plan::Plan;
    use crate::solver::embedded::frontier::rest::Rest;

    /// A square with two dominoes: two tilings, two ways to deal, each domino either way round.
    fn square() -> Plan {
        let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
        let puzzle = Puzzle::new(PuzzleDraft {
            title: None,
            cells: corners
                .map(|(row, column)| Cell::on_grid(row, column))
                .to_vec(),
            links: Links::Grid,
            dominoes: vec![Domino::new(0, 1), Domino::new(2, 3)],
            regions: Vec::new(),
            ..PuzzleDraft::default()
        })
        .expect("a valid puzzle");
        let rest =
            Rest::of(&lower(&puzzle, &STEPS).expect("a small puzzle").model).expect("few values");
        Plan::new(&rest, &[0, 1, 2, 3]).expect("few cells")
    }

    #[test]
    fn counts_every_way() {
        let watch = Watch::default();
        assert_eq!(count(&square(), 100, &watch), Ok(16));
    }

    #[test]
    fn a_budget_is_kept() {
        let watch = Watch::default();
        let failure = Failure::TooMany { left: 4 };
        assert_eq!(count(&square(), 1, &watch), Err(failure));
    }
}
