//! Regions whose sums together need more, or less, than the halves there are.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Technique, View};
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
    let smallest: i64 = ground.halves().take(cells).sum();
    let largest: i64 = ground.halves().rev().take(cells).sum();
    let (bound, need, which, sum) = if least > largest {
        ("least", least, "largest", largest)
    } else {
        let greatest = greatest.filter(|&greatest| greatest < smallest)?;
        ("most", greatest, "smallest", smallest)
    };
    Finding::new(regions, Excluded::everything(), move |view, finding| {
        let names = and(&region_names(view.ground.puzzle, &finding.rules));
        let cells = count(cells, "cell", "cells");
        format!(
            "regions {names} together need at {bound} {need} from {cells}, but the {which} halves \
             sum to {sum}"
        )
    })
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
                "regions A and B together need at least 20 from four cells, but the largest halves sum to 14"
            ]
        );
    }
}
