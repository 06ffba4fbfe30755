//! A joined edge on which only one domino fits.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::phrases::Phrases;
use crate::deduce::state::State;
use crate::puzzle::EdgeId;

pub(super) const KIND: TechniqueKind<EdgeId> =
    TechniqueKind::new("only domino", 0.5, infer, explain);

fn infer(state: &State<'_>, edge: EdgeId) -> Option<Inference> {
    let index = state.index;
    if !state.is_joined(edge) || state.kind_on(edge).is_some() {
        return None;
    }
    let mut kinds = state
        .placements_on(edge)
        .map(|one| index.placement(one).kind);
    let first = kinds.next()?;
    if kinds.any(|other| other != first) {
        return None;
    }
    let mut inference = Inference::default();
    inference.lies(state, edge, first);
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, edge: EdgeId) -> String {
    let (index, state) = (phrases.state.index, phrases.state);
    let mut kinds = state
        .placements_on(edge)
        .map(|one| index.placement(one).kind);
    let only = kinds.next().map(|kind| index.kind(kind).0.to_string());
    let only = only.unwrap_or_default();
    phrases.since(&phrases.facts(), &format!("only {only} fits there"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences_after;

    #[test]
    fn one_half_determines_the_domino() {
        let before = ["only neighbour"];
        let sentences = sentences_after("only domino", &before, "****\n\n01 23\n", &[("r0c1", 1)]);
        assert_eq!(
            sentences,
            [
                "Since r0c1 shows 1, and r0c0 and r0c1 share a domino, only 0-1 fits there, \
                 so the domino 0-1 lies on r0c0 and r0c1."
            ]
        );
    }
}
