//! Families: puzzles that are hard for the same reason, in every size.

use std::fmt;
use std::mem::discriminant;
use std::ops::RangeInclusive;
use std::str::FromStr;

use super::param::ParamValue;
use super::{Choices, Param, RecipeError, Shape};
use crate::nearest::{UnknownName, choose, named_enum};
use crate::puzzle::Pips;
use crate::puzzle::set::MAX_HIGHEST;

/// A family of puzzles with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Puzzles like the NYT's.
    Newspaper {
        /// Exactly one solution.
        unique: bool,
        /// How hard it is for people; a puzzle with a level has exactly one solution.
        level: Option<Level>,
    },
    /// Full double-n sets.
    Full {
        /// Exactly one solution.
        unique: bool,
        /// The outline of the board.
        shape: Shape,
        /// How much the rules restrict, in percent.
        tightness: u32,
    },
    /// Boards that no dominoes cover.
    Mutilated {
        /// The cells that are cut from the square.
        cut: Cut,
        /// The number of doors between two rooms.
        doors: u32,
        /// The most pips on a half.
        pips: Pips,
    },
    /// Rules that need more than the dominoes have.
    Supply {
        /// What the rules need too much of.
        ask: Ask,
        /// The most pips on a half.
        pips: Pips,
    },
    /// Random rules, where about half the puzzles have a solution.
    Threshold {
        /// The number of rules, in percent of those at the threshold.
        density: u32,
        /// The rules are read from a solution.
        planted: bool,
    },
    /// Solutions that can be counted.
    Counting {
        /// How much the rules restrict, in percent.
        tightness: u32,
    },
}

/// How hard a puzzle is for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// As the NYT's easy ones.
    Easy,
    /// As its medium ones.
    Medium,
    /// As its hard ones.
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
    /// The numbers of dominoes of generated puzzles of this level. Fewer need too few steps for the level;
    /// more need too many.
    fn sizes(self) -> RangeInclusive<u32> {
        match self {
            Level::Easy => 1..=7,
            Level::Medium => 4..=11,
            Level::Hard => 6..=20,
            Level::Expert => 11..=28,
        }
    }
}

/// The cells that are cut from a square so that no dominoes cover the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// Two opposite corners.
    Corners,
    /// Cells of one colour.
    Holes,
    /// As many cells of both colours, and a wall between two rooms.
    Rooms,
}

named_enum!("cut", Cut {
    Corners = "corners",
    Holes = "holes",
    Rooms = "rooms",
});

/// What the rules need more of than the dominoes have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ask {
    /// Pips in total.
    Total,
    /// Halves of equal value.
    Value,
}

named_enum!("ask", Ask {
    Total = "total",
    Value = "value",
});

/// What is known of a puzzle's solutions by construction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
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

impl Status {
    /// Whether there is a solution, if known.
    pub fn satisfiable(self) -> Option<bool> {
        match self {
            Status::Satisfiable | Status::Unique => Some(true),
            Status::Unsatisfiable => Some(false),
            Status::Count(count) => Some(count > 0),
            Status::Open => None,
        }
    }

    /// The number of solutions, if known.
    pub fn count(self) -> Option<u128> {
        match self {
            Status::Unique => Some(1),
            Status::Unsatisfiable => Some(0),
            Status::Count(count) => Some(count),
            Status::Satisfiable | Status::Open => None,
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Satisfiable => f.write_str("satisfiable"),
            Status::Unsatisfiable => f.write_str("unsatisfiable"),
            Status::Unique => f.write_str("exactly one solution"),
            Status::Count(count) => write!(f, "exactly {count} solutions"),
            Status::Open => f.write_str("open"),
        }
    }
}

impl Family {
    /// Every family, with the default values of its parameters.
    pub const ALL: [Family; 6] = [
        Family::Newspaper {
            unique: false,
            level: None,
        },
        Family::Full {
            unique: false,
            shape: Shape::Blob,
            tightness: 50,
        },
        Family::Mutilated {
            cut: Cut::Corners,
            doors: 2,
            pips: 0,
        },
        Family::Supply {
            ask: Ask::Total,
            pips: 6,
        },
        Family::Threshold {
            density: 100,
            planted: false,
        },
        Family::Counting { tightness: 50 },
    ];

