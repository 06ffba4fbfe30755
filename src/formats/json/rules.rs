//! The words for rules. Every JSON format has its own spelling of the same few rules, in one table
//! for its reader and its writer.

use std::fmt;
use std::marker::PhantomData;

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::Serializer;

use super::Whole;
use crate::formats::{CannotExpress, Format, FormatError};
use crate::puzzle::{Relation, Rule};

/// The words for one rule. The first is the one that is written; a format without any cannot
/// express the rule.
type Spellings = &'static [&'static str];

/// How a format spells each rule.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct Words {
    pub(in crate::formats) sum: Spellings,
    pub(in crate::formats) less: Spellings,
    pub(in crate::formats) greater: Spellings,
    pub(in crate::formats) equal: Spellings,
    pub(in crate::formats) unequal: Spellings,
    pub(in crate::formats) empty: Spellings,
}

impl Words {
    /// The words for a rule.
    fn of(&self, rule: Rule) -> Spellings {
        match rule {
            Rule::Sum(Relation::Equal, _) => self.sum,
            Rule::Sum(Relation::Less, _) => self.less,
            Rule::Sum(Relation::Greater, _) => self.greater,
            Rule::Equal => self.equal,
            Rule::Unequal => self.unequal,
            Rule::Empty => self.empty,
        }
    }

    /// What is expected where a word stands.
    fn expected(&self) -> String {
        let words: Vec<&str> = self.all().map(|(word, _)| word).collect();
        format!("a rule, one of {}", words.join(", "))
    }

    /// The rule that a text is the word for, with that word.
    fn read(&self, text: &str) -> Result<(&'static str, Rule), String> {
        let found = self.all().find(|(word, _)| *word == text);
        found.ok_or_else(|| format!("unknown rule `{text}`, expected {}", self.expected()))
    }

    /// Every word with its rule, in the order of messages. Rules about sums have a target of 0.
    fn all(&self) -> impl Iterator<Item = (&'static str, Rule)> {
        let Words {
            sum,
            less,
            greater,
            equal,
            unequal,
            empty,
        } = *self;
        let table = [
            (sum, Rule::Sum(Relation::Equal, 0)),
            (less, Rule::Sum(Relation::Less, 0)),
            (greater, Rule::Sum(Relation::Greater, 0)),
            (equal, Rule::Equal),
            (unequal, Rule::Unequal),
            (empty, Rule::Empty),
        ];
        let words = table.into_iter();
        words.flat_map(|(spellings, rule)| spellings.iter().map(move |&word| (word, rule)))
    }
}

/// A format that has words for rules.
pub(in crate::formats) trait Vocabulary {
    /// The format.
    const FORMAT: Format;
    /// Its words.
    const WORDS: Words;
}

/// A rule's word, as a format spells it. For a rule about sums, the target is elsewhere.
pub(in crate::formats) struct Word<V> {
    rule: Rule,
    spelling: &'static str,
    of: PhantomData<V>,
}

/// The target of a rule about sums.
#[derive(Debug, Clone, Copy, Serialize)]
pub(in crate::formats) struct Target(i64);

impl<V: Vocabulary> Word<V> {
    /// The word that the format writes for a rule, and the target of a rule that has one.
    pub(in crate::formats) fn of(rule: Rule) -> Result<(Self, Option<Target>), CannotExpress> {
        let spelling = V::WORDS.of(rule).first().ok_or(CannotExpress::NoWord {
            format: V::FORMAT,
            rule,
        })?;
        let word = Word {
            rule,
            spelling,
            of: PhantomData,
        };
        let target = match rule {
            Rule::Sum(_, target) => Some(Target(target)),
            Rule::Equal | Rule::Unequal | Rule::Empty => None,
        };
        Ok((word, target))
    }

    /// The rule that the word makes with a target. A rule that has no target ignores one.
    pub(super) fn with(
        &self,
        target: Option<Target>,
        path: impl FnOnce() -> String,
    ) -> Result<Rule, FormatError> {
        let relation = match self.rule {
            Rule::Sum(relation, _) => relation,
            rule @ (Rule::Equal | Rule::Unequal | Rule::Empty) => return Ok(rule),
        };
        match target {
            Some(Target(target)) => Ok(Rule::Sum(relation, target)),
            None => Err(FormatError::at_path(
                path(),
                format!(
                    "the rule `{}` needs a target, the whole number that the sum is to {}",
                    self.spelling,
                    match relation {
                        Relation::Equal => "equal",
                        Relation::Less => "stay below",
                        Relation::Greater => "exceed",
                    }
                ),
            )),
        }
    }
}

impl<V> Serialize for Word<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.spelling.serialize(serializer)
    }
}

impl<'de, V: Vocabulary> Deserialize<'de> for Word<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(WordVisitor(PhantomData))
    }
}

struct WordVisitor<V>(PhantomData<V>);

impl<V: Vocabulary> Visitor<'_> for WordVisitor<V> {
    type Value = Word<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&V::WORDS.expected())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Word<V>, E> {
        let (spelling, rule) = V::WORDS.read(text).map_err(E::custom)?;
        Ok(Word {
            rule,
            spelling,
            of: PhantomData,
        })
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A format that lacks a rule.
    #[derive(Debug)]
    struct Poor;

    impl Vocabulary for Poor {
        const FORMAT: Format = Format::Cells;
        const WORDS: Words = Words {
            sum: &["sum"],
            less: &["less"],
            greater: &["greater"],
            equal: &["equal", "same"],
            unequal: &[],
            empty: &["empty"],
        };
    }

    #[test]
    fn a_word_is_read_as_the_rule_that_it_is_written_for() {
        for (word, _) in Poor::WORDS.all() {
            let read: Word<Poor> = serde_json::from_value(word.into()).expect(word);
            let rule = read.with(Some(Target(7)), String::new).expect(word);
            let (written, target) = Word::<Poor>::of(rule).expect(word);
            assert_eq!(written.spelling, Poor::WORDS.of(rule)[0]);
            let has_target = matches!(rule, Rule::Sum(..));
            assert_eq!(target.map(|target| target.0), has_target.then_some(7));
        }
    }

    #[test]
    fn a_rule_without_a_word_is_refused() {
        let problem = Word::<Poor>::of(Rule::Unequal).err().expect("no word");
        assert_eq!(
            problem.to_string(),
            "the cells format has no word for the rule \"all different\""
        );
        let unread = serde_json::from_value::<Word<Poor>>("".into())
            .err()
            .expect("no word");
        assert_eq!(
            unread.to_string(),
            "unknown rule ``, expected a rule, one of sum, less, greater, equal, same, empty"
        );
    }
}
