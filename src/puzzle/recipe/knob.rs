//! Knobs: what can be chosen of a family beside its size.
//!
//! A new knob is a variant with its line in [`Knob::name`], [`Knob::about`] and [`Knob::choices`], and
//! a line in [`super::Family::knobs`] of each family that has it, with the value that it has unless
//! somebody turns it. Options of `pipsc gen`, recipes in every format and lists follow by themselves.
//! A knob that a family gains later must leave its puzzles as they were where nobody turns it: a
//! recipe names only those that were turned.

use std::fmt;
use std::ops::RangeInclusive;

use super::Family;
use crate::nearest::{UnknownName, choose, either};
use crate::puzzle::set::MAX_HIGHEST;

/// How many dominoes a puzzle of each level can have, in the order of the knob's words. With fewer there
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
pub enum Knob {
    /// Exactly one solution.
    Unique,
    /// How hard it is for people.
    Level,
    /// What the board looks like.
    Shape,
    /// How much the rules say, in percent.
    Tightness,
    /// The family that a puzzle is taken from.
    Of,
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

/// The values that a knob can have. Each is kept as a number: 0 or 1 for no and yes, the number
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

impl Knob {
    /// Every knob, in the order in which recipes name them.
    pub const ALL: [Knob; 11] = [
        Knob::Unique,
        Knob::Level,
        Knob::Shape,
        Knob::Tightness,
        Knob::Of,
        Knob::Cut,
        Knob::Doors,
        Knob::Ask,
        Knob::Pips,
        Knob::Density,
        Knob::Planted,
    ];

    /// What people type behind `--`.
    pub fn name(self) -> &'static str {
        match self {
            Knob::Unique => "unique",
            Knob::Level => "level",
            Knob::Shape => "shape",
            Knob::Tightness => "tightness",
            Knob::Of => "of",
            Knob::Cut => "cut",
            Knob::Doors => "doors",
            Knob::Ask => "ask",
            Knob::Pips => "pips",
            Knob::Density => "density",
            Knob::Planted => "planted",
        }
    }

    /// What it does, in a line.
    pub fn about(self) -> &'static str {
        match self {
            Knob::Unique => "Exactly one solution",
            Knob::Level => "How hard it is for people, by the score of its hints",
            Knob::Shape => "What the board looks like",
            Knob::Tightness => "How much the rules say, in percent",
            Knob::Of => "The family of the puzzle whose solution is excluded",
            Knob::Cut => "What is cut from the square",
            Knob::Doors => "How many doors lead from room to room, with `--cut rooms`",
            Knob::Ask => "What the rules ask for that the dominoes do not have",
            Knob::Pips => "The most pips on a half of a domino",
            Knob::Density => {
                "How many rules there are, in percent of those with which half the puzzles have a solution"
            }
            Knob::Planted => "The rules are read from a solution, so that there is one",
        }
    }

    /// The values that it can have.
    pub fn choices(self) -> Choices {
        match self {
            Knob::Unique => Choices::Flag,
            Knob::Level => Choices::Words(&["any", "easy", "medium", "hard", "expert"]),
            Knob::Shape => Choices::Words(&["blob", "rectangle", "islands"]),
            Knob::Tightness => Choices::Number(0, 100),
            Knob::Of => Choices::Words(&["newspaper", "full"]),
            Knob::Cut => Choices::Words(&["corners", "holes", "rooms"]),
            Knob::Doors => Choices::Number(1, 9),
            Knob::Ask => Choices::Words(&["total", "value"]),
            Knob::Pips => Choices::Number(0, MAX_HIGHEST),
            Knob::Density => Choices::Number(0, 200),
            Knob::Planted => Choices::Flag,
        }
    }

    /// The knob with this name.
    pub(crate) fn named(name: &str) -> Option<Knob> {
        Knob::ALL.into_iter().find(|knob| knob.name() == name)
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

impl fmt::Display for Knob {
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

/// The knobs of a family, as they were turned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Knobs {
    family: Family,
    turned: [Option<u32>; Knob::ALL.len()],
}

impl Knobs {
    /// All as they are unless somebody turns them.
    pub fn of(family: Family) -> Self {
        Knobs {
            family,
            turned: [None; Knob::ALL.len()],
        }
    }

    /// The family.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The same with a knob turned to a value. What it is anyway is as good as not turned.
    pub(super) fn turn(&mut self, knob: Knob, value: u32) {
        self.turned[knob as usize] = Some(value).filter(|value| self.usual(knob) != Some(*value));
    }

    /// The value of a knob unless it is turned, if the family has it.
    pub fn usual(&self, knob: Knob) -> Option<u32> {
        let mut knobs = self.family.knobs().iter();
        knobs
            .find(|(other, _)| *other == knob)
            .map(|(_, value)| *value)
    }

    /// The knobs that were turned, with their values.
    pub fn turned(&self) -> impl Iterator<Item = (Knob, u32)> {
        let values = Knob::ALL.into_iter().zip(self.turned);
        values.filter_map(|(knob, value)| Some((knob, value?)))
    }

    /// The value of a knob. The family has to have it.
    pub fn number(&self, knob: Knob) -> u32 {
        let value = self.turned[knob as usize].or_else(|| self.usual(knob));
        value.unwrap_or_else(|| unreachable!("{} has no knob {knob}", self.family))
    }

    /// Whether a knob says yes.
    pub fn flag(&self, knob: Knob) -> bool {
        self.number(knob) == 1
    }

    /// The level that is asked for, in a word, with how many dominoes such a puzzle can have.
    pub fn level(&self) -> Option<(&'static str, RangeInclusive<u32>)> {
        let level = self.usual(Knob::Level).map(|_| self.number(Knob::Level))?;
        LEVELS.get(level as usize).cloned().flatten()
    }

    /// The one of some things whose names are the words of a knob, in the same order.
    pub fn choice<T: Copy>(&self, knob: Knob, of: &[T]) -> T {
        of[self.number(knob) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Shape;

    #[test]
    fn every_value_is_read_as_it_is_spelt() {
        for (place, knob) in Knob::ALL.into_iter().enumerate() {
            assert_eq!(knob as usize, place, "{knob}");
            assert_eq!(Knob::named(knob.name()), Some(knob));
            let values = (0..200).filter(|&value| knob.has(value));
            for value in values {
                assert_eq!(knob.read(&knob.spell(value)), Ok(value), "{knob}");
            }
            for word in ["", "+1", "x", "999999999999"] {
                assert!(knob.read(word).is_err(), "{knob} {word}");
            }
        }
    }

    #[test]
    fn words_name_what_they_stand_for() {
        const SHAPES: &[&str] = &["blob", "rectangle", "islands"];
        assert_eq!(SHAPES, Shape::ALL.map(Shape::name));
        assert_eq!(Knob::Shape.choices(), Choices::Words(SHAPES));
        let Choices::Words(families) = Knob::Of.choices() else {
            panic!("families are words");
        };
        for name in families {
            let family: Family = name.parse().expect("a family");
            let mut knobs = family.knobs().iter();
            assert!(knobs.any(|(knob, _)| *knob == Knob::Unique), "{name}");
        }
    }
}