    /// Its name, as typed on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Family::Newspaper { .. } => "newspaper",
            Family::Full { .. } => "full",
            Family::Mutilated { .. } => "mutilated",
            Family::Supply { .. } => "supply",
            Family::Threshold { .. } => "threshold",
            Family::Counting { .. } => "counting",
        }
    }

    /// Each parameter with its field, in the order in which recipes list them.
    fn fields(&mut self) -> Vec<(Param, &mut dyn ParamValue)> {
        match self {
            Family::Newspaper { unique, level } => {
                vec![(Param::Unique, unique), (Param::Level, level)]
            }
            Family::Full {
                unique,
                shape,
                tightness,
            } => vec![
                (Param::Unique, unique),
                (Param::Shape, shape),
                (Param::Tightness, tightness),
            ],
            Family::Mutilated { cut, doors, pips } => vec![
                (Param::Cut, cut),
                (Param::Doors, doors),
                (Param::Pips, pips),
            ],
            Family::Supply { ask, pips } => vec![(Param::Ask, ask), (Param::Pips, pips)],
            Family::Threshold { density, planted } => {
                vec![(Param::Density, density), (Param::Planted, planted)]
            }
            Family::Counting { tightness } => vec![(Param::Tightness, tightness)],
        }
    }

    /// Its parameters with their values.
    pub fn params(mut self) -> Vec<(Param, u32)> {
        let fields = self.fields().into_iter();
        fields.map(|(param, value)| (param, value.get())).collect()
    }

    /// The parameters whose values are not the defaults.
    pub(super) fn changed(self) -> Vec<(Param, u32)> {
        let default = Family::ALL.into_iter().find(|&family| family.is_same(self));
        let defaults = default.map(Family::params).unwrap_or_default();
        let mut params = self.params();
        params.retain(|param| !defaults.contains(param));
        params
    }

    /// Whether two are the same family, with any parameters.
    fn is_same(self, other: Family) -> bool {
        discriminant(&self) == discriminant(&other)
    }

    /// The same family with some parameters set.
    pub fn with(
        mut self,
        params: impl IntoIterator<Item = (Param, u32)>,
    ) -> Result<Family, RecipeError> {
        for (param, value) in params {
            let family = self;
            let mut fields = self.fields().into_iter();
            let Some((_, field)) = fields.find(|(other, _)| *other == param) else {
                return Err(RecipeError::NoParam { param, family });
            };
            if !param.has(value) {
                return Err(RecipeError::Value { param, value });
            }
            field.set(value);
        }
        Ok(self)
    }

    /// A sentence on what it is and what makes it hard.
    pub fn about(self) -> &'static str {
        match self {
            Family::Newspaper { .. } => {
                "Puzzles like the newspaper's, which people solve one forced step at a time; what is \
                 hard is to find the step, not to search."
            }
            Family::Full { .. } => {
                "A full double-n set on one board: every domino is there once, so that what is laid \
                 in one corner is missing in the others, and a model grows with the fourth power of n."
            }
            Family::Mutilated { .. } => {
                "A board that no dominoes cover: a few cells have too few neighbours among them, \
                 which is plain to a matching and takes resolution exponentially many steps."
            }
            Family::Supply { .. } => {
                "Rules that together ask for more than the dominoes have, although each rule and each \
                 pair of rules can be kept: a sum for cutting planes, a pigeonhole for resolution."
            }
            Family::Threshold { .. } => {
                "Random rules, as many as make about half of the puzzles impossible: there are hardly \
                 any solutions to be found by luck, and no short reason against them."
            }
            Family::Counting { .. } => {
                "Strips whose solutions can be counted exactly, from one to far beyond what can be \
                 listed: who counts one by one never ends."
            }
        }
    }

    /// What its size counts.
    pub fn size_means(self) -> &'static str {
        match self {
            Family::Newspaper { .. } => "the number of dominoes",
            Family::Full { .. } => "the most pips on a half: n of double-n",
            Family::Mutilated { .. } => "the side of the square that cells are cut from",
            Family::Supply { .. } => "the number of dominoes",
            Family::Threshold { .. } => "the number of dominoes",
            Family::Counting { .. } => "the number of columns of a strip with four rows",
        }
    }

    /// The sizes of its puzzles.
    pub fn sizes(self) -> RangeInclusive<u32> {
        match self {
            Family::Newspaper { .. } => 1..=28,
            Family::Full { .. } => 0..=MAX_HIGHEST,
            Family::Mutilated { .. } => 4..=100,
            Family::Supply { .. } => 8..=500,
            Family::Threshold { .. } => 4..=140,
            Family::Counting { .. } => 2..=200,
        }
    }

    /// The version of the generator that makes its puzzles.
    pub(crate) fn generator(self) -> u32 {
        match self {
            // Levels are rated by one propagation pass.
            Family::Newspaper { .. } => 3,
            // The first version made puzzles with one solution in another way.
            Family::Full { .. } => 2,
            Family::Mutilated { .. }
            | Family::Supply { .. }
            | Family::Threshold { .. }
            | Family::Counting { .. } => 1,
        }
    }

    /// What is known of the solutions of its puzzles by construction.
    pub fn status(self) -> Status {
        match self {
            Family::Newspaper { unique: true, .. } | Family::Full { unique: true, .. } => {
                Status::Unique
            }
            Family::Newspaper { level: Some(_), .. } => Status::Unique,
            Family::Newspaper { .. } | Family::Full { .. } => Status::Satisfiable,
            Family::Mutilated { .. } | Family::Supply { .. } => Status::Unsatisfiable,
            Family::Threshold { planted: false, .. } => Status::Open,
            Family::Threshold { .. } | Family::Counting { .. } => Status::Satisfiable,
        }
    }

    /// `its parameters are unique and level`.
    pub(super) fn params_in_words(self) -> String {
        let params = self.params().into_iter();
        let names: Vec<&str> = params.map(|(param, _)| param.name()).collect();
        match names.as_slice() {
            [] => "it has none at all".into(),
            [only] => format!("its only one is {only}"),
            [start @ .., last] => format!("its parameters are {} and {last}", start.join(", ")),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The family of a name, with the default values of its parameters.
impl FromStr for Family {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        choose("family", Family::ALL, Family::name, word)
    }
}

/// Everything that determines a puzzle of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FamilyRecipe {
    pub(crate) family: Family,
    pub(crate) size: u32,
    pub(crate) seed: u64,
}

