//! The rules of the JSON formats: one enum of names for each reply_format, and the target of a sum.

use serde::de::{Deserialize, Deserializer};
use serde::{Deserialize as DeriveDeserialize, Serialize};

use super::Whole;
use crate::formats::FormatError;
use crate::puzzle::{Relation, Rule};

/// A rule's name in some reply_format. The target of a sum stands elsewhere.
pub(in crate::formats) trait RuleName: Copy + Serialize {
    /// The rule, with this target if it is one about sums.
    fn rule(self, target: i64) -> Rule;
}

/// Declares the names of rules in a reply_format, in the order of messages.
macro_rules! rule_names {
    ($(#[$doc:meta])* $name:ident: $($variant:ident $(= $spelling:literal $(| $other:literal)?)? => $rule:expr,)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, DeriveDeserialize, Serialize)]
        #[serde(rename_all = "lowercase")]
        pub(in crate::formats) enum $name {
            $($(#[serde(rename = $spelling $(, alias = $other)?)])? $variant,)*
        }

        impl RuleName for $name {
            fn rule(self, target: i64) -> Rule {
                let rule: fn(i64) -> Rule = match self {
                    $($name::$variant => $rule,)*
                };
                rule(target)
            }
        }
    };
}

rule_names! {
    /// In the newspaper's JSON.
    NytRule:
    Sum => Rule::sum,
    Less => Rule::less,
    Greater => Rule::greater,
    Equals => |_| Rule::Equal,
    Unequal => |_| Rule::Unequal,
    Empty => |_| Rule::Empty,
}

rule_names! {
    /// In the graph form.
    GraphRule:
    Sum => Rule::sum,
    Less => Rule::less,
    Greater => Rule::greater,
    Equal = "equal" | "equals" => |_| Rule::Equal,
    Unequal => |_| Rule::Unequal,
    Empty => |_| Rule::Empty,
}

rule_names! {
    /// In the cells form.
    CellsRule:
    Sum => Rule::sum,
    Less => Rule::less,
    Greater => Rule::greater,
    Equal => |_| Rule::Equal,
    Unequal = "nequal" => |_| Rule::Unequal,
    Empty => |_| Rule::Empty,
}

rule_names! {
    /// In the board form.
    BoardRule:
    Sum = "sum_eq" => Rule::sum,
    Less = "sum_lt" => Rule::less,
    Greater = "sum_gt" => Rule::greater,
    Equal = "all_eq" => |_| Rule::Equal,
    Unequal = "all_diff" => |_| Rule::Unequal,
    Empty => |_| Rule::Empty,
}

impl From<Rule> for NytRule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Sum(Relation::Equal, _) => NytRule::Sum,
            Rule::Sum(Relation::Less, _) => NytRule::Less,
            Rule::Sum(Relation::Greater, _) => NytRule::Greater,
            Rule::Equal => NytRule::Equals,
            Rule::Unequal => NytRule::Unequal,
            Rule::Empty => NytRule::Empty,
        }
    }
}

impl From<Rule> for GraphRule {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Sum(Relation::Equal, _) => GraphRule::Sum,
            Rule::Sum(Relation::Less, _) => GraphRule::Less,
            Rule::Sum(Relation::Greater, _) => GraphRule::Greater,
            Rule::Equal => GraphRule::Equal,
            Rule::Unequal => GraphRule::Unequal,
            Rule::Empty => GraphRule::Empty,
        }
    }
}

/// The target of a rule about sums.
#[derive(Debug, Clone, Copy, Serialize)]
pub(in crate::formats) struct Target(i64);

impl Target {
    /// The target of a rule that has one.
    pub(in crate::formats) fn of(rule: Rule) -> Option<Target> {
        match rule {
            Rule::Sum(_, target) => Some(Target(target)),
            Rule::Equal | Rule::Unequal | Rule::Empty => None,
        }
    }
}

impl<'de> Deserialize<'de> for Target {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const TARGET: Whole = Whole {
            least: i64::MIN,
            most: i64::MAX,
            expected: "a target, which is a whole number",
        };
        deserializer.deserialize_i64(TARGET).map(Target)
    }
}

/// The rule of a name and a target. A rule without a target ignores one.
pub(super) fn rule_of(
    name: impl RuleName,
    target: Option<Target>,
    path: impl FnOnce() -> String,
) -> Result<Rule, FormatError> {
    match (name.rule(target.map_or(0, |Target(target)| target)), target) {
        (Rule::Sum(relation, _), None) => Err(FormatError::at_path(
            path(),
            format!(
                "the rule {} needs a target, the whole number that the sum is to {}",
                serde_json::json!(name),
                match relation {
                    Relation::Equal => "equal",
                    Relation::Less => "stay below",
                    Relation::Greater => "exceed",
                }
            ),
        )),
        (rule, _) => Ok(rule),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_read_by_the_name_that_it_is_written_with() {
        let rules = [Rule::sum(7), Rule::less(7), Rule::greater(7)];
        for rule in rules
            .into_iter()
            .chain([Rule::Equal, Rule::Unequal, Rule::Empty])
        {
            assert_eq!(NytRule::from(rule).rule(7), rule);
            assert_eq!(GraphRule::from(rule).rule(7), rule);
        }
        for (name, rule) in [("equal", Rule::Equal), ("equals", Rule::Equal)] {
            let read: GraphRule = serde_json::from_value(name.into()).expect(name);
            assert_eq!(read.rule(0), rule);
        }
    }
}
