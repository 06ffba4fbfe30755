//! A domino with few places left: every copy of it lies somewhere.

use crate::deduce::ground::{Ground, KindId};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Technique, View, Words};
use crate::deduce::wording::{count, ends};
use crate::puzzle::{CellId, EdgeId, RegionId};

#[derive(Debug)]
struct OnlyPlace(KindId);

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Box<dyn Technique>> {
    look::everywhere(ground.kind_ids().map(OnlyPlace))
}

/// Where the copies of a domino lie.
#[derive(Debug)]
enum Places {
    /// There are only so many places, fewer than copies.
    TooFew(KindId, usize),
    /// There are as many places as copies.
    Just(KindId, Vec<EdgeId>),
    /// The only copy covers this cell wherever it lies.
    Covering(KindId, CellId),
}

impl Technique for OnlyPlace {
    fn name(&self) -> &'static str {
        "only place"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        2.0
    }

    fn look(&self, view: View<'_>) -> Option<Finding> {
        let View {
            ground, knowledge, ..
        } = view;
        let OnlyPlace(kind) = *self;
        let (_, copies) = ground.kind(kind);
        let of_kind = ground
            .placements()
            .filter(|&(number, one)| one.kind == kind && knowledge.is_live(number));
        let mut edges: Vec<EdgeId> = of_kind.map(|(_, placement)| placement.edge).collect();
        edges.dedup();
        if edges.len() < copies {
            let places = Places::TooFew(kind, edges.len());
            return Finding::new(vec![], Excluded::everything(), places);
        }
        let (claimed, places) = if edges.len() == copies {
            let claimed: Vec<CellId> = edges.iter().flat_map(|&edge| ground.ends(edge)).collect();
            (claimed, Places::Just(kind, edges))
        } else if copies == 1 {
            let everywhere = |cell: &CellId| {
                let mut ends = edges.iter().map(|&edge| ground.ends(edge));
                ends.all(|ends| ends.contains(cell))
            };
            let cell = ground.ends(edges[0]).into_iter().find(everywhere)?;
            (vec![cell], Places::Covering(kind, cell))
        } else {
            return None;
        };
        let is_claimed = |edge: &EdgeId| {
            let mut ends = ground.ends(*edge).into_iter();
            ends.any(|cell| claimed.contains(&cell))
        };
        let others = ground
            .edge_ids()
            .filter(is_claimed)
            .flat_map(|edge| knowledge.live_on(ground, edge))
            .filter(|&other| ground.placement(other).kind != kind);
        let excluded = Excluded {
            placements: others.collect(),
            ..Excluded::default()
        };
        Finding::new(vec![], excluded, places)
    }
}

impl Words for Places {
    fn say(&self, View { ground, .. }: View<'_>, _: &Finding) -> String {
        match self {
            Places::TooFew(kind, 0) => {
                let (domino, _) = ground.kind(*kind);
                format!("the domino {domino} fits nowhere")
            }
            Places::TooFew(kind, places) => {
                let (domino, copies) = ground.kind(*kind);
                let places = count(*places, "place", "places");
                format!("the {copies} dominoes {domino} fit in only {places}")
            }
            Places::Just(kind, edges) => {
                let (domino, copies) = ground.kind(*kind);
                let ends: Vec<String> = edges.iter().map(|&edge| ends(ground, edge)).collect();
                let ends = ends.join(", on ");
                match copies {
                    1 => format!("the domino {domino} fits only on {ends}"),
                    _ => format!("the {copies} dominoes {domino} fit only on {ends}"),
                }
            }
            Places::Covering(kind, cell) => {
                let ((domino, _), cell) = (ground.kind(*kind), ground.name(*cell));
                format!("wherever the domino {domino} lies, it covers {cell}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_domino_without_the_half_that_is_there() {
        let said = said(
            "only place",
            "******\n\n01 02 12\n",
            &[("r0c0", 0), ("r0c2", 0)],
        );
        assert_eq!(said, ["the domino 1-2 fits only on r0c4 and r0c5"]);
    }
}
