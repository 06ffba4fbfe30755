//! Whether dominoes can cover what is left of the board.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Key, Technique, View};
use crate::deduce::wording::{ends, or};
use crate::puzzle::{Edge, EdgeId, Graph, RegionId};

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
    let open: Vec<EdgeId> = ground
        .edge_ids()
        .filter(|&edge| known.is_open(edge))
        .collect();
    let edges: Vec<Edge> = open.iter().map(|&edge| ground.edge(edge)).collect();
    let left = Graph::new(ground.puzzle.cells().len(), edges);
    let Some(usable) = left.tileable_edges() else {
        return Finding::new(vec![], Excluded::everything(), |_, _| {
            "dominoes cannot cover what is left of the board".into()
        });
    };
    let unused = open.into_iter().zip(usable).filter(|(_, usable)| !usable);
    let excluded = Excluded {
        edges: unused.map(|(edge, _)| edge).collect(),
        ..Excluded::default()
    };
    Finding::new(vec![], excluded, |view, finding| {
        let edges = finding.excluded.edges.iter();
        let places = edges.map(|&edge| format!("on {}", ends(view.ground, edge)));
        let places = or(&places.collect::<Vec<_>>());
        format!("a domino {places} would leave a part of the board that dominoes cannot cover")
    })
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
                "a domino on r1c1 and r1c2 would leave a part of the board that dominoes cannot cover"
            ]
        );
    }
}
