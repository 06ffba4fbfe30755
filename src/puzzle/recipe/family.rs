//! Families of generated puzzles. The puzzles of a family are hard for the same reason, in every size.
//!
//! A new parameter is a variant of [`Param`] with its entry in `Param::info`, and an entry of each
//! [`FamilyInfo`] that has it. Options of `pipsc gen`, recipes in every format and lists are derived from
//! these. A recipe lists only values other than the default, so a new parameter must leave existing puzzles
//! unchanged at its default.

use std::fmt;
use std::ops::RangeInclusive;

use crate::nearest::{choose, either, named_enum};
use crate::puzzle::DoubleSet;

/// A family of puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Puzzles like the NYT's.
    Newspaper,
    /// Full double-n sets.
    Full,
    /// Boards without a tiling, as the mutilated chessboard.
    Mutilated,
    /// Rules that need more than the dominoes have.
    Supply,
    /// Random rules, where about half the puzzles have a solution.
    Threshold,
    /// Solutions that can be counted.
    Counting,
}

named_enum!("family", Family {
    Newspaper = "newspaper",
    Full = "full",
    Mutilated = "mutilated",
    Supply = "supply",
    Threshold = "threshold",
    Counting = "counting",
});

/// The definition of a family.
#[derive(Debug, Clone)]
pub struct FamilyInfo {
    /// One sentence: its puzzles, and what makes them hard.
    pub about: &'static str,
    /// The unit of the size.
    pub size_means: &'static str,
    /// The sizes of its puzzles.
    pub sizes: RangeInclusive<u32>,
    /// Its parameters with their default values, in the order in which recipes list them.
    pub params: &'static [(Param, u32)],
    /// The status by construction with the default parameters.
    pub status: RecipeStatus,
    /// The version of the generator.
    pub(crate) generator: u32,
}

impl Family {
    /// Its definition.
    pub fn info(self) -> FamilyInfo {
        match self {
            Family::Newspaper => FamilyInfo {
                about: "Puzzles like those of the NYT, which people solve by forced steps; finding the \
                        next step is hard, not search.",
                size_means: "the number of dominoes",
                sizes: 1..=28,
                params: &[(Param::Unique, 0), (Param::Level, 0)],
                status: RecipeStatus::Satisfiable,
                // Since version 4, a refuted assumption has a fixed weight in the score of a level.
                generator: 4,
            },
            Family::Full => FamilyInfo {
                about: "A full double-n set on one board: every domino occurs once, so that distant \
                        parts of the board depend on each other, and models grow with the fourth power \
                        of n.",
                size_means: "the most pips on a half: n of double-n",
                sizes: 0..=DoubleSet::MAX_HIGHEST,
                params: &[
                    (Param::Unique, 0),
                    (Param::Shape, Shape::Blob as u32),
                    (Param::Tightness, 50),
                ],
                status: RecipeStatus::Satisfiable,
                // Version 1 used another method for `unique`.
                generator: 2,
            },
            Family::Mutilated => FamilyInfo {
                about: "A board without a tiling: some set of cells has too few neighbours, which matching \
                        algorithms find at once; resolution proofs have exponential size.",
                size_means: "the side of the square that cells are cut from",
                sizes: 4..=100,
                params: &[
                    (Param::Cut, Cut::Corners as u32),
                    (Param::Doors, 2),
                    (Param::Pips, 0),
                ],
                status: RecipeStatus::Unsatisfiable,
                generator: 1,
            },
            Family::Supply => FamilyInfo {
                about: "Rules that together need more than the dominoes have, although each pair of \
                        rules can be satisfied: easy for cutting planes, hard for resolution.",
                size_means: "the number of dominoes",
                sizes: 8..=500,
                params: &[(Param::Ask, Shortage::Total as u32), (Param::Pips, 6)],
                status: RecipeStatus::Unsatisfiable,
                generator: 1,
            },
            Family::Threshold => FamilyInfo {
                about: "Random rules, as many as make about half of the puzzles unsatisfiable: solutions \
                        are rare, and refutations are long.",
                size_means: "the number of dominoes",
                sizes: 4..=140,
                params: &[(Param::Density, 100), (Param::Planted, 0)],
                status: RecipeStatus::Open,
                generator: 1,
            },
            Family::Counting => FamilyInfo {
                about: "Strips whose solutions can be counted exactly, from one to far more than can be \
                        listed one by one.",
                size_means: "the number of columns of a strip with four rows",
                sizes: 2..=200,
                params: &[(Param::Tightness, 50)],
                status: RecipeStatus::Satisfiable,
                generator: 1,
            },
        }
    }

