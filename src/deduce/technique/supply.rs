//! The supply of a value: the number of cells that show it is its number of halves.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::index::{ValueId, ValueSet};
use crate::deduce::phrases::{Phrases, and_clauses, cells, count, halves, is, sentence};
use crate::deduce::state::State;
use crate::puzzle::{CellId, Fact};

pub(super) const KIND: TechniqueKind<ValueId> = TechniqueKind::new("supply", 2.0, infer, explain);

/// The cells that can show a value, and the number of those known to.
fn holders(state: &State<'_>, value: ValueId) -> (Vec<CellId>, usize) {
    let can = |cell: &CellId| state.values(*cell).contains(value);
    let holders: Vec<CellId> = state.index.puzzle.cell_ids().filter(can).collect();
    let must = |cell: &&CellId| state.shown(**cell) == Some(value);
    let fixed = holders.iter().filter(must).count();
    (holders, fixed)
}

fn infer(state: &State<'_>, value: ValueId) -> Option<Inference> {
    let supply = state.index.supply(value);
    let (holders, fixed) = holders(state, value);
    if fixed > supply || holders.len() < supply {
        return Inference::impossible();
    }
    let alone = ValueSet::of(value);
    let mut inference = Inference::default();
    if state.index.all_values() == alone {
        // The domains imply it; a proof needs the statements.
        let pips = state.index.pips(value);
        let is_unstated = |cell: &&CellId| state.positions(Fact::Shows(**cell, pips)).is_empty();
        let unstated = holders.iter().filter(is_unstated);
        let shows = unstated.map(|&cell| state.index.shows(cell, alone));
        inference.conclusions.extend(shows);
        return inference.finish();
    }
    let open = holders.into_iter();
    let open = open.filter(|&cell| state.shown(cell).is_none());
    if fixed == supply {
        let kept = state.index.all_values().without(alone);
        open.for_each(|cell| inference.keep(state, cell, kept));
    } else if fixed + open.clone().count() == supply {
        open.for_each(|cell| inference.keep(state, cell, alone));
    }
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, value: ValueId) -> String {
    let index = phrases.state.index;
    let (supply, pips) = (index.supply(value), index.pips(value));
    let (holders, fixed) = holders(phrases.state, value);
    if index.all_values() == ValueSet::of(value) {
        return phrases.so(&format!("every half shows {pips}"));
    }
    if fixed >= supply {
        let only = format!("there {} only {}", is(supply), halves(index, supply, value));
        let mut facts = phrases.facts();
        if phrases.is_end() {
            let needed = halves(index, fixed, value);
            return phrases.since(&facts, &format!("{needed} are needed, but {only}"));
        }
        facts.push(only);
        let facts = and_clauses(&facts);
        return sentence(&format!("since {facts}, {}", phrases.conclusion()));
    }
    let names = match holders[..] {
        [] => "no cell".into(),
        _ => format!("only {}", cells(index, &holders)),
    };
    let facts: Vec<String> = phrases.without(value).into_iter().collect();
    let halves = count(supply, "half", "halves");
    let show = if supply == 1 { "shows" } else { "show" };
    let but = if phrases.is_end() { "but" } else { "and" };
    let reason = format!("{names} can show {pips}, {but} {halves} {show} it");
    phrases.since(&facts, &reason)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    #[test]
    fn all_halves_are_used() {
        let sentences = sentences("supply", "****\n\n01 12\n", &[("r0c0", 1), ("r0c2", 1)]);
        assert_eq!(
            sentences,
            ["Since r0c0 and r0c2 show 1, and there are only two 1s, r0c1 and r0c3 show 0 or 2."]
        );
    }

    #[test]
    fn more_cells_than_halves() {
        let shown = [("r0c0", 0), ("r1c1", 0)];
        let sentences = sentences("supply", "**\n**\n\n01 12\n", &shown);
        let too_many = "Since r0c0 and r1c1 show 0, two 0s are needed, but there is only one 0.";
        let all_needed = "Since r0c0 and r1c1 do not show 1, only r0c1 and r1c0 can show 1, and \
                          two halves show it, so r0c1 and r1c0 show 1.";
        assert_eq!(sentences, [too_many, all_needed]);
    }
}
