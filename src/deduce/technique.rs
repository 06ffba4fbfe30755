//! The inference techniques, one file each: name, weight, inference and sentence.
//!
//! A new technique takes a file and a line in [`all`].

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

/// An inference technique for one target: a cell, an edge, a region, a value, a domino or the board.
pub(super) struct Technique {
    pub(super) name: &'static str,
    /// Difficulty; `docs/hints.md` explains the scale.
    pub(super) weight: f64,
    /// What the inference depends on: it is not repeated while none of that changes.
    pub(super) scope: Scope,
    /// Returns the conclusions that are not known yet.
    pub(super) infer: Box<Infer>,
    /// Returns the inference as a sentence, made of its premises and conclusions alone.
    pub(super) explain: Box<Explain>,
}

type Infer = dyn Fn(&State<'_>) -> Option<Inference>;
type Explain = dyn Fn(&Phrases<'_>) -> String;

/// What an inference depends on.
pub(super) enum Scope {
    /// The domains and placements of these cells.
    Cells(Vec<CellId>),
    /// The same, and the numbers of halves and copies left.
    CellsAndSupply(Vec<CellId>),
    /// The whole state.
    Board,
}

/// A technique for all targets of one type.
struct TechniqueKind<P> {
    name: &'static str,
    weight: f64,
    infer: fn(&State<'_>, P) -> Option<Inference>,
    explain: fn(&Phrases<'_>, P) -> String,
}

impl<P: Copy + 'static> TechniqueKind<P> {
    const fn new(
        name: &'static str,
        weight: f64,
        infer: fn(&State<'_>, P) -> Option<Inference>,
        explain: fn(&Phrases<'_>, P) -> String,
    ) -> Self {
        TechniqueKind {
            name,
            weight,
            infer,
            explain,
        }
    }

    fn at(self, place: P, scope: Scope) -> Technique {
        Technique {
            name: self.name,
            weight: self.weight,
            scope,
            infer: Box::new(move |state| (self.infer)(state, place)),
            explain: Box::new(move |phrases| (self.explain)(phrases, place)),
        }
    }
}

/// Every technique for every target, the easiest first.
pub(super) fn all(index: &PuzzleIndex<'_>) -> Vec<Technique> {
    let puzzle = index.puzzle;
    let cells = || {
        puzzle
            .cell_ids()
            .map(|cell| (cell, Scope::Cells(vec![cell])))
    };
    let edges = || {
        let edges = index.edge_ids();
        edges.map(|edge| (edge, Scope::Cells(index.ends(edge).to_vec())))
    };
    let values = || index.all_values().iter().map(|value| (value, Scope::Board));
    let kinds = || index.kind_ids().map(|kind| (kind, Scope::Board));
    let rules = |is_single: bool| {
        let ids = puzzle.region_ids().filter(move |&id| {
            let region = puzzle.region(id);
            region.rule != Rule::Empty && (region.cells.len() == 1) == is_single
        });
        ids.map(move |id| {
            let region = puzzle.region(id);
            let kind = match region.rule {
                Rule::Sum(..) if is_single => rule::ONE_CELL,
                Rule::Equal => rule::EQUAL,
                Rule::Sum(..) | Rule::Unequal | Rule::Empty => rule::OTHER,
            };
            kind.at(id, Scope::CellsAndSupply(region.cells.clone()))
        })
    };
    let mut all: Vec<Technique> = rules(true).collect();
    all.extend(cells().map(|(cell, scope)| only_neighbour::KIND.at(cell, scope)));
    all.extend(edges().map(|(edge, scope)| only_domino::KIND.at(edge, scope)));
    all.extend(values().map(|(value, scope)| supply::KIND.at(value, scope)));
    all.extend(rules(false));
    all.extend(cells().map(|(cell, scope)| dominoes_that_fit::KIND.at(cell, scope)));
    all.extend(edges().map(|(edge, scope)| no_domino_fits::KIND.at(edge, scope)));
    all.extend(kinds().map(|(kind, scope)| only_place::KIND.at(kind, scope)));
    all.push(tiling::KIND.at((), Scope::Board));
    all.push(remainder::KIND.at((), Scope::Board));
    all.push(sums_together::KIND.at((), Scope::Board));
    all.extend(values().map(|(value, scope)| shared_supply::KIND.at(value, scope)));
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

    /// The sentences of all inferences of a technique, if some cells show these pips.
    pub(super) fn sentences(technique: &str, text: &str, shown: &[(&str, Pips)]) -> Vec<String> {
        sentences_after(technique, &[], text, shown)
    }

    /// The same after one application of other techniques.
    pub(super) fn sentences_after(
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
        engine.sentences(technique, before, &shown.collect::<Vec<_>>())
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
