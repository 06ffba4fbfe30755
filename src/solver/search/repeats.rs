//! Exact cover that remembers: what is left of a board after different beginnings is often the same.
//!
//! What can still be laid depends on the cells that are left, the dominoes that are left, and what the
//! regions still need. So each such rest is searched once. Where boards are [listed](diagram), it is kept
//! how the rest goes on; where they are [counted](count), how many solutions it has, and what falls into
//! parts that have nothing to do with each other is counted part by part.
//!
//! What is kept takes a bounded amount of memory: when that is used up, it is all forgotten, and the
//! search goes on.

mod count;
mod diagram;

use std::ops::ControlFlow;

use super::check::{Check, Checks};
use super::cover::Cover;
use super::table::Table;
use super::{Search, Strategy};
use crate::limits::{Stop, Watch};
use crate::model::Model;
use crate::puzzle::Board;

/// The bytes that may be kept when boards are listed.
const LIST_MEMORY: usize = 64 << 20;

/// The same when they are counted, where no limit says less.
const COUNT_MEMORY: usize = 1 << 30;

/// How many nodes or boards there are before the watch is asked again.
const BETWEEN_ASKS: u64 = 256;

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) enum Ended {
    /// Everything was searched.
    Complete,
    /// Whoever takes the boards has enough.
    Enough,
    /// More nodes led nowhere than it has patience for.
    Impatient,
    /// The watch said stop.
    Stopped(Stop),
}

/// How many solutions were counted, and how that ended. The number is a lower bound unless it is
/// complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::solver) struct Counted {
    pub(in crate::solver) solutions: u128,
    pub(in crate::solver) ended: Ended,
}

/// Calls `take` with each solution, and with the boards that the model excludes. It gives up when, since
/// the last solution, more nodes have led nowhere than `patience` says for so many solutions.
pub(in crate::solver) fn list(
    model: &Model,
    watch: &Watch,
    patience: &dyn Fn(u64) -> u64,
    take: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Ended {
    let table = Table::new(model);
    let engine = engine(model, &table, watch);
    diagram::list(engine, watch, bounded(LIST_MEMORY, watch), patience, take)
}

/// Counts the solutions, and the boards that the model excludes. It gives up when so many nodes have led
/// nowhere and there is no solution yet.
pub(in crate::solver) fn count(model: &Model, watch: &Watch, patience: u64) -> Counted {
    let table = Table::new(model);
    let engine = engine(model, &table, watch);
    count::count(engine, watch, bounded(COUNT_MEMORY, watch), patience)
}

fn engine<'a>(model: &Model, table: &'a Table, watch: &'a Watch) -> Cover<'a> {
    let checks: Checks = [Check::Broken, Check::Bounds, Check::Tiling]
        .into_iter()
        .collect();
    let search = Search {
        strategy: Strategy::ExactCover,
        checks,
        seed: None,
    };
    Cover::new(&search, model, table, watch)
}

/// At most half of what may be used is kept.
fn bounded(most: usize, watch: &Watch) -> usize {
    match watch.memory() {
        Some(bytes) => most.min(usize::try_from(bytes / 2).unwrap_or(most)),
        None => most,
    }
}
