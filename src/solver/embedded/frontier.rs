//! Frontier dynamic programming (Knuth's SIMPATH): counts and lists solutions cell by cell, within a
//! budget of states.
//!
//! [`order`] proposes orders of the cells, and [`plan`] compiles each step to a few bit operations on a
//! 128-bit state. [`count`] works breadth first and merges equal states. [`list`] works depth first and
//! memoises states without a solution. See `docs/internals.md`.

mod order;
mod plan;

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use rustc_hash::FxBuildHasher;

use crate::limits::{Budget, StopReason};
use crate::model::Model;
use crate::puzzle::Board;
use crate::solver::index::{CandidateId, ModelIndex};
use plan::{FrontierPlan, FrontierState};

/// Budget of states of the first count, in a quickly computed order.
const FIRST_MAX_STATES: usize = 4_000;

/// Growth factor of the budget per round.
const GROWTH: usize = 5;

/// Number of orders in the first round; it halves in each further round.
const ORDERS: usize = 16;

/// Maximum number of states of a count without a smaller limit.
const MAX_STATES: usize = 12_000_000;

/// Counts with a larger budget run one at a time, so that parallel ones share the memory of one.
const MAX_PARALLEL_STATES: usize = 1_000_000;

/// Memory per state in bytes: the state, its count, and its share of the hash table.
const BYTES_PER_STATE: u64 = 96;

/// Maximum estimated logarithm of the number of states for a count. The maximum of all NYT puzzles is 23,
/// and estimates tend to be too high.
const MAX_EFFORT: f64 = 36.0;

/// Maximum number of placements for a count. Beyond it, only long and narrow boards without rules have
/// a narrow frontier.
const MAX_COUNTED_PLACEMENTS: usize = 10_000;

/// Dead ends since the last board after which listing gives up.
const MAX_DEAD_ENDS: usize = 10_000;

/// Maximum number of placements for listing: beyond it, SAT is faster.
const MAX_LISTED_PLACEMENTS: usize = 2_000;

/// Maximum number of memoised states without a solution, about 30 MB. The table is then cleared.
const MAX_REMEMBERED: usize = 1 << 20;

/// Counts the boards of a model exactly, including excluded boards. The count saturates at `u128::MAX`.
///
/// Selects an order of the cells by successive halving (Karnin, Koren and Somekh 2013): the orders that
/// advance furthest with a small budget of states get a larger one.
pub(super) fn count(model: &Model, budget: &Budget) -> Result<u128, StopReason> {
    if model.placements.len() > MAX_COUNTED_PLACEMENTS {
        return Err(StopReason::GaveUp);
    }
    let index = &ModelIndex::new(model);
    let most = match budget.memory() {
        Some(bytes) => MAX_STATES.min((bytes / BYTES_PER_STATE) as usize),
        None => MAX_STATES,
    };
    let quick = order::quick(index);
    let first = quick
        .as_ref()
        .and_then(|rated| FrontierPlan::new(index, &rated.order));
    let mut plans: Vec<(usize, FrontierPlan)> = first.map(|plan| (0, plan)).into_iter().collect();
    let mut max_states = FIRST_MAX_STATES.min(most);
    let mut others = Some(quick.into_iter());
    loop {
        let _alone = match max_states > MAX_PARALLEL_STATES {
            true => Some(wait_for_memory(budget)?),
            false => None,
        };
        for (left, plan) in &mut plans {
            match count_paths(plan, max_states, budget)? {
                Ok(paths) => return Ok(paths),
                Err(cells) => *left = cells,
            }
        }
        if let Some(quick) = others.take() {
            let orders = quick.chain(order::many(index));
            let narrow = orders.filter(|rated| rated.effort <= MAX_EFFORT);
            let narrow = narrow.filter_map(|rated| FrontierPlan::new(index, &rated.order));
            plans = narrow.take(ORDERS).map(|plan| (0, plan)).collect();
        } else {
            plans.sort_by_key(|(left, _)| *left);
            plans.truncate(plans.len().div_ceil(2));
        }
        if plans.is_empty() || max_states >= most {
            return Err(StopReason::GaveUp);
        }
        max_states = most.min(max_states * GROWTH);
    }
}

