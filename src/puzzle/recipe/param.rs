//! Parameters of families, beside the size.
//!
//! A new parameter is a variant with an arm in [`Param::about`] and [`Param::choices`], and an entry of each
//! [`FamilyInfo`](super::FamilyInfo) that has it. Options of `pipsc gen`, recipes in every format and lists are
//! derived from these. A recipe lists only values other than the default, so a new parameter must leave existing
//! puzzles unchanged at its default.

use std::fmt;

use crate::nearest::{choose, either, named_enum};
use crate::puzzle::set::MAX_HIGHEST;

/// A parameter of families.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Param {
    /// Exactly one solution.
    Unique,
    /// Difficulty for people.
    Level,
    /// The outline of the board.
    Shape,
    /// How much the rules restrict, in percent.
    Tightness,
    /// The cells that are cut from a square.
    Cut,
    /// The number of doors in a wall.
    Doors,
    /// The resource that the dominoes lack.
    Ask,
    /// The most pips on a half.
    Pips,
    /// The number of rules, in percent of those at the threshold.
    Density,
    /// The rules are read from a solution.
    Planted,
}

// In the order in which recipes list them.
named_enum!("parameter", Param {
    Unique = "unique",
    Level = "level",
    Shape = "shape",
    Tightness = "tightness",
    Cut = "cut",
    Doors = "doors",
    Ask = "ask",
    Pips = "pips",
    Density = "density",
    Planted = "planted",
});

/// The values of a parameter. A value is a number: 0 or 1 for no and yes, the number itself, or the index
/// of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParamChoices {
    /// No or yes.
    Flag,
    /// A whole number from the first to the second.
    Number(u32, u32),
    /// One of some words.
    Words(&'static [&'static str]),
}

impl Param {
    /// A description in one line.
    pub fn about(self) -> &'static str {
        match self {
            Param::Unique => "Exactly one solution",
            Param::Level => "The difficulty for people, by the score of its hints",
            Param::Shape => "The outline of the board",
            Param::Tightness => "How much the rules restrict, in percent",
            Param::Cut => "The cells that are cut from the square",
            Param::Doors => "The number of doors between the rooms, with `--cut rooms`",
            Param::Ask => "What the rules need more of than the dominoes have",
            Param::Pips => "The most pips on a half of a domino",
            Param::Density => {
                "How many rules there are, in percent of those with which half the puzzles have a solution"
            }
            Param::Planted => "The rules are read from a solution, so that there is one",
        }
    }

    /// Its values.
    pub fn choices(self) -> ParamChoices {
        match self {
            Param::Unique => ParamChoices::Flag,
            Param::Level => ParamChoices::Words(&["any", "easy", "medium", "hard", "expert"]),
            Param::Shape => ParamChoices::Words(&["blob", "rectangle", "islands"]),
            Param::Tightness => ParamChoices::Number(0, 100),
            Param::Cut => ParamChoices::Words(&["corners", "holes", "rooms"]),
            Param::Doors => ParamChoices::Number(1, 9),
            Param::Ask => ParamChoices::Words(&["total", "value"]),
            Param::Pips => ParamChoices::Number(0, MAX_HIGHEST),
            Param::Density => ParamChoices::Number(0, 200),
            Param::Planted => ParamChoices::Flag,
        }
    }

    /// A value in words: `yes`, `80`, `hard`.
    pub fn spell(self, value: u32) -> String {
        match self.choices() {
            ParamChoices::Flag if value == 0 => "no".into(),
            ParamChoices::Flag => "yes".into(),
            ParamChoices::Number(..) => value.to_string(),
            ParamChoices::Words(words) => match words.get(value as usize) {
                Some(word) => (*word).into(),
                None => value.to_string(),
            },
        }
    }

    /// Parses a value.
    pub fn read(self, word: &str) -> Result<u32, String> {
        let unexpected = || format!("`{word}` is not {}", self.choices());
        match self.choices() {
            ParamChoices::Flag => match word {
                "no" => Ok(0),
                "yes" => Ok(1),
                _ => Err(unexpected()),
            },
            ParamChoices::Number(least, most) => {
                let digits = word.bytes().all(|byte| byte.is_ascii_digit());
                let number = word.parse().ok().filter(|_| digits);
                number
                    .filter(|number| (least..=most).contains(number))
                    .ok_or_else(unexpected)
            }
            ParamChoices::Words(words) => {
                let all = (0..).zip(words.iter().copied());
                let found = choose(self.name(), all, |(_, name)| name, word);
                found
                    .map(|(at, _)| at)
                    .map_err(|unknown| unknown.to_string())
            }
        }
    }

    /// Whether this is one of its values.
    pub(super) fn has(self, value: u32) -> bool {
        match self.choices() {
            ParamChoices::Flag => value < 2,
            ParamChoices::Number(least, most) => (least..=most).contains(&value),
            ParamChoices::Words(words) => (value as usize) < words.len(),
        }
    }
}

/// `yes or no`, `a whole number from 0 to 100`, `blob, rectangle or islands`.
impl fmt::Display for ParamChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParamChoices::Flag => f.write_str("yes or no"),
            ParamChoices::Number(least, most) => write!(f, "a whole number from {least} to {most}"),
            ParamChoices::Words(words) => f.write_str(&either(words)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::recipe::{Cut, Level, Shape, Shortage};

    #[test]
    fn every_value_is_read_as_it_is_spelt() {
        for (place, param) in Param::ALL.into_iter().enumerate() {
            assert_eq!(param as usize, place, "{param}");
            for value in (0..200).filter(|&value| param.has(value)) {
                assert_eq!(param.read(&param.spell(value)), Ok(value), "{param}");
            }
            for word in ["", "+1", "x", "999999999999"] {
                assert!(param.read(word).is_err(), "{param} {word}");
            }
        }
    }

    #[test]
    fn words_are_the_names_of_the_values() {
        let words = |param: Param| match param.choices() {
            ParamChoices::Words(words) => words,
            ParamChoices::Flag | ParamChoices::Number(..) => &[],
        };
        assert_eq!(words(Param::Shape), Shape::ALL.map(Shape::name));
        assert_eq!(words(Param::Cut), Cut::ALL.map(Cut::name));
        assert_eq!(words(Param::Ask), Shortage::ALL.map(Shortage::name));
        assert_eq!(words(Param::Level)[1..], Level::ALL.map(Level::name));
    }
}
