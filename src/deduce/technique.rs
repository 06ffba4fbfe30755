//! The techniques, one file each: what it infers, how that is said, how hard it is.
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

use super::engine::{Inference, View};
use super::index::PuzzleIndex;
use super::phrases::Phrases;
use crate::puzzle::{CellId, RegionId};

/// An inference technique at a place: a cell, an edge, a region, a value or the whole board.
pub(super) trait Technique {
    fn name(&self) -> &'static str;

    /// How hard it is to apply; `docs/hints.md` explains the scale.
    fn weight(&self) -> f64;

    /// What the inference depends on: it is not tried again while none of that changes.
    fn scope(&self) -> Scope<'_> {
        Scope::Board
    }

    /// What follows and is not known yet.
    fn infer(&self, view: View<'_>) -> Option<Inference>;

    /// The inference as a sentence, made of its premises and conclusions alone.
    fn say(&self, phrases: &Phrases<'_>) -> String;
}

/// What an inference depends on.
pub(super) enum Scope<'a> {
    /// What these cells show and which dominoes can lie there.
    Cells(&'a [CellId]),
    /// The same, and how many halves and copies are left.
    CellsAndSupply(&'a [CellId]),
    /// Everything.
    Board,
}

/// Every technique at every place, by the rules of some regions, from the easiest to the hardest.
pub(super) fn all(index: &PuzzleIndex<'_>, rules: &[RegionId]) -> Vec<Box<dyn Technique>> {
    let mut all: Vec<Box<dyn Technique>> = Vec::new();
    all.extend(rule::single_cells(index, rules));
    all.extend(only_neighbour::everywhere(index));
    all.extend(only_domino::everywhere(index));
    all.extend(supply::everywhere(index));
    all.extend(rule::everywhere(index, rules));
    all.extend(dominoes_that_fit::everywhere(index));
    all.extend(no_domino_fits::everywhere(index));
    all.extend(only_place::everywhere(index));
    all.push(Box::new(tiling::Tiling));
    all.push(Box::new(remainder::Remainder));
    all.push(Box::new(sums_together::SumsTogether));
    all.extend(shared_supply::everywhere(index));
    all
}

/// Techniques of one kind, as trait objects.
fn boxed<T: Technique + 'static>(
    places: impl Iterator<Item = T>,
) -> impl Iterator<Item = Box<dyn Technique>> {
    places.map(|one| Box::new(one) as Box<dyn Technique>)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::all;
    use crate::deduce::engine::Engine;
    use crate::formats;
    use crate::limits::Budget;
    use crate::puzzle::{Fact, Pips, Puzzle, RegionId};

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
        let rules: Vec<RegionId> = puzzle.region_ids().collect();
        let engine = Engine::new(&puzzle, &rules, &Budget::default()).expect("a small puzzle");
        let shown = shown.iter().map(|(name, pips)| {
            let cell = puzzle.find_cell(name).expect("a cell");
            Fact::Shows(cell, *pips)
        });
        engine.said(technique, before, &shown.collect::<Vec<_>>())
    }

    #[test]
    fn the_page_about_json_lists_the_techniques() {
        let puzzle = puzzle("AB\n\nA 1\nB 2\n\n12\n");
        let rules: Vec<RegionId> = puzzle.region_ids().collect();
        let engine = Engine::new(&puzzle, &rules, &Budget::default()).expect("a small puzzle");
        let techniques = all(&engine.index, &rules);
        let mut names: BTreeSet<String> = techniques.iter().map(|one| one.name().into()).collect();
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
