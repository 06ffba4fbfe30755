//! Edits: other regions for the same board, whose rules what lies there keeps as well.
//!
//! [`readings`] are the ways to put rules on the cells of one region, from the one that was meant to
//! a sum for every cell. [`absorbings`] leave fewer cells free, [`loosenings`] ask for less.

use super::layout::{Layout, Patch};
use super::look;
use crate::puzzle::{Relation, Rule};
use std::collections::BTreeSet;

/// The largest region that an edit makes.
const MAX_CELLS: usize = 6;

/// How many ways to cut a region in two are tried.
const MAX_CUTS: usize = 6;

/// Regions that go, and regions that come in their place.
#[derive(Debug, Clone)]
pub(super) struct Edit {
    gone: Vec<usize>,
    drawn: Vec<Patch>,
}

impl Edit {
    /// The edit that takes a region's rule away.
    pub(super) fn dropping(at: usize) -> Self {
        Edit {
            gone: vec![at],
            drawn: vec![],
        }
    }

    /// The regions after the edit.
    pub(super) fn apply(&self, patches: &[Patch]) -> Vec<Patch> {
        let stay = patches.iter().enumerate();
        let stay = stay.filter(|(at, _)| !self.gone.contains(at));
        let stay = stay.map(|(_, patch)| patch.clone());
        stay.chain(self.drawn.iter().cloned()).collect()
    }
}

/// A sum for every cell of a region: the most that rules can say.
pub(super) fn singles(layout: &Layout, cells: &[usize]) -> Vec<Patch> {
    let one = |&cell| Patch::sum(vec![cell], &layout.shown);
    cells.iter().map(one).collect()
}

/// The ways to put rules on the cells of a region, the most handsome first, that say more than the
/// region's own rule or something else, and less than a sum for every cell.
pub(super) fn readings(layout: &Layout, patch: &Patch) -> Vec<Vec<Patch>> {
    let shown = &layout.shown;
    let cells = &patch.cells;
    let mut readings = vec![];
    if cells.len() > 1 && !is_sum(patch) {
        readings.push(vec![Patch::sum(cells.clone(), shown)]);
    }
    if cells.len() > 1 && cells.len() <= MAX_CELLS {
        // Every way to cut it in two that hang together; the first cell stays in the first part.
        for cut in 1..1_u32 << (cells.len() - 1) {
            let is_cut_off = |nth: usize| nth > 0 && cut >> (nth - 1) & 1 == 1;
            let parts: (Vec<usize>, Vec<usize>) =
                (0..cells.len()).partition(|&nth| is_cut_off(nth));
            let [off, on] = [parts.0, parts.1].map(|part| -> Vec<usize> {
                let cells = part.into_iter().map(|nth| cells[nth]);
                cells.collect()
            });
            let is_whole = layout.is_connected(&off) && layout.is_connected(&on);
            if is_whole && cells.len() > 2 {
                readings.push(vec![
                    part(layout, patch.rule, on),
                    part(layout, patch.rule, off),
                ]);
            }
        }
    }
    let cost = |reading: &Vec<Patch>| reading.iter().map(look::region).sum::<i32>();
    readings.sort_by_key(cost);
    readings.truncate(MAX_CUTS);
    readings
}

/// The rule for a part of a region that is cut in two.
fn part(layout: &Layout, rule: Rule, cells: Vec<usize>) -> Patch {
    let shown = &layout.shown;
    let same = |rule| Patch::new(cells.clone(), rule);
    match rule {
        Rule::Equal | Rule::Unequal if cells.len() > 1 => same(rule),
        Rule::Sum(Relation::Equal, _) if cells.len() > 1 && same(Rule::Equal).holds(shown) => {
            same(Rule::Equal)
        }
        Rule::Equal | Rule::Unequal | Rule::Sum(..) | Rule::Empty => Patch::sum(cells, shown),
    }
}

/// Edits after which a sum takes in a free cell.
pub(super) fn absorbings(layout: &Layout, patches: &[Patch]) -> Vec<Edit> {
    let owners = layout.owners(patches);
    let mut edits = Vec::new();
    for (at, patch) in patches.iter().enumerate() {
        if !is_sum(patch) || patch.cells.len() >= MAX_CELLS {
            continue;
        }
        for cell in beside(layout, patch) {
            if owners[cell].is_none() {
                let cells = patch.cells.iter().copied().chain([cell]).collect();
                edits.push(Edit {
                    gone: vec![at],
                    drawn: vec![Patch::sum(cells, &layout.shown)],
                });
            }
        }
    }
    edits
}

