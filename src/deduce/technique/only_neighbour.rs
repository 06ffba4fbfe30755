//! A cell with one neighbour left to share a domino with.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Technique, View};
use crate::puzzle::{CellId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |cell| Technique::new("only neighbour", 0.5, move |view| look(view, cell));
    ground.puzzle.cell_ids().map(at).collect()
}

fn look(view: View<'_>, cell: CellId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let mut open = known.open_at(cell);
    let (Some(edge), None) = (open.next(), open.next()) else {
        return None;
    };
    let mate = ground.edge(edge).other(cell);
    let others = known.open_at(mate).filter(|&other| other != edge);
    let excluded = Excluded {
        edges: others.collect(),
        ..Excluded::default()
    };
    Finding::new(vec![], excluded, move |view, _| {
        let [cell, mate] = [cell, mate].map(|cell| view.ground.name(cell));
        format!("{cell} can share a domino only with {mate}")
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::said_at_first;

    #[test]
    fn a_row_begins_with_a_pair() {
        let said = said_at_first("only neighbour", "****\n\n01 23\n");
        assert_eq!(
            said,
            [
                "r0c0 can share a domino only with r0c1",
                "r0c3 can share a domino only with r0c2"
            ]
        );
    }
}
