//! Regions whose sums together need more, or less, than the halves there are.

use crate::deduce::ground::{Ground, ValueId};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Given, Technique, View};
use crate::deduce::wording::{and, count, region_names};
use crate::puzzle::{RegionId, Relation, Rule};

pub(super) fn everywhere(_: &Ground<'_>, rules: &[RegionId]) -> Vec<Technique> {
    let together = || Technique::new("sums together", 4.0, look);
    (rules.len() > 1).then(together).into_iter().collect()
}

fn look(view: View<'_>) -> Option<Finding> {
    let ground = view.ground;
    let mut regions = Vec::new();
    let mut cells = 0;
    let (mut least, mut greatest) = (0_i64, Some(0_i64));
    for &id in view.rules {
        let region = ground.puzzle.region(id);
        let (low, high) = match region.rule {
            Rule::Sum(Relation::Equal, target) => (target, Some(target)),
            Rule::Sum(Relation::Less, target) => (0, Some(target.saturating_sub(1))),
            Rule::Sum(Relation::Greater, target) => (target.saturating_add(1), None),
            Rule::Equal | Rule::Unequal | Rule::Empty => continue,
        };
        regions.push(id);
        cells += region.cells.len();
        least = least.saturating_add(low);
        greatest = greatest
            .zip(high)
            .map(|(all, high)| all.saturating_add(high));
    }
    let values = || ground.all_values().iter();
    let smallest = share_out(view, values(), cells);
    let largest = share_out(view, values().collect::<Vec<_>>().into_iter().rev(), cells);
    let (bound, need, which, sum) = if least > largest {
        ("least", least, "largest", largest)
    } else {
        let greatest = greatest.filter(|&greatest| greatest < smallest)?;
        ("most", greatest, "smallest", smallest)
    };
    let uses = Given {
        at_most: ground.all_values(),
        ..Given::default()
    };
    Finding::new(regions, uses, Excluded::everything(), move |telling| {
        let view = telling.view;
        let names = and(&region_names(view.ground.puzzle, view.rules));
        let cells = count(cells, "cell", "cells");
        let (which, halves) = (which, count_word(&cells));
        telling.so(&format!(
            "regions {names} together need at {bound} {need} from {cells}, but the {halves} \
             {which} halves sum to {sum}"
        ))
    })
}

/// The number in `three cells`.
fn count_word(counted: &str) -> &str {
    counted.split(' ').next().unwrap_or_default()
}

/// What the first of some values sum to, for so many cells, each taken as often as there are halves.
fn share_out(view: View<'_>, values: impl Iterator<Item = ValueId>, cells: usize) -> i64 {
    let (mut left, mut sum) = (cells, 0_i64);
    for value in values {
        let most = if view.given.at_most.contains(value) {
            view.ground.supply(value)
        } else {
            left
        };
        let taken = most.min(left);
        left -= taken;
        sum += taken as i64 * i64::from(view.ground.pips(value));
    }
    sum
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
