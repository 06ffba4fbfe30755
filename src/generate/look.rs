//! The look of a design: how far its regions are from what one sees in the newspaper.
//!
//! The newspaper's regions have mostly one to three cells, half of the rules are sums, about one
//! cell in ten is free. Each region costs the more the seldomer its kind and size are there,
//! and so do free cells beyond that share; the lower the cost, the better the look.

use super::layout::Patch;
use crate::puzzle::{Relation, Rule};

/// What a region costs.
pub(super) fn region(patch: &Patch) -> i32 {
    let by_size: [i32; 6] = match patch.rule {
        Rule::Sum(Relation::Equal, _) => [4, 1, 2, 4, 7, 12],
        Rule::Sum(Relation::Less | Relation::Greater, _) => [2, 4, 7, 12, 20, 30],
        Rule::Equal => [30, 0, 0, 1, 3, 6],
        Rule::Unequal => [30, 1, 0, 0, 1, 2],
        Rule::Empty => [0; 6],
    };
    let more = patch.cells.len().saturating_sub(6) as i32;
    by_size[patch.cells.len().min(6) - 1] + 6 * more
}

/// What the regions of a board with so many cells cost together.
pub(super) fn cost(patches: &[Patch], cells: usize) -> i32 {
    let regions: i32 = patches.iter().map(region).sum();
    let covered: usize = patches.iter().map(|patch| patch.cells.len()).sum();
    let free = (cells - covered) as i32;
    let usual = 1 + cells as i32 / 12;
    let is_sum = |patch: &&Patch| matches!(patch.rule, Rule::Sum(Relation::Equal, _));
    let compares =
        |patch: &&Patch| matches!(patch.rule, Rule::Sum(Relation::Less | Relation::Greater, _));
    let rules = patches.len() as i32;
    let sums = patches.iter().filter(is_sum).count() as i32;
    let comparisons = patches.iter().filter(compares).count() as i32;
    regions
        + free
        + 6 * (free - usual).max(0)
        + 4 * (sums - 1 - rules * 2 / 3).max(0)
        + 4 * (comparisons - 1 - rules / 6).max(0)
}
