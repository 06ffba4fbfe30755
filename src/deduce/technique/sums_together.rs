//! Regions whose sums together need more, or less, than the halves there are.

use super::Technique;
use crate::deduce::engine::{Inference, View};
use crate::deduce::index::ValueId;
use crate::deduce::phrases::{Phrases, and, count, number, region_names};
use crate::puzzle::{RegionId, Relation, Rule};

pub(super) struct SumsTogether;

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
    fn of(view: View<'_>) -> Option<Self> {
        let mut regions = Vec::new();
        let mut cells = 0;
        let (mut least, mut greatest) = (0_i64, Some(0_i64));
        for &id in view.rules {
            let region = view.index.puzzle.region(id);
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
        let ascending: Vec<ValueId> = view.index.all_values().iter().collect();
        let smallest = first_sum(view, ascending.iter(), cells);
        let largest = first_sum(view, ascending.iter().rev(), cells);
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
fn first_sum<'v>(view: View<'_>, values: impl Iterator<Item = &'v ValueId>, cells: usize) -> i64 {
    let (mut left, mut sum) = (cells, 0_i64);
    for &value in values {
        let taken = view.index.supply(value).min(left);
        left -= taken;
        sum += taken as i64 * i64::from(view.index.pips(value));
    }
    sum
}

impl Technique for SumsTogether {
    fn name(&self) -> &'static str {
        "sums together"
    }

    fn weight(&self) -> f64 {
        4.0
    }

    fn infer(&self, view: View<'_>) -> Option<Inference> {
        let together = Together::of(view)?;
        Inference::impossible(together.regions)
    }

    fn say(&self, phrases: &Phrases<'_>) -> String {
        let Some(together) = Together::of(phrases.view) else {
            return String::new();
        };
        let Together {
            bound,
            need,
            which,
            sum,
            ..
        } = together;
        let names = and(&region_names(phrases.view.index.puzzle, &together.regions));
        let cells = count(together.cells, "cell", "cells");
        let halves = number(together.cells);
        phrases.so(&format!(
            "regions {names} together need at {bound} {need} from {cells}, but the {halves} \
             {which} halves sum to {sum}"
        ))
    }
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
