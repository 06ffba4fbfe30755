//! What the regions with given sums leave for the few cells elsewhere: all halves are used.

use crate::deduce::demand::Demand;
use crate::deduce::ground::{Ground, ValueSet};
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
    if regions.is_empty() || cells.is_empty() || cells.len() > few {
        return None;
    }
    let total: i64 = ground.halves().sum();
    let left = (total - elsewhere).saturating_sub(taken);
    let rule = match (view.given.total, view.patient) {
        (true, _) => Rule::Sum(Relation::Equal, left),
        // Which halves the regions take may say as much as their sum does.
        (false, true) => Rule::Empty,
        (false, false) => return None,
    };
    let support = Support::new(view, cells.clone(), rule);
    let is_elsewhere = |cell: CellId| {
        let region = ground.puzzle.region_of(cell);
        let inside = region.is_some_and(|region| regions.contains(&region));
        !inside && !cells.contains(&cell)
    };
    let counted = view.given.at_most.iter().filter(|_| view.patient);
    let beside = counted.fold(support.clone(), |beside, value| {
        let demand = Demand::of(view, value, &regions, &is_elsewhere);
        let spare = demand.and_then(|demand| demand.spare).into_iter();
        let stock = spare.fold(beside.stock(value), usize::min);
        beside.with_stock(value, stock)
    });
    let mut excluded = beside.excluded(&beside.possible());
    support.leave_to_others(&mut excluded);
    if excluded.everything && support.loose().try_with(&[]) == Trial::Impossible {
        return None;
    }
    let gone = view.given.at_most.iter();
    let gone: ValueSet = gone.filter(|&value| beside.stock(value) == 0).collect();
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
        let all = format!("all halves sum to {total}");
        let all = Some(all).filter(|_| view.given.total);
        let mut parts: Vec<String> = all.into_iter().chain([regions]).collect();
        parts.extend(telling.facts_about(|item| !is_left(item)));
        parts.extend(telling.facts_about(is_left));
        parts.extend(telling.scarcities(&cells));
        let names = wording::cells(view.ground, &cells);
        let gone = Some(gone).filter(|gone| !gone.is_empty() && !telling.is_end());
        let leaves = match (view.given.total, gone) {
            (true, _) if telling.is_end() => format!("{left} for {names}, which they cannot show"),
            (true, _) => format!("{left} for {names}"),
            (false, Some(gone)) => format!("no {} for {names}", wording::values(view.ground, gone)),
            (false, None) => format!("too few halves for {names}"),
        };
        telling.so(&format!("{}, which leaves {leaves}", and_clauses(&parts)))
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

    #[test]
    fn the_halves_that_a_sum_takes_may_be_enough() {
        let said = said("remainder", "AA****\n\nA 10\n\n46 04 44\n", &[]);
        assert_eq!(
            said,
            [
                "Region A takes 10 and there is only one 6, which leaves no 6 for r0c2, r0c3, r0c4 \
                 and r0c5, so r0c2, r0c3, r0c4 and r0c5 show 0 or 4."
            ]
        );
    }
}
