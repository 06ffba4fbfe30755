//! What the dominoes left can show in a cell.

use crate::deduce::ground::{Ground, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{Finding, Technique, View};
use crate::deduce::wording::shown;
use crate::puzzle::{CellId, RegionId};

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    let at = |cell| Technique::new("dominoes that fit", 1.5, move |view| look(view, cell));
    ground.puzzle.cell_ids().map(at).collect()
}

fn look(view: View<'_>, cell: CellId) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let mut left = ValueSet::default();
    for edge in known.open_at(cell) {
        let place = usize::from(ground.edge(edge).b == cell);
        for placement in known.live_on(edge) {
            let value = ground.placement(placement).values[place];
            left = left.or(ValueSet::of(value));
        }
    }
    let excluded = Excluded::all_but(known, [(cell, left)]);
    Finding::new(vec![], excluded, move |view, finding| {
        if finding.excluded.everything {
            return format!("no domino left fits on {}", view.ground.name(cell));
        }
        let shown = shown(view, finding);
        format!("by the dominoes that still fit there, {shown}")
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_half_beside_a_known_one() {
        let said = said("dominoes that fit", "****\n\n01 02\n", &[("r0c0", 0)]);
        assert_eq!(
            said,
            ["by the dominoes that still fit there, r0c1 shows 1 or 2"]
        );
    }
}
