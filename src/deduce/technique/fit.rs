//! What the dominoes left can show in a cell.

use crate::deduce::ground::{Ground, ValueSet};
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Technique, View, Words};
use crate::deduce::wording;
use crate::puzzle::{CellId, RegionId};

#[derive(Debug, Clone, Copy)]
struct Fit(CellId);

pub(super) fn everywhere(ground: &Ground<'_>, _: &[RegionId]) -> Vec<Box<dyn Technique>> {
    look::everywhere(ground.puzzle().cell_ids().map(Fit))
}

impl Technique for Fit {
    fn name(&self) -> &'static str {
        "dominoes that fit"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        1.5
    }

    fn look(&self, view: View<'_>) -> Option<Finding> {
        let View {
            ground, knowledge, ..
        } = view;
        let Fit(cell) = *self;
        let mut shown = ValueSet::default();
        for edge in knowledge.open_at(ground, cell) {
            let place = usize::from(ground.edge(edge).b == cell);
            for placement in knowledge.live_on(ground, edge) {
                let value = ground.placement(placement).values[place];
                shown = shown.or(ValueSet::of(value));
            }
        }
        let excluded = Excluded::all_but(knowledge, [(cell, shown)]);
        Finding::new(vec![], excluded, *self)
    }
}

impl Words for Fit {
    fn say(&self, view: View<'_>, finding: &Finding) -> String {
        if finding.excluded.everything {
            return format!("no domino left fits on {}", view.ground.name(self.0));
        }
        let shown = wording::shown(view, finding);
        format!("by the dominoes that still fit there, {shown}")
    }
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
