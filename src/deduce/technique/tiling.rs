//! Whether dominoes can cover what is left of the board.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Key, Technique, View, Words};
use crate::deduce::wording::{ends, or};
use crate::puzzle::{Edge, EdgeId, Graph, RegionId};

#[derive(Debug, Clone, Copy)]
struct Tiling;

pub(super) fn everywhere(_: &Ground<'_>, _: &[RegionId]) -> Vec<Box<dyn Technique>> {
    look::everywhere([Tiling].into_iter())
}

impl Technique for Tiling {
    fn name(&self) -> &'static str {
        "tiling"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        2.0
    }

    fn key(&self, view: View<'_>) -> Option<Key> {
        let mut key = Key::default();
        let edges = view.ground.edge_ids();
        key.flags(edges.map(|edge| view.knowledge.is_open(edge)));
        Some(key)
    }

    /// The open edges that no tiling uses.
    fn look(&self, view: View<'_>) -> Option<Finding> {
        let ground = view.ground;
        let open = ground
            .edge_ids()
            .filter(|&edge| view.knowledge.is_open(edge));
        let open: Vec<EdgeId> = open.collect();
        let edges: Vec<Edge> = open.iter().map(|&edge| ground.edge(edge)).collect();
        let left = Graph::new(ground.puzzle().cells().len(), edges);
        let excluded = match left.tileable_edges() {
            None => Excluded::everything(),
            Some(usable) => {
                let unused = open.into_iter().zip(usable).filter(|(_, usable)| !usable);
                Excluded::edges(unused.map(|(edge, _)| edge).collect())
            }
        };
        Finding::new(vec![], excluded, *self)
    }
}

impl Words for Tiling {
    fn say(&self, view: View<'_>, finding: &Finding) -> String {
        if finding.excluded.everything {
            return "dominoes cannot cover what is left of the board".into();
        }
        let edges = finding.excluded.edges.iter();
        let places: Vec<String> = edges
            .map(|&edge| format!("on {}", ends(view.ground, edge)))
            .collect();
        format!(
            "a domino {} would leave a part of the board that dominoes cannot cover",
            or(&places)
        )
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
                "a domino on r1c1 and r1c2 would leave a part of the board that dominoes cannot cover"
            ]
        );
    }
}
