//! Parameters: what can be chosen of a family beside its size.
//!
//! A new parameter is a variant with its line in [`Param::name`], [`Param::about`] and [`Param::choices`], and
//! a line in [`super::Family::params`] of each family that has it, with the value that it has unless
//! it is given. Options of `pipsc gen`, recipes in every format and lists follow by themselves.
//! A parameter that a family gains later must leave its puzzles as they were where it is not given: a
//! recipe names only those that are given.

use std::fmt;
use std::ops::RangeInclusive;

use super::Family;
use crate::nearest::{UnknownName, choose, either};
use crate::puzzle::set::MAX_HIGHEST;

/// How many dominoes a puzzle of each level can have, in the order of the param's words. With fewer there
/// is too little to be found out; with more, what there is to be found out is too much for the level.
const LEVELS: [Option<(&str, RangeInclusive<u32>)>; 5] = [
    None,
    Some(("easy", 1..=7)),
    Some(("medium", 4..=11)),
    Some(("hard", 6..=20)),
    Some(("expert", 11..=28)),
];

/// What can be chosen of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Param {
    /// Exactly one solution.
    Unique,
    /// How hard it is for people.
    Level,
    /// What the board looks like.
    Shape,
    /// How much the rules say, in percent.
    Tightness,
    /// How cells are cut from a board so that no dominoes cover it.
    Cut,
    /// How many doors there are in a wall.
    Doors,
    /// What the rules ask too much of.
    Ask,
    /// The most pips on a half.
    Pips,
    /// How many rules there are, in percent of those at the threshold.
    Density,
    /// The rules are read from a solution.
    Planted,
}

/// The values that a param can have. Each is kept as a number: 0 or 1 for no and yes, the number
/// itself, or the place of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choices {
    /// No or yes.
    Flag,
    /// A whole number from the first to the second.
    Number(u32, u32),
    /// One of some words.
    Words(&'static [&'static str]),
}

impl Param {
    /// Every param, in the order in which recipes name them.
    pub const ALL: [Param; 10] = [
        Param::Unique,
        Param::Level,
        Param::Shape,
        Param::Tightness,
        Param::Cut,
        Param::Doors,
        Param::Ask,
        Param::Pips,
        Param::Density,
        Param::Planted,
    ];

    /// What people type behind `--`.
    pub fn name(self) -> &'static str {
        match self {
            Param::Unique => "unique",
            Param::Level => "level",
            Param::Shape => "shape",
            Param::Tightness => "tightness",
            Param::Cut => "cut",
            Param::Doors => "doors",
            Param::Ask => "ask",
            Param::Pips => "pips",
            Param::Density => "density",
            Param::Planted => "planted",
        }
    }

    /// What it does, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Param::Unique => "Exactly one solution",
            Param::Level => "How hard it is for people, by the score of its hints",
            Param::Shape => "What the board looks like",
            Param::Tightness => "How much the rules say, in percent",
            Param::Cut => "What is cut from the square",
            Param::Doors => "How many doors lead from room to room, with `--cut rooms`",
            Param::Ask => "What the rules ask for that the dominoes do not have",
            Param::Pips => "The most pips on a half of a domino",
            Param::Density => {
                "How many rules there are, in percent of those with which half the puzzles have a solution"
            }
            Param::Planted => "The rules are read from a solution, so that there is one",
        }
    }

    /// The values that it can have.
    pub fn choices(self) -> Choices {
        match self {
            Param::Unique => Choices::Flag,
            Param::Level => Choices::Words(&["any", "easy", "medium", "hard", "expert"]),
            Param::Shape => Choices::Words(&["blob", "rectangle", "islands"]),
            Param::Tightness => Choices::Number(0, 100),
            Param::Cut => Choices::Words(&["corners", "holes", "rooms"]),
            Param::Doors => Choices::Number(1, 9),
            Param::Ask => Choices::Words(&["total", "value"]),
            Param::Pips => Choices::Number(0, MAX_HIGHEST),
            Param::Density => Choices::Number(0, 200),
            Param::Planted => Choices::Flag,
        }
    }

    /// The param with this name.
    pub(crate) fn named(name: &str) -> Option<Param> {
        Param::ALL.into_iter().find(|param| param.name() == name)
    }

    /// A value in words: `yes`, `80`, `hard`.
    pub fn spell(self, value: u32) -> String {
        match self.choices() {
            Choices::Flag if value == 0 => "no".into(),
            Choices::Flag => "yes".into(),
            Choices::Number(..) => value.to_string(),
            Choices::Words(words) => match words.get(value as usize) {
                Some(word) => (*word).into(),
                None => value.to_string(),
            },
        }
    }

    /// The value that a word means, or what is wrong with it.
    pub fn read(self, word: &str) -> Result<u32, String> {
        let unexpected = || format!("`{word}` is not {}", self.choices());
        match self.choices() {
            Choices::Flag => match word {
                "no" => Ok(0),
                "yes" => Ok(1),
                _ => Err(unexpected()),
            },
            Choices::Number(least, most) => {
                let digits = word.bytes().all(|byte| byte.is_ascii_digit());
                let number = word.parse().ok().filter(|_| digits);
                number
                    .filter(|number| (least..=most).contains(number))
                    .ok_or_else(unexpected)
            }
            Choices::Words(words) => {
                let places = words.iter().zip(0..);
                let place = choose(self.name(), words.iter().copied(), |name| name, word)
                    .map_err(|unknown: UnknownName| unknown.to_string())?;
                Ok(places
                    .filter(|(other, _)| **other == place)
                    .map(|(_, at)| at)
                    .sum())
            }
        }
    }

    /// Whether it can have this value.
    pub(super) fn has(self, value: u32) -> bool {
        match self.choices() {
            Choices::Flag => value < 2,
            Choices::Number(least, most) => (least..=most).contains(&value),
            Choices::Words(words) => (value as usize) < words.len(),
        }
    }
}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `yes or no`, `a whole number from 0 to 100`, `blob, rectangle or islands`.
impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choices::Flag => f.write_str("yes or no"),
            Choices::Number(least, most) => write!(f, "a whole number from {least} to {most}"),
            Choices::Words(words) => f.write_str(&either(words)),
        }
    }
}

