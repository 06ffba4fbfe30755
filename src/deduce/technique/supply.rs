//! The supply of a value: it is on the board as often as the dominoes show it.

use crate::deduce::ground::{Ground, ValueId, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Technique, View};
use crate::deduce::wording::{cells, count, halves, is, shown};
use crate::puzzle::{CellId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |value| Technique::new("supply", 2.0, move |view| look(view, value));
    ground.all_values().iter().map(at).collect()
}

fn look(view: View<'_>, value: ValueId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let (pips, there) = (ground.pips(value), ground.supply(value));
    let can = |cell: &CellId| known.values(*cell).contains(value);
    let holders: Vec<CellId> = ground.puzzle.cell_ids().filter(can).collect();
    let must = |cell: &CellId| known.shown(*cell) == Some(value);
    let (fixed, open): (Vec<CellId>, Vec<CellId>) = holders.iter().partition(|cell| must(cell));
    if fixed.len() > there {
        return Finding::new(vec![], Excluded::everything(), move |view, _| {
            let (cells, all) = (
                cells(view.ground, &fixed),
                halves(view.ground, there, value),
            );
            format!("{cells} show {pips}, but there {} only {all}", is(there))
        });
    }
    if holders.len() < there {
        return Finding::new(vec![], Excluded::everything(), move |view, _| {
            let who = match holders[..] {
                [] => "no cell".into(),
                _ => format!("only {}", cells(view.ground, &holders)),
            };
            let show = if there == 1 { "shows" } else { "show" };
            let halves = count(there, "half", "halves");
            format!("{who} can show {pips}, but {halves} {show} it")
        });
    }
    let all_used = fixed.len() == there;
    if !all_used && holders.len() > there {
        return None;
    }
    let alone = ValueSet::of(value);
    let kept = if all_used {
        ground.all_values().without(alone)
    } else {
        alone
    };
    let excluded = Excluded::all_but(known, open.into_iter().map(|cell| (cell, kept)));
    Finding::new(vec![], excluded, move |view, finding| {
        let all = halves(view.ground, there, value);
        let shown = shown(view, finding);
        if !all_used {
            let are = is(there);
            return format!("there {are} {all} and only as many cells that can show it: {shown}");
        }
        let whole = match there {
            1 => format!("the only {pips} is on"),
            2 => format!("both {pips}s are on"),
            _ => format!("all {all} are on"),
        };
        format!("{whole} {}: {shown}", cells(view.ground, &fixed))
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
            ["both 1s are on r0c0 and r0c2: r0c1 and r0c3 show 0 or 2"]
        );
    }

    #[test]
    fn more_cells_than_halves() {
        let shown = [("r0c0", 0), ("r1c1", 0)];
        let said = said("supply", "**\n**\n\n01 12\n", &shown);
        let too_many = "r0c0 and r1c1 show 0, but there is only one 0";
        let all_needed =
            "there are two 1s and only as many cells that can show it: r0c1 and r1c0 show 1";
        assert_eq!(said, [too_many, all_needed]);
    }
}
