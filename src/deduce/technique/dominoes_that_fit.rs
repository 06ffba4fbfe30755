//! What the dominoes left can show in a cell.

use super::{Scope, Technique, boxed};
use crate::deduce::engine::{Inference, View};
use crate::deduce::index::PuzzleIndex;
use crate::deduce::phrases::{Phrases, and, few_dominoes, values};
use crate::puzzle::{CellId, Domino};

struct DominoesThatFit([CellId; 1]);

pub(super) fn everywhere(index: &PuzzleIndex<'_>) -> impl Iterator<Item = Box<dyn Technique>> {
    boxed(index.puzzle.cell_ids().map(|cell| DominoesThatFit([cell])))
}

impl Technique for DominoesThatFit {
    fn name(&self) -> &'static str {
        "dominoes that fit"
    }

    fn weight(&self) -> f64 {
        1.5
    }

    fn scope(&self) -> Scope<'_> {
        Scope::Cells(&self.0)
    }

    fn infer(&self, view: View<'_>) -> Option<Inference> {
        let [cell] = self.0;
        let mut inference = Inference::default();
        inference.keep(view, cell, view.state.fitting(cell));
        inference.finish()
    }

    fn say(&self, phrases: &Phrases<'_>) -> String {
        let (index, state) = (phrases.view.index, phrases.view.state);
        let [cell] = self.0;
        let name = index.name(cell);
        let there = state.open_at(cell).flat_map(|edge| state.live_on(edge));
        let there = there.map(|one| index.kind(index.placement(one).kind).0);
        let there: Vec<Domino> = there.collect();
        let seen = match few_dominoes(there.iter().copied()).as_deref() {
            Some([]) => format!("no domino can cover {name}"),
            Some(few) => format!("only {} can cover {name}", and(few)),
            None => {
                let gone = index.all_values().without(state.fitting(cell));
                let gone = values(index, gone);
                format!("no domino that can cover {name} shows {gone} there")
            }
        };
        phrases.since(&phrases.facts(), &seen)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_half_beside_a_known_one() {
        let said = said("dominoes that fit", "**..\n\n01\n", &[("r0c0", 0)]);
        assert_eq!(
            said,
            ["Since r0c0 shows 0, only 0-1 can cover r0c1, so r0c1 shows 1."]
        );
    }
}
