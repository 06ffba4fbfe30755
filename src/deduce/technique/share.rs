//! A value that several regions need, of which there are only so many halves.

use crate::deduce::demand::Demand;
use crate::deduce::ground::{Ground, ValueId, ValueSet};
use crate::deduce::knowledge::{Excluded, Item};
use crate::deduce::look::{Finding, Given, Key, Technique, View};
use crate::deduce::support::Support;
use crate::deduce::telling::and_clauses;
use crate::deduce::wording::{self, halves, is};
use crate::puzzle::{CellId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, rules: &[RegionId]) -> Vec<Technique> {
    let at = |value| {
        let technique = Technique::new("shared supply", 4.0, move |view| look(view, value));
        technique.remembered(move |view| key(view, value)).hasty()
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
    // Where cells show every half already, no region needs to be looked at.
    let shows = |&cell: &CellId| known.shown(cell) == Some(value);
    let shown = ground.puzzle.cell_ids().filter(shows).count();
    if !view.given.at_most.contains(value) || shown >= ground.supply(value) {
        return None;
    }
    let is_elsewhere = |cell: CellId| {
        let region = ground.puzzle.region_of(cell);
        region.is_none_or(|region| !rules.contains(&region))
    };
    let Demand {
        needs,
        spare,
        others,
    } = Demand::of(view, value, rules, &is_elsewhere)?;
    let needing = rules.iter().copied().zip(needs.iter().copied());
    let regions: Vec<(RegionId, usize)> = needing.filter(|(_, need)| *need > 0).collect();
    // What one region needs may be all that matters to another.
    let least = if view.patient { 1 } else { 2 };
    if regions.len() < least {
        return None;
    }
    let mut excluded = Excluded::default();
    if let Some(spare) = spare {
        for (&region, need) in rules.iter().zip(&needs) {
            let support = Support::of_region(view, region);
            if need + spare < support.stock(value) {
                let possible = support.with_stock(value, need + spare).possible();
                let alone = support.possible();
                for ((&cell, kept), alone) in support.cells.iter().zip(possible).zip(alone) {
                    // What the rule of the region says by itself is not for the others to say.
                    if kept != alone {
                        excluded.keep(known, cell, kept);
                    }
                }
            }
        }
    }
    match spare {
        None => excluded.everything = true,
        Some(0) => {
            let kept = ground.all_values().without(ValueSet::of(value));
            for cell in others {
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
    let uses = Given {
        at_most: ground.all_values(),
        dominoes: true,
        ..Given::default()
    };
    Finding::new(used, uses, excluded, move |telling| {
        let ground = telling.view.ground;
        let halves = |number: usize| halves(ground, number, value);
        let takes = |&(region, need): &(RegionId, usize)| {
            let rule = wording::rule(ground.puzzle, region);
            format!("{rule}, which takes at least {}", halves(need))
        };
        let mut parts: Vec<String> = regions.iter().map(takes).collect();
        let takers: Vec<RegionId> = regions.iter().map(|(region, _)| *region).collect();
        let others = telling.view.rules.iter().copied();
        let others = others.filter(|region| !takers.contains(region));
        parts.extend(others.map(|region| wording::rule(ground.puzzle, region)));
        let there = ground.supply(value);
        let scarce = telling
            .view
            .given
            .at_most
            .iter()
            .filter(|&other| other != value);
        let scarce = scarce.map(|other| telling.scarce(other, &[]));
        let is_said = |item: &Item| {
            let scarce = |value| telling.view.given.at_most.contains(value);
            let shown = match item {
                Item::Values(_, values) => values.only(),
                Item::Joined(_) | Item::Apart(_) | Item::On(..) | Item::Barred(..) => None,
            };
            shown.is_some_and(|shown| shown != value && scarce(shown))
        };
        let mut facts = telling.facts_about(|item| !is_said(item));
        facts.extend(scarce);
        let but = if telling.is_end() { "but" } else { "and" };
        let all = halves(there);
        let since = match &facts[..] {
            [] => String::new(),
            some => format!(", since {}", and_clauses(some)),
        };
        let only = format!("{but} there {} only {all}", is(there));
        telling.so(&format!("{}{since}; {only}", parts.join("; ")))
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
                "Region A needs 12 from two cells, which takes at least two 6s; region B needs 12 \
                 from two cells, which takes at least two 6s; but there are only three 6s."
            ]
        );
    }

    #[test]
    fn what_a_rule_says_by_itself_is_left_to_it() {
        let said = said("shared supply", "AABB**\n\nA 11\nB 11\n\n56 56 16\n", &[]);
        assert_eq!(
            said,
            [
                "Region A needs 11 from two cells, which takes at least one 5; region B needs 11 \
                 from two cells, which takes at least one 5; and there are only two 5s, so r0c4 \
                 and r0c5 show 1 or 6."
            ]
        );
    }
}
