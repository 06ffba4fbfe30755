//! The check `supply`: what all regions need together, against the halves that are left.
//!
//! Two sums: the `equal` regions that show a value need so many halves of it, and all regions together
//! need the pips that are left, since every half lies somewhere.

use super::check::Check;
use super::observer::Place;
use super::state::{Failure, State};
use crate::model::Rule;
use crate::puzzle::Bounds;

/// What the regions need and the halves left do not have.
pub(super) fn shortfall(state: &State<'_>, needed: &mut Vec<u32>) -> Option<Failure> {
    let table = state.table;
    needed.clear();
    needed.resize(table.pips.len(), 0);
    let numbers = 0..state.halves.len();
    let left = |&number: &usize| state.halves[number] > 0;
    let least = numbers.clone().find(left)?;
    let greatest = numbers.clone().rev().find(left)?;
    let half = Bounds {
        least: table.value(least as u32),
        greatest: table.value(greatest as u32),
    };
    let times = |count: i64| Bounds {
        least: count * half.least,
        greatest: count * half.greatest,
    };
    let mut free = state.empty as i64;
    let mut sums = Bounds::exactly(0);
    for (index, rule) in table.rules.iter().enumerate() {
        let open = state.tallies[index].open;
        if open == 0 {
            continue;
        }
        free -= i64::from(open);
        let any = times(open.into());
        let needs = match rule.rule {
            Rule::Sum(..) => state.needed(index).map_or(any, |needed| Bounds {
                least: needed.least.max(any.least),
                greatest: needed.greatest.min(any.greatest),
            }),
            Rule::Equal => match state.common(index) {
                Some(number) => {
                    needed[number as usize] += open;
                    Bounds::exactly(i64::from(open) * table.value(number))
                }
                None => any,
            },
            Rule::Unequal | Rule::Empty => any,
        };
        sums = sums + needs;
    }
    if let Some(number) = numbers.clone().find(|&n| needed[n] > state.halves[n]) {
        let pips = table.pips[number];
        return Some(Failure::of(Check::Supply, Place::Halves(pips)));
    }
    let sums = sums + times(free);
    let pips = numbers.map(|number| i64::from(state.halves[number]) * table.value(number as u32));
    (!sums.contain(pips.sum())).then(|| Failure::of(Check::Supply, Place::Board))
}
