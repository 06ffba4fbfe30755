//! The supply of a value: it is on the board as often as the dominoes show it.

use super::{Technique, boxed};
use crate::deduce::engine::{Inference, View};
use crate::deduce::index::{PuzzleIndex, ValueId, ValueSet};
use crate::deduce::phrases::{Phrases, and_clauses, cells, count, halves, is, sentence};
use crate::puzzle::CellId;

struct Supply(ValueId);

pub(super) fn everywhere(index: &PuzzleIndex<'_>) -> impl Iterator<Item = Box<dyn Technique>> {
    boxed(index.all_values().iter().map(Supply))
}

impl Supply {
    /// The cells that can show the value, and how many of them are known to.
    fn holders(&self, view: View<'_>) -> (Vec<CellId>, usize) {
        let can = |cell: &CellId| view.state.values(*cell).contains(self.0);
        let holders: Vec<CellId> = view.index.puzzle.cell_ids().filter(can).collect();
        let must = |cell: &&CellId| view.state.shown(**cell) == Some(self.0);
        let fixed = holders.iter().filter(must).count();
        (holders, fixed)
    }
}

impl Technique for Supply {
    fn name(&self) -> &'static str {
        "supply"
    }

    fn weight(&self) -> f64 {
        2.0
    }

    fn infer(&self, view: View<'_>) -> Option<Inference> {
        let supply = view.index.supply(self.0);
        let (holders, fixed) = self.holders(view);
        if fixed > supply || holders.len() < supply {
            return Inference::impossible(vec![]);
        }
        let alone = ValueSet::of(self.0);
        let mut inference = Inference::default();
        let open = holders.into_iter();
        let open = open.filter(|&cell| view.state.shown(cell).is_none());
        if fixed == supply {
            let kept = view.index.all_values().without(alone);
            open.for_each(|cell| inference.keep(view, cell, kept));
        } else if fixed + open.clone().count() == supply {
            open.for_each(|cell| inference.keep(view, cell, alone));
        }
        inference.finish()
    }

    fn say(&self, phrases: &Phrases<'_>) -> String {
        let index = phrases.view.index;
        let (supply, pips) = (index.supply(self.0), index.pips(self.0));
        let (holders, fixed) = self.holders(phrases.view);
        if index.all_values() == ValueSet::of(self.0) {
            return phrases.so(&format!("every half shows {pips}"));
        }
        if fixed >= supply {
            let only = format!(
                "there {} only {}",
                is(supply),
                halves(index, supply, self.0)
            );
            let mut facts = phrases.facts();
            if phrases.is_end() {
                let needed = halves(index, fixed, self.0);
                return phrases.since(&facts, &format!("{needed} are needed, but {only}"));
            }
            facts.push(only);
            let facts = and_clauses(&facts);
            return sentence(&format!("since {facts}, {}", phrases.conclusion()));
        }
        let who = match holders[..] {
            [] => "no cell".into(),
            _ => format!("only {}", cells(index, &holders)),
        };
        let facts: Vec<String> = phrases.without(self.0).into_iter().collect();
        let halves = count(supply, "half", "halves");
        let show = if supply == 1 { "shows" } else { "show" };
        let but = if phrases.is_end() { "but" } else { "and" };
        let seen = format!("{who} can show {pips}, {but} {halves} {show} it");
        phrases.since(&facts, &seen)
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
            ["Since r0c0 and r0c2 show 1, and there are only two 1s, r0c1 and r0c3 show 0 or 2."]
        );
    }

    #[test]
    fn more_cells_than_halves() {
        let shown = [("r0c0", 0), ("r1c1", 0)];
        let said = said("supply", "**\n**\n\n01 12\n", &shown);
        let too_many = "Since r0c0 and r1c1 show 0, two 0s are needed, but there is only one 0.";
        let all_needed = "Since r0c0 and r1c1 do not show 1, only r0c1 and r1c0 can show 1, and \
                          two halves show it, so r0c1 and r1c0 show 1.";
        assert_eq!(said, [too_many, all_needed]);
    }
}
