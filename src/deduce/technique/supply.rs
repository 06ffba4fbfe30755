//! The supply of a value: it is on the board as often as the dominoes show it.

use crate::deduce::ground::{Ground, ValueId, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Technique, View, Words};
use crate::deduce::wording::{and, cell_names, count, halves, is, shown};
use crate::puzzle::{CellId, RegionId};

#[derive(Debug)]
struct Supply(ValueId);

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Box<dyn Technique>> {
    look::everywhere(ground.all_values().iter().map(Supply))
}

/// How the cells that show a value, or can, stand to the halves with it.
#[derive(Debug)]
struct Balance {
    value: ValueId,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// These show it, and are more than there are halves.
    TooMany(Vec<CellId>),
    /// Only these can show it, and are fewer than there are halves.
    TooFew(Vec<CellId>),
    /// These show it, and have all halves.
    AllUsed(Vec<CellId>),
    /// As many can show it as there are halves.
    AllNeeded,
}

impl Technique for Supply {
    fn name(&self) -> &'static str {
        "supply"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        2.0
    }

    fn look(
        &self,
        View {
            ground, knowledge, ..
        }: View<'_>,
    ) -> Option<Finding> {
        let Supply(value) = *self;
        let there = ground.supply(value);
        let can = |cell: &CellId| knowledge.values(*cell).contains(value);
        let holders: Vec<CellId> = ground.puzzle().cell_ids().filter(can).collect();
        let must = |cell: &CellId| knowledge.shown(*cell) == Some(value);
        let (fixed, open): (Vec<CellId>, Vec<CellId>) = holders.iter().copied().partition(must);
        let alone = ValueSet::of(value);
        let (excluded, kind) = if fixed.len() > there {
            (Excluded::everything(), Kind::TooMany(fixed))
        } else if holders.len() < there {
            (Excluded::everything(), Kind::TooFew(holders))
        } else if fixed.len() == there {
            let others = ground.all_values().without(alone);
            let kept = open.into_iter().map(|cell| (cell, others));
            (Excluded::all_but(knowledge, kept), Kind::AllUsed(fixed))
        } else if holders.len() == there {
            let kept = open.into_iter().map(|cell| (cell, alone));
            (Excluded::all_but(knowledge, kept), Kind::AllNeeded)
        } else {
            return None;
        };
        Finding::new(vec![], excluded, Balance { value, kind })
    }
}

impl Words for Balance {
    fn say(&self, view: View<'_>, finding: &Finding) -> String {
        let ground = view.ground;
        let (pips, there) = (ground.pips(self.value), ground.supply(self.value));
        let names = |cells: &[CellId]| and(&cell_names(ground.puzzle(), cells));
        let all = halves(ground, there, self.value);
        let shown = || shown(view, finding);
        match &self.kind {
            Kind::TooMany(cells) => {
                let names = names(cells);
                format!("{names} show {pips}, but there {} only {all}", is(there))
            }
            Kind::TooFew(cells) => {
                let who = match cells[..] {
                    [] => "no cell".into(),
                    _ => format!("only {}", names(cells)),
                };
                let show = if there == 1 { "shows" } else { "show" };
                let halves = count(there, "half", "halves");
                format!("{who} can show {pips}, but {halves} {show} it")
            }
            Kind::AllUsed(cells) => {
                let whole = match there {
                    1 => format!("the only {pips} is on"),
                    2 => format!("both {pips}s are on"),
                    _ => format!("all {all} are on"),
                };
                format!("{whole} {}: {}", names(cells), shown())
            }
            Kind::AllNeeded => format!(
                "there {} {all} and only as many cells that can show it: {}",
                is(there),
                shown()
            ),
        }
    }
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
