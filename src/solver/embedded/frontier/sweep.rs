//! The sweep: layer after layer of states, equal states merged.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::plan::{Plan, State};
use crate::solver::embedded::end::GaveUp;
use crate::solver::embedded::watch::Watch;

/// Counts the ways from the first state to the last, going through at most `budget` states.
pub(super) fn count(plan: &Plan, budget: usize, watch: &Watch) -> Result<u128, GaveUp> {
    let mut states: Vec<(State, u128)> = vec![(0, 1)];
    let mut seen = 0;
    for step in &plan.steps {
        let mut index: HashMap<State, u32, FxBuildHasher> = HashMap::default();
        let mut next: Vec<(State, u128)> = Vec::with_capacity(states.len());
        for (nth, &(state, ways)) in states.iter().enumerate() {
            if nth % 1024 == 1023 && watch.stopped().is_some() {
                return Err(GaveUp::Stopped);
            }
            step.advance(state, |after, _| {
                let at = *index.entry(after).or_insert_with(|| {
                    next.push((after, 0));
                    next.len() as u32 - 1
                });
                next[at as usize].1 += ways;
            });
            if seen + next.len() > budget {
                return Err(GaveUp::TooMany);
            }
        }
        seen += next.len();
        states = next;
    }
    Ok(states.first().map_or(0, |&(_, ways)| ways))
}
