//! Regions whose sums together need more, or less, than the halves there are.

use crate::deduce::engine::Inference;
use crate::deduce::index::ValueId;
use crate::deduce::phrases::{Phrases, and, count, number, region_names};
use crate::deduce::state::State;
use crate::puzzle::{RegionId, Relation, Rule};

/// What some regions need together, and what the halves allow.
struct Together {
    regions: Vec<RegionId>,
    cells: usize,
    /// `least` or `most`.
    bound: &'static str,
    need: i64,
    /// `largest` or `smallest`.
    which: &'static str,
    sum: i64,
}

impl Together {
    fn of(state: &State<'_>) -> Option<Self> {
        let mut regions = Vec::new();
        let mut cells = 0;
        let (mut least, mut greatest) = (0_i64, Some(0_i64));
        for &id in &state.rules {
            let region = state.index.puzzle.region(id);
            let (low, high) = match region.rule {
                Rule::Sum(Relation::Equal, target) => (target, Some(target)),
                Rule::Sum(Relation::Less, target) => (0, Some(target.saturating_sub(1))),
                Rule::Sum(Relation::Greater, target) => (target.saturating_add(1), None),
                Rule::Equal | Rule::Unequal | Rule::Empty => continue,
            };
            regions.push(id);
            cells += region.cells.len();
            least = least.saturating_add(low);
            greatest = greatest.zip(high).map(|(all, one)| all.saturating_add(one));
        }
        let ascending: Vec<ValueId> = state.index.all_values().iter().collect();
        let smallest = first_sum(state, ascending.iter(), cells);
        let largest = first_sum(state, ascending.iter().rev(), cells);
        let (bound, need, which, sum) = if least > largest {
            ("least", least, "largest", largest)
        } else {
            let greatest = greatest.filter(|&greatest| greatest < smallest)?;
            ("most", greatest, "smallest", smallest)
        };
        Some(Together {
            regions,
            cells,
            bound,
            need,
            which,
            sum,
        })
    }
}

/// What the first `cells` halves sum to, with the values in this order.
fn first_sum<'v>(
    state: &State<'_>,
    values: impl Iterator<Item = &'v ValueId>,
    cells: usize,
) -> i64 {
    let (mut left, mut sum) = (cells, 0_i64);
    for &value in values {
        let taken = state.index.supply(value).min(left);
        left -= taken;
        sum += taken as i64 * i64::from(state.index.pips(value));
    }
    sum
}

pub(super) fn infer(state: &State<'_>, _: ()) -> Option<Inference> {
    Together::of(state).and_then(|_| Inference::impossible())
}

pub(super) fn say(phrases: &Phrases<'_>, _: ()) -> String {
    let Some(together) = Together::of(phrases.state) else {
        return String::new();
    };
    let Together {
        bound,
        need,
        which,
        sum,
        ..
    } = together;
    let names = and(&region_names(phrases.state.index.puzzle, &together.regions));
    let cells = count(together.cells, "cell", "cells");
    let halves = number(together.cells);
    phrases.so(&format!(
        "regions {names} together need at {bound} {need} from {cells}, but the {halves} \
         {which} halves sum to {sum}"
    ))
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn sums_that_need_more_than_there_is() {
        let said = said("sums together", "AABB\n\nA 10\nB 10\n\n66 11\n", &[]);
        assert_eq!(
            said,
            [
                "Regions A and B together need at least 20 from four cells, but the four largest halves sum to 14."
            ]
        );
    }
}
