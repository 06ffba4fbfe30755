//! Two cells that share a domino, for which only one domino is left.

use super::{Scope, Technique, boxed};
use crate::deduce::engine::{Inference, View};
use crate::deduce::index::{Placement, PuzzleIndex, ValueSet};
use crate::deduce::phrases::Phrases;
use crate::deduce::statement::Statement;
use crate::puzzle::{CellId, EdgeId};

struct OnlyDomino(EdgeId, [CellId; 2]);

pub(super) fn everywhere(index: &PuzzleIndex<'_>) -> impl Iterator<Item = Box<dyn Technique>> {
    let at = move |edge| OnlyDomino(edge, index.ends(edge));
    boxed(index.edge_ids().map(at))
}

impl Technique for OnlyDomino {
    fn name(&self) -> &'static str {
        "only domino"
    }

    fn weight(&self) -> f64 {
        0.5
    }

    fn scope(&self) -> Scope<'_> {
        Scope::Cells(&self.1)
    }

    fn infer(&self, view: View<'_>) -> Option<Inference> {
        let (index, state) = (view.index, view.state);
        if !state.is_joined(self.0) || state.laid(self.0).is_some() {
            return None;
        }
        let live = state.live_on(self.0).map(|one| index.placement(one));
        let live: Vec<Placement> = live.collect();
        let first = *live.first()?;
        if live.iter().any(|other| other.kind != first.kind) {
            return None;
        }
        let mut inference = Inference::default();
        let domino = index.kind(first.kind).0;
        let on = Statement::On(index.edge(self.0), domino);
        inference.conclusions.push(on);
        if let [only] = live[..] {
            for (cell, value) in index.under(only) {
                inference.keep(view, cell, ValueSet::of(value));
            }
        }
        inference.finish()
    }

    fn say(&self, phrases: &Phrases<'_>) -> String {
        let (index, state) = (phrases.view.index, phrases.view.state);
        let mut live = state.live_on(self.0).map(|one| index.placement(one).kind);
        let only = live.next().map(|kind| index.kind(kind).0.to_string());
        let only = only.unwrap_or_default();
        phrases.since(&phrases.facts(), &format!("only {only} fits there"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said_after;

    #[test]
    fn one_half_determines_the_domino() {
        let before = ["only neighbour"];
        let said = said_after("only domino", &before, "****\n\n01 23\n", &[("r0c1", 1)]);
        assert_eq!(
            said,
            [
                "Since r0c1 shows 1, and r0c0 and r0c1 share a domino, only 0-1 fits there, \
                 so the domino 0-1 lies on r0c0 and r0c1."
            ]
        );
    }
}
