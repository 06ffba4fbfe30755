//! Edges that no tiling with the open edges uses.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::phrases::{Phrases, and_clauses, cells};
use crate::deduce::state::State;
use crate::deduce::statement::Statement;
use crate::deduce::untileable::Untileable;
use crate::limits::Budget;
use crate::puzzle::{CellId, Edge, EdgeId, Graph};

pub(super) const KIND: TechniqueKind<()> = TechniqueKind::new("tiling", 2.0, infer, explain);

fn infer(state: &State<'_>, _: ()) -> Option<Inference> {
    let index = state.index;
    let open: Vec<EdgeId> = state.open_edges().collect();
    let edges = open.iter().map(|&edge| index.edge(edge)).collect();
    let Some(usable) = Graph::new(index.puzzle.cells().len(), edges).tileable_edges() else {
        return Inference::impossible();
    };
    let mut inference = Inference::default();
    for (edge, _) in open.into_iter().zip(usable).filter(|(_, usable)| !usable) {
        inference.apart(state, edge);
    }
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, _: ()) -> String {
    if phrases.is_end() {
        let why = uncovered(phrases.state, None);
        let reason = format!("dominoes cannot cover the board: {why}");
        return phrases.since(&phrases.facts(), &reason);
    }
    let why = phrases.concluded.iter().filter_map(|one| match one {
        Statement::Apart(edge) => {
            let ends = cells(phrases.state.index, &edge.ends());
            let why = uncovered(phrases.state, Some(*edge));
            Some(format!("with a domino on {ends}, {why}"))
        }
        _ => None,
    });
    let why: Vec<String> = why.collect();
    phrases.since(&phrases.facts(), &and_clauses(&why))
}

/// The reason why the open edges have no tiling, with a domino on `placed`.
fn uncovered(state: &State<'_>, placed: Option<Edge>) -> String {
    let index = state.index;
    let is_left = |cell: CellId| placed.is_none_or(|edge| !edge.ends().contains(&cell));
    let open = state.open_edges().map(|edge| index.edge(edge));
    let open = open.filter(|edge| edge.ends().into_iter().all(is_left));
    let left = Graph::new(index.puzzle.cells().len(), open.collect());
    match Untileable::of_part(&left, is_left, &Budget::default()) {
        Ok(Some(why)) => why.words(index.puzzle),
        Ok(None) | Err(_) => "a part of the board is left that dominoes cannot cover".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    #[test]
    fn a_bridge_between_even_parts() {
        let sentences = sentences("tiling", "**..\n****\n..**\n\n00 11 22 33\n", &[]);
        assert_eq!(
            sentences,
            [
                "With a domino on r1c1 and r1c2, r0c1 and r1c0 would each need the cell r0c0 for a \
                 domino, and only one of the two can have it, so no domino lies on r1c1 and r1c2."
            ]
        );
    }
}
