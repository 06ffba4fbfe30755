//! Bounds of sums over cells with unknown values, and domain filtering for sums.
//!
//! All code that reasons about sums uses these bounds except the checker, which adds up the pips of a
//! board and calls [`Relation::holds`]. The two share no code, so that one error cannot hide in both.

use std::iter::Sum;
use std::ops::{Add, Sub};

use super::{Pips, Relation};

/// An interval of sums, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SumBounds {
    /// The least sum.
    pub(crate) least: i64,
    /// The greatest sum.
    pub(crate) greatest: i64,
}

impl SumBounds {
    /// The interval of a single sum.
    pub(crate) fn exactly(sum: i64) -> SumBounds {
        SumBounds {
            least: sum,
            greatest: sum,
        }
    }

    /// The bounds of one cell with these values, sorted; 0 without values.
    pub(crate) fn of(
        values: impl IntoIterator<Item = Pips, IntoIter: DoubleEndedIterator>,
    ) -> SumBounds {
        let mut values = values.into_iter();
        let first = values.next();
        let last = values.next_back().or(first);
        let end = |value: Option<Pips>| i64::from(value.unwrap_or(0));
        SumBounds {
            least: end(first),
            greatest: end(last),
        }
    }

    /// The bounds of the sum of `count` of these halves, which are sorted.
    pub(crate) fn of_some(halves: &[Pips], count: usize) -> SumBounds {
        let sum = |some: &[Pips]| some.iter().map(|&pips| i64::from(pips)).sum::<i64>();
        SumBounds {
            least: sum(&halves[..count]),
            greatest: sum(&halves[halves.len() - count..]),
        }
    }

    /// As [`SumBounds::of_some`], without one half of value `removed`.
    pub(crate) fn of_others(halves: &[Pips], removed: Pips, count: usize) -> SumBounds {
        let mut bounds = SumBounds::of_some(halves, count);
        let end = halves.len() - count;
        // If the removed half is among those counted, the next one replaces it.
        if halves[..count].binary_search(&removed).is_ok() {
            bounds.least += i64::from(halves[count]) - i64::from(removed);
        }
        if halves[end..].binary_search(&removed).is_ok() {
            bounds.greatest += i64::from(halves[end - 1]) - i64::from(removed);
        }
        bounds
    }

    /// The sums that satisfy a relation to a target. An open end is the limit of the type, which no
    /// board reaches.
    pub(crate) fn keeping(relation: Relation, target: i64) -> SumBounds {
        let (least, greatest) = match relation {
            Relation::Equal => (target, target),
            Relation::Less => (i64::MIN, target.saturating_sub(1)),
            Relation::Greater => (target.saturating_add(1), i64::MAX),
        };
        SumBounds { least, greatest }
    }

    /// Whether a sum lies within the bounds.
    pub(crate) fn contain(self, sum: i64) -> bool {
        self.least <= sum && sum <= self.greatest
    }

    /// Whether some sum within the bounds satisfies the relation to the target.
    pub(crate) fn can_keep(self, relation: Relation, target: i64) -> bool {
        let keeping = SumBounds::keeping(relation, target);
        self.least <= keeping.greatest && keeping.least <= self.greatest
    }

    /// `Some(true)` if every sum within the bounds satisfies the relation to the target, `Some(false)`
    /// if none does, otherwise `None`.
    pub(crate) fn settle(self, relation: Relation, target: i64) -> Option<bool> {
        let keeping = SumBounds::keeping(relation, target);
        if keeping.least <= self.least && self.greatest <= keeping.greatest {
            Some(true)
        } else if self.can_keep(relation, target) {
            None
        } else {
            Some(false)
        }
    }
}

impl Add for SumBounds {
    type Output = SumBounds;

    fn add(self, other: SumBounds) -> SumBounds {
        SumBounds {
            least: self.least + other.least,
            greatest: self.greatest + other.greatest,
        }
    }
}

/// Removes a summand: the inverse of `+`, not interval subtraction.
impl Sub for SumBounds {
    type Output = SumBounds;

    fn sub(self, part: SumBounds) -> SumBounds {
        SumBounds {
            least: self.least - part.least,
            greatest: self.greatest - part.greatest,
        }
    }
}

impl Sum for SumBounds {
    fn sum<I: Iterator<Item = SumBounds>>(parts: I) -> SumBounds {
        parts.fold(SumBounds::exactly(0), Add::add)
    }
}

/// Limit of the work for one sum: number of values times number of reachable sums. A larger sum is
/// filtered by its bounds only.
const EXACT_LIMIT: usize = 4_000_000;

