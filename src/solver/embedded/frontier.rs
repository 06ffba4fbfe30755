//! Counting and listing solutions by going over the board cell by cell.
//!
//! [`rest`] takes the decided part off the model, [`order`] proposes orders of the cells, [`plan`]
//! makes each step a few bit operations on a 128-bit state, [`sweep`] merges equal states to
//! count, and [`search`](mod@search) follows the same steps depth first to list. See
//! `docs/counting.md`.

mod order;
mod plan;
mod rest;
mod search;
mod sweep;

use std::ops::ControlFlow;

use super::end::{End, GaveUp};
use super::watch::Watch;
use crate::model::{Model, PlacementId};
use plan::Plan;
use rest::Rest;

/// The states that the first sweep may go through. Each further round may use several times as
/// many, so an order that turns out badly costs little.
const FIRST_BUDGET: usize = 20_000;

/// How much the budget grows from round to round.
const GROWTH: usize = 6;

/// How many orders are tried in a round.
const ORDERS: usize = 8;

/// The states that a sweep may go through at most, where no limit says less.
const MOST_STATES: usize = 30_000_000;

/// What a state costs in bytes: itself, its count, and its place in the table, with some room.
const BYTES_PER_STATE: u64 = 96;

/// How many states may lead nowhere before a search gives up.
const SEARCH_BUDGET: usize = 20_000;

/// How many solutions a model has, exactly.
pub(super) fn count(model: &Model, watch: &Watch) -> Result<u128, GaveUp> {
    let rest = Rest::of(model).ok_or(GaveUp::TooMany)?;
    let most = match watch.memory {
        Some(bytes) => MOST_STATES.min((bytes / BYTES_PER_STATE) as usize),
        None => MOST_STATES,
    };
    let plans: Vec<Plan> = order::orders(&rest)
        .iter()
        .filter_map(|order| Plan::new(&rest, order))
        .take(ORDERS)
        .collect();
    let mut budget = FIRST_BUDGET;
    while !plans.is_empty() && budget <= most {
        for plan in &plans {
            match sweep::count(plan, budget, watch) {
                Err(GaveUp::TooMany) => {}
                end => return end,
            }
        }
        budget *= GROWTH;
    }
    Err(GaveUp::TooMany)
}

/// Calls `take` with the placements of each solution. It gives up only while at most `remembered`
/// solutions were found, so that somebody else can go on from there.
pub(super) fn search(
    model: &Model,
    remembered: usize,
    watch: &Watch,
    take: &mut dyn FnMut(&[PlacementId]) -> ControlFlow<()>,
) -> End {
    let Some(rest) = Rest::of(model) else {
        return End::GaveUp(GaveUp::TooMany);
    };
    let orders = order::orders(&rest);
    let Some(plan) = orders.iter().find_map(|order| Plan::new(&rest, order)) else {
        return End::GaveUp(GaveUp::TooMany);
    };
    let budget = |found: usize| match found {
        few if few <= remembered => SEARCH_BUDGET,
        _ => usize::MAX,
    };
    search::search(&plan, &rest.decided, &budget, watch, take)
}
