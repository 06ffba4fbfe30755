//! Recipes of generated puzzles.
//!
//! A [`Recipe`] is everything that determines a generated puzzle: a [set](SetRecipe) of dominoes, or a
//! [family](Family) with its parameters and a size, and a seed. Formats write it with a
//! [checksum](Recipe::checksum) of the recipe and the puzzle. A puzzle keeps its recipe only while the
//! checksum is right: an edited puzzle has neither a seed nor a status.

mod family;
mod param;
mod set;

use std::fmt;
use std::ops::RangeInclusive;

use super::digest::{canonical_text, digest};
use super::{DoubleSet, Puzzle};
pub use family::{Cut, Family, FamilyInfo, FamilyRecipe, Level, RecipeStatus, Shortage};
pub use param::{Param, ParamChoices};
pub use set::{SetRecipe, Shape};

/// The parameters that, with the version of the [generator](Recipe::generator), determine a generated puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipe {
    /// A puzzle with dominoes of a set.
    Set(SetRecipe),
    /// A puzzle of a family.
    Family(FamilyRecipe),
}

/// Why a recipe is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecipeError {
    /// No dominoes, or more than the set has.
    #[error("{asked} dominoes cannot be taken from {set}: expected 1 to {}", .set.size())]
    Dominoes {
        /// Number of dominoes requested.
        asked: u32,
        /// The set.
        set: DoubleSet,
    },
    /// Fewer dominoes than the shape needs.
    #[error("{shape} need at least {} dominoes, not {dominoes}", .shape.least_dominoes())]
    TooFew {
        /// Number of dominoes.
        dominoes: u32,
        /// The shape.
        shape: Shape,
    },
    /// A size out of the range of the family.
    #[error(
        "there is no puzzle of size {asked} in the family {family}: expected {} to {} ({})",
        .family.info().sizes.start(), .family.info().sizes.end(), .family.info().size_means
    )]
    Size {
        /// The size.
        asked: u32,
        /// The family.
        family: Family,
    },
    /// A parameter that the family does not have.
    #[error("the family {family} has no parameter `{param}`; {}", .family.params_in_words())]
    NoParam {
        /// The parameter.
        param: Param,
        /// The family.
        family: Family,
    },
    /// A size out of the range of the level.
    #[error(
        "puzzles of level {level} are made with {} to {} dominoes, not with {asked}",
        .sizes.start(), .sizes.end()
    )]
    Level {
        /// The level.
        level: Level,
        /// Number of dominoes requested.
        asked: u32,
        /// Numbers of dominoes for the level.
        sizes: RangeInclusive<u32>,
    },
    /// A value out of the range of a parameter.
    #[error("{param} is {value}: expected {}", .param.choices())]
    Value {
        /// The parameter.
        param: Param,
        /// The value.
        value: u32,
    },
}

impl Recipe {
    /// The seed of the random numbers.
    pub fn seed(&self) -> u64 {
        match self {
            Recipe::Set(recipe) => recipe.seed,
            Recipe::Family(recipe) => recipe.seed,
        }
    }

    /// The recipe with another seed.
    pub fn with_seed(self, seed: u64) -> Self {
        match self {
            Recipe::Set(recipe) => Recipe::Set(SetRecipe { seed, ..recipe }),
            Recipe::Family(recipe) => Recipe::Family(FamilyRecipe { seed, ..recipe }),
        }
    }

    /// The version of the generator. Another version may make another puzzle from the same seed.
    pub(crate) fn generator(&self) -> u32 {
        match self {
            Recipe::Set(_) => SetRecipe::GENERATOR,
            Recipe::Family(recipe) => recipe.family.info().generator,
        }
    }

    /// A file name for the puzzle: `double-9-blob-1`, `full-6-tightness-80-1`.
    pub fn name(&self) -> String {
        match self {
            Recipe::Set(recipe) => recipe.name(),
            Recipe::Family(recipe) => recipe.name(),
        }
    }

    /// What is known of the puzzle's solutions by construction.
    pub fn status(&self) -> RecipeStatus {
        match self {
            // The puzzle contains the solution from which it was built.
            Recipe::Set(_) => RecipeStatus::Satisfiable,
            Recipe::Family(recipe) => recipe.status(),
        }
    }

