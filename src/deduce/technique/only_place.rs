//! A domino with few possible edges: all of its copies must be placed.

use super::TechniqueKind;
use crate::deduce::engine::Inference;
use crate::deduce::index::KindId;
use crate::deduce::phrases::{Phrases, and, cells, count};
use crate::deduce::state::State;
use crate::deduce::statement::Statement;
use crate::puzzle::{CellId, EdgeId, Graph};

pub(super) const KIND: TechniqueKind<KindId> =
    TechniqueKind::new("only place", 2.0, infer, explain);

/// The largest number of places at which a domino with one copy is examined: more seldom have a cell
/// in common.
const MAX_PLACES: usize = 8;

/// The edges on which a domino can lie.
fn places<'a>(state: &'a State<'_>, kind: KindId) -> impl Iterator<Item = EdgeId> + 'a {
    let is_place = move |&edge: &EdgeId| state.placements_of(edge, kind).next().is_some();
    state.open_edges().filter(is_place)
}

/// Largest number of copies of a domino on these edges without a common cell.
fn room(state: &State<'_>, kind: KindId, edges: &[EdgeId]) -> usize {
    if state.index.kind(kind).1 == 1 {
        return edges.len().min(1);
    }
    let edges = edges.iter().map(|&edge| state.index.edge(edge));
    let places = Graph::new(state.index.puzzle.cells().len(), edges.collect());
    places.most_dominoes(|_| true)
}

/// The cell that is under all of some edges.
fn covered(state: &State<'_>, edges: &[EdgeId]) -> Option<CellId> {
    let mut ends = edges.iter().map(|&edge| state.index.ends(edge));
    let first = ends.next()?;
    let ends: Vec<[CellId; 2]> = ends.collect();
    let is_covered = |cell: &CellId| ends.iter().all(|ends| ends.contains(cell));
    first.into_iter().find(is_covered)
}

fn infer(state: &State<'_>, kind: KindId) -> Option<Inference> {
    let index = state.index;
    let (_, copies) = index.kind(kind);
    let most = if copies == 1 {
        MAX_PLACES
    } else {
        usize::MAX - 1
    };
    let edges: Vec<EdgeId> = places(state, kind).take(most + 1).collect();
    if edges.len() > most {
        return None;
    }
    if room(state, kind, &edges) < copies {
        return Inference::impossible();
    }
    let mut inference = Inference::default();
    for &edge in edges.iter().filter(|&&edge| state.kind_on(edge).is_none()) {
        let others = edges.iter().copied().filter(|&other| other != edge);
        if room(state, kind, &others.collect::<Vec<_>>()) >= copies {
            continue;
        }
        inference.lies(state, edge, kind);
    }
    if copies == 1
        && edges.len() > 1
        && let Some(cell) = covered(state, &edges)
    {
        for edge in state.open_at(cell) {
            let others = state.placements_on(edge);
            let others = others.filter(|&one| index.placement(one).kind != kind);
            let others: Vec<_> = others.map(|one| index.placed(one)).collect();
            if !others.is_empty() {
                inference.conclusions.push(Statement::Not(others));
            }
        }
    }
    inference.finish()
}

fn explain(phrases: &Phrases<'_>, kind: KindId) -> String {
    let state = phrases.state;
    let (domino, copies) = state.index.kind(kind);
    let all = count(copies, "copy", "copies");
    let edges: Vec<EdgeId> = places(state, kind).collect();
    let places = phrases.concluded.iter().filter_map(|one| match one {
        Statement::On(edge, _) => Some(format!("on {}", cells(state.index, &edge.ends()))),
        _ => None,
    });
    let places: Vec<String> = places.collect();
    let reason = match (phrases.is_end(), copies, &places[..]) {
        (true, 1, _) => format!("the domino {domino} fits nowhere"),
        (true, ..) => format!("there is no room for {all} of {domino}"),
        (false, 1, [_, ..]) => format!("the domino {domino} has one place left"),
        (false, _, [_, ..]) => {
            let places = and(&places);
            format!("there is room for {all} of {domino} only with one {places}")
        }
        (false, _, []) => {
            let covered = covered(state, &edges);
            let covered = covered.map(|cell| state.index.name(cell).to_string());
            let covered = covered.unwrap_or_default();
            format!("the domino {domino} covers {covered} wherever it lies")
        }
    };
    phrases.since(&phrases.facts(), &reason)
}

#[cfg(test)]
mod tests {
    use super::super::tests::sentences;

    #[test]
    fn a_domino_with_one_place_left() {
        let shown = [("r0c0", 0), ("r0c2", 0), ("r0c3", 0)];
        let sentences = sentences("only place", "******\n\n01 02 12\n", &shown);
        assert_eq!(
            sentences,
            [
                "Since r0c0, r0c2 and r0c3 show 0, the domino 1-2 has one place left, so r0c4 \
                 and r0c5 share the domino 1-2."
            ]
        );
    }
}
