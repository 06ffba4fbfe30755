//! A cell with one neighbour left to share a domino with.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Given, Technique, View};
use crate::puzzle::{CellId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |cell| Technique::new("only neighbour", 0.5, move |view| look(view, cell));
    ground.puzzle.cell_ids().map(at).collect()
}

fn look(view: View<'_>, cell: CellId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let uses = Given::default().and_cover(cell);
    let mut open = known.open_at(cell);
    let (edge, None) = (open.next(), open.next()) else {
        return None;
    };
    let joined = ground.graph.edges_at(cell).iter();
    let twice = joined.filter(|&&edge| known.is_joined(edge)).count() > 1;
    if !view.given.covers(cell) && !twice {
        return None;
    }
    let Some(edge) = edge else {
        return Finding::new(vec![], uses, Excluded::everything(), move |telling| {
            let name = telling.view.ground.name(cell);
            let seen = if twice {
                format!("{name} would be under two dominoes")
            } else {
                format!("{name} has no neighbour left to share a domino with")
            };
            match &telling.facts()[..] {
                [] => telling.so(&format!("cell {seen}")),
                facts => telling.since(facts, &seen),
            }
        });
    };
    if known.is_joined(edge) {
        return None;
    }
    let mate = ground.edge(edge).other(cell);
    let excluded = Excluded {
        joined: vec![edge],
        ..Excluded::default()
    };
    Finding::new(vec![], uses, excluded, move |telling| {
        let [cell, mate] = [cell, mate].map(|cell| telling.view.ground.name(cell));
        let seen = format!("{cell} can share a domino only with {mate}");
        match &telling.facts()[..] {
            [] => telling.so(&format!("the cell {seen}")),
            facts => telling.since(facts, &seen),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_row_begins_with_a_pair() {
        let said = said("only neighbour", "****\n\n01 23\n", &[]);
        assert_eq!(
            said,
            [
                "The cell r0c0 can share a domino only with r0c1, so one domino lies on r0c0 and r0c1.",
                "The cell r0c3 can share a domino only with r0c2, so one domino lies on r0c2 and r0c3."
            ]
        );
    }
}