impl FamilyRecipe {
    /// The recipe of a puzzle of a family; [`Family::size_means`] says what the size counts.
    pub fn new(mut family: Family, size: u32, seed: u64) -> Result<Self, RecipeError> {
        if !family.sizes().contains(&size) {
            let asked = size.into();
            return Err(RecipeError::Size { asked, family });
        }
        for (param, value) in family.params() {
            if !param.has(value) {
                return Err(RecipeError::Value { param, value });
            }
        }
        if let Family::Newspaper {
            unique,
            level: Some(level),
        } = &mut family
        {
            let sizes = level.sizes();
            if !sizes.contains(&size) {
                return Err(RecipeError::Level {
                    level: *level,
                    asked: size,
                    sizes,
                });
            }
            // A level implies one solution: both spellings are the same recipe.
            *unique = false;
        }
        Ok(FamilyRecipe { family, size, seed })
    }

    /// A file name for the puzzle: `full-6-1`, `newspaper-14-level-hard-1`.
    pub(super) fn name(&self) -> String {
        let mut name = format!("{}-{}", self.family, self.size);
        for param in self.changed_words() {
            name += &format!("-{}", param.replace(' ', "-"));
        }
        format!("{name}-{}", self.seed)
    }

    /// What determines the puzzle, in the order of its words.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("family", self.family.to_string()),
            ("size", self.size.to_string()),
        ];
        let changed = self.family.changed().into_iter();
        fields.extend(changed.map(|(param, value)| (param.name(), param.spell(value))));
        fields.push(("seed", self.seed.to_string()));
        fields
    }

    /// The parameters that are not the defaults: `unique`, `tightness 80`.
    fn changed_words(&self) -> Vec<String> {
        let changed = self.family.changed().into_iter();
        let words = changed.map(|(param, value)| match param.choices() {
            Choices::Flag if value == 1 => param.to_string(),
            Choices::Flag | Choices::Number(..) | Choices::Words(_) => {
                format!("{param} {}", param.spell(value))
            }
        });
        words.collect()
    }
}

