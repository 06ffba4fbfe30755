//! Counting and listing solutions by going over the board cell by cell.
//!
//! [`rest`] takes the decided part off the model, [`order`] proposes orders of the cells, [`plan`]
//! makes each step a few bit operations on a 128-bit state, [`sweep`] merges equal states to
//! count, and [`search`](mod@search) follows the same steps depth first to list. See
//! `docs/counting.md`.

#[cfg(feature = "external")]
mod diagram;
mod order;
mod plan;
mod rest;
mod search;
mod sweep;

use std::ops::ControlFlow;

use super::{End, GaveUp};
use crate::limits::Watch;
use crate::model::{Model, PlacementId};
#[cfg(feature = "external")]
pub(crate) use diagram::Diagram;
use plan::Plan;
use rest::Rest;
use sweep::Failure;

/// The states that the first sweep may go through, in an order made quickly.
const FIRST_BUDGET: usize = 4_000;

/// How much the budget grows from round to round.
const GROWTH: usize = 5;

/// How many orders are tried in the first round; every further round tries half as many.
const ORDERS: usize = 16;

/// The states that a sweep may go through at most, where no limit says less.
const MOST_STATES: usize = 12_000_000;

/// The same for a sweep that is drawn: a state takes a line for each of its arcs.
#[cfg(feature = "external")]
const MOST_DRAWN: usize = 1_000_000;

/// What a state costs in bytes: itself, its count, and its place in the table, with some room.
const BYTES_PER_STATE: u64 = 96;

/// The estimate, as a logarithm, beyond which a sweep is not tried. The richest newspaper puzzle is
/// at 23, and estimates are rather too high.
const MOST_EFFORT: f64 = 36.0;

/// The most open placements for which a sweep is tried. Only a long and narrow board without rules
/// has as many and is still easy to sweep.
const SWEEP_LIMIT: usize = 10_000;

/// How many states may lead nowhere before a search gives up.
const SEARCH_BUDGET: usize = 10_000;

/// The most open placements for which a search is tried: beyond, SAT is quicker to an answer.
const SEARCH_LIMIT: usize = 2_000;

/// About how many states the best order takes to sweep, as a logarithm of base 2; nothing if no sweep is
/// tried.
pub(super) fn estimate(model: &Model) -> Option<f64> {
    if model.placements.len() > SWEEP_LIMIT {
        return None;
    }
    let rest = Rest::of(model)?;
    let orders = order::quick(&rest).into_iter().chain(order::many(&rest));
    orders.map(|rated| rated.effort).min_by(f64::total_cmp)
}

/// How many solutions a model has, exactly, with the boards that it excludes.
pub(super) fn count(model: &Model, watch: &Watch) -> Result<u128, GaveUp> {
    by_trial(model, MOST_STATES, watch, |_, plan, budget| {
        sweep::count(plan, budget, watch)
    })
}

/// The diagram of a model's solutions, and of the boards that it excludes.
#[cfg(feature = "external")]
pub(super) fn diagram(model: &Model, watch: &Watch) -> Result<Diagram, GaveUp> {
    by_trial(model, MOST_DRAWN, watch, |rest, plan, budget| {
        diagram::draw(model, &rest.decided, plan, budget, watch)
    })
}

/// Goes over the board in the best order, which is found by trial: those that get furthest with a small
/// budget get a larger one.
fn by_trial<T>(
    model: &Model,
    most: usize,
    watch: &Watch,
    attempt: impl Fn(&Rest, &Plan, usize) -> Result<T, Failure>,
) -> Result<T, GaveUp> {
    if model.placements.len() > SWEEP_LIMIT {
        return Err(GaveUp::TooMany);
    }
    let rest = Rest::of(model).ok_or(GaveUp::TooMany)?;
    let most = match watch.memory() {
        Some(bytes) => most.min((bytes / BYTES_PER_STATE) as usize),
        None => most,
    };
    let mut budget = FIRST_BUDGET.min(most);
    if let Some(plan) = order::quick(&rest).and_then(|rated| Plan::new(&rest, &rated.order)) {
        match attempt(&rest, &plan, budget) {
            Ok(done) => return Ok(done),
            Err(Failure::Stopped(why)) => return Err(GaveUp::Stopped(why)),
            Err(Failure::TooMany { .. }) => {}
        }
    }
    let mut plans: Vec<(usize, Plan)> = order::quick(&rest)
        .into_iter()
        .chain(order::many(&rest))
        .filter(|rated| rated.effort <= MOST_EFFORT)
        .filter_map(|rated| Plan::new(&rest, &rated.order))
        .take(ORDERS)
        .map(|plan| (0, plan))
        .collect();
    while !plans.is_empty() && budget < most {
        budget = most.min(budget * GROWTH);
        for (left, plan) in &mut plans {
            match attempt(&rest, plan, budget) {
                Ok(done) => return Ok(done),
                Err(Failure::Stopped(why)) => return Err(GaveUp::Stopped(why)),
                Err(Failure::TooMany { left: cells }) => *left = cells,
            }
        }
        plans.sort_by_key(|(left, _)| *left);
        plans.truncate(plans.len().div_ceil(2));
    }
    Err(GaveUp::TooMany)
}

/// Calls `take` with the placements of each solution, and of the boards that the model excludes. It gives up only while at most `remembered`
/// solutions were found, so that somebody else can go on from there.
pub(super) fn search(
    model: &Model,
    remembered: usize,
    watch: &Watch,
    take: &mut dyn FnMut(&[PlacementId]) -> ControlFlow<()>,
) -> End {
    if model.placements.len() > SEARCH_LIMIT {
        return End::GaveUp(GaveUp::TooMany);
    }
    let Some((rest, plan)) = Rest::of(model).and_then(|rest| {
        let rated = order::quick(&rest)?;
        let plan = Plan::new(&rest, &rated.order)?;
        Some((rest, plan))
    }) else {
        return End::GaveUp(GaveUp::TooMany);
    };
    let budget = |found: usize| match found {
        few if few <= remembered => SEARCH_BUDGET,
        _ => usize::MAX,
    };
    search::search(&plan, &rest.decided, &budget, watch, take)
}
