//! How far each rule is from being kept, while values come and go.

use crate::model::{Relation, Rule};

/// What a broken rule costs, at least; whatever is broken more costs more.
pub(super) const BROKEN: i32 = 16;

/// What each pip costs that a sum is further away than one.
const PIP: i64 = 3;

/// Beyond this many pips a sum is as far away as it can be.
const FAR: i64 = 20;

/// A rule with what its cells show.
#[derive(Debug)]
pub(super) struct Score {
    pub(super) rule: Rule,
    pub(super) cells: Vec<usize>,
    pub(super) sum: i64,
    /// How often each value is shown, by its number; for rules that compare values.
    shown: Vec<u32>,
    /// How many cells show what another one does.
    twice: i32,
}

impl Score {
    /// A rule about cells that show nothing yet.
    pub(super) fn new(rule: Rule, cells: Vec<usize>, values: usize) -> Score {
        let compared = match rule {
            Rule::Equal | Rule::Unequal => values,
            Rule::Sum(..) | Rule::Empty => 0,
        };
        Score {
            rule,
            cells,
            sum: 0,
            shown: vec![0; compared],
            twice: 0,
        }
    }

    /// One of the cells shows this value.
    pub(super) fn show(&mut self, number: usize, value: i64) {
        self.sum += value;
        if let Some(shown) = self.shown.get_mut(number) {
            self.twice += i32::from(*shown > 0);
            *shown += 1;
        }
    }

    /// One of the cells shows it no longer.
    pub(super) fn hide(&mut self, number: usize, value: i64) {
        self.sum -= value;
        if let Some(shown) = self.shown.get_mut(number) {
            *shown -= 1;
            self.twice -= i32::from(*shown > 0);
        }
    }

    /// What it costs that the rule is not kept; nothing if it is. `numbers` has the value of every
    /// cell.
    pub(super) fn cost(&self, numbers: &[usize]) -> i32 {
        match self.rule {
            Rule::Sum(relation, target) => {
                let off = match relation {
                    Relation::Equal => (self.sum - target).abs(),
                    Relation::Less => self.sum - target + 1,
                    Relation::Greater => target + 1 - self.sum,
                };
                match off {
                    ..=0 => 0,
                    off => BROKEN + (PIP * (off - 1).min(FAR)) as i32,
                }
            }
            Rule::Equal => {
                let alike = self.cells.iter().map(|&cell| self.shown[numbers[cell]]);
                let most = alike.max().unwrap_or(0);
                BROKEN * (self.cells.len() as i32 - most as i32)
            }
            Rule::Unequal => BROKEN * self.twice,
            Rule::Empty => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It costs nothing exactly where the rule is kept, whatever was shown before.
    #[test]
    fn a_rule_costs_nothing_iff_it_is_kept() {
        let rules = [
            Rule::Sum(Relation::Equal, 5),
            Rule::Sum(Relation::Less, 4),
            Rule::Sum(Relation::Greater, 6),
            Rule::Equal,
            Rule::Unequal,
            Rule::Empty,
        ];
        for rule in rules {
            let mut score = Score::new(rule, vec![0, 1, 2], 4);
            for _ in 0..3 {
                score.show(0, 0);
            }
            let mut numbers = vec![0; 3];
            for code in 0..64_usize {
                for (cell, number) in [code % 4, code / 4 % 4, code / 16].into_iter().enumerate() {
                    score.hide(numbers[cell], numbers[cell] as i64);
                    score.show(number, number as i64);
                    numbers[cell] = number;
                }
                let values: Vec<u32> = numbers.iter().map(|&number| number as u32).collect();
                let cost = score.cost(&numbers);
                assert_eq!(cost == 0, rule.holds(&values), "{rule:?} of {values:?}");
                assert!(cost >= 0);
            }
        }
    }
}