/// `full, size 6, tightness 80, seed 1`: the title of the puzzle.
impl fmt::Display for FamilyRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, size {}, ", self.family, self.size)?;
        for param in self.changed_words() {
            write!(f, "{param}, ")?;
        }
        write!(f, "seed {}", self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn newspaper(unique: bool, level: Option<Level>) -> Family {
        Family::Newspaper { unique, level }
    }

    #[test]
    fn a_recipe_lists_the_parameters_that_are_not_defaults() {
        let recipe = FamilyRecipe::new(newspaper(true, None), 14, 7).expect("a recipe");
        assert_eq!(recipe.name(), "newspaper-14-unique-7");
        assert_eq!(recipe.to_string(), "newspaper, size 14, unique, seed 7");
        assert_eq!(recipe.family.status(), Status::Unique);
        // A puzzle of a level has one solution, with and without `unique`.
        let hard = Some(Level::Hard);
        let recipe = FamilyRecipe::new(newspaper(false, hard), 14, 7).expect("a recipe");
        assert_eq!(recipe.name(), "newspaper-14-level-hard-7");
        assert_eq!(recipe.family.status(), Status::Unique);
        let both = FamilyRecipe::new(newspaper(true, hard), 14, 7);
        assert_eq!(both, Ok(recipe));
        // A default value is not listed.
        let full: Family = "full".parse().expect("a family");
        let same = full.with([(Param::Tightness, 50)]).expect("a tightness");
        let same = FamilyRecipe::new(same, 6, 1);
        assert_eq!(same.map(|recipe| recipe.name()), Ok("full-6-1".into()));
    }

    #[test]
    fn sizes_and_parameters_that_a_family_does_not_have_are_refused() {
        let problem = |size, params: &[(Param, u32)]| {
            let family = newspaper(false, None).with(params.iter().copied());
            let recipe = family.and_then(|family| FamilyRecipe::new(family, size, 1));
            recipe.expect_err("no such puzzle").to_string()
        };
        assert_eq!(
            problem(29, &[]),
            "there is no puzzle of size 29 in the family newspaper: expected 1 to 28 (the number of \
             dominoes)"
        );
        assert_eq!(
            problem(6, &[(Param::Tightness, 5)]),
            "the family newspaper has no parameter `tightness`; its parameters are unique and level"
        );
        assert_eq!(
            problem(6, &[(Param::Level, 5)]),
            "level is 5: expected any, easy, medium, hard or expert"
        );
        let tight = Family::Counting { tightness: 101 };
        assert_eq!(
            FamilyRecipe::new(tight, 4, 1)
                .expect_err("no such tightness")
                .to_string(),
            "tightness is 101: expected a whole number from 0 to 100"
        );
    }

    #[test]
    fn every_value_of_a_parameter_can_be_set_and_read_back() {
        for family in Family::ALL {
            assert_eq!(family.name().parse(), Ok(family));
            assert!(family.about().ends_with('.'), "{family}");
            for (param, default) in family.params() {
                assert!(param.has(default), "{family} {param}");
                for value in (0..=200).filter(|&value| param.has(value)) {
                    let set = family.with([(param, value)]).expect("a value");
                    assert!(set.params().contains(&(param, value)), "{family} {param}");
                }
            }
        }
    }
}
