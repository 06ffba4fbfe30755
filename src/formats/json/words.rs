//! The words for rules. Every JSON format has its own spelling of the same few rules.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, Visitor};

use super::Target;
use crate::formats::FormatError;
use crate::puzzle::{Relation, Rule};

/// How a format spells its rules. The first spelling of a rule is the one that is written.
/// Rules about sums stand in the table with a target of 0.
pub(in crate::formats) trait Words {
    /// Each word and its rule.
    const WORDS: &'static [(&'static str, Rule)];
}

/// A rule's word, as a format spells it.
pub(in crate::formats) struct Word<W> {
    rule: Rule,
    spelling: &'static str,
    words: PhantomData<W>,
}

impl<W: Words> Word<W> {
    /// The word that the format writes for a rule, if it has one.
    pub(in crate::formats) fn spelling(rule: Rule) -> Option<&'static str> {
        let rule = match rule {
            Rule::Sum(relation, _) => Rule::Sum(relation, 0),
            other => other,
        };
        let found = W::WORDS.iter().find(|(_, known)| *known == rule);
        found.map(|(word, _)| *word)
    }
}

/// The rule that a word and a target make. A rule that has no target ignores one.
pub(in crate::formats) fn rule<W>(
    word: &Word<W>,
    target: Option<Target>,
    path: impl FnOnce() -> String,
) -> Result<Rule, FormatError> {
    match (word.rule, target) {
        (Rule::Sum(relation, _), Some(Target(target))) => Ok(Rule::Sum(relation, target)),
        (Rule::Sum(relation, _), None) => Err(FormatError::at_path(
            path(),
            format!(
                "the rule `{}` needs a target, the whole number that the sum is to {}",
                word.spelling,
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

/// The target of a rule that has one.
pub(in crate::formats) fn target(rule: Rule) -> Option<i64> {
    match rule {
        Rule::Sum(_, target) => Some(target),
        Rule::Equal | Rule::Unequal | Rule::Empty => None,
    }
}

impl<'de, W: Words> Deserialize<'de> for Word<W> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(WordVisitor(PhantomData))
    }
}

struct WordVisitor<W>(PhantomData<W>);

impl<W: Words> Visitor<'_> for WordVisitor<W> {
    type Value = Word<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a rule, one of ")?;
        list::<W>(f)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Word<W>, E> {
        let found = W::WORDS.iter().find(|(word, _)| *word == text);
        match found {
            Some(&(spelling, rule)) => Ok(Word {
                rule,
                spelling,
                words: PhantomData,
            }),
            None => Err(E::custom(format!(
                "unknown rule `{text}`, expected {}",
                Expected(self)
            ))),
        }
    }
}

struct Expected<W>(WordVisitor<W>);

impl<W: Words> fmt::Display for Expected<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }
}

fn list<W: Words>(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (index, (word, _)) in W::WORDS.iter().enumerate() {
        if index > 0 {
            f.write_str(", ")?;
        }
        f.write_str(word)?;
    }
    Ok(())
}
