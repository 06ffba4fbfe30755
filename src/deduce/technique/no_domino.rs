//! Two cells on which no domino left fits.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Technique, View};
use crate::deduce::wording::ends;
use crate::puzzle::{EdgeId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |edge| Technique::new("no domino fits", 1.5, move |view| look(view, edge));
    ground.edge_ids().map(at).collect()
}

fn look(view: View<'_>, edge: EdgeId) -> Option<Finding> {
    let known = view.knowledge;
    if !known.is_open(edge) || known.live_on(edge).next().is_some() {
        return None;
    }
    let excluded = Excluded {
        edges: vec![edge],
        ..Excluded::default()
    };
    Finding::new(vec![], excluded, move |view, _| {
        format!("no domino left fits on {}", ends(view.ground, edge))
    })
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
