//! Depth-first search along a plan: solutions one by one, from the first on.
//!
//! It goes through the same states as the sweep, but only as many as the next solution needs, and
//! never twice through one that turned out to lead nowhere. So it lists every solution once, at
//! the price of its own path.

use std::collections::HashSet;
use std::ops::ControlFlow;

use rustc_hash::FxBuildHasher;

use super::plan::{Plan, State};
use crate::limits::Watch;
use crate::model::PlacementId;
use crate::solver::embedded::{End, GaveUp};

/// A state on the current path, with its successors in [`Search::branches`].
#[derive(Debug)]
struct Frame {
    state: State,
    first: usize,
    next: usize,
    /// How many solutions had been found when the state was entered.
    found: usize,
}

/// Calls `take` with the placements of each solution, the `decided` ones first. Gives up when more
/// states have led nowhere since the last solution than `budget` allows after that many.
pub(super) fn search(
    plan: &Plan,
    decided: &[PlacementId],
    budget: &dyn Fn(usize) -> usize,
    watch: &Watch,
    take: &mut dyn FnMut(&[PlacementId]) -> ControlFlow<()>,
) -> End {
    let depth = plan.steps.len();
    let mut dead: Vec<HashSet<State, FxBuildHasher>> = vec![HashSet::default(); depth];
    let mut branches: Vec<(State, Option<PlacementId>)> = Vec::new();
    let mut path: Vec<PlacementId> = decided.to_vec();
    let mut frames: Vec<Frame> = Vec::with_capacity(depth);
    let (mut found, mut wasted, mut steps) = (0, 0, 0_u32);
    let mut allowed = budget(0);

    let mut enter = Some(0);
    loop {
        if let Some(state) = enter.take() {
            if frames.len() == depth {
                found += 1;
                wasted = 0;
                allowed = budget(found);
                if take(&path).is_break() {
                    return End::Enough;
                }
            } else {
                let first = branches.len();
                plan.steps[frames.len()].advance(state, |after, placement| {
                    branches.push((after, placement));
                });
                frames.push(Frame {
                    state,
                    first,
                    next: first,
                    found,
                });
            }
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1024)
                && let Some(why) = watch.stopped()
            {
                return End::GaveUp(GaveUp::Stopped(why.into()));
            }
        }
        let level = frames.len();
        let Some(frame) = frames.last_mut() else {
            return End::Complete;
        };
        // The placement of the branch that was tried before this one.
        if frame.next > frame.first && branches[frame.next - 1].1.is_some() {
            let _ = path.pop();
        }
        if frame.next < branches.len() {
            let (after, placement) = branches[frame.next];
            frame.next += 1;
            path.extend(placement);
            if level == depth || !dead[level].contains(&after) {
                enter = Some(after);
            }
        } else {
            if frame.found == found {
                let _ = dead[level - 1].insert(frame.state);
                wasted += 1;
                if wasted > allowed {
                    return End::GaveUp(GaveUp::TooMany);
                }
            }
            branches.truncate(frame.first);
            let _ = frames.pop();
        }
    }
}