/// Edits after which cells that show the same are a region of equal cells: free cells, sums and such regions
/// that lie side by side, or a sum alone.
pub(super) fn equalings(layout: &Layout, patches: &[Patch]) -> Vec<Edit> {
    let owners = layout.owners(patches);
    let shown = &layout.shown;
    let unit = |cell: usize| owners[cell].map_or(vec![cell], |at| patches[at].cells.clone());
    let is_taken = |cell: usize| {
        let patch = owners[cell].map(|at| &patches[at]);
        patch.is_none_or(|patch| is_sum(patch) || patch.rule == Rule::Equal)
    };
    let mut edits = Vec::new();
    let mut drawn: Vec<Vec<usize>> = Vec::new();
    for one in 0..shown.len() {
        for &other in layout.tiling.neighbours(one) {
            let is_one_region = owners[one].is_some() && owners[one] == owners[other];
            let mut cells = unit(one);
            if !is_one_region {
                cells.extend(unit(other));
            }
            cells.sort_unstable();
            let gone: BTreeSet<usize> = [one, other]
                .iter()
                .filter_map(|&cell| owners[cell])
                .collect();
            let is_equal = cells.iter().all(|&cell| shown[cell] == shown[one]);
            let is_new = !is_one_region || patches[owners[one].unwrap_or(0)].rule != Rule::Equal;
            if is_equal
                && is_new
                && [one, other].into_iter().all(is_taken)
                && (2..=MAX_CELLS).contains(&cells.len())
                && !drawn.contains(&cells)
            {
                drawn.push(cells.clone());
                edits.push(Edit {
                    gone: gone.into_iter().collect(),
                    drawn: vec![Patch::new(cells, Rule::Equal)],
                });
            }
        }
    }
    edits
}

/// Edits after which the rules ask for less: two sums become one, or a sum becomes a comparison.
/// Every board that kept the rules keeps the new ones, too; so a rule that was needed stays needed.
pub(super) fn loosenings(layout: &Layout, patches: &[Patch]) -> Vec<Edit> {
    let owners = layout.owners(patches);
    let shown = layout.shown.iter().map(|&pips| i64::from(pips));
    let (least, most) = (shown.clone().min().unwrap_or(0), shown.max().unwrap_or(0));
    let mut edits = Vec::new();
    for (at, patch) in patches.iter().enumerate() {
        let Rule::Sum(Relation::Equal, target) = patch.rule else {
            continue;
        };
        let mut draw = |gone: Vec<usize>, patch: Patch| {
            let drawn = vec![patch];
            edits.push(Edit { gone, drawn });
        };
        let near = beside(layout, patch).into_iter();
        let mut others: Vec<usize> = near.filter_map(|cell| owners[cell]).collect();
        others.sort_unstable();
        others.dedup();
        for other in others.into_iter().filter(|&other| other > at) {
            let more = &patches[other];
            if is_sum(more) && patch.cells.len() + more.cells.len() <= MAX_CELLS {
                let cells = patch.cells.iter().chain(&more.cells).copied().collect();
                draw(vec![at, other], Patch::sum(cells, &layout.shown));
            }
        }
        if patch.cells.len() <= 2 {
            let cells = patch.cells.len() as i64;
            for slack in [1, 2] {
                // One that leaves a single sum is the sum in disguise, one that leaves all says nothing.
                if target + slack - 1 > cells * least && target + slack <= cells * most {
                    let less = Rule::Sum(Relation::Less, target + slack);
                    draw(vec![at], Patch::new(patch.cells.clone(), less));
                }
                if target - slack + 1 < cells * most && target - slack >= cells * least {
                    let greater = Rule::Sum(Relation::Greater, target - slack);
                    draw(vec![at], Patch::new(patch.cells.clone(), greater));
                }
            }
        }
    }
    edits
}

fn is_sum(patch: &Patch) -> bool {
    matches!(patch.rule, Rule::Sum(Relation::Equal, _))
}

/// The cells beside a region, in board order.
fn beside(layout: &Layout, patch: &Patch) -> Vec<usize> {
    let near = patch.cells.iter();
    let near = near.flat_map(|&cell| layout.tiling.neighbours(cell));
    let mut near: Vec<usize> = near
        .copied()
        .filter(|cell| !patch.cells.contains(cell))
        .collect();
    near.sort_unstable();
    near.dedup();
    near
}
