//! Edits: other regions for the same board, whose rules the board also satisfies.
//!
//! [`alternatives`] are stronger rules on the cells of one region. [`absorb_edits`] leave fewer cells free,
//! [`equal_edits`] introduce regions of equal cells, and [`weaken_edits`] restrict less.

use super::layout::Layout;
use crate::puzzle::{DraftRegion, Relation, Rule};

/// Maximum number of cells of a region that an edit creates.
const MAX_CELLS: usize = 6;

/// Maximum number of alternatives for a region.
const MAX_CUTS: usize = 6;

/// The regions without those at the positions `removed`, and with another one.
pub(super) fn replace(
    regions: &[DraftRegion],
    removed: &[usize],
    added: Option<DraftRegion>,
) -> Vec<DraftRegion> {
    let stay = regions.iter().enumerate();
    let stay = stay.filter(|(at, _)| !removed.contains(at));
    let stay = stay.map(|(_, region)| region.clone());
    stay.chain(added).collect()
}

/// A sum for every cell of a region: the strongest rules.
pub(super) fn singles(layout: &Layout, cells: &[usize]) -> Vec<DraftRegion> {
    let one = |&cell| DraftRegion::sum(vec![cell], &layout.shown);
    cells.iter().map(one).collect()
}

/// Other rules on the cells of a region that are weaker than a sum for every cell, those of the lowest cost first.
pub(super) fn alternatives(layout: &Layout, region: &DraftRegion) -> Vec<Vec<DraftRegion>> {
    let shown = &layout.shown;
    let cells = &region.cells;
    let mut alternatives = vec![];
    if cells.len() > 1 && !is_sum(region) {
        alternatives.push(vec![DraftRegion::sum(cells.clone(), shown)]);
    }
    if cells.len() > 1 && cells.len() <= MAX_CELLS {
        // Every partition into two connected parts; the first cell stays in the first part.
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
                alternatives.push(vec![
                    part(layout, region.rule, on),
                    part(layout, region.rule, off),
                ]);
            }
        }
    }
    let cost = |alternative: &Vec<DraftRegion>| alternative.iter().map(region_cost).sum::<i32>();
    alternatives.sort_by_key(cost);
    alternatives.truncate(MAX_CUTS);
    alternatives
}

/// A part of a region that is cut in two, with its rule.
fn part(layout: &Layout, rule: Rule, cells: Vec<usize>) -> DraftRegion {
    let shown = &layout.shown;
    let same = |rule| DraftRegion::new(cells.clone(), rule);
    match rule {
        Rule::Equal | Rule::Unequal if cells.len() > 1 => same(rule),
        Rule::Sum(Relation::Equal, _) if cells.len() > 1 && same(Rule::Equal).holds(shown) => {
            same(Rule::Equal)
        }
        Rule::Equal | Rule::Unequal | Rule::Sum(..) | Rule::Empty => DraftRegion::sum(cells, shown),
    }
}

/// Edits that extend a sum by a free cell.
pub(super) fn absorb_edits(layout: &Layout, regions: &[DraftRegion]) -> Vec<Vec<DraftRegion>> {
    let owners = layout.owners(regions);
    let mut edits = Vec::new();
    for (at, region) in regions.iter().enumerate() {
        if !is_sum(region) || region.cells.len() >= MAX_CELLS {
            continue;
        }
        for cell in beside(layout, region) {
            if owners[cell].is_none() {
                let cells = region.cells.iter().copied().chain([cell]).collect();
                let sum = DraftRegion::sum(cells, &layout.shown);
                edits.push(replace(regions, &[at], Some(sum)));
            }
        }
    }
    edits
}

/// Edits that create a region of equal cells from a sum, or from adjacent free cells, sums and regions of equal
/// cells.
pub(super) fn equal_edits(layout: &Layout, regions: &[DraftRegion]) -> Vec<Vec<DraftRegion>> {
    let owners = layout.owners(regions);
    let shown = &layout.shown;
    let unit = |cell: usize| owners[cell].map_or(vec![cell], |at| regions[at].cells.clone());
    let is_taken = |cell: usize| {
        let region = owners[cell].map(|at| &regions[at]);
        region.is_none_or(|region| is_sum(region) || region.rule == Rule::Equal)
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
            let removed = [one, other].into_iter().filter_map(|cell| owners[cell]);
            let removed: Vec<usize> = removed.collect();
            let is_equal = cells.iter().all(|&cell| shown[cell] == shown[one]);
            let is_new = !is_one_region || regions[owners[one].unwrap_or(0)].rule != Rule::Equal;
            if is_equal
                && is_new
                && [one, other].into_iter().all(is_taken)
                && (2..=MAX_CELLS).contains(&cells.len())
                && !drawn.contains(&cells)
            {
                drawn.push(cells.clone());
                let equal = DraftRegion::new(cells, Rule::Equal);
                edits.push(replace(regions, &removed, Some(equal)));
            }
        }
    }
    edits
}

