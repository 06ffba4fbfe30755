//! A domino with few places left: every copy of it lies somewhere.

use crate::deduce::ground::{Ground, KindId, ValueSet};
use crate::deduce::knowledge::{Excluded, Item};
use crate::deduce::look::{Finding, Given, Technique, View};
use crate::deduce::telling::and_clauses;
use crate::deduce::wording::{and, cell_names, count, ends, or};
use crate::puzzle::{CellId, EdgeId, Graph, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |kind| {
        let technique = Technique::new("only place", 2.0, move |view| look(view, kind));
        technique.hasty()
    };
    ground.kind_ids().map(at).collect()
}

fn look(view: View<'_>, kind: KindId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    if !view.given.used.contains(kind.0) {
        return None;
    }
    let mut uses = Given::dominoes();
    uses.used.grow_and_insert(kind.0);
    let (domino, copies) = ground.kind(kind);
    let here = known.live().filter(|placement| placement.kind == kind);
    let mut edges: Vec<EdgeId> = here.map(|placement| placement.edge).collect();
    edges.dedup();
    let room = |edges: &[EdgeId]| match copies {
        1 => edges.len().min(1),
        // Two dominoes do not share a cell.
        _ => {
            let edges = edges.iter().map(|&edge| ground.edge(edge));
            let places = Graph::new(ground.puzzle.cells().len(), edges.collect());
            places.most_dominoes(|_| true)
        }
    };
    let all = count(copies, "domino", "dominoes");
    if room(&edges) < copies {
        return Finding::new(vec![], uses, Excluded::everything(), move |telling| {
            let seen = match copies {
                1 => format!("the domino {domino} fits nowhere"),
                _ => format!("there is no room for {all} {domino}"),
            };
            telling.since(&telling.facts(), &seen)
        });
    }
    let without = |edge: EdgeId| edges.iter().copied().filter(move |&other| other != edge);
    let needed = |edge: EdgeId| room(&without(edge).collect::<Vec<_>>()) < copies;
    let new = edges.iter().copied();
    let new = new.filter(|&edge| known.laid(edge).is_none() && needed(edge));
    let mut excluded = Excluded::default();
    for edge in new {
        excluded.laid.push((edge, kind));
        let there = known.live_on(edge).map(|one| ground.placement(one));
        let mut ways = there.filter(|one| one.kind == kind);
        if let (Some(only), None) = (ways.next(), ways.next()) {
            for (cell, value) in ground.under(only) {
                excluded.keep(known, cell, ValueSet::of(value));
            }
        }
    }
    if !excluded.laid.is_empty() {
        return Finding::new(vec![], uses, excluded, move |telling| {
            let laid = telling.concluded().iter().filter_map(|item| match item {
                Item::On(edge, _) => Some(format!("on {}", ends(telling.view.ground, *edge))),
                Item::Values(..) | Item::Joined(_) | Item::Apart(_) | Item::Barred(..) => None,
            });
            let places = and(&laid.collect::<Vec<_>>());
            let seen = match (copies, &places[..]) {
                (1, _) => format!("the domino {domino} has one place left"),
                (_, "") => format!("there is only one way to have room for {all} {domino}"),
                _ => format!("there is room for {all} {domino} only with one {places}"),
            };
            telling.since(&telling.facts(), &seen)
        });
    }
    if edges.len() == copies || copies > 1 {
        return None;
    }
    // Wherever the only copy lies, it may cover one and the same cell.
    let touched = |ends: &[CellId]| {
        let touches = |&edge: &EdgeId| ground.ends(edge).iter().any(|end| ends.contains(end));
        edges.iter().all(touches)
    };
    let cell = ground
        .ends(edges[0])
        .into_iter()
        .find(|&cell| touched(&[cell]));
    // Or it covers one of the two cells on which another domino would lie.
    let claimed = ground.edge_ids().filter(|&edge| {
        let ends = ground.ends(edge);
        let at_cell = cell.is_some_and(|cell| ends.contains(&cell));
        at_cell || (view.patient && touched(&ends))
    });
    let lying = claimed.flat_map(|edge| known.live_on(edge));
    let others = lying.filter(|&one| ground.placement(one).kind != kind);
    let excluded = Excluded {
        placements: others.collect(),
        ..Excluded::default()
    };
    Finding::new(vec![], uses, excluded, move |telling| {
        let ground = telling.view.ground;
        let covered = match cell {
            Some(cell) => ground.name(cell).to_string(),
            None => {
                let barred = telling.concluded().iter().filter_map(|item| match item {
                    Item::Barred(edge, _) => {
                        Some(or(&cell_names(ground.puzzle, &ground.ends(*edge))))
                    }
                    Item::Values(..) | Item::Joined(_) | Item::Apart(_) | Item::On(..) => None,
                });
                and_clauses(&barred.collect::<Vec<_>>())
            }
        };
        let seen = format!("the domino {domino} covers {covered} wherever it lies");
        telling.since(&telling.facts(), &seen)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_domino_without_the_half_that_is_there() {
        let said = said(
            "only place",
            "******\n\n01 02 12\n",
            &[("r0c0", 0), ("r0c2", 0), ("r0c3", 0)],
        );
        assert_eq!(
            said,
            [
                "Since r0c0, r0c2 and r0c3 show 0, the domino 1-2 has one place left, so r0c4 \
                 and r0c5 share the domino 1-2."
            ]
        );
    }

    #[test]
    fn one_of_two_cells_is_enough_to_be_in_the_way() {
        let said = said(
            "only place",
            "****\n\n45 55\n",
            &[("r0c0", 5), ("r0c1", 5), ("r0c3", 4)],
        );
        assert_eq!(
            said,
            [
                "The domino 4-5 covers r0c1 or r0c2 wherever it lies, so no double can lie on r0c1 \
                 and r0c2.",
                "The domino 5-5 covers r0c1 or r0c2 wherever it lies, so r0c1 and r0c2 do not show \
                 5-4."
            ]
        );
    }
}
