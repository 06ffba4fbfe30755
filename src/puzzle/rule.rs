//! The rules of regions.

use std::fmt;

use super::Pips;

/// How a region's sum stands to its target.
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
    /// Whether `sum` stands in this relation to `target`.
    pub fn holds(self, sum: i64, target: i64) -> bool {
        match self {
            Relation::Equal => sum == target,
            Relation::Less => sum < target,
            Relation::Greater => sum > target,
        }
    }

    /// The sign that people write: `=`, `<`, `>`.
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
    /// The pips of the region add up to, below or above a target.
    Sum(Relation, i64),
    /// All cells show the same.
    Equal,
    /// All cells show something different.
    Unequal,
    /// Anything goes.
    Empty,
}

impl Rule {
    /// The pips add up to this.
    pub fn sum(target: i64) -> Rule {
        Rule::Sum(Relation::Equal, target)
    }

    /// The pips add up to less than this.
    pub fn less(target: i64) -> Rule {
        Rule::Sum(Relation::Less, target)
    }

    /// The pips add up to more than this.
    pub fn greater(target: i64) -> Rule {
        Rule::Sum(Relation::Greater, target)
    }

    /// The rule of a pinned cell.
    pub fn pin(pips: Pips) -> Rule {
        Rule::Sum(Relation::Equal, i64::from(pips))
    }

    /// Whether these values, the region's whole, keep the rule.
    pub fn holds(self, values: &[Pips]) -> bool {
        match self {
            Rule::Sum(relation, target) => relation.holds(total(values), target),
            Rule::Equal => values.windows(2).all(|pair| pair[0] == pair[1]),
            // Without an allocation for regions of a usual size, since listing checks millions of boards.
            Rule::Unequal if values.len() <= 32 => {
                let mut values_at = values.iter().enumerate();
                values_at.all(|(at, value)| !values[..at].contains(value))
            }
            Rule::Unequal => {
                let mut sorted = values.to_vec();
                sorted.sort_unstable();
                sorted.windows(2).all(|pair| pair[0] != pair[1])
            }
            Rule::Empty => true,
        }
    }
}

/// The sum of some pips, in a type that cannot overflow on any board.
pub(super) fn total(values: &[Pips]) -> i64 {
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
