//! A value that several regions need, of which there are only so many halves.

use crate::deduce::ground::{Ground, ValueId, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Key, Technique, View};
use crate::deduce::support::Support;
use crate::deduce::wording::{and, halves, is, shown};
use crate::puzzle::{CellId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, rules: &[RegionId]) -> Vec<Technique> {
    let at = |value| {
        let technique = Technique::new("shared supply", 4.0, move |view| look(view, value));
        technique.remembered(move |view| key(view, value))
    };
    let values = ground.all_values().iter().filter(|_| rules.len() > 1);
    values.map(at).collect()
}

fn key(view: View<'_>, value: ValueId) -> Key {
    let mut key = Key::default();
    key.number(value.0);
    for &region in view.rules {
        key.region(view, region);
    }
    key.every_value(view);
    key
}

fn look(view: View<'_>, value: ValueId) -> Option<Finding> {
    let (ground, known, rules) = (view.ground, view.knowledge, view.rules);
    let supports = || rules.iter().map(|&region| Support::of_region(view, region));
    let needs: Vec<usize> = supports().map(|support| support.need(value)).collect();
    let needing = rules.iter().copied().zip(needs.iter().copied());
    let regions: Vec<(RegionId, usize)> = needing.filter(|(_, need)| *need > 0).collect();
    if regions.len() < 2 {
        return None;
    }
    let is_elsewhere = |cell: &CellId| {
        let region = ground.puzzle.region_of(*cell);
        region.is_none_or(|region| !rules.contains(&region))
    };
    let others: Vec<CellId> = ground.puzzle.cell_ids().filter(is_elsewhere).collect();
    let shows = |cell: &&CellId| known.shown(**cell) == Some(value);
    let elsewhere = others.iter().filter(shows).count();
    let needed = needs.iter().sum::<usize>() + elsewhere;
    let spare = ground.supply(value).checked_sub(needed);
    let mut excluded = Excluded::default();
    if let Some(spare) = spare {
        for (support, need) in supports().zip(&needs) {
            if need + spare < support.stock(value) {
                let possible = support.with_stock(value, need + spare).possible();
                for (&cell, kept) in support.cells.iter().zip(possible) {
                    excluded.keep(known, cell, kept);
                }
            }
        }
    }
    match spare {
        None => excluded.everything = true,
        Some(0) => {
            let kept = ground.all_values().without(ValueSet::of(value));
            for cell in others
                .into_iter()
                .filter(|&cell| known.shown(cell).is_none())
            {
                excluded.keep(known, cell, kept);
            }
        }
        Some(_) => {}
    }
    // Regions that need none but lose values are used as well.
    let used = |region: &RegionId| {
        let cells = ground.cells_of(*region);
        regions.iter().any(|(needing, _)| needing == region)
            || excluded.values.iter().any(|(cell, _)| cells.contains(cell))
    };
    let used = rules.iter().copied().filter(used).collect();
    Finding::new(used, excluded, move |view, finding| {
        let ground = view.ground;
        let halves = |number: usize| halves(ground, number, value);
        let takes = |&(region, need): &(RegionId, usize)| {
            let name = &ground.puzzle.region(region).name;
            format!("region {name} takes at least {}", halves(need))
        };
        let mut parts: Vec<String> = regions.iter().map(takes).collect();
        if elsewhere > 0 {
            parts.push(format!("{} elsewhere", halves(elsewhere)));
        }
        let there = ground.supply(value);
        let (parts, all) = (and(&parts), halves(there));
        if spare.is_none() {
            format!("{parts}, but there {} only {all}", is(there))
        } else {
            format!("{parts} of the {all}: {}", shown(view, finding))
        }
    })
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
