//! A cell with one open edge.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::phrases::Phrases;
use crate::deduce::state::State;
use crate::deduce::statement::Statement;
use crate::puzzle::CellId;

pub(super) const KIND: TechniqueKind<CellId> =
    TechniqueKind::new("only neighbour", 0.5, infer, explain);

fn infer(state: &State<'_>, cell: CellId) -> Option<Inference> {
    let mut open = state.open_at(cell);
    let (edge, None) = (open.next(), open.next()) else {
        return None;
    };
    let Some(edge) = edge else {
        return Inference::impossible();
    };
    let mut inference = Inference::default();
    if !state.is_joined(edge) {
        let joined = Statement::Joined(state.index.edge(edge));
        inference.conclusions.push(joined);
    }
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, cell: CellId) -> String {
    let (index, state) = (phrases.state.index, phrases.state);
    let name = index.name(cell);
    let joined = index.graph.edges_at(cell).iter();
    let reason = if joined.filter(|&&edge| state.is_joined(edge)).count() > 1 {
        format!("{name} would be under two dominoes")
    } else if let Some(edge) = state.open_at(cell).next() {
        let mate = index.name(index.edge(edge).other(cell));
        format!("{name} can share a domino only with {mate}")
    } else {
        format!("{name} has no neighbour left to share a domino with")
    };
    match &phrases.facts()[..] {
        [] => phrases.so(&format!("cell {reason}")),
        facts => phrases.since(facts, &reason),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    #[test]
    fn a_row_begins_with_a_pair() {
        let sentences = sentences("only neighbour", "****\n\n01 23\n", &[]);
        assert_eq!(
            sentences,
            [
                "Cell r0c0 can share a domino only with r0c1, so one domino lies on r0c0 and r0c1.",
                "Cell r0c3 can share a domino only with r0c2, so one domino lies on r0c2 and r0c3."
            ]
        );
    }
}
