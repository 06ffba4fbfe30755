//! What the regions with given sums leave for the few cells elsewhere: all halves are used.

use crate::deduce::ground::Ground;
use crate::deduce::knowledge::Item;
use crate::deduce::look::{Finding, Given, Technique, View};
use crate::deduce::support::{Support, Trial};
use crate::deduce::telling::and_clauses;
use crate::deduce::wording::{self, and, region_names};
use crate::puzzle::{CellId, RegionId, Relation, Rule};

/// The most cells among which a remainder is shared out.
const FEW: usize = 4;

pub(super) fn everywhere(_: &Ground<'_>, _: &[RegionId]) -> Vec<Technique> {
    vec![Technique::new("remainder", 4.0, look).hasty()]
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
    let few = if view.patient { usize::MAX } else { FEW };
    if !view.given.total || regions.is_empty() || cells.is_empty() || cells.len() > few {
        return None;
    }
    let total: i64 = ground.halves().sum();
    let left = (total - elsewhere).saturating_sub(taken);
    let support = Support::new(view, cells.clone(), Rule::Sum(Relation::Equal, left));
    let mut excluded = support.excluded(&support.possible());
    support.leave_to_others(&mut excluded);
    if excluded.everything && support.loose().try_with(&[]) == Trial::Impossible {
        return None;
    }
    let uses = Given {
        total: true,
        at_most: ground.all_values(),
        dominoes: true,
        ..Given::default()
    };
    Finding::new(regions, uses, excluded, move |telling| {
        let view = telling.view;
        let names = region_names(view.ground.puzzle, view.rules);
        let regions = match &names[..] {
            [only] => format!("region {only} takes {taken}"),
            _ => format!("regions {} take {taken}", and(&names)),
        };
        let known = |cell: &CellId| view.knowledge.shown(*cell);
        let is_left = |item: &Item| match item {
            Item::Values(cell, _) => cells.contains(cell) || known(cell).is_none(),
            Item::Joined(_) | Item::Apart(_) | Item::On(..) | Item::Barred(..) => true,
        };
        let mut parts = vec![format!("all halves sum to {total}"), regions];
        parts.extend(telling.facts_about(|item| !is_left(item)));
        parts.extend(telling.facts_about(is_left));
        parts.extend(telling.scarcities(&cells));
        let names = wording::cells(view.ground, &cells);
        let end = if telling.is_end() {
            ", which they cannot show"
        } else {
            ""
        };
        let parts = and_clauses(&parts);
        telling.so(&format!("{parts}, which leaves {left} for {names}{end}"))
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
                "All halves sum to 6 and region A takes 1, which leaves 5 for r0c2 and r0c3, so r0c2 and r0c3 show 2 or 3."
            ]
        );
    }
}
