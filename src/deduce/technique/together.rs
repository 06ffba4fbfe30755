//! Regions whose sums together need more, or less, than the halves there are.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Technique, View, Words};
use crate::deduce::wording::{and, count, region_names};
use crate::puzzle::{RegionId, Relation, Rule};

#[derive(Debug)]
struct Together;

pub(super) fn everywhere(_: &Ground<'_>, rules: &[RegionId]) -> Vec<Box<dyn Technique>> {
    look::everywhere((rules.len() > 1).then_some(Together).into_iter())
}

/// What the regions need together, and cannot have.
#[derive(Debug)]
struct Need {
    cells: usize,
    bound: Bound,
}

#[derive(Debug)]
enum Bound {
    /// They need at least so much, and the largest halves sum to less.
    AtLeast { need: i64, largest: i64 },
    /// They need at most so much, and the smallest halves sum to more.
    AtMost { need: i64, smallest: i64 },
}

impl Technique for Together {
    fn name(&self) -> &'static str {
        "sums together"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        4.0
    }

    fn look(&self, View { ground, rules, .. }: View<'_>) -> Option<Finding> {
        let mut regions = Vec::new();
        let mut cells = 0;
        let (mut least, mut greatest) = (0_i64, Some(0_i64));
        for &id in rules {
            let region = ground.puzzle().region(id);
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
        let bound = if least > largest {
            Bound::AtLeast {
                need: least,
                largest,
            }
        } else {
            let need = greatest.filter(|&greatest| greatest < smallest)?;
            Bound::AtMost { need, smallest }
        };
        Finding::new(regions, Excluded::everything(), Need { cells, bound })
    }
}

impl Words for Need {
    fn say(&self, view: View<'_>, finding: &Finding) -> String {
        let names = and(&region_names(view.ground.puzzle(), &finding.rules));
        let cells = count(self.cells, "cell", "cells");
        match self.bound {
            Bound::AtLeast { need, largest } => format!(
                "regions {names} together need at least {need} from {cells}, but the largest \
                 halves sum to {largest}"
            ),
            Bound::AtMost { need, smallest } => format!(
                "regions {names} together need at most {need} from {cells}, but the smallest \
                 halves sum to {smallest}"
            ),
        }
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
                "regions A and B together need at least 20 from four cells, but the largest halves sum to 14"
            ]
        );
    }
}