/// Waits until no other thread of the process runs a large count.
fn wait_for_memory(budget: &Budget) -> Result<MutexGuard<'static, ()>, StopReason> {
    static LARGE: Mutex<()> = Mutex::new(());
    loop {
        match LARGE.try_lock() {
            Ok(guard) => return Ok(guard),
            Err(std::sync::TryLockError::Poisoned(guard)) => return Ok(guard.into_inner()),
            Err(std::sync::TryLockError::WouldBlock) => {
                budget.check()?;
                std::thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// Counts the paths from the first state to the last, through at most `max_states` states; with more,
/// returns the number of cells that were left. The count saturates.
fn count_paths(
    plan: &FrontierPlan,
    max_states: usize,
    budget: &Budget,
) -> Result<Result<u128, usize>, StopReason> {
    let mut states: Vec<(FrontierState, u128)> = vec![(0, 1)];
    let mut seen = 0;
    for (done, step) in plan.steps.iter().enumerate() {
        let mut index: HashMap<FrontierState, u32, FxBuildHasher> = HashMap::default();
        let mut next: Vec<(FrontierState, u128)> = Vec::with_capacity(states.len());
        for (nth, &(state, paths)) in states.iter().enumerate() {
            if nth % 1024 == 1023 {
                budget.check()?;
            }
            step.advance(state, |after, _| {
                let at = *index.entry(after).or_insert_with(|| {
                    next.push((after, 0));
                    next.len() as u32 - 1
                });
                let paths_there = &mut next[at as usize].1;
                *paths_there = paths_there.saturating_add(paths);
            });
            if seen + next.len() > max_states {
                return Ok(Err(plan.steps.len() - done));
            }
        }
        seen += next.len();
        states = next;
    }
    Ok(Ok(states.first().map_or(0, |&(_, paths)| paths)))
}

/// Calls `take` with each board of a model, including excluded boards. Gives up only while it has found
/// at most `most_before` boards, so that another method can continue.
pub(super) fn list(
    model: &Model,
    most_before: usize,
    budget: &Budget,
    take: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<(), StopReason> {
    if model.placements.len() > MAX_LISTED_PLACEMENTS {
        return Err(StopReason::GaveUp);
    }
    let index = ModelIndex::new(model);
    let plan = order::quick(&index).and_then(|rated| FrontierPlan::new(&index, &rated.order));
    let plan = plan.ok_or(StopReason::GaveUp)?;
    walk(&plan, most_before, MAX_REMEMBERED, budget, &mut |path| {
        take(index.board(path))
    })
}

/// A state on the current path. The successors of all states share one list.
#[derive(Debug)]
struct PathFrame {
    state: FrontierState,
    first: usize,
    next: usize,
    /// Number of boards found before the state was entered.
    found: usize,
}

/// Calls `take` with the candidates of each path, depth first. Skips states that are memoised as dead
/// ends.
fn walk(
    plan: &FrontierPlan,
    most_before: usize,
    most_remembered: usize,
    budget: &Budget,
    take: &mut dyn FnMut(&[CandidateId]) -> ControlFlow<()>,
) -> Result<(), StopReason> {
    let depth = plan.steps.len();
    let mut dead: HashSet<(u32, FrontierState), FxBuildHasher> = HashSet::default();
    let mut branches: Vec<(FrontierState, Option<CandidateId>)> = Vec::new();
    let mut path: Vec<CandidateId> = Vec::new();
    let mut frames: Vec<PathFrame> = Vec::with_capacity(depth);
    let (mut found, mut dead_ends, mut steps) = (0, 0, 0_u32);
    let mut enter = Some(0);
    loop {
        if let Some(state) = enter.take() {
            if frames.len() == depth {
                found += 1;
                dead_ends = 0;
                if take(&path).is_break() {
                    return Err(StopReason::Enough);
                }
            } else {
                let first = branches.len();
                plan.steps[frames.len()].advance(state, |after, candidate| {
                    branches.push((after, candidate));
                });
                frames.push(PathFrame {
                    state,
                    first,
                    next: first,
                    found,
                });
            }
            steps = steps.wrapping_add(1);
            if steps.is_multiple_of(1024) {
                budget.check()?;
            }
        }
        let level = frames.len();
        let Some(frame) = frames.last_mut() else {
            return Ok(());
        };
        // The candidate of the previous branch.
        if frame.next > frame.first && branches[frame.next - 1].1.is_some() {
            let _ = path.pop();
        }
        if frame.next < branches.len() {
            let (after, candidate) = branches[frame.next];
            frame.next += 1;
            path.extend(candidate);
            if level == depth || !dead.contains(&(level as u32, after)) {
                enter = Some(after);
            }
        } else {
            if frame.found == found {
                if dead.len() >= most_remembered {
                    dead.clear();
                }
                let _ = dead.insert((level as u32 - 1, frame.state));
                dead_ends += 1;
                if found <= most_before && dead_ends > MAX_DEAD_ENDS {
                    return Err(StopReason::GaveUp);
                }
            }
            branches.truncate(frame.first);
            let _ = frames.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::tests::open;
    use crate::lower::{STEPS, lower};
    use crate::puzzle::Domino;

    fn plan(cells: &[(u32, u32)], dominoes: Vec<Domino>) -> FrontierPlan {
        let lowered = lower(&open(cells, dominoes), &STEPS).expect("a small puzzle");
        let index = ModelIndex::new(&lowered.model);
        let order: Vec<usize> = (0..cells.len()).collect();
        FrontierPlan::new(&index, &order).expect("few cells")
    }

    /// A square with two dominoes: two tilings, two assignments of dominoes, two orientations of each.
    fn square() -> FrontierPlan {
        let corners = [(0, 0), (0, 1), (1, 0), (1, 1)];
        plan(&corners, vec![Domino::new(0, 1), Domino::new(2, 3)])
    }

    #[test]
    fn counts_every_path() {
        let counted = count_paths(&square(), 100, &Budget::default());
        assert_eq!(counted, Ok(Ok(16)));
    }

    #[test]
    fn the_budget_of_states_ends_a_count() {
        let counted = count_paths(&square(), 1, &Budget::default());
        assert_eq!(counted, Ok(Err(4)));
    }

    #[test]
    fn a_large_count_waits_for_another_one_within_its_limits() {
        let limits = crate::limits::Limits::default();
        let budget = Budget::new(&limits);
        let held = wait_for_memory(&budget).expect("no limit");
        limits.cancel.cancel();
        let waiting = wait_for_memory(&budget);
        assert_eq!(waiting.err(), Some(StopReason::Cancelled));
        drop(held);
    }

    /// Listing finds the same boards with any size of the memo table.
    #[test]
    fn listing_needs_no_memory_of_dead_states() {
        let cells: Vec<(u32, u32)> = (0..3)
            .flat_map(|row| (0..4).map(move |c| (row, c)))
            .collect();
        let dominoes = (0..6).map(|pips| Domino::new(pips % 3, pips % 2)).collect();
        let plan = plan(&cells, dominoes);
        let expected = count_paths(&plan, usize::MAX, &Budget::default());
        for most_remembered in [0, 1, 7, usize::MAX] {
            let mut boards = HashSet::new();
            let ended = walk(&plan, 0, most_remembered, &Budget::default(), &mut |path| {
                assert!(boards.insert(path.to_vec()), "listed twice");
                ControlFlow::Continue(())
            });
            assert_eq!((ended, Ok(Ok(boards.len() as u128))), (Ok(()), expected));
        }
    }
}