/// Domain-consistent filtering of a sum by dynamic programming over reachable sums (as in Trick 2003):
/// for each cell and each value of its domain, whether values of the other cells complete the sum.
pub(crate) fn values_in_sum(
    domains: &[&[Pips]],
    relation: Relation,
    target: i64,
) -> Vec<Vec<bool>> {
    let most = domains
        .iter()
        .map(|domain| domain.last().map_or(0, |&value| value as usize))
        .sum();
    let values: usize = domains.iter().map(|domain| domain.len()).sum();
    if values.saturating_mul(most + 1) > EXACT_LIMIT {
        return bounded(domains, relation, target);
    }
    // before[i]: the reachable sums of the cells before i; after[i + 1]: of the cells after i.
    let before = partial_sums(domains.iter(), most);
    let mut after = partial_sums(domains.iter().rev(), most);
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

/// As [`values_in_sum`], with bounds consistency only.
fn bounded(domains: &[&[Pips]], relation: Relation, target: i64) -> Vec<Vec<bool>> {
    let all: SumBounds = domains
        .iter()
        .map(|domain| SumBounds::of(domain.iter().copied()))
        .sum();
    domains
        .iter()
        .map(|domain| {
            let others = all - SumBounds::of(domain.iter().copied());
            let fits =
                |&value| (others + SumBounds::exactly(i64::from(value))).can_keep(relation, target);
            domain.iter().map(fits).collect()
        })
        .collect()
}

/// For each number of cells n, the sums up to `most` that the first n cells can reach.
fn partial_sums<'d>(domains: impl Iterator<Item = &'d &'d [Pips]>, most: usize) -> Vec<Vec<bool>> {
    let mut sums = vec![false; most + 1];
    sums[0] = true;
    let mut all = vec![sums];
    for domain in domains {
        let before = &all[all.len() - 1];
        let mut next = vec![false; most + 1];
        for (sum, _) in before.iter().enumerate().filter(|(_, reached)| **reached) {
            for &value in *domain {
                if let Some(slot) = next.get_mut(sum + value as usize) {
                    *slot = true;
                }
            }
        }
        all.push(next);
    }
    all
}

/// Whether a sum of the cells before, a sum of the cells after and `value` satisfy the rule together.
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

#[cfg(test)]
mod tests {
    use super::{SumBounds, bounded, values_in_sum};
    use crate::puzzle::Relation;

    const RELATIONS: [Relation; 3] = [Relation::Equal, Relation::Less, Relation::Greater];

    #[test]
    fn settle_agrees_with_every_sum() {
        for relation in RELATIONS {
            for target in -1..8 {
                for least in 0..6 {
                    for greatest in least..6 {
                        let bounds = SumBounds { least, greatest };
                        let mut sums = (least..=greatest).map(|sum| match relation {
                            Relation::Equal => sum == target,
                            Relation::Less => sum < target,
                            Relation::Greater => sum > target,
                        });
                        let first = sums.next();
                        let settled = first.filter(|&first| sums.all(|kept| kept == first));
                        assert_eq!(bounds.settle(relation, target), settled);
                        let possible = settled != Some(false);
                        assert_eq!(bounds.can_keep(relation, target), possible);
                    }
                }
            }
        }
    }

    #[test]
    fn targets_beyond_every_board_do_not_overflow() {
        let few = SumBounds {
            least: 0,
            greatest: 9,
        };
        assert_eq!(few.settle(Relation::Less, i64::MAX), Some(true));
        assert_eq!(few.settle(Relation::Less, i64::MIN), Some(false));
        assert_eq!(few.settle(Relation::Greater, i64::MIN), Some(true));
        assert_eq!(few.settle(Relation::Greater, i64::MAX), Some(false));
    }

    #[test]
    fn bounds_of_some_halves() {
        let halves = [0, 1, 1, 4, 6];
        let bounds = |least, greatest| SumBounds { least, greatest };
        assert_eq!(SumBounds::of_some(&halves, 2), bounds(1, 10));
        assert_eq!(SumBounds::of_others(&halves, 0, 2), bounds(2, 10));
        assert_eq!(SumBounds::of_others(&halves, 1, 2), bounds(1, 10));
        assert_eq!(SumBounds::of_others(&halves, 6, 2), bounds(1, 5));
        assert_eq!(SumBounds::of_others(&halves, 6, 0), bounds(0, 0));
    }

    #[test]
    fn bounds_are_added_and_subtracted() {
        let domains: [&[u32]; 3] = [&[0, 5], &[1, 2], &[]];
        let all: SumBounds = domains
            .iter()
            .map(|domain| SumBounds::of(domain.iter().copied()))
            .sum();
        let (least, greatest) = (1, 7);
        assert_eq!(all, SumBounds { least, greatest });
        let (least, greatest) = (1, 2);
        assert_eq!(all - SumBounds::of([0, 5]), SumBounds { least, greatest });
    }

    #[test]
    fn domain_consistency_is_stronger_than_bounds() {
        let domains: [&[u32]; 2] = [&[0, 5], &[1, 2]];
        assert_eq!(
            values_in_sum(&domains, Relation::Equal, 6),
            [vec![false, true], vec![true, false]]
        );
        assert_eq!(
            bounded(&domains, Relation::Equal, 6),
            [vec![false, true], vec![true, true]]
        );
    }

    #[test]
    fn comparisons_filter_domains() {
        let domains: [&[u32]; 2] = [&[0, 3, 6], &[1, 6]];
        assert_eq!(
            values_in_sum(&domains, Relation::Less, 5),
            [vec![true, true, false], vec![true, false]]
        );
        assert_eq!(
            values_in_sum(&domains, Relation::Greater, 8),
            [vec![false, true, true], vec![false, true]]
        );
    }
}