/// Edits that weaken the rules: two sums become one, or a sum becomes a comparison. Every board that
/// satisfied the rules satisfies the new ones, so a rule that was necessary stays necessary.
pub(super) fn weaken_edits(layout: &Layout, regions: &[DraftRegion]) -> Vec<Vec<DraftRegion>> {
    let owners = layout.owners(regions);
    let shown = layout.shown.iter().map(|&pips| i64::from(pips));
    let (least, most) = (shown.clone().min().unwrap_or(0), shown.max().unwrap_or(0));
    let mut edits = Vec::new();
    for (at, region) in regions.iter().enumerate() {
        let Rule::Sum(Relation::Equal, target) = region.rule else {
            continue;
        };
        let mut draw =
            |removed: &[usize], region| edits.push(replace(regions, removed, Some(region)));
        let near = beside(layout, region).into_iter();
        let mut others: Vec<usize> = near.filter_map(|cell| owners[cell]).collect();
        others.sort_unstable();
        others.dedup();
        for other in others.into_iter().filter(|&other| other > at) {
            let more = &regions[other];
            if is_sum(more) && region.cells.len() + more.cells.len() <= MAX_CELLS {
                let cells = region.cells.iter().chain(&more.cells).copied().collect();
                draw(&[at, other], DraftRegion::sum(cells, &layout.shown));
            }
        }
        if region.cells.len() <= 2 {
            let cells = region.cells.len() as i64;
            for slack in [1, 2] {
                // Skip comparisons that only one sum satisfies, or all sums.
                if target + slack - 1 > cells * least && target + slack <= cells * most {
                    let less = Rule::Sum(Relation::Less, target + slack);
                    draw(&[at], DraftRegion::new(region.cells.clone(), less));
                }
                if target - slack + 1 < cells * most && target - slack >= cells * least {
                    let greater = Rule::Sum(Relation::Greater, target - slack);
                    draw(&[at], DraftRegion::new(region.cells.clone(), greater));
                }
            }
        }
    }
    edits
}

fn is_sum(region: &DraftRegion) -> bool {
    matches!(region.rule, Rule::Sum(Relation::Equal, _))
}

/// The cells beside a region, in board order.
fn beside(layout: &Layout, region: &DraftRegion) -> Vec<usize> {
    let near = region.cells.iter();
    let near = near.flat_map(|&cell| layout.tiling.neighbours(cell));
    let mut near: Vec<usize> = near
        .copied()
        .filter(|cell| !region.cells.contains(cell))
        .collect();
    near.sort_unstable();
    near.dedup();
    near
}

/// Cost of a region in style: the rarer its kind and size in NYT puzzles, the higher. NYT regions mostly have
/// one to three cells, half of the rules are sums, and about one cell in ten is free.
pub(super) fn region_cost(region: &DraftRegion) -> i32 {
    let by_size: [i32; 6] = match region.rule {
        Rule::Sum(Relation::Equal, _) => [4, 1, 2, 4, 7, 12],
        Rule::Sum(Relation::Less | Relation::Greater, _) => [2, 4, 7, 12, 20, 30],
        Rule::Equal => [30, 0, 0, 1, 3, 6],
        Rule::Unequal => [30, 1, 0, 0, 1, 2],
        Rule::Empty => [0; 6],
    };
    let more = region.cells.len().saturating_sub(6) as i32;
    by_size[region.cells.len().min(6) - 1] + 6 * more
}

/// Cost in style of the regions of a board with this many cells.
pub(super) fn style_cost(regions: &[DraftRegion], cells: usize) -> i32 {
    let by_region: i32 = regions.iter().map(region_cost).sum();
    let covered: usize = regions.iter().map(|region| region.cells.len()).sum();
    let free = (cells - covered) as i32;
    let usual = 1 + cells as i32 / 12;
    let compares = |region: &&DraftRegion| {
        matches!(
            region.rule,
            Rule::Sum(Relation::Less | Relation::Greater, _)
        )
    };
    let rules = regions.len() as i32;
    let sums = regions.iter().filter(|region| is_sum(region)).count() as i32;
    let comparisons = regions.iter().filter(compares).count() as i32;
    by_region
        + free
        + 6 * (free - usual).max(0)
        + 4 * (sums - 1 - rules * 2 / 3).max(0)
        + 4 * (comparisons - 1 - rules / 6).max(0)
}
