//! Families of generated puzzles. The puzzles of a family are hard for the same reason, in every size.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Param, ParamChoices, RecipeError, Shape};
use crate::nearest::named_enum;
use crate::puzzle::set::MAX_HIGHEST;

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
                // Levels are rated by one propagation pass.
                generator: 3,
            },
            Family::Full => FamilyInfo {
                about: "A full double-n set on one board: every domino occurs once, so that distant \
                        parts of the board depend on each other, and models grow with the fourth power \
                        of n.",
                size_means: "the most pips on a half: n of double-n",
                sizes: 0..=MAX_HIGHEST,
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

/// Everything that determines a puzzle of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FamilyRecipe {
    pub(crate) family: Family,
    pub(crate) size: u32,
    pub(crate) seed: u64,
    /// The value of each parameter; 0 for parameters of other families.
    pub(super) values: [u32; Param::ALL.len()],
}

impl FamilyRecipe {
    /// A recipe with a size in the unit [`FamilyInfo::size_means`]. Missing parameters have their default values.
    pub fn new(
        family: Family,
        size: u32,
        seed: u64,
        params: impl IntoIterator<Item = (Param, u32)>,
    ) -> Result<Self, RecipeError> {
        let info = family.info();
        let mut values = [0; Param::ALL.len()];
        for &(param, default) in info.params {
            values[param as usize] = default;
        }
        for (param, value) in params {
            if !info.params.iter().any(|(other, _)| *other == param) {
                return Err(RecipeError::NoParam { param, family });
            }
            if !param.has(value) {
                return Err(RecipeError::Value { param, value });
            }
            values[param as usize] = value;
        }
        if !info.sizes.contains(&size) {
            let asked = size;
            return Err(RecipeError::Size { asked, family });
        }
        let mut recipe = FamilyRecipe {
            family,
            size,
            seed,
            values,
        };
        if let Some(level) = recipe.level() {
            let sizes = level.sizes();
            if !sizes.contains(&size) {
                return Err(RecipeError::Level {
                    level,
                    asked: size,
                    sizes,
                });
            }
            // A level implies one solution: both spellings are the same recipe.
            recipe.values[Param::Unique as usize] = 0;
        }
        Ok(recipe)
    }

    /// The value of a parameter.
    pub fn get(&self, param: Param) -> u32 {
        self.values[param as usize]
    }

    /// Whether a flag is set.
    pub fn is(&self, param: Param) -> bool {
        self.get(param) == 1
    }

    /// The value of [`Param::Level`]; `None` for `any`.
    pub fn level(&self) -> Option<Level> {
        let at = self.get(Param::Level).checked_sub(1);
        at.map(|at| Level::ALL[at as usize])
    }

    /// The outline of the board.
    pub fn shape(&self) -> Shape {
        Shape::ALL[self.get(Param::Shape) as usize]
    }

    /// The cells that are cut from the square.
    pub fn cut(&self) -> Cut {
        Cut::ALL[self.get(Param::Cut) as usize]
    }

    /// The resource that the dominoes lack.
    pub fn shortage(&self) -> Shortage {
        Shortage::ALL[self.get(Param::Ask) as usize]
    }

    /// What is known of the solutions by construction.
    pub fn status(&self) -> RecipeStatus {
        if self.is(Param::Unique) || self.level().is_some() {
            RecipeStatus::Unique
        } else if self.is(Param::Planted) {
            RecipeStatus::Satisfiable
        } else {
            self.family.info().status
        }
    }

    /// The parameters whose values are not the defaults.
    fn changed(&self) -> impl Iterator<Item = (Param, u32)> {
        let params = self.family.info().params.iter();
        params
            .map(|&(param, default)| (param, self.get(param), default))
            .filter(|(_, value, default)| value != default)
            .map(|(param, value, _)| (param, value))
    }

    /// A file name for the puzzle: `full-6-1`, `newspaper-14-level-hard-1`.
    pub(super) fn name(&self) -> String {
        let mut name = format!("{}-{}", self.family, self.size);
        for param in self.changed_words() {
            name += &format!("-{}", param.replace(' ', "-"));
        }
        format!("{name}-{}", self.seed)
    }

    /// The words that determine the puzzle, in order.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("family", self.family.to_string()),
            ("size", self.size.to_string()),
        ];
        let changed = self.changed();
        fields.extend(changed.map(|(param, value)| (param.name(), param.spell(value))));
        fields.push(("seed", self.seed.to_string()));
        fields
    }

    /// The parameters that are not the defaults: `unique`, `tightness 80`.
    fn changed_words(&self) -> impl Iterator<Item = String> {
        self.changed().map(|(param, value)| match param.choices() {
            ParamChoices::Flag => param.to_string(),
            ParamChoices::Number(..) | ParamChoices::Words(_) => {
                format!("{param} {}", param.spell(value))
            }
        })
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

    #[test]
    fn a_recipe_lists_the_parameters_that_are_not_defaults() {
        let newspaper = |params: &[(Param, u32)]| {
            let params = params.iter().copied();
            FamilyRecipe::new(Family::Newspaper, 14, 7, params).expect("a recipe")
        };
        let unique = (Param::Unique, 1);
        let recipe = newspaper(&[unique]);
        assert_eq!(recipe.name(), "newspaper-14-unique-7");
        assert_eq!(recipe.to_string(), "newspaper, size 14, unique, seed 7");
        assert_eq!(recipe.status(), RecipeStatus::Unique);
        // A puzzle of a level has one solution, with and without `unique`.
        let recipe = newspaper(&[Level::Hard.param()]);
        assert_eq!(recipe.name(), "newspaper-14-level-hard-7");
        assert_eq!(recipe.status(), RecipeStatus::Unique);
        assert_eq!(newspaper(&[unique, Level::Hard.param()]), recipe);
        // A default value is not listed.
        let same = FamilyRecipe::new(Family::Full, 6, 1, [(Param::Tightness, 50)]);
        assert_eq!(same.map(|recipe| recipe.name()), Ok("full-6-1".into()));
    }

    #[test]
    fn sizes_and_parameters_that_a_family_does_not_have_are_refused() {
        let problem = |family, size, params: &[(Param, u32)]| {
            let recipe = FamilyRecipe::new(family, size, 1, params.iter().copied());
            recipe.expect_err("no such puzzle").to_string()
        };
        let newspaper = Family::Newspaper;
        assert_eq!(
            problem(newspaper, 29, &[]),
            "there is no puzzle of size 29 in the family newspaper: expected 1 to 28 (the number of \
             dominoes)"
        );
        assert_eq!(
            problem(newspaper, 6, &[(Param::Tightness, 5)]),
            "the family newspaper has no parameter `tightness`; its parameters are unique and level"
        );
        assert_eq!(
            problem(newspaper, 6, &[(Param::Level, 5)]),
            "level is 5: expected any, easy, medium, hard or expert"
        );
        assert_eq!(
            problem(Family::Counting, 4, &[(Param::Tightness, 101)]),
            "tightness is 101: expected a whole number from 0 to 100"
        );
    }

    #[test]
    fn definitions_are_complete() {
        for family in Family::ALL {
            let info = family.info();
            assert!(info.about.ends_with('.'), "{family}");
            for (param, default) in info.params {
                assert!(param.has(*default), "{family} {param}");
            }
            let recipe = FamilyRecipe::new(family, *info.sizes.end(), 1, []).expect("a recipe");
            assert_eq!(recipe.status(), info.status);
        }
    }
}
