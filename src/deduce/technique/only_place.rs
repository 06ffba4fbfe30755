//! A domino with few places left: every copy of it lies somewhere.

use super::{Technique, boxed};
use crate::deduce::engine::{Inference, View};
use crate::deduce::index::{KindId, PuzzleIndex, ValueSet};
use crate::deduce::phrases::{Phrases, and, cells, count};
use crate::deduce::statement::Statement;
use crate::puzzle::{CellId, EdgeId, Graph};

struct OnlyPlace(KindId);

pub(super) fn everywhere(index: &PuzzleIndex<'_>) -> impl Iterator<Item = Box<dyn Technique>> {
    boxed(index.kind_ids().map(OnlyPlace))
}

impl OnlyPlace {
    /// The edges on which the domino can lie.
    fn places(&self, view: View<'_>) -> Vec<EdgeId> {
        let is_place = |edge: &EdgeId| {
            let mut live = view.state.live_on(*edge);
            live.any(|one| view.index.placement(one).kind == self.0)
        };
        view.index.edge_ids().filter(is_place).collect()
    }

    /// How many copies these edges have room for: two dominoes share no cell.
    fn room(&self, view: View<'_>, edges: &[EdgeId]) -> usize {
        if view.index.kind(self.0).1 == 1 {
            return edges.len().min(1);
        }
        let edges = edges.iter().map(|&edge| view.index.edge(edge));
        let places = Graph::new(view.index.puzzle.cells().len(), edges.collect());
        places.most_dominoes(|_| true)
    }

    /// The cell that the only copy covers wherever it lies.
    fn covered(&self, view: View<'_>, edges: &[EdgeId]) -> Option<CellId> {
        let ends = edges.first().map(|&edge| view.index.ends(edge));
        let covers = |cell: &CellId| {
            let mut all = edges.iter();
            all.all(|&edge| view.index.ends(edge).contains(cell))
        };
        ends.into_iter().flatten().find(covers)
    }
}

impl Technique for OnlyPlace {
    fn name(&self) -> &'static str {
        "only place"
    }

    fn weight(&self) -> f64 {
        2.0
    }

    fn infer(&self, view: View<'_>) -> Option<Inference> {
        let (index, state) = (view.index, view.state);
        let (domino, copies) = index.kind(self.0);
        let edges = self.places(view);
        if self.room(view, &edges) < copies {
            return Inference::impossible(vec![]);
        }
        let mut inference = Inference::default();
        for &edge in edges.iter().filter(|&&edge| state.laid(edge).is_none()) {
            let others = edges.iter().copied().filter(|&other| other != edge);
            if self.room(view, &others.collect::<Vec<_>>()) >= copies {
                continue;
            }
            let on = Statement::On(index.edge(edge), domino);
            inference.conclusions.push(on);
            let there = state.live_on(edge).map(|one| index.placement(one));
            let mut ways = there.filter(|one| one.kind == self.0);
            if let (Some(only), None) = (ways.next(), ways.next()) {
                for (cell, value) in index.under(only) {
                    inference.keep(view, cell, ValueSet::of(value));
                }
            }
        }
        if copies == 1
            && edges.len() > 1
            && let Some(cell) = self.covered(view, &edges)
        {
            for edge in state.open_at(cell) {
                let others = state.live_on(edge);
                let others = others.filter(|&one| index.placement(one).kind != self.0);
                let others: Vec<_> = others.map(|one| index.placed(one)).collect();
                if !others.is_empty() {
                    inference.conclusions.push(Statement::Not(others));
                }
            }
        }
        inference.finish()
    }

    fn say(&self, phrases: &Phrases<'_>) -> String {
        let view = phrases.view;
        let (domino, copies) = view.index.kind(self.0);
        let all = count(copies, "copy", "copies");
        let edges = self.places(view);
        let laid = phrases.concluded.iter().filter_map(|one| match one {
            Statement::On(edge, _) => Some(format!("on {}", cells(view.index, &edge.ends()))),
            _ => None,
        });
        let places: Vec<String> = laid.collect();
        let seen = match (phrases.is_end(), copies, &places[..]) {
            (true, 1, _) => format!("the domino {domino} fits nowhere"),
            (true, ..) => format!("there is no room for {all} of {domino}"),
            (false, 1, [_, ..]) => format!("the domino {domino} has one place left"),
            (false, _, [_, ..]) => {
                let places = and(&places);
                format!("there is room for {all} of {domino} only with one {places}")
            }
            (false, _, []) => {
                let covered = self.covered(view, &edges);
                let covered = covered.map(|cell| view.index.name(cell).to_string());
                let covered = covered.unwrap_or_default();
                format!("the domino {domino} covers {covered} wherever it lies")
            }
        };
        phrases.since(&phrases.facts(), &seen)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_domino_without_the_half_that_is_there() {
        let shown = [("r0c0", 0), ("r0c2", 0), ("r0c3", 0)];
        let said = said("only place", "******\n\n01 02 12\n", &shown);
        assert_eq!(
            said,
            [
                "Since r0c0, r0c2 and r0c3 show 0, the domino 1-2 has one place left, so r0c4 \
                 and r0c5 share the domino 1-2."
            ]
        );
    }
}
