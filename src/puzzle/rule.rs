//! The rules of regions.

use std::fmt;

use super::Pips;

/// Relation of the sum of a region to its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// The sum is the target.
    Equal,
    /// The sum is below the target.
    Less,
    /// The sum is above the target.
    Greater,
}

impl Relation {
    /// Whether `sum` has this relation to `target`.
    pub fn holds(self, sum: i64, target: i64) -> bool {
        match self {
            Relation::Equal => sum == target,
            Relation::Less => sum < target,
            Relation::Greater => sum > target,
        }
    }

    /// The sign: `=`, `<`, `>`.
    pub fn sign(self) -> &'static str {
        match self {
            Relation::Equal => "=",
            Relation::Less => "<",
            Relation::Greater => ">",
        }
    }
}

/// The rule of a region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// The sum of the pips is equal to, less than or greater than a target.
    Sum(Relation, i64),
    /// All cells have the same pips.
    Equal,
    /// All cells have different pips.
    Unequal,
    /// No restriction.
    Empty,
}

impl Rule {
    /// The sum equals the target.
    pub fn sum(target: i64) -> Rule {
        Rule::Sum(Relation::Equal, target)
    }

    /// The sum is less than the target.
    pub fn less(target: i64) -> Rule {
        Rule::Sum(Relation::Less, target)
    }

    /// The sum is greater than the target.
    pub fn greater(target: i64) -> Rule {
        Rule::Sum(Relation::Greater, target)
    }

    /// A pinned cell, as a rule of that cell.
    pub fn pin(pips: Pips) -> Rule {
        Rule::sum(i64::from(pips))
    }

    /// Whether the values of all cells of the region satisfy the rule.
    pub fn holds(self, values: &[Pips]) -> bool {
        match self {
            Rule::Sum(relation, target) => relation.holds(total(values), target),
            Rule::Equal => values.windows(2).all(|pair| pair[0] == pair[1]),
            // Without an allocation, since listing checks millions of boards.
            Rule::Unequal => {
                let mut values_at = values.iter().enumerate();
                values_at.all(|(at, value)| !values[..at].contains(value))
            }
            Rule::Empty => true,
        }
    }
}

/// The sum of pips, in a type that does not overflow on any board.
pub(crate) fn total(values: &[Pips]) -> i64 {
    values.iter().map(|&pips| i64::from(pips)).sum()
}

/// `sum = 8`, `sum < 5`, `all equal`, `all different`, `anything`.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Sum(relation, target) => write!(f, "sum {} {target}", relation.sign()),
            Rule::Equal => f.write_str("all equal"),
            Rule::Unequal => f.write_str("all different"),
            Rule::Empty => f.write_str("anything"),
        }
    }
}
