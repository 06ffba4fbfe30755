//! Generation of puzzles from a recipe with a seed.
//!
//! A [`Recipe`] determines its puzzle on every machine: all random choices come from [`rng::Rng`], and
//! only verdicts and counts of solvers are used. Each family has a file; [`layout`] assembles the puzzles.

mod choose;
mod counting;
mod edits;
mod effort;
mod filling;
mod full;
mod layout;
mod mutilated;
mod newspaper;
mod outline;
mod partition;
mod shape;
mod supply;
mod threshold;
mod tiling;
mod unique;

use crate::rng::{self, Rng};

pub use crate::puzzle::recipe::{
    Cut, Family, FamilyInfo, Level, Param, ParamChoices, Recipe, RecipeError, RecipeStatus, Shape,
    Shortage,
};
pub use choose::{FillError, choose};
pub use effort::{Effort, GenerateError, TRIES};

use crate::limits::Budget;
use crate::puzzle::Puzzle;

impl Recipe {
    /// Generates the puzzle. The effort decides whether a puzzle is found, never which one.
    pub fn make(&self, effort: &Effort<'_>) -> Result<Puzzle, GenerateError> {
        let rng = &mut Rng::new(self.seed);
        let puzzle = match self.family {
            Family::Newspaper => newspaper::make(self, rng, effort),
            Family::Full => full::make(self, rng, effort),
            Family::Mutilated => mutilated::make(self, rng, effort),
            Family::Supply => supply::make(self, rng, effort),
            Family::Threshold => threshold::make(self, rng, effort),
            Family::Counting => counting::make(self, rng, effort),
        };
        Ok(puzzle?.with_recipe(*self))
    }

    /// The status of the puzzle by construction. For the family `counting`, counts the solutions.
    pub fn known(&self, budget: &Budget) -> Result<RecipeStatus, GenerateError> {
        if self.family != Family::Counting {
            return Ok(self.status());
        }
        let strip = counting::strip(self, &mut Rng::new(self.seed));
        Ok(match counting::count(&strip, budget)? {
            1 => RecipeStatus::Unique,
            count => RecipeStatus::Count(count),
        })
    }
}

/// The puzzle of a recipe, for tests: `family=full size=6 seed=1`.
#[cfg(test)]
pub(crate) fn made(words: &str) -> Puzzle {
    let recipe: Recipe = words.parse().expect("a recipe");
    let made = recipe.make(&Effort::until(&Budget::default()));
    made.expect("a puzzle")
}
