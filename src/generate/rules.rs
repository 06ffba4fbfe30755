//! Rules: what a region of some kind demands, so that what lies there keeps it.

use super::regions::RegionKind;
use super::rng::Rng;
use crate::puzzle::{DoubleSet, Pips, Relation, Rule};

/// How far targets of `less` and `greater` are from the sum, with how often in percent, as
/// in the newspaper.
const SLACK: [(i64, u32); 4] = [(1, 65), (2, 22), (3, 9), (4, 4)];

/// The rule of a region that shows some values; none for free cells. A rule that says nothing
/// since no dominoes could break it is not made.
pub(super) fn rule(
    kind: RegionKind,
    values: &[Pips],
    set: DoubleSet,
    rng: &mut Rng,
) -> Option<Rule> {
    let sum: i64 = values.iter().map(|&pips| i64::from(pips)).sum();
    let most = i64::from(set.highest()) * values.len() as i64;
    let slack = |rng: &mut Rng| rng.weigh(&SLACK);
    let less = |rng: &mut Rng| Rule::Sum(Relation::Less, (sum + slack(rng)).min(most));
    let greater = |rng: &mut Rng| Rule::Sum(Relation::Greater, (sum - slack(rng)).max(0));
    Some(match kind {
        RegionKind::Free => return None,
        RegionKind::Equal => Rule::Equal,
        RegionKind::Unequal => Rule::Unequal,
        RegionKind::Less if sum < most => less(rng),
        RegionKind::Greater if sum > 0 => greater(rng),
        RegionKind::Less if sum > 0 => greater(rng),
        RegionKind::Greater if sum < most => less(rng),
        RegionKind::Sum | RegionKind::Less | RegionKind::Greater => Rule::Sum(Relation::Equal, sum),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_hold_and_say_something() {
        let mut rng = Rng::new(5);
        for highest in [0, 1, 2, 6] {
            let set = DoubleSet::new(highest).expect("a set");
            for value in 0..=highest {
                for kind in [RegionKind::Less, RegionKind::Greater] {
                    for values in [vec![value], vec![value, 0], vec![highest, value]] {
                        let rule = rule(kind, &values, set, &mut rng).expect("a rule");
                        assert!(rule.holds(&values), "{rule} on {values:?}");
                        let cells = values.len();
                        let holds = |pips| rule.holds(&vec![pips; cells]);
                        assert!(highest == 0 || !holds(0) || !holds(highest), "{rule}");
                    }
                }
            }
        }
    }
}
