//! Recipes: where a generated puzzle comes from.
//!
//! A [`Recipe`] says everything that decides a puzzle of the generator: a [set](SetRecipe) of dominoes
//! to be laid, or a [family](FamilyRecipe) of puzzles with a size and what was chosen of its params. In
//! a text it stands with a [checksum](Recipe::checksum), a digest of the recipe and of the puzzle that it gave. A
//! puzzle keeps its recipe only while the checksum is right: one that was edited since claims neither a
//! seed nor a status.

mod family;
mod param;
mod set;

use std::fmt;
use std::ops::RangeInclusive;

use super::digest::{digest, spelling};
use super::{DoubleSet, Puzzle};
pub use family::{Family, FamilyRecipe, Status};
pub use param::{Choices, Param, Params};
pub use set::{SetRecipe, Shape};

/// Everything that decides a generated puzzle, beside the [generator](Recipe::generator).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipe {
    /// Dominoes of a set, laid and cut into regions.
    Set(SetRecipe),
    /// A puzzle of a family.
    Family(FamilyRecipe),
}

/// Why there is no puzzle of some kind.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecipeError {
    /// More dominoes than the set has, or none.
    #[error("{asked} dominoes cannot be taken from {set}: expected 1 to {}", .set.size())]
    Dominoes {
        /// How many were asked for.
        asked: u32,
        /// The set.
        set: DoubleSet,
    },
    /// Fewer dominoes than the shape is made of.
    #[error("{shape} need at least {} dominoes, not {dominoes}", .shape.least_dominoes())]
    TooFew {
        /// How many there are.
        dominoes: u32,
        /// The shape.
        shape: Shape,
    },
    /// A size that no puzzle of the family has.
    #[error(
        "there is no puzzle of size {asked} in the family {family}: expected {} to {} ({})",
        .family.sizes().start(), .family.sizes().end(), .family.size_means()
    )]
    Size {
        /// The size.
        asked: u64,
        /// The family.
        family: Family,
    },
    /// A param that the family does not have.
    #[error("the family {family} has no parameter `{param}`; {}", .family.params_in_words())]
    NoParam {
        /// The param.
        param: Param,
        /// The family.
        family: Family,
    },
    /// A size that no puzzle of a level has.
    #[error(
        "puzzles of level {level} are made with {} to {} dominoes, not with {asked}",
        .sizes.start(), .sizes.end()
    )]
    Level {
        /// The level.
        level: &'static str,
        /// How many dominoes were asked for.
        asked: u32,
        /// How many such a puzzle has.
        sizes: RangeInclusive<u32>,
    },
    /// A value that a param does not have.
    #[error("{param} is {value}: expected {}", .param.choices())]
    Value {
        /// The param.
        param: Param,
        /// The value.
        value: u32,
    },
}

impl Recipe {
    /// The number that decides everything random.
    pub fn seed(&self) -> u64 {
        match self {
            Recipe::Set(recipe) => recipe.seed(),
            Recipe::Family(recipe) => recipe.seed(),
        }
    }

    /// The same with another seed.
    pub fn with_seed(self, seed: u64) -> Self {
        match self {
            Recipe::Set(recipe) => Recipe::Set(recipe.with_seed(seed)),
            Recipe::Family(recipe) => Recipe::Family(recipe.with_seed(seed)),
        }
    }

    /// The version of the generator that makes it. Another one would give another puzzle for the same
    /// seed, or makes no such puzzles.
    pub(crate) fn generator(&self) -> u32 {
        match self {
            Recipe::Set(_) => SetRecipe::GENERATOR,
            Recipe::Family(recipe) => recipe.family().generator(),
        }
    }

    /// What to call a file with the puzzle: `double-9-blob-1`, `full-6-tightness-80-1`.
    pub fn name(&self) -> String {
        match self {
            Recipe::Set(recipe) => recipe.name(),
            Recipe::Family(recipe) => recipe.name(),
        }
    }

    /// What is known of the puzzle's solutions by the way that it is made.
    pub fn status(&self) -> Status {
        match self {
            // It is written with the solution that it was built from.
            Recipe::Set(_) => Status::Satisfiable,
            Recipe::Family(recipe) => recipe.status(),
        }
    }

    /// What decides the puzzle, in the order of its words: `set`, `dominoes`, `shape` and `seed`, or
    /// `family`, `size`, the params that were turned, and `seed`.
    pub(crate) fn fields(&self) -> Vec<(&'static str, String)> {
        match self {
            Recipe::Set(recipe) => recipe.fields(),
            Recipe::Family(recipe) => recipe.fields(),
        }
    }

    /// The same in one line, without generator and checksum: `family=mutilated size=16 seed=1`.
    pub fn words(&self) -> String {
        let fields = self.fields().into_iter();
        let words: Vec<String> = fields
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        words.join(" ")
    }

    /// What ties the recipe to a puzzle: `fnv-00c0ffee00c0ffee`, a digest of the recipe and of what
    /// the puzzle asks. It finds out changes, not forgers.
    pub fn checksum(&self, puzzle: &Puzzle) -> String {
        let mut recipe = format!("generator {}", self.generator());
        for (key, value) in self.fields() {
            recipe += &format!(" {key} {value}");
        }
        format!("fnv-{}", digest(&format!("{recipe}\n{}", spelling(puzzle))))
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

/// A recipe as a text claims it, with what tells whether it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckedRecipe {
    /// The recipe.
    pub recipe: Recipe,
    /// The [checksum](Recipe::checksum) that it was given with its puzzle.
    pub checksum: String,
}

impl Puzzle {
    /// The recipe that the puzzle was made from. A puzzle that was changed since has none.
    pub fn recipe(&self) -> Option<Recipe> {
        self.recipe
    }

    /// The same puzzle with the recipe that it was made from, and called by it.
    pub(crate) fn made_from(mut self, recipe: impl Into<Recipe>) -> Puzzle {
        let recipe = recipe.into();
        self.title = Some(recipe.to_string().into());
        self.recipe = Some(recipe);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, CellId, Domino, DraftRegion, PuzzleDraft, Relation, Rule};

    fn draft(rule: Rule) -> PuzzleDraft {
        PuzzleDraft {
            cells: vec![Cell::on_grid(0, 0), Cell::on_grid(0, 1)],
            dominoes: vec![Domino::new(1, 2)],
            regions: vec![DraftRegion {
                name: None,
                rule,
                cells: vec![0, 1],
            }],
            ..PuzzleDraft::default()
        }
    }

    fn recipe() -> Recipe {
        let set = DoubleSet::new(6).expect("a set");
        let recipe = SetRecipe::new(set, Some(1), Shape::Blob, 5).expect("a recipe");
        recipe.into()
    }

    #[test]
    fn a_checksum_is_what_it_was() {
        let puzzle = Puzzle::new(draft(Rule::Unequal)).expect("a puzzle");
        // Another one would take their recipes from all puzzles that people keep.
        assert_eq!(recipe().checksum(&puzzle), "fnv-81341e94fd89d790");
    }

    #[test]
    fn a_recipe_stays_with_its_puzzle_alone() {
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
        for other in [Rule::Empty, Rule::Equal, Rule::Sum(Relation::Less, 9)] {
            assert_eq!(recipe_of(other, checked.clone()), None);
        }
        let other_seed = CheckedRecipe {
            recipe: recipe().with_seed(6),
            ..checked
        };
        assert_eq!(recipe_of(Rule::Unequal, other_seed), None);

        let made = puzzle.made_from(recipe());
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
