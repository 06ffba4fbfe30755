//! The supply of a value: it is on the board as often as the dominoes show it.

use crate::deduce::ground::{Ground, ValueId, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Given, Technique, View};
use crate::deduce::wording::{cells, count, halves, is};
use crate::puzzle::{CellId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |value| Technique::new("supply", 2.0, move |view| look(view, value));
    ground.all_values().iter().map(at).collect()
}

fn look(view: View<'_>, value: ValueId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let there = ground.supply(value);
    let can = |cell: &CellId| known.values(*cell).contains(value);
    let holders: Vec<CellId> = ground.puzzle.cell_ids().filter(can).collect();
    let must = |cell: &CellId| known.shown(*cell) == Some(value);
    let (fixed, open): (Vec<CellId>, Vec<CellId>) = holders.iter().partition(|cell| must(cell));
    let alone = ValueSet::of(value);
    if view.given.at_most.contains(value) && fixed.len() >= there {
        let uses = Given {
            at_most: alone,
            ..Given::default()
        };
        return all_used(view, value, uses, &open, fixed.len() > there);
    }
    if !view.given.at_least.contains(value) || holders.len() > there {
        return None;
    }
    let uses = Given {
        at_least: alone,
        ..Given::default()
    };
    let excluded = if holders.len() < there {
        Excluded::everything()
    } else {
        Excluded::all_but(known, open.into_iter().map(|cell| (cell, alone)))
    };
    Finding::new(vec![], uses, excluded, move |telling| {
        let ground = telling.view.ground;
        let pips = ground.pips(value);
        let facts: Vec<String> = telling.without(value).into_iter().collect();
        let who = match holders[..] {
            [] => "no cell".into(),
            _ => format!("only {}", cells(ground, &holders)),
        };
        let halves = count(there, "half", "halves");
        let show = if there == 1 { "shows" } else { "show" };
        let but = if telling.is_end() { "but" } else { "and" };
        telling.since(
            &facts,
            &format!("{who} can show {pips}, {but} {halves} {show} it"),
        )
    })
}

/// Every half with a value is on cells that show it, or even more cells show it.
fn all_used(
    view: View<'_>,
    value: ValueId,
    uses: Given,
    open: &[CellId],
    too_many: bool,
) -> Option<Finding> {
    let kept = view.ground.all_values().without(ValueSet::of(value));
    let excluded = if too_many {
        Excluded::everything()
    } else {
        Excluded::all_but(view.knowledge, open.iter().map(|&cell| (cell, kept)))
    };
    Finding::new(vec![], uses, excluded, move |telling| {
        let ground = telling.view.ground;
        let there = ground.supply(value);
        let only = format!("there {} only {}", is(there), halves(ground, there, value));
        let mut facts = telling.facts();
        if telling.is_end() {
            let needed = halves(ground, there + 1, value);
            return telling.since(&facts, &format!("at least {needed} are needed, but {only}"));
        }
        facts.push(only);
        telling.follows(&facts)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn all_halves_are_used() {
        let said = said("supply", "****\n\n01 12\n", &[("r0c0", 1), ("r0c2", 1)]);
        assert_eq!(
            said,
            ["Since r0c0 and r0c2 show 1, and there are only two 1s, r0c1 and r0c3 show 0 or 2."]
        );
    }

    #[test]
    fn more_cells_than_halves() {
        let shown = [("r0c0", 0), ("r1c1", 0)];
        let said = said("supply", "**\n**\n\n01 12\n", &shown);
        let too_many =
            "Since r0c0 and r1c1 show 0, at least two 0s are needed, but there is only one 0.";
        let all_needed = "Since r0c0 and r1c1 do not show 1, only r0c1 and r1c0 can show 1, and \
                          two halves show it, so r0c1 and r1c0 show 1.";
        assert_eq!(said, [too_many, all_needed]);
    }
}