    /// `its parameters are unique and level`.
    pub(super) fn params_in_words(self) -> String {
        let names: Vec<&str> = self
            .info()
            .params
            .iter()
            .map(|(param, _)| param.name())
            .collect();
        match names.as_slice() {
            [] => "it has none at all".into(),
            [only] => format!("its only one is {only}"),
            [start @ .., last] => format!("its parameters are {} and {last}", start.join(", ")),
        }
    }
}

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
        self.info().0
    }

    /// Its values.
    pub fn choices(self) -> ParamChoices {
        self.info().1
    }

    fn info(self) -> (&'static str, ParamChoices) {
        use ParamChoices::{Flag, Number, Words};
        match self {
            Param::Unique => ("Exactly one solution", Flag),
            Param::Level => (
                "The difficulty, by the score of the hints",
                Words(&["any", "easy", "medium", "hard", "expert"]),
            ),
            Param::Shape => ("The outline of the board", Words(&Shape::NAMES)),
            Param::Tightness => ("How restrictive the rules are, in percent", Number(0, 100)),
            Param::Cut => ("The cells that are cut from the square", Words(&Cut::NAMES)),
            Param::Doors => (
                "The number of doors between the rooms, with `--cut rooms`",
                Number(1, 9),
            ),
            Param::Ask => (
                "What the rules need more of than the dominoes provide",
                Words(&Shortage::NAMES),
            ),
            Param::Pips => (
                "The maximum number of pips on a half of a domino",
                Number(0, DoubleSet::MAX_HIGHEST),
            ),
            Param::Density => (
                "The number of rules, in percent of the number at which half of the puzzles have a solution",
                Number(0, 200),
            ),
            Param::Planted => (
                "Derive the rules from a solution, so that the puzzle has one",
                Flag,
            ),
        }
    }

    /// A value in words: `yes`, `80`, `hard`.
    pub fn spell(self, value: u32) -> String {
        match self.choices() {
            ParamChoices::Flag if value == 0 => "no".into(),
            ParamChoices::Flag => "yes".into(),
            ParamChoices::Number(..) => value.to_string(),
            ParamChoices::Words(words) => words[value as usize].into(),
        }
    }

    /// Parses a value.
    pub fn read(self, word: &str) -> Result<u32, String> {
        let value = match self.choices() {
            ParamChoices::Flag => ["no", "yes"].iter().position(|&name| name == word),
            ParamChoices::Number(..) if !word.bytes().all(|byte| byte.is_ascii_digit()) => None,
            ParamChoices::Number(..) => word.parse().ok(),
            ParamChoices::Words(words) => {
                let found = choose(self.name(), 0..words.len(), |at| words[at], word);
                Some(found.map_err(|unknown| unknown.to_string())?)
            }
        };
        let value = value.and_then(|value| u32::try_from(value).ok());
        value
            .filter(|&value| self.has(value))
            .ok_or_else(|| format!("`{word}` is not {}", self.choices()))
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

/// Difficulty of a puzzle for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// As the NYT's easy ones.
    Easy,
    /// As the NYT's medium ones.
    Medium,
    /// As the NYT's hard ones.
    Hard,
    /// Harder: propagation and probing do not solve it.
    Expert,
}

named_enum!("level", Level {
    Easy = "easy",
    Medium = "medium",
    Hard = "hard",
    Expert = "expert",
});

impl Level {
    /// The parameter value of this level.
    pub fn param(self) -> (Param, u32) {
        (Param::Level, self as u32 + 1)
    }

    /// The numbers of dominoes of generated puzzles of this level. Fewer need too few steps for the level;
    /// more need too many.
    pub(super) fn sizes(self) -> RangeInclusive<u32> {
        match self {
            Level::Easy => 1..=7,
            Level::Medium => 4..=11,
            Level::Hard => 6..=20,
            Level::Expert => 11..=28,
        }
    }
}

/// The outline of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// One connected board of irregular shape, possibly with holes, as in NYT puzzles.
    Blob,
    /// A rectangle, as near to a square as the number of cells allows.
    Rectangle,
    /// Two to four blobs that do not touch.
    Islands,
}

named_enum!("shape", Shape {
    Blob = "blob",
    Rectangle = "rectangle",
    Islands = "islands",
});

/// The cells that are cut from a square so that no dominoes cover the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// Two opposite corners.
    Corners,
    /// Cells of one colour.
    Holes,
    /// Equally many cells of both colours, and a wall between two rooms.
    Rooms,
}

named_enum!("cut", Cut {
    Corners = "corners",
    Holes = "holes",
    Rooms = "rooms",
});

/// The resource that the rules need more of than the dominoes have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shortage {
    /// Pips in total.
    Total,
    /// Halves of equal value.
    Value,
}

named_enum!("ask", Shortage {
    Total = "total",
    Value = "value",
});

/// What is known of a puzzle's solutions by construction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecipeStatus {
    /// There is a solution: the puzzle was built from it.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// There is exactly one.
    Unique,
    /// The exact number of solutions.
    Count(u128),
    /// Unknown until the puzzle is solved.
    Open,
}

impl RecipeStatus {
    /// Whether there is a solution, if known.
    pub fn satisfiable(self) -> Option<bool> {
        match self {
            RecipeStatus::Satisfiable | RecipeStatus::Unique => Some(true),
            RecipeStatus::Unsatisfiable => Some(false),
            RecipeStatus::Count(count) => Some(count > 0),
            RecipeStatus::Open => None,
        }
    }

    /// The number of solutions, if known.
    pub fn count(self) -> Option<u128> {
        match self {
            RecipeStatus::Unique => Some(1),
            RecipeStatus::Unsatisfiable => Some(0),
            RecipeStatus::Count(count) => Some(count),
            RecipeStatus::Satisfiable | RecipeStatus::Open => None,
        }
    }
}

impl fmt::Display for RecipeStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecipeStatus::Satisfiable => f.write_str("satisfiable"),
            RecipeStatus::Unsatisfiable => f.write_str("unsatisfiable"),
            RecipeStatus::Unique => f.write_str("exactly one solution"),
            RecipeStatus::Count(count) => write!(f, "exactly {count} solutions"),
            RecipeStatus::Open => f.write_str("open"),
        }
    }
}
