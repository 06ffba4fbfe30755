//! A cell with one neighbour left to share a domino with.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Technique, View, Words};
use crate::puzzle::{CellId, RegionId};

#[derive(Debug)]
struct OnlyNeighbour(CellId);

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Box<dyn Technique>> {
    look::everywhere(ground.puzzle().cell_ids().map(OnlyNeighbour))
}

#[derive(Debug)]
struct Pair {
    cell: CellId,
    mate: CellId,
}

impl Technique for OnlyNeighbour {
    fn name(&self) -> &'static str {
        "only neighbour"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        0.5
    }

    fn look(&self, view: View<'_>) -> Option<Finding> {
        let View {
            ground, knowledge, ..
        } = view;
        let OnlyNeighbour(cell) = *self;
        let mut open = knowledge.open_at(ground, cell);
        let (Some(edge), None) = (open.next(), open.next()) else {
            return None;
        };
        let mate = ground.mate(edge, cell);
        let others = knowledge
            .open_at(ground, mate)
            .filter(|&other| other != edge);
        let excluded = Excluded::edges(others.collect());
        Finding::new(vec![], excluded, Pair { cell, mate })
    }
}

impl Words for Pair {
    fn say(&self, view: View<'_>, _: &Finding) -> String {
        let [cell, mate] = [self.cell, self.mate].map(|cell| view.ground.name(cell));
        format!("{cell} can share a domino only with {mate}")
    }

    fn say_joined(&self) -> bool {
        true
    }
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
