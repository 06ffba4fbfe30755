//! What the regions with given sums leave for the few cells elsewhere: all halves are used.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Excluded;
use crate::deduce::look::{self, Finding, Technique, View, Words};
use crate::deduce::support::Support;
use crate::deduce::wording::{and, cell_names, region_names, shown};
use crate::puzzle::{CellId, RegionId, Relation, Rule};

/// The most cells among which a remainder is shared out.
const FEW: usize = 4;

#[derive(Debug)]
struct Remainder;

pub(super) fn everywhere(_: &Ground<'_>, _: &[RegionId]) -> Vec<Box<dyn Technique>> {
    look::everywhere([Remainder].into_iter())
}

/// What is left for some cells.
#[derive(Debug)]
struct Left {
    /// What all halves sum to.
    total: i64,
    /// What the regions take.
    taken: i64,
    /// What the cells known elsewhere show.
    known: i64,
    cells: Vec<CellId>,
}

impl Left {
    fn sum(&self) -> i64 {
        (self.total - self.known).saturating_sub(self.taken)
    }
}

impl Technique for Remainder {
    fn name(&self) -> &'static str {
        "remainder"
    }

    fn weight(&self, _: &Ground<'_>) -> f64 {
        4.0
    }

    fn look(&self, view: View<'_>) -> Option<Finding> {
        let View {
            ground, knowledge, ..
        } = view;
        let mut regions = Vec::new();
        let mut taken = 0_i64;
        for &region in view.rules {
            match ground.puzzle().region(region).rule {
                Rule::Sum(Relation::Equal, target) => {
                    regions.push(region);
                    taken = taken.saturating_add(target);
                }
                Rule::Sum(Relation::Less | Relation::Greater, _)
                | Rule::Equal
                | Rule::Unequal
                | Rule::Empty => {}
            }
        }
        let mut cells: Vec<CellId> = Vec::new();
        let mut known = 0;
        for cell in ground.puzzle().cell_ids() {
            let region = ground.puzzle().region_of(cell);
            if region.is_some_and(|region| regions.contains(&region)) {
                continue;
            }
            match knowledge.shown(cell) {
                Some(value) => known += i64::from(ground.pips(value)),
                None => cells.push(cell),
            }
        }
        if regions.is_empty() || cells.is_empty() || cells.len() > FEW {
            return None;
        }
        let left = Left {
            total: ground.halves().sum(),
            taken,
            known,
            cells: cells.clone(),
        };
        let rule = Rule::Sum(Relation::Equal, left.sum());
        let possible = Support::new(view, cells, rule).possible();
        let excluded = if possible.iter().any(|values| values.is_empty()) {
            Excluded::everything()
        } else {
            Excluded::all_but(knowledge, left.cells.iter().copied().zip(possible))
        };
        Finding::new(regions, excluded, left)
    }
}

impl Words for Left {
    fn say(&self, view: View<'_>, finding: &Finding) -> String {
        let puzzle = view.ground.puzzle();
        let (total, taken, left) = (self.total, self.taken, self.sum());
        let names = region_names(puzzle, &finding.rules);
        let regions = match &names[..] {
            [only] => format!("region {only} takes {taken}"),
            _ => format!("regions {} take {taken}", and(&names)),
        };
        let known = match self.known {
            0 => String::new(),
            known => format!(" and the cells known elsewhere show {known}"),
        };
        let cells = and(&cell_names(puzzle, &self.cells));
        let end = if finding.excluded.everything {
            ", which cannot be".into()
        } else {
            format!(": {}", shown(view, finding))
        };
        format!("all halves sum to {total}; {regions}{known}, which leaves {left} for {cells}{end}")
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::said;

    #[test]
    fn a_sum_leaves_the_rest() {
        let said = said("remainder", "AA**\n\nA 1\n\n01 23\n", &[]);
        assert_eq!(
            said,
            [
                "all halves sum to 6; region A takes 1, which leaves 5 for r0c2 and r0c3: r0c2 and r0c3 show 2 or 3"
            ]
        );
    }
}
