//! What the regions with given sums leave for the few cells elsewhere: all halves are used.

use crate::deduce::ground::Ground;
use crate::deduce::look::{Finding, Technique, View};
use crate::deduce::support::Support;
use crate::deduce::wording::{self, and, region_names, shown};
use crate::puzzle::{CellId, RegionId, Relation, Rule};

/// The most cells among which a remainder is shared out.
const FEW: usize = 4;

pub(super) fn everywhere(_: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    vec![Technique::new("remainder", 4.0, look)]
}

fn look(view: View<'_>) -> Option<Finding> {
    let (ground, known) = (view.ground, view.knowledge);
    let mut regions = Vec::new();
    let mut taken = 0_i64;
    for &region in view.rules {
        let target = match ground.puzzle.region(region).rule {
            Rule::Sum(Relation::Equal, target) => target,
            Rule::Sum(..) | Rule::Equal | Rule::Unequal | Rule::Empty => continue,
        };
        regions.push(region);
        taken = taken.saturating_add(target);
    }
    let mut cells: Vec<CellId> = Vec::new();
    let mut elsewhere = 0;
    for cell in ground.puzzle.cell_ids() {
        let region = ground.puzzle.region_of(cell);
        if region.is_some_and(|region| regions.contains(&region)) {
            continue;
        }
        match known.shown(cell) {
            Some(value) => elsewhere += i64::from(ground.pips(value)),
            None => cells.push(cell),
        }
    }
    if regions.is_empty() || cells.is_empty() || cells.len() > FEW {
        return None;
    }
    let total: i64 = ground.halves().sum();
    let left = (total - elsewhere).saturating_sub(taken);
    let support = Support::new(view, cells.clone(), Rule::Sum(Relation::Equal, left));
    let excluded = support.excluded(&support.possible());
    Finding::new(regions, excluded, move |view, finding| {
        let names = region_names(view.ground.puzzle, &finding.rules);
        let regions = match &names[..] {
            [only] => format!("region {only} takes {taken}"),
            _ => format!("regions {} take {taken}", and(&names)),
        };
        let known = match elsewhere {
            0 => String::new(),
            known => format!(" and the cells known elsewhere show {known}"),
        };
        let cells = wording::cells(view.ground, &cells);
        let end = if finding.excluded.everything {
            ", which cannot be".into()
        } else {
            format!(": {}", shown(view, finding))
        };
        format!("all halves sum to {total}; {regions}{known}, which leaves {left} for {cells}{end}")
    })
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
