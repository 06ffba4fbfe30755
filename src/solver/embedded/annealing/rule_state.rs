//! Incremental cost of a rule.

use crate::model::{Relation, Rule};

/// Minimum cost of a broken rule.
const BROKEN: i32 = 16;

/// Cost of each further pip of deviation of a sum.
const PIP: i64 = 3;

/// Deviation of a sum beyond which its cost is constant.
const MAX_OFF: i64 = 20;

/// A rule with the values of its cells.
#[derive(Debug)]
pub(super) struct RuleState {
    pub(super) rule: Rule,
    pub(super) cells: Vec<usize>,
    pub(super) sum: i64,
    /// Number of cells per value number; for `equal` and `unequal` rules.
    shown: Vec<u32>,
    /// Number of cells that repeat the value of another cell.
    repeated: i32,
    /// The current cost.
    pub(super) cost: i32,
}

impl RuleState {
    pub(super) fn new(rule: Rule, cells: Vec<usize>, values: usize) -> RuleState {
        let compared = match rule {
            Rule::Equal | Rule::Unequal => values,
            Rule::Sum(..) | Rule::Empty => 0,
        };
        RuleState {
            rule,
            cells,
            sum: 0,
            shown: vec![0; compared],
            repeated: 0,
            cost: 0,
        }
    }

    /// Adds the value of a cell.
    pub(super) fn show(&mut self, number: usize, value: i64) {
        self.sum += value;
        if let Some(shown) = self.shown.get_mut(number) {
            self.repeated += i32::from(*shown > 0);
            *shown += 1;
        }
    }

    /// Removes the value of a cell.
    pub(super) fn hide(&mut self, number: usize, value: i64) {
        self.sum -= value;
        if let Some(shown) = self.shown.get_mut(number) {
            *shown -= 1;
            self.repeated -= i32::from(*shown > 0);
        }
    }

    /// Returns the cost of the rule: zero if it is satisfied.
    pub(super) fn distance(&self, shows: &[usize]) -> i32 {
        match self.rule {
            Rule::Sum(relation, target) => {
                let off = match relation {
                    Relation::Equal => (self.sum - target).abs(),
                    Relation::Less => self.sum - target + 1,
                    Relation::Greater => target + 1 - self.sum,
                };
                match off {
                    ..=0 => 0,
                    off => BROKEN + (PIP * (off - 1).min(MAX_OFF)) as i32,
                }
            }
            Rule::Equal => {
                let alike = self.cells.iter().map(|&cell| self.shown[shows[cell]]);
                BROKEN * (self.cells.len() as i32 - alike.max().unwrap_or(0) as i32)
            }
            Rule::Unequal => BROKEN * self.repeated,
            Rule::Empty => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cost is zero if and only if the rule is satisfied, whatever the history.
    #[test]
    fn the_cost_is_zero_iff_the_rule_is_satisfied() {
        let rules = [
            Rule::Sum(Relation::Equal, 5),
            Rule::Sum(Relation::Less, 4),
            Rule::Sum(Relation::Greater, 6),
            Rule::Equal,
            Rule::Unequal,
            Rule::Empty,
        ];
        for rule in rules {
            let mut state = RuleState::new(rule, vec![0, 1, 2], 4);
            for _ in 0..3 {
                state.show(0, 0);
            }
            let mut numbers = vec![0; 3];
            for code in 0..64_usize {
                for (cell, number) in [code % 4, code / 4 % 4, code / 16].into_iter().enumerate() {
                    state.hide(numbers[cell], numbers[cell] as i64);
                    state.show(number, number as i64);
                    numbers[cell] = number;
                }
                let values: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
                let cost = state.distance(&numbers);
                assert_eq!(cost == 0, rule.holds(&values), "{rule:?} of {values:?}");
                assert!(cost >= 0);
            }
        }
    }
}
