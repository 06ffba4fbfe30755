//! Two cells on which no domino left fits.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::{Excluded, Item};
use crate::deduce::look::{Finding, Given, Technique, View};
use crate::deduce::wording::{ends, or};
use crate::puzzle::{Domino, EdgeId, RegionId};

/// The most dominoes that two cells could show that are listed one by one.
const LISTED: usize = 4;

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |edge| Technique::new("no domino fits", 1.5, move |view| look(view, edge));
    ground.edge_ids().map(at).collect()
}

fn look(view: View<'_>, edge: EdgeId) -> Option<Finding> {
    let known = view.knowledge;
    if !known.is_open(edge) || !view.given.dominoes || known.live_on(edge).next().is_some() {
        return None;
    }
    let excluded = Excluded {
        edges: vec![edge],
        everything: known.is_joined(edge),
        ..Excluded::default()
    };
    Finding::new(vec![], Given::dominoes(), excluded, move |telling| {
        let (ground, known) = (telling.view.ground, telling.view.knowledge);
        let [a, b] = ground.ends(edge).map(|cell| known.values(cell));
        let pairs = a.iter().flat_map(|a| b.iter().map(move |b| [a, b]));
        let pairs = pairs.map(|pair| pair.map(|value| ground.pips(value)));
        let mut dominoes: Vec<Domino> = pairs.map(|[a, b]| Domino::new(a, b)).collect();
        dominoes.sort_unstable();
        dominoes.dedup();
        let ends = ends(ground, edge);
        let used = |(item, _): &(Item, _)| matches!(item, Item::On(..));
        let left = if known.trail().iter().any(used) {
            " left"
        } else {
            ""
        };
        let seen = if dominoes.len() <= LISTED {
            let names: Vec<String> = dominoes.iter().map(Domino::to_string).collect();
            let none = if names.len() == 1 {
                "there is none"
            } else {
                "there is neither"
            };
            let none = if names.len() > 2 {
                "there is none of them"
            } else {
                none
            };
            format!("only a {} would fit on both, and {none}{left}", or(&names))
        } else {
            format!("no domino{left} fits on {ends}")
        };
        telling.since(&telling.facts(), &seen)
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
        assert_eq!(
            said,
            [
                "Since r0c0 shows 0 and r0c1 shows 1, only a 0-1 would fit on both, and \
                 there is none, so no domino lies on r0c0 and r0c1."
            ]
        );
    }
}
