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
    CheckedRecipe, Cut, Family, FamilyInfo, FamilyRecipe, Level, Param, ParamChoices, Recipe,
    RecipeError, RecipeStatus, SetRecipe, Shape, Shortage,
};
pub use crate::puzzle::set::{DoubleSet, MAX_HIGHEST, UnknownSet};
pub use choose::{FillError, choose};
pub use effort::{Effort, GenerateError, TRIES};

use crate::limits::Budget;
use crate::puzzle::Puzzle;

impl Recipe {
    /// Generates the puzzle. The effort decides whether a puzzle is found, never which one.
    pub fn make(&self, effort: &Effort<'_>) -> Result<Puzzle, GenerateError> {
        let recipe = match self {
            Recipe::Set(recipe) => return Ok(recipe.puzzle()),
            Recipe::Family(recipe) => recipe,
        };
        let (size, rng) = (recipe.size, &mut Rng::new(recipe.seed));
        let [tightness, doors, pips, density] =
            [Param::Tightness, Param::Doors, Param::Pips, Param::Density]
                .map(|param| recipe.get(param));
        let unique = recipe.is(Param::Unique);
        let puzzle = match recipe.family {
            Family::Newspaper => newspaper::make(size, unique, recipe.level(), rng, effort),
            Family::Full => full::make(size, unique, recipe.shape(), tightness, rng, effort),
            Family::Mutilated => mutilated::make(size, recipe.cut(), doors, pips, rng, effort),
            Family::Supply => supply::make(size, recipe.shortage(), pips, rng, effort),
            Family::Threshold => {
                threshold::make(size, density, recipe.is(Param::Planted), rng, effort)
            }
            Family::Counting => counting::make(size, tightness, rng, effort),
        };
        Ok(puzzle?.with_recipe(*self))
    }

    /// The status of the puzzle by construction. For the family `counting`, counts the solutions.
    pub fn known(&self, budget: &Budget) -> Result<RecipeStatus, GenerateError> {
        let Recipe::Family(recipe) = self else {
            return Ok(self.status());
        };
        if recipe.family != Family::Counting {
            return Ok(self.status());
        }
        let tightness = recipe.get(Param::Tightness);
        let strip = counting::lay(recipe.size, tightness, &mut Rng::new(recipe.seed));
        Ok(match counting::count(&strip, budget)? {
            1 => RecipeStatus::Unique,
            count => RecipeStatus::Count(count),
        })
    }
}
