//! A value that several regions need, of which there are only so many halves.

use crate::deduce::ground::{Ground, ValueId, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Key, Technique, View, Words};
use crate::deduce::support::Support;
use crate::deduce::wording::{and, halves, is, shown};
use crate::puzzle::{CellId, RegionId};

#[derive(Debug)]
struct Share(ValueId);

pub(super) fn everywhere(ground: &Ground<'_>, rules: &[RegionId]) -> Vec<Box<dyn Technique>> {
    let values = ground.all_values().iter().filter(|_| rules.len() > 1);
    look::everywhere(values.map(Share))
}

/// Who needs how many halves with a value.
#[derive(Debug)]
struct Needs {
    value: ValueId,
    /// Only the regions that need some.
    regions: Vec<(RegionId, usize)>,
    /// How many cells elsewhere show it.
    elsewhere: usize,
    /// Whether that is more than there are.
    too_many: bool,
}

impl Technique for Share {
    fn name(&self) -> &'static str {
        "shared supply"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        4.0
    }

    fn key(&self, view: View<'_>) -> Option<Key> {
        let mut key = Key::default();
        key.number(self.0.0);
        for &region in view.rules {
            key.region(view, region);
        }
        key.every_value(view);
        Some(key)
    }

    fn look(&self, view: View<'_>) -> Option<Finding> {
        let View {
            ground,
            knowledge,
            rules,
            ..
        } = view;
        let Share(value) = *self;
        let supports = || rules.iter().map(|&region| Support::of_region(view, region));
        let needs: Vec<usize> = supports().map(|support| support.need(value)).collect();
        let needing = rules.iter().copied().zip(needs.iter().copied());
        let regions: Vec<(RegionId, usize)> = needing.filter(|(_, need)| *need > 0).collect();
        if regions.len() < 2 {
            return None;
        }
        let is_elsewhere = |cell: &CellId| {
            let region = ground.puzzle().region_of(*cell);
            region.is_none_or(|region| !rules.contains(&region))
        };
        let others = || ground.puzzle().cell_ids().filter(is_elsewhere);
        let elsewhere = others()
            .filter(|&cell| knowledge.shown(cell) == Some(value))
            .count();
        let needed = needs.iter().sum::<usize>() + elsewhere;
        let spare = ground.supply(value).checked_sub(needed);
        let mut excluded = match spare {
            None => Excluded::everything(),
            Some(_) => Excluded::default(),
        };
        if let Some(spare) = spare {
            for (support, need) in supports().zip(&needs) {
                if need + spare < support.stock(value) {
                    let possible = support.with_stock(value, need + spare).possible();
                    for (&cell, kept) in support.cells.iter().zip(possible) {
                        excluded.keep(knowledge, cell, kept);
                    }
                }
            }
        }
        if spare == Some(0) {
            let kept = ground.all_values().without(ValueSet::of(value));
            for cell in others().filter(|&cell| knowledge.shown(cell).is_none()) {
                excluded.keep(knowledge, cell, kept);
            }
        }
        // Regions that need none but lose values are used as well.
        let used = |region: &RegionId| {
            let cells = ground.cells_of(*region);
            regions.iter().any(|(needing, _)| needing == region)
                || excluded.values.iter().any(|(cell, _)| cells.contains(cell))
        };
        let used = rules.iter().copied().filter(used).collect();
        let needs = Needs {
            value,
            regions,
            elsewhere,
            too_many: spare.is_none(),
        };
        Finding::new(used, excluded, needs)
    }
}

impl Words for Needs {
    fn say(&self, view: View<'_>, finding: &Finding) -> String {
        let ground = view.ground;
        let halves = |number: usize| halves(ground, number, self.value);
        let takes = |&(region, need): &(RegionId, usize)| {
            let name = &ground.puzzle().region(region).name;
            format!("region {name} takes at least {}", halves(need))
        };
        let mut parts: Vec<String> = self.regions.iter().map(takes).collect();
        if self.elsewhere > 0 {
            parts.push(format!("{} elsewhere", halves(self.elsewhere)));
        }
        let there = ground.supply(self.value);
        let (parts, all) = (and(&parts), halves(there));
        if self.too_many {
            format!("{parts}, but there {} only {all}", is(there))
        } else {
            let shown = shown(view, finding);
            format!("{parts} of the {all}: {shown}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn two_regions_need_too_many() {
        let said = said("shared supply", "AABB\n\nA 12\nB 12\n\n66 16\n", &[]);
        assert_eq!(
            said,
            [
                "region A takes at least two 6s and region B takes at least two 6s, but there are only three 6s"
            ]
        );
    }
}
