//! Families: puzzles that are hard for the same reason, in every size.

use std::fmt;
use std::ops::RangeInclusive;

use super::{Param, Params, RecipeError};
use crate::nearest::named_enum;
use crate::puzzle::set::MAX_HIGHEST;

/// A family of puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// Like the newspaper's.
    Newspaper,
    /// Full double-n sets.
    Full,
    /// Boards that no dominoes cover.
    Mutilated,
    /// Rules that ask for more than the dominoes have.
    Supply,
    /// Random rules, where about half the puzzles have a solution.
    Threshold,
    /// Solutions that can be counted.
    Counting,
}

/// What is known of a puzzle's solutions by the way that it is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// There is a solution: the puzzle was built from it.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// There is exactly one.
    Unique,
    /// There are exactly so many.
    Count(u128),
    /// Nobody knows before it is solved.
    Open,
}

impl Status {
    /// Whether there is a solution, if it is known.
    pub fn satisfiable(self) -> Option<bool> {
        match self {
            Status::Satisfiable | Status::Unique => Some(true),
            Status::Unsatisfiable => Some(false),
            Status::Count(count) => Some(count > 0),
            Status::Open => None,
        }
    }

    /// How many solutions there are, if it is known.
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
    /// What it is, and what makes it hard, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            Family::Newspaper => {
                "Puzzles like the newspaper's, which people solve one forced step at a time; what is \
                 hard is to find the step, not to search."
            }
            Family::Full => {
                "A full double-n set on one board: every domino is there once, so that what is laid \
                 in one corner is missing in the others, and a model grows with the fourth power of n."
            }
            Family::Mutilated => {
                "A board that no dominoes cover: a few cells have too few neighbours among them, \
                 which is plain to a matching and takes resolution exponentially many steps."
            }
            Family::Supply => {
                "Rules that together ask for more than the dominoes have, although each rule and each \
                 pair of rules can be kept: a sum for cutting planes, a pigeonhole for resolution."
            }
            Family::Threshold => {
                "Random rules, as many as make about half of the puzzles impossible: there are hardly \
                 any solutions to be found by luck, and no short reason against them."
            }
            Family::Counting => {
                "Strips whose solutions can be counted exactly, from one to far beyond what can be \
                 listed: who counts one by one never ends."
            }
        }
    }

    /// What its size is.
    pub fn size_means(self) -> &'static str {
        match self {
            Family::Newspaper => "the number of dominoes",
            Family::Full => "the most pips on a half: n of double-n",
            Family::Mutilated => "the side of the square that cells are cut from",
            Family::Supply => "the number of dominoes",
            Family::Threshold => "the number of dominoes",
            Family::Counting => "the number of columns of a strip with four rows",
        }
    }

    /// The sizes that it has.
    pub fn sizes(self) -> RangeInclusive<u32> {
        match self {
            Family::Newspaper => 1..=28,
            Family::Full => 0..=MAX_HIGHEST,
            Family::Mutilated => 4..=100,
            Family::Supply => 8..=500,
            Family::Threshold => 4..=140,
            Family::Counting => 2..=200,
        }
    }

    /// Its params, each with the value that it has unless it is turned.
    pub fn params(self) -> &'static [(Param, u32)] {
        match self {
            Family::Newspaper => &[(Param::Unique, 0), (Param::Level, 0)],
            Family::Full => &[
                (Param::Unique, 0),
                (Param::Shape, 0),
                (Param::Tightness, 50),
            ],
            Family::Mutilated => &[(Param::Cut, 0), (Param::Doors, 2), (Param::Pips, 0)],
            Family::Supply => &[(Param::Ask, 0), (Param::Pips, 6)],
            Family::Threshold => &[(Param::Density, 100), (Param::Planted, 0)],
            Family::Counting => &[(Param::Tightness, 50)],
        }
    }

    /// The version of the generator that makes its puzzles.
    pub(crate) fn generator(self) -> u32 {
        match self {
            // Levels are rated by one propagation pass.
            Family::Newspaper => 3,
            // The first one made puzzles with one solution in another way.
            Family::Full => 2,
            Family::Mutilated | Family::Supply | Family::Threshold | Family::Counting => 1,
        }
    }

    /// What is known of the solutions of a puzzle with these params.
    fn status(self, params: &Params) -> Status {
        match self {
            Family::Newspaper | Family::Full if params.flag(Param::Unique) => Status::Unique,
            // What is scored is the way to the one solution.
            Family::Newspaper if params.level().is_some() => Status::Unique,
            Family::Newspaper | Family::Full => Status::Satisfiable,
            Family::Mutilated | Family::Supply => Status::Unsatisfiable,
            Family::Threshold if params.flag(Param::Planted) => Status::Satisfiable,
            Family::Threshold => Status::Open,
            Family::Counting => Status::Satisfiable,
        }
    }

    /// `its parameters are unique and level`.
    pub(super) fn params_in_words(self) -> String {
        let names: Vec<&str> = self
            .params()
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

named_enum!("family", Family {
    Newspaper = "newspaper",
    Full = "full",
    Mutilated = "mutilated",
    Supply = "supply",
    Threshold = "threshold",
    Counting = "counting",
});

/// Everything that decides a puzzle of a family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FamilyRecipe {
    params: Params,
    size: u32,
    seed: u64,
}

