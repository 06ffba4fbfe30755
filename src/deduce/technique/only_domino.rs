//! Two cells that share a domino, for which only one is left.

use crate::deduce::ground::{Ground, Placement, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Given, Technique, View};
use crate::puzzle::{EdgeId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |edge| Technique::new("only domino", 0.5, move |view| look(view, edge));
    ground.edge_ids().map(at).collect()
}

fn look(view: View<'_>, edge: EdgeId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    if !known.is_joined(edge) || known.laid(edge).is_some() || !view.given.dominoes {
        return None;
    }
    let live: Vec<Placement> = known
        .live_on(edge)
        .map(|one| ground.placement(one))
        .collect();
    let first = *live.first()?;
    if live.iter().any(|other| other.kind != first.kind) {
        return None;
    }
    let mut excluded = Excluded {
        laid: vec![(edge, first.kind)],
        ..Excluded::default()
    };
    if let [only] = live[..] {
        for (cell, value) in ground.under(only) {
            excluded.keep(known, cell, ValueSet::of(value));
        }
    }
    Finding::new(vec![], Given::dominoes(), excluded, move |telling| {
        let ground = telling.view.ground;
        let domino = ground.kind(first.kind).0;
        telling.since(&telling.facts(), &format!("only {domino} fits there"))
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::said_after;

    #[test]
    fn one_half_says_which_domino() {
        let said = said_after(
            "only domino",
            &["only neighbour"],
            "****\n\n01 23\n",
            &[("r0c1", 1)],
        );
        assert_eq!(
            said,
            [
                "Since r0c1 shows 1, and r0c0 and r0c1 share a domino, only 0-1 fits there, \
                 so the domino 0-1 lies on r0c0 and r0c1."
            ]
        );
    }
}
