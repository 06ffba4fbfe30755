//! What the dominoes left can show in a cell.

use crate::deduce::ground::{Ground, KindId};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Given, Technique, View};
use crate::deduce::telling::few_dominoes;
use crate::deduce::wording::{and, values};
use crate::puzzle::{CellId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |cell| Technique::new("dominoes that fit", 1.5, move |view| look(view, cell));
    ground.puzzle.cell_ids().map(at).collect()
}

fn look(view: View<'_>, cell: CellId) -> Option<Finding> {
    if !view.has_domino_on(cell) {
        return None;
    }
    let left = view.knowledge.fitting(cell);
    let excluded = Excluded::all_but(view.knowledge, [(cell, left)]);
    let uses = Given::dominoes().and_cover(cell);
    Finding::new(vec![], uses, excluded, move |telling| {
        let (ground, known) = (telling.view.ground, telling.view.knowledge);
        let name = ground.name(cell);
        let there = known.open_at(cell).flat_map(|edge| known.live_on(edge));
        let there: Vec<KindId> = there.map(|one| ground.placement(one).kind).collect();
        let seen = if there.is_empty() {
            format!("no domino can cover {name}")
        } else if let Some(few) = few_dominoes(ground, there.iter().copied(), and) {
            if there.iter().all(|kind| *kind == there[0]) {
                format!("only {few} can cover {name}")
            } else {
                // Some of them may lie elsewhere by now: that need not be known for this.
                format!("no domino but {few} can cover {name}")
            }
        } else {
            let gone = ground.all_values().without(left);
            format!(
                "no domino that can cover {name} shows {} there",
                values(ground, gone)
            )
        };
        telling.since(&telling.facts(), &seen)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_half_beside_a_known_one() {
        let said = said("dominoes that fit", "**..\n\n01\n", &[("r0c0", 0)]);
        assert_eq!(
            said,
            ["Since r0c0 shows 0, only 0-1 can cover r0c1, so r0c1 shows 1."]
        );
    }
}