impl FamilyRecipe {
    /// A recipe for a puzzle of a family, with some of its params turned.
    pub fn new(
        family: Family,
        size: u32,
        turned: impl IntoIterator<Item = (Param, u32)>,
        seed: u64,
    ) -> Result<Self, RecipeError> {
        if !family.sizes().contains(&size) {
            let asked = size.into();
            return Err(RecipeError::Size { asked, family });
        }
        let mut params = Params::of(family);
        for (param, value) in turned {
            if params.usual(param).is_none() {
                return Err(RecipeError::NoParam { param, family });
            }
            if !param.has(value) {
                return Err(RecipeError::Value { param, value });
            }
            params.turn(param, value);
        }
        if let Some((level, sizes)) = params.level() {
            if !sizes.contains(&size) {
                return Err(RecipeError::Level {
                    level,
                    asked: size,
                    sizes,
                });
            }
            // What has a level is the way to the one solution: that there is one need not be said.
            params.turn(Param::Unique, 0);
        }
        Ok(FamilyRecipe { params, size, seed })
    }

    /// The family.
    pub fn family(&self) -> Family {
        self.params.family()
    }

    /// The size; [`Family::size_means`] says of what.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The params.
    pub fn params(&self) -> &Params {
        &self.params
    }

    /// The number that decides everything random.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The same with another seed.
    pub fn with_seed(self, seed: u64) -> Self {
        FamilyRecipe { seed, ..self }
    }

    /// What is known of its solutions by the way that it is made.
    pub fn status(&self) -> Status {
        self.family().status(&self.params)
    }

    /// What to call a file with the puzzle: `full-6-1`, `newspaper-14-level-hard-1`.
    pub(super) fn name(&self) -> String {
        let mut name = format!("{}-{}", self.family(), self.size);
        for (param, value) in self.params.turned() {
            name += &match param.choices() {
                super::Choices::Flag if value == 1 => format!("-{param}"),
                super::Choices::Flag | super::Choices::Number(..) | super::Choices::Words(_) => {
                    format!("-{param}-{}", param.spell(value))
                }
            };
        }
        format!("{name}-{}", self.seed)
    }

    /// What decides the puzzle, in the order of its words.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        let mut fields = vec![
            ("family", self.family().to_string()),
            ("size", self.size.to_string()),
        ];
        let turned = self.params.turned();
        fields.extend(turned.map(|(param, value)| (param.name(), param.spell(value))));
        fields.push(("seed", self.seed.to_string()));
        fields
    }
}

/// `full, size 6, tightness 80, seed 1`: the title of the puzzle.
impl fmt::Display for FamilyRecipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, size {}, ", self.family(), self.size)?;
        for (param, value) in self.params.turned() {
            match param.choices() {
                super::Choices::Flag if value == 1 => write!(f, "{param}, ")?,
                super::Choices::Flag | super::Choices::Number(..) | super::Choices::Words(_) => {
                    write!(f, "{param} {}, ", param.spell(value))?
                }
            }
        }
        write!(f, "seed {}", self.seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recipe_tells_what_was_turned() {
        let recipe = FamilyRecipe::new(Family::Newspaper, 14, [(Param::Unique, 1)], 7);
        let recipe = recipe.expect("a recipe");
        assert_eq!(recipe.name(), "newspaper-14-unique-7");
        assert_eq!(recipe.to_string(), "newspaper, size 14, unique, seed 7");
        assert_eq!(recipe.status(), Status::Unique);
        // A puzzle of a level has one solution, said or not.
        let level = [(Param::Level, 3)];
        let recipe = FamilyRecipe::new(Family::Newspaper, 14, level, 7).expect("a recipe");
        assert_eq!(recipe.name(), "newspaper-14-level-hard-7");
        assert_eq!(recipe.status(), Status::Unique);
        let both = [(Param::Level, 3), (Param::Unique, 1)];
        let said = FamilyRecipe::new(Family::Newspaper, 14, both, 7);
        assert_eq!(said, Ok(recipe));
        // What it is anyway is not turned.
        let same = FamilyRecipe::new(Family::Full, 6, [(Param::Tightness, 50)], 1);
        assert_eq!(same.map(|recipe| recipe.name()), Ok("full-6-1".into()));
    }

    #[test]
    fn what_a_family_does_not_have_is_refused() {
        let problem = |size, turned: &[(Param, u32)]| {
            let turned = turned.iter().copied();
            let made = FamilyRecipe::new(Family::Newspaper, size, turned, 1);
            made.expect_err("no such puzzle").to_string()
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
    }

    #[test]
    fn usual_values_are_values() {
        for family in Family::ALL {
            assert_eq!(family.name().parse(), Ok(family));
            assert!(family.about().ends_with('.'), "{family}");
            for (param, usual) in family.params() {
                assert!(param.has(*usual), "{family} {param}");
            }
        }
    }
}
