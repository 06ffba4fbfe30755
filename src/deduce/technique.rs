//! The inference techniques, one file each: inference and sentence. Their weights are in one table.
//! A new technique is a file and a line in [`all`].

mod dominoes_that_fit;
mod no_domino_fits;
mod only_domino;
mod only_neighbour;
mod only_place;
mod remainder;
mod rule;
mod shared_supply;
mod sums_together;
mod supply;
mod tiling;

use super::engine::Inference;
use super::index::PuzzleIndex;
use super::phrases::Phrases;
use super::state::State;
use crate::puzzle::{CellId, Rule};

/// An inference technique at a place: a cell, an edge, a region, a value, a domino or the whole board.
pub(super) struct Technique {
    pub(super) name: &'static str,
    /// How hard it is to apply; `docs/hints.md` explains the scale.
    pub(super) weight: f64,
    /// What the inference depends on: it is not tried again while none of that changes.
    pub(super) scope: Scope,
    /// What follows and is not known yet.
    pub(super) infer: Box<Infer>,
    /// The inference as a sentence, made of its premises and conclusions alone.
    pub(super) say: Box<Say>,
}

type Infer = dyn Fn(&State<'_>) -> Option<Inference>;
type Say = dyn Fn(&Phrases<'_>) -> String;

/// What an inference depends on.
pub(super) enum Scope {
    /// What these cells show and which dominoes can lie there.
    Cells(Vec<CellId>),
    /// The same, and how many halves and copies are left.
    CellsAndSupply(Vec<CellId>),
    /// Everything.
    Board,
}

/// A technique at a place.
fn at<P: Copy + 'static>(
    (name, weight): (&'static str, f64),
    scope: Scope,
    place: P,
    infer: fn(&State<'_>, P) -> Option<Inference>,
    say: fn(&Phrases<'_>, P) -> String,
) -> Technique {
    Technique {
        name,
        weight,
        scope,
        infer: Box::new(move |state| infer(state, place)),
        say: Box::new(move |phrases| say(phrases, place)),
    }
}

/// Every technique at every place, from the easiest to the hardest.
pub(super) fn all(index: &PuzzleIndex<'_>) -> Vec<Technique> {
    let puzzle = index.puzzle;
    let on_cell = |cell: CellId| Scope::Cells(vec![cell]);
    let on_edge = |edge| Scope::Cells(index.ends(edge).to_vec());
    let rules = |single: bool| {
        let ids = puzzle.region_ids().filter(move |&id| {
            let region = puzzle.region(id);
            region.rule != Rule::Empty && (region.cells.len() == 1) == single
        });
        ids.map(move |id| {
            let region = puzzle.region(id);
            let weight = match region.rule {
                Rule::Sum(..) if single => 0.5,
                Rule::Equal => 1.0,
                Rule::Sum(..) | Rule::Unequal | Rule::Empty => 1.5,
            };
            let scope = Scope::CellsAndSupply(region.cells.clone());
            at(("rule", weight), scope, id, rule::infer, rule::say)
        })
    };
    let mut all: Vec<Technique> = rules(true).collect();
    all.extend(puzzle.cell_ids().map(|cell| {
        let kind = ("only neighbour", 0.5);
        at(
            kind,
            on_cell(cell),
            cell,
            only_neighbour::infer,
            only_neighbour::say,
        )
    }));
    all.extend(index.edge_ids().map(|edge| {
        let kind = ("only domino", 0.5);
        at(
            kind,
            on_edge(edge),
            edge,
            only_domino::infer,
            only_domino::say,
        )
    }));
    all.extend(index.all_values().iter().map(|value| {
        let kind = ("supply", 2.0);
        at(kind, Scope::Board, value, supply::infer, supply::say)
    }));
    all.extend(rules(false));
    all.extend(puzzle.cell_ids().map(|cell| {
        let kind = ("dominoes that fit", 1.5);
        at(
            kind,
            on_cell(cell),
            cell,
            dominoes_that_fit::infer,
            dominoes_that_fit::say,
        )
    }));
    all.extend(index.edge_ids().map(|edge| {
        let kind = ("no domino fits", 1.5);
        at(
            kind,
            on_edge(edge),
            edge,
            no_domino_fits::infer,
            no_domino_fits::say,
        )
    }));
    all.extend(index.kind_ids().map(|domino| {
        let kind = ("only place", 2.0);
        at(
            kind,
            Scope::Board,
            domino,
            only_place::infer,
            only_place::say,
        )
    }));
    let board = |kind, infer: fn(&State<'_>, ()) -> _, say| at(kind, Scope::Board, (), infer, say);
    all.push(board(("tiling", 2.0), tiling::infer, tiling::say));
    all.push(board(("remainder", 4.0), remainder::infer, remainder::say));
    all.push(board(
        ("sums together", 4.0),
        sums_together::infer,
        sums_together::say,
    ));
    all.extend(index.all_values().iter().map(|value| {
        let kind = ("shared supply", 4.0);
        at(
            kind,
            Scope::Board,
            value,
            shared_supply::infer,
            shared_supply::say,
        )
    }));
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::all;
    use crate::deduce::engine::Engine;
    use crate::formats;
    use crate::limits::Budget;
    use crate::puzzle::{Fact, Pips, Puzzle};

    fn puzzle(text: &str) -> Puzzle {
        let document = formats::read(text.as_bytes(), None).expect("a puzzle");
        document.pick(None).expect("one puzzle").clone()
    }

    /// What a technique says wherever it infers something, if some cells show these pips.
    pub(super) fn said(technique: &str, text: &str, shown: &[(&str, Pips)]) -> Vec<String> {
        said_after(technique, &[], text, shown)
    }

    /// The same after other techniques have been applied wherever they can be.
    pub(super) fn said_after(
        technique: &str,
        before: &[&str],
        text: &str,
        shown: &[(&str, Pips)],
    ) -> Vec<String> {
        let puzzle = puzzle(text);
        let engine = Engine::new(&puzzle, &Budget::default()).expect("a small puzzle");
        let shown = shown.iter().map(|(name, pips)| {
            let cell = puzzle.find_cell(name).expect("a cell");
            Fact::Shows(cell, *pips)
        });
        engine.said(technique, before, &shown.collect::<Vec<_>>())
    }

    #[test]
    fn the_page_about_json_lists_the_techniques() {
        let puzzle = puzzle("AB\n\nA 1\nB 2\n\n12\n");
        let engine = Engine::new(&puzzle, &Budget::default()).expect("a small puzzle");
        let techniques = all(&engine.index);
        let mut names: BTreeSet<String> = techniques.iter().map(|one| one.name.into()).collect();
        names.extend(["contradiction", "search"].map(str::to_owned));
        let page = include_str!("../../docs/json.md");
        let (_, list) = page.split_once("type Technique =").expect("the type");
        let (list, _) = list.split_once(';').expect("its end");
        let there: BTreeSet<String> = list
            .split('"')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect();
        assert_eq!(there, names);
    }
}
