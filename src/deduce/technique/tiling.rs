//! Whether dominoes can cover what is left of the board.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::{Excluded, Item};
use crate::deduce::look::{Finding, Given, Key, Technique, View};
use crate::deduce::telling::and_clauses;
use crate::deduce::untileable::Untileable;
use crate::deduce::wording::ends;
use crate::limits::Watch;
use crate::puzzle::{CellId, Edge, EdgeId, Graph, RegionId};

pub(super) fn everywhere(_: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    vec![Technique::new("tiling", 2.0, look).remembered(key)]
}

fn key(view: View<'_>) -> Key {
    let mut key = Key::default();
    let edges = view.ground.edge_ids();
    key.flags(edges.map(|edge| view.knowledge.is_open(edge)));
    key
}

/// The open edges that no tiling uses.
fn look(view: View<'_>) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let uses = Given {
        cover: view.given.cover.clone(),
        ..Given::default()
    };
    let open: Vec<EdgeId> = ground
        .edge_ids()
        .filter(|&edge| known.is_open(edge))
        .collect();
    let edges: Vec<Edge> = open.iter().map(|&edge| ground.edge(edge)).collect();
    let Some(usable) = usable(view, edges) else {
        return Finding::new(vec![], uses, Excluded::everything(), |telling| {
            let why = uncovered(telling.view, None);
            telling.since(
                &telling.facts(),
                &format!("dominoes cannot cover the board: {why}"),
            )
        });
    };
    let unused = open.into_iter().zip(usable).filter(|(_, usable)| !usable);
    let excluded = Excluded {
        edges: unused.map(|(edge, _)| edge).collect(),
        ..Excluded::default()
    };
    Finding::new(vec![], uses, excluded, |telling| {
        let why = telling.concluded().iter().filter_map(|item| match item {
            Item::Apart(edge) => {
                let ends = ends(telling.view.ground, *edge);
                let why = uncovered(telling.view, Some(*edge));
                Some(format!("with a domino on {ends}, {why}"))
            }
            Item::Values(..) | Item::Joined(_) | Item::On(..) | Item::Barred(..) => None,
        });
        let why: Vec<String> = why.collect();
        telling.since(&telling.facts(), &and_clauses(&why))
    })
}

/// For each of some edges, whether dominoes on them, that one among them, can cover all cells that
/// have to be covered; nothing if they cannot at all.
fn usable(view: View<'_>, edges: Vec<Edge>) -> Option<Vec<bool>> {
    let cells = view.ground.puzzle.cells().len();
    let cover = &view.given.cover;
    let free: Vec<CellId> = view.ground.puzzle.cell_ids().collect();
    let free: Vec<CellId> = free
        .into_iter()
        .filter(|&c| !view.given.covers(c))
        .collect();
    if free.is_empty() {
        return Graph::new(cells, edges).tileable_edges();
    }
    // Cells that need not be covered may be left over, two at a time.
    let mut all = edges.clone();
    let odd = (cells % 2 == 1).then(|| CellId::at(cells));
    let free: Vec<CellId> = free.into_iter().chain(odd).collect();
    for (at, &one) in free.iter().enumerate() {
        all.extend(free[..at].iter().map(|&other| Edge { a: other, b: one }));
    }
    let cells = cells + usize::from(odd.is_some());
    let left = Graph::new(cells, all);
    let near = |cell: CellId| {
        let mut beside = view.ground.graph.neighbours(cell);
        cover.contains(cell.index()) || beside.any(|other| cover.contains(other.index()))
    };
    (left.most_dominoes(|_| true) * 2 == cells).then(|| {
        let usable = edges.iter().map(|edge| {
            let others = |cell: CellId| !edge.ends().contains(&cell);
            !edge.ends().into_iter().any(near) || left.most_dominoes(others) * 2 == cells - 2
        });
        usable.collect()
    })
}

/// Why dominoes cannot cover what is left of the board, with one more domino on an edge.
fn uncovered(view: View<'_>, laid: Option<EdgeId>) -> String {
    let (ground, known) = (view.ground, view.knowledge);
    let under = laid.map(|edge| ground.ends(edge));
    let is_left = |cell: CellId| under.is_none_or(|under| !under.contains(&cell));
    let open = ground.edge_ids().filter(|&edge| known.is_open(edge));
    let open = open.map(|edge| ground.edge(edge));
    let open = open.filter(|edge| edge.ends().into_iter().all(is_left));
    let left = Graph::new(ground.puzzle.cells().len(), open.collect());
    match Untileable::of_part(&left, is_left, &Watch::default()) {
        Ok(Some(why)) => why.words(ground.puzzle),
        Ok(None) | Err(_) => "a part of the board would be left that dominoes cannot cover".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_bridge_between_even_parts() {
        let said = said("tiling", "**..\n****\n..**\n\n00 11 22 33\n", &[]);
        assert_eq!(
            said,
            [
                "With a domino on r1c1 and r1c2, r0c1 and r1c0 would each need the cell r0c0 for a \
                 domino, and only one of the two can have it, so no domino lies on r1c1 and r1c2."
            ]
        );
    }
}
