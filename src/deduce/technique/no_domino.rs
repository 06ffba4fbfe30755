//! Two cells on which no domino left fits.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Technique, View, Words};
use crate::deduce::wording;
use crate::puzzle::{EdgeId, RegionId};

#[derive(Debug, Clone, Copy)]
struct NoDomino(EdgeId);

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Box<dyn Technique>> {
    look::everywhere(ground.edge_ids().map(NoDomino))
}

impl Technique for NoDomino {
    fn name(&self) -> &'static str {
        "no domino fits"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        1.5
    }

    fn look(&self, view: View<'_>) -> Option<Finding> {
        let View {
            ground, knowledge, ..
        } = view;
        let NoDomino(edge) = *self;
        let mut live = knowledge.live_on(ground, edge);
        if !knowledge.is_open(edge) || live.next().is_some() {
            return None;
        }
        Finding::new(vec![], Excluded::edges(vec![edge]), *self)
    }
}

impl Words for NoDomino {
    fn say(&self, view: View<'_>, _: &Finding) -> String {
        let ends = wording::ends(view.ground, self.0);
        format!("no domino left fits on {ends}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn no_domino_has_both() {
        let said = said(
            "no domino fits",
            "**\n**\n\n00 11\n",
            &[("r0c0", 0), ("r0c1", 1)],
        );
        assert_eq!(said, ["no domino left fits on r0c0 and r0c1"]);
    }
}