/// The params of a family, as they were turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Params {
    family: Family,
    turned: [Option<u32>; Param::ALL.len()],
}

impl Params {
    /// All as they are unless somebody turns them.
    pub fn of(family: Family) -> Self {
        Params {
            family,
            turned: [None; Param::ALL.len()],
        }
    }

    /// The family.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The same with a param turned to a value. What it is anyway is as good as not turned.
    pub(super) fn turn(&mut self, param: Param, value: u32) {
        self.turned[param as usize] = Some(value).filter(|value| self.usual(param) != Some(*value));
    }

    /// The value of a param unless it is turned, if the family has it.
    pub fn usual(&self, param: Param) -> Option<u32> {
        let mut params = self.family.params().iter();
        params
            .find(|(other, _)| *other == param)
            .map(|(_, value)| *value)
    }

    /// The params that were turned, with their values.
    pub fn turned(&self) -> impl Iterator<Item = (Param, u32)> {
        let values = Param::ALL.into_iter().zip(self.turned);
        values.filter_map(|(param, value)| Some((param, value?)))
    }

    /// The value of a param. The family has to have it.
    pub fn number(&self, param: Param) -> u32 {
        let value = self.turned[param as usize].or_else(|| self.usual(param));
        value.unwrap_or_else(|| unreachable!("{} has no parameter {param}", self.family))
    }

    /// Whether a param says yes.
    pub fn flag(&self, param: Param) -> bool {
        self.number(param) == 1
    }

    /// The level that is asked for, in a word, with how many dominoes such a puzzle can have.
    pub fn level(&self) -> Option<(&'static str, RangeInclusive<u32>)> {
        let level = self
            .usual(Param::Level)
            .map(|_| self.number(Param::Level))?;
        LEVELS.get(level as usize).cloned().flatten()
    }

    /// The one of some things whose names are the words of a param, in the same order.
    pub fn choice<T: Copy>(&self, param: Param, of: &[T]) -> T {
        of[self.number(param) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Shape;

    #[test]
    fn every_value_is_read_as_it_is_spelt() {
        for (place, param) in Param::ALL.into_iter().enumerate() {
            assert_eq!(param as usize, place, "{param}");
            assert_eq!(Param::named(param.name()), Some(param));
            let values = (0..200).filter(|&value| param.has(value));
            for value in values {
                assert_eq!(param.read(&param.spell(value)), Ok(value), "{param}");
            }
            for word in ["", "+1", "x", "999999999999"] {
                assert!(param.read(word).is_err(), "{param} {word}");
            }
        }
    }

    #[test]
    fn words_name_what_they_stand_for() {
        const SHAPES: &[&str] = &["blob", "rectangle", "islands"];
        assert_eq!(SHAPES, Shape::ALL.map(Shape::name));
        assert_eq!(Param::Shape.choices(), Choices::Words(SHAPES));
    }
}
