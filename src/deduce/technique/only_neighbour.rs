//! A cell with one neighbour left to share a domino with.

use super::{Scope, Technique, boxed};
use crate::deduce::engine::{Inference, View};
use crate::deduce::index::PuzzleIndex;
use crate::deduce::phrases::Phrases;
use crate::deduce::statement::Statement;
use crate::puzzle::CellId;

struct OnlyNeighbour([CellId; 1]);

pub(super) fn everywhere(index: &PuzzleIndex<'_>) -> impl Iterator<Item = Box<dyn Technique>> {
    boxed(index.puzzle.cell_ids().map(|cell| OnlyNeighbour([cell])))
}

impl Technique for OnlyNeighbour {
    fn name(&self) -> &'static str {
        "only neighbour"
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn scope(&self) -> Scope<'_> {
        Scope::Cells(&self.0)
    }

    fn infer(&self, view: View<'_>) -> Option<Inference> {
        let mut open = view.state.open_at(self.0[0]);
        let (edge, None) = (open.next(), open.next()) else {
            return None;
        };
        let Some(edge) = edge else {
            return Inference::impossible(vec![]);
        };
        let mut inference = Inference::default();
        if !view.state.is_joined(edge) {
            let joined = Statement::Joined(view.index.edge(edge));
            inference.conclusions.push(joined);
        }
        inference.finish()
    }

    fn say(&self, phrases: &Phrases<'_>) -> String {
        let (index, state) = (phrases.view.index, phrases.view.state);
        let [cell] = self.0;
        let name = index.name(cell);
        let joined = index.graph.edges_at(cell).iter();
        let seen = if joined.filter(|&&edge| state.is_joined(edge)).count() > 1 {
            format!("{name} would be under two dominoes")
        } else if let Some(edge) = state.open_at(cell).next() {
            let mate = index.name(index.edge(edge).other(cell));
            format!("{name} can share a domino only with {mate}")
        } else {
            format!("{name} has no neighbour left to share a domino with")
        };
        match &phrases.facts()[..] {
            [] => phrases.so(&format!("cell {seen}")),
            facts => phrases.since(facts, &seen),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_row_begins_with_a_pair() {
        let said = said("only neighbour", "****\n\n01 23\n", &[]);
        assert_eq!(
            said,
            [
                "Cell r0c0 can share a domino only with r0c1, so one domino lies on r0c0 and r0c1.",
                "Cell r0c3 can share a domino only with r0c2, so one domino lies on r0c2 and r0c3."
            ]
        );
    }
}