    /// The fields of the recipe in order: `set`, `dominoes`, `shape` and `seed`, or `family`, `size`, the
    /// parameters without default values, and `seed`.
    pub(crate) fn fields(&self) -> Vec<(&'static str, String)> {
        match self {
            Recipe::Set(recipe) => recipe.fields(),
            Recipe::Family(recipe) => recipe.fields(),
        }
    }

    /// The fields in one line, without generator and checksum: `family=mutilated size=16 seed=1`.
    pub fn words(&self) -> String {
        let fields = self.fields().into_iter();
        let words: Vec<String> = fields
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        words.join(" ")
    }

    /// A digest of the recipe and of the puzzle's definition: `fnv-00c0ffee00c0ffee`. It detects edits,
    /// not forgery.
    pub fn checksum(&self, puzzle: &Puzzle) -> String {
        let recipe = format!(
            "generator {} {}",
            self.generator(),
            self.words().replace('=', " ")
        );
        format!(
            "fnv-{}",
            digest(&format!("{recipe}\n{}", canonical_text(puzzle)))
        )
    }
}

/// The title of the puzzle.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recipe::Set(recipe) => recipe.fmt(f),
            Recipe::Family(recipe) => recipe.fmt(f),
        }
    }
}

impl From<SetRecipe> for Recipe {
    fn from(recipe: SetRecipe) -> Self {
        Recipe::Set(recipe)
    }
}

impl From<FamilyRecipe> for Recipe {
    fn from(recipe: FamilyRecipe) -> Self {
        Recipe::Family(recipe)
    }
}

/// A recipe as read from a text, with its checksum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedRecipe {
    /// The recipe.
    pub recipe: Recipe,
    /// The [checksum](Recipe::checksum) in the text.
    pub checksum: String,
}

impl Puzzle {
    /// The recipe of a generated puzzle; `None` if the puzzle was edited.
    pub fn recipe(&self) -> Option<Recipe> {
        self.recipe
    }

    /// The puzzle with its recipe and with the recipe as its title.
    pub(crate) fn with_recipe(mut self, recipe: impl Into<Recipe>) -> Puzzle {
        let recipe = recipe.into();
        self.title = Some(recipe.to_string().into());
        self.recipe = Some(recipe);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{CellId, PuzzleDraft, Rule};

    fn draft(rule: Rule) -> PuzzleDraft {
        let cells = [(0, 0), (0, 1)];
        PuzzleDraft::grid(cells).domino(1, 2).region(rule, cells)
    }

    fn recipe() -> Recipe {
        let set = DoubleSet::new(6).expect("a set");
        let recipe = SetRecipe::new(set, Some(1), Shape::Blob, 5).expect("a recipe");
        recipe.into()
    }

    #[test]
    fn a_checksum_does_not_change() {
        let puzzle = Puzzle::new(draft(Rule::Unequal)).expect("a puzzle");
        // Another checksum would invalidate the recipes of all stored puzzles.
        assert_eq!(recipe().checksum(&puzzle), "fnv-81341e94fd89d790");
    }

    #[test]
    fn a_changed_puzzle_loses_its_recipe() {
        let puzzle = Puzzle::new(draft(Rule::Unequal)).expect("a puzzle");
        let checked = CheckedRecipe {
            recipe: recipe(),
            checksum: recipe().checksum(&puzzle),
        };
        let recipe_of = |rule, recipe| {
            let draft = PuzzleDraft {
                recipe: Some(recipe),
                ..draft(rule)
            };
            Puzzle::new(draft).expect("a puzzle").recipe()
        };
        assert_eq!(recipe_of(Rule::Unequal, checked.clone()), Some(recipe()));
        for other in [Rule::Empty, Rule::Equal, Rule::less(9)] {
            assert_eq!(recipe_of(other, checked.clone()), None);
        }
        let other_seed = CheckedRecipe {
            recipe: recipe().with_seed(6),
            ..checked
        };
        assert_eq!(recipe_of(Rule::Unequal, other_seed), None);

        let made = puzzle.with_recipe(recipe());
        assert_eq!(made.with_rules_of(|_| true).recipe(), Some(recipe()));
        assert_eq!(made.with_rules_of(|_| false).recipe(), None);
        assert_eq!(
            made.clone().pinned([]).expect("cells").recipe(),
            Some(recipe())
        );
        assert_eq!(
            made.clone()
                .pinned([(CellId(0), 1)])
                .expect("a cell")
                .recipe(),
            None
        );
    }
}
