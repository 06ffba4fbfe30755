//! A domino with few places left: every copy of it lies somewhere.

use crate::deduce::ground::{Ground, KindId};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Technique, View};
use crate::deduce::wording::{count, ends};
use crate::puzzle::{CellId, EdgeId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |kind| Technique::new("only place", 2.0, move |view| look(view, kind));
    ground.kind_ids().map(at).collect()
}

fn look(view: View<'_>, kind: KindId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let (domino, copies) = ground.kind(kind);
    let here = known.live().filter(|placement| placement.kind == kind);
    let mut edges: Vec<EdgeId> = here.map(|placement| placement.edge).collect();
    edges.dedup();
    let places = edges.len();
    if places < copies {
        return Finding::new(vec![], Excluded::everything(), move |_, _| match places {
            0 => format!("the domino {domino} fits nowhere"),
            _ => {
                let places = count(places, "place", "places");
                format!("the {copies} dominoes {domino} fit in only {places}")
            }
        });
    }
    if places == copies {
        let claimed: Vec<CellId> = edges.iter().flat_map(|&edge| ground.ends(edge)).collect();
        return Finding::new(vec![], others(view, kind, &claimed), move |view, _| {
            let ends: Vec<String> = edges.iter().map(|&edge| ends(view.ground, edge)).collect();
            let ends = ends.join(", on ");
            match copies {
                1 => format!("the domino {domino} fits only on {ends}"),
                _ => format!("the {copies} dominoes {domino} fit only on {ends}"),
            }
        });
    }
    // Wherever the only copy lies, it may cover one and the same cell.
    let everywhere = |cell: &CellId| edges.iter().all(|&edge| ground.ends(edge).contains(cell));
    let mut first = ground.ends(edges[0]).into_iter().filter(|_| copies == 1);
    let cell = first.find(everywhere)?;
    Finding::new(vec![], others(view, kind, &[cell]), move |view, _| {
        let cell = view.ground.name(cell);
        format!("wherever the domino {domino} lies, it covers {cell}")
    })
}

/// Every other domino on cells that one kind claims.
fn others(view: View<'_>, kind: KindId, claimed: &[CellId]) -> Excluded {
    let (ground, known) = (view.ground, view.knowledge);
    let is_claimed = |edge: &EdgeId| ground.ends(*edge).iter().any(|cell| claimed.contains(cell));
    let there = ground.edge_ids().filter(is_claimed);
    let there = there.flat_map(|edge| known.live_on(edge));
    Excluded {
        placements: there
            .filter(|&one| ground.placement(one).kind != kind)
            .collect(),
        ..Excluded::default()
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
