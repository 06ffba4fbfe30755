//! What pruning left undecided.
//!
//! Pruning lays many dominoes for good. Those are taken off the board here, and their pips out of
//! the regions' rules, so that a sweep sees the cells and dominoes that are still in question.

use crate::model::{Body, Model, PlacementId, Rule};
use crate::puzzle::Bounds;

/// The undecided part of a model, with numbers of its own for cells and kinds.
#[derive(Debug)]
pub(super) struct Rest {
    /// How many cells are left.
    pub(super) cells: usize,
    /// How many of each kind are left; none of these is zero.
    pub(super) copies: Vec<u32>,
    /// The ways to lay what is left.
    pub(super) placements: Vec<RestPlacement>,
    /// The rules that can still be broken.
    pub(super) rules: Vec<RestRule>,
    /// The rule that a cell is under.
    pub(super) rule_of: Vec<Option<usize>>,
    /// The least and the greatest value of each cell.
    pub(super) bounds: Vec<Bounds>,
    /// For each cell, the values that it can show, as bits of [`RestPlacement`]'s value numbers.
    pub(super) values: Vec<u128>,
    /// The placements that lie for good.
    pub(super) decided: Vec<PlacementId>,
}

/// A placement that may or may not be used.
#[derive(Debug, Clone, Copy)]
pub(super) struct RestPlacement {
    pub(super) id: PlacementId,
    pub(super) kind: usize,
    /// The two cells, each with its value.
    pub(super) halves: [Half; 2],
}

/// A cell with what a placement shows there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Half {
    pub(super) cell: usize,
    pub(super) value: i64,
    /// The place of the value among all values of the model.
    pub(super) number: u32,
}

/// A rule with what is decided taken out.
#[derive(Debug)]
pub(super) struct RestRule {
    pub(super) cells: Vec<usize>,
    pub(super) rule: Rule,
}

impl Rest {
    /// Takes the decided part off a model. Nothing if the model has more values than a rule's
    /// state can tell apart, or two rules for one cell.
    pub(super) fn of(model: &Model) -> Option<Rest> {
        let mut pips: Vec<_> = model.cells.iter().flat_map(|c| c.domain.iter()).collect();
        pips.sort_unstable();
        pips.dedup();
        if pips.len() > 100 {
            return None;
        }
        let mut at_cell = vec![0_u32; model.cells.len()];
        for &placement in &model.placements {
            for (cell, _) in model.halves(placement) {
                at_cell[cell.index()] += 1;
            }
        }
        let mut shown: Vec<Option<i64>> = vec![None; model.cells.len()];
        let mut left: Vec<u32> = model.kinds.iter().map(|kind| kind.copies).collect();
        let mut decided = Vec::new();
        let mut open = Vec::new();
        for (index, &placement) in model.placements.iter().enumerate() {
            let halves = model.halves(placement);
            let kind = placement.kind.index();
            if halves.iter().any(|(cell, _)| at_cell[cell.index()] == 1) {
                left[kind] = left[kind].checked_sub(1)?;
                decided.push(PlacementId::at(index));
                for (cell, value) in halves {
                    if shown[cell.index()].replace(i64::from(value)).is_some() {
                        return None;
                    }
                }
            } else {
                open.push(index);
            }
        }
        let numbers = |keep: &dyn Fn(usize) -> bool, count: usize| {
            let mut next = 0;
            let number = |index| {
                keep(index).then(|| {
                    next += 1;
                    next - 1
                })
            };
            (0..count).map(number).collect::<Vec<Option<usize>>>()
        };
        let cell_number = numbers(&|cell| shown[cell].is_none(), model.cells.len());
        let kind_number = numbers(&|kind| left[kind] > 0, model.kinds.len());

        let mut placements = Vec::with_capacity(open.len());
        for index in open {
            let placement = model.placements[index];
            let halves = model.halves(placement).map(|(cell, value)| {
                Some(Half {
                    cell: cell_number[cell.index()]?,
                    value: i64::from(value),
                    number: pips.partition_point(|&&other| other < value) as u32,
                })
            });
            // On a decided cell, or of a kind that is used up, nothing more can lie.
            if let ([Some(one), Some(other)], Some(kind)) =
                (halves, kind_number[placement.kind.index()])
            {
                placements.push(RestPlacement {
                    id: PlacementId::at(index),
                    kind,
                    halves: [one, other],
                });
            }
        }
        let cells = cell_number.iter().flatten().count();
        let nothing = Bounds {
            least: i64::MAX,
            greatest: i64::MIN,
        };
        let mut bounds = vec![nothing; cells];
        let mut values = vec![0; cells];
        for half in placements.iter().flat_map(|placement| placement.halves) {
            let bounds = &mut bounds[half.cell];
            bounds.least = half.value.min(bounds.least);
            bounds.greatest = half.value.max(bounds.greatest);
            values[half.cell] |= 1_u128 << half.number;
        }
        let mut rest = Rest {
            cells,
            copies: left.into_iter().filter(|&left| left > 0).collect(),
            placements,
            rules: Vec::new(),
            rule_of: vec![None; cells],
            bounds,
            values,
            decided,
        };
        for constraint in &model.constraints {
            let (cells, rule) = match &constraint.body {
                Body::Rule { cells, rule } => (cells, *rule),
                // A pin has left the cell one value, pruning knows what covers and shows, and the
                // plan counts the dominoes, of which the supply is made.
                Body::Pinned { .. }
                | Body::Covered(_)
                | Body::Shows(_)
                | Body::Used { .. }
                | Body::NeverFlipped(_)
                | Body::Supply { .. } => continue,
                // No sweep tells boards apart: those that do not count are taken off the result.
                Body::Excluded(_) => continue,
            };
            let rule = match rule {
                Rule::Sum(relation, target) => {
                    let sum: i64 = cells.iter().filter_map(|cell| shown[cell.index()]).sum();
                    Rule::Sum(relation, target - sum)
                }
                Rule::Equal | Rule::Unequal => rule,
                Rule::Empty => continue,
            };
            let number = rest.rules.len();
            let cells: Vec<usize> = cells
                .iter()
                .filter_map(|cell| cell_number[cell.index()])
                .collect();
            for &cell in &cells {
                if rest.rule_of[cell].replace(number).is_some() {
                    return None;
                }
            }
            rest.rules.push(RestRule { cells, rule });
        }
        Some(rest)
    }
}
