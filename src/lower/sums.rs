//! Which values the cells of a sum can take: exact for each cell, given the others' domains.

use crate::model::{Pips, Relation};

/// The most work (cells, values and reachable sums multiplied) spent on one sum. A larger one is
/// filtered by its bounds only.
const EXACT_LIMIT: usize = 4_000_000;

/// For each cell and each value of its domain: can the others make up the rest?
pub(super) fn possible(domains: &[Vec<Pips>], relation: Relation, target: i64) -> Vec<Vec<bool>> {
    let most: usize = domains
        .iter()
        .map(|domain| domain.last().map_or(0, |&value| value as usize))
        .sum();
    let values: usize = domains.iter().map(Vec::len).sum();
    if values.saturating_mul(most + 1) > EXACT_LIMIT {
        return bounded(domains, relation, target);
    }
    // before[i] and after[i]: the sums that the cells before i, and after i, can make.
    let mut before = vec![reach_nothing(most)];
    for domain in domains {
        before.push(extended(before.last().map_or(&[], Vec::as_slice), domain));
    }
    let mut after = vec![reach_nothing(most)];
    for domain in domains.iter().rev() {
        after.push(extended(after.last().map_or(&[], Vec::as_slice), domain));
    }
    after.reverse();
    domains
        .iter()
        .enumerate()
        .map(|(index, domain)| {
            domain
                .iter()
                .map(|&value| joins(&before[index], &after[index + 1], value, relation, target))
                .collect()
        })
        .collect()
}

/// The set that holds the sum 0 only, with room up to `most`.
fn reach_nothing(most: usize) -> Vec<bool> {
    let mut sums = vec![false; most + 1];
    sums[0] = true;
    sums
}

fn extended(sums: &[bool], domain: &[Pips]) -> Vec<bool> {
    let mut next = vec![false; sums.len()];
    for (sum, _) in sums.iter().enumerate().filter(|(_, reached)| **reached) {
        for &value in domain {
            if let Some(slot) = next.get_mut(sum + value as usize) {
                *slot = true;
            }
        }
    }
    next
}

/// Is there a sum before and a sum after that, with `value` between, keep the rule?
fn joins(before: &[bool], after: &[bool], value: Pips, relation: Relation, target: i64) -> bool {
    let first = |sums: &[bool]| sums.iter().position(|&reached| reached);
    let last = |sums: &[bool]| sums.iter().rposition(|&reached| reached);
    let value = i64::from(value);
    let add = |one: Option<usize>, other: Option<usize>| Some((one? + other?) as i64 + value);
    match relation {
        Relation::Less => add(first(before), first(after)).is_some_and(|sum| sum < target),
        Relation::Greater => add(last(before), last(after)).is_some_and(|sum| sum > target),
        Relation::Equal => before.iter().enumerate().any(|(sum, &reached)| {
            reached
                && usize::try_from(target - value - sum as i64)
                    .is_ok_and(|rest| after.get(rest) == Some(&true))
        }),
    }
}

/// As [`possible`], by least and greatest sums only.
fn bounded(domains: &[Vec<Pips>], relation: Relation, target: i64) -> Vec<Vec<bool>> {
    let low = |domain: &Vec<Pips>| i64::from(domain.first().copied().unwrap_or(0));
    let high = |domain: &Vec<Pips>| i64::from(domain.last().copied().unwrap_or(0));
    let (least, greatest): (i64, i64) = (
        domains.iter().map(low).sum(),
        domains.iter().map(high).sum(),
    );
    domains
        .iter()
        .map(|domain| {
            domain
                .iter()
                .map(|&value| {
                    let least = least - low(domain) + i64::from(value);
                    let greatest = greatest - high(domain) + i64::from(value);
                    within(least, greatest, relation, target)
                })
                .collect()
        })
        .collect()
}

/// Can a sum between `least` and `greatest` keep the rule?
pub(super) fn within(least: i64, greatest: i64, relation: Relation, target: i64) -> bool {
    match relation {
        Relation::Equal => least <= target && target <= greatest,
        Relation::Less => least < target,
        Relation::Greater => greatest > target,
    }
}

#[cfg(test)]
mod tests {
    use super::{bounded, possible};
    use crate::model::Relation;

    #[test]
    fn exact_sees_gaps_that_bounds_do_not() {
        let domains = [vec![0, 5], vec![1, 2]];
        assert_eq!(
            possible(&domains, Relation::Equal, 6),
            [vec![false, true], vec![true, false]]
        );
        assert_eq!(
            bounded(&domains, Relation::Equal, 6),
            [vec![false, true], vec![true, true]]
        );
    }

    #[test]
    fn less_and_greater_leave_what_fits() {
        let domains = [vec![0, 3, 6], vec![1, 6]];
        assert_eq!(
            possible(&domains, Relation::Less, 5),
            [vec![true, true, false], vec![true, false]]
        );
        assert_eq!(
            possible(&domains, Relation::Greater, 8),
            [vec![false, true, true], vec![false, true]]
        );
    }
}
