//! The generator: puzzles of any size, made from a seed.
//!
//! A [`Recipe`] says everything that decides a puzzle, and the same recipe gives the same puzzle
//! on every machine: all random choices come from [`rng::Rng`], and of a solver only verdicts and counts are
//! used. One file a family; [`layout`] assembles the puzzles of all families.

mod choose;
mod counting;
mod edits;
mod effort;
mod filling;
mod full;
mod layout;
mod look;
mod mutilated;
mod newspaper;
mod outline;
mod regions;
mod rules;
mod shape;
mod supply;
mod threshold;
mod tiling;
mod unique;

use crate::rng::{self, Rng};

pub use crate::puzzle::recipe::{
    CheckedRecipe, Choices, Family, FamilyRecipe, Param, Params, Recipe, RecipeError, SetRecipe,
    Shape, Status,
};
pub use crate::puzzle::set::{DoubleSet, MAX_HIGHEST, UnknownSet};
pub use choose::{FillError, choose};
pub use effort::{Effort, GenerateError, TRIES};

use crate::hint::Level;
use crate::limits::Budget;
use crate::puzzle::Puzzle;

impl Recipe {
    /// Makes the puzzle, if it can be made and is found within the limits. The limits decide
    /// whether, never which.
    pub fn make(&self, effort: &Effort<'_>) -> Result<Puzzle, GenerateError> {
        match self {
            Recipe::Set(recipe) => Ok(recipe.puzzle()),
            Recipe::Family(recipe) => recipe.make(effort),
        }
    }

    /// What is known of the puzzle's solutions: their exact number too, where a family is made to have it
    /// counted. It is counted now.
    pub fn known(&self, budget: &Budget) -> Result<Status, GenerateError> {
        match self {
            Recipe::Set(_) => Ok(self.status()),
            Recipe::Family(recipe) => match recipe.family() {
                Family::Counting => {
                    let mut rng = Rng::new(recipe.seed());
                    let strip = counting::lay(recipe.params(), recipe.size(), &mut rng);
                    Ok(match counting::count(&strip, budget)? {
                        1 => Status::Unique,
                        count => Status::Count(count),
                    })
                }
                Family::Newspaper
                | Family::Full
                | Family::Mutilated
                | Family::Supply
                | Family::Threshold => Ok(recipe.status()),
            },
        }
    }
}

/// Makes a puzzle like the newspaper's, of so many dominoes and of a level: the same puzzle as its
/// [`FamilyRecipe`] makes. Whoever makes no others need not carry the other families along.
pub fn like_the_newspapers(
    size: u32,
    level: Level,
    seed: u64,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let at = Level::ALL.iter().position(|other| *other == level);
    // The first word of the param is that any level will do.
    let turned = at.map(|at| (Param::Level, at as u32 + 1));
    let recipe = FamilyRecipe::new(Family::Newspaper, size, turned, seed);
    let recipe = recipe.map_err(|problem| GenerateError::Impossible(problem.to_string()))?;
    let mut rng = Rng::new(seed);
    let puzzle = newspaper::make(recipe.params(), size, &mut rng, effort)?;
    Ok(puzzle.made_from(recipe))
}

impl FamilyRecipe {
    /// Makes the puzzle, if it can be made and is found within the limits.
    pub fn make(&self, effort: &Effort<'_>) -> Result<Puzzle, GenerateError> {
        let mut rng = Rng::new(self.seed());
        let puzzle = of_family(self.params(), self.size(), &mut rng, effort)?;
        Ok(puzzle.made_from(*self))
    }
}

/// A puzzle of a family, without its title and recipe.
fn of_family(
    params: &Params,
    size: u32,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let make = match params.family() {
        Family::Newspaper => newspaper::make,
        Family::Full => full::make,
        Family::Mutilated => mutilated::make,
        Family::Supply => supply::make,
        Family::Threshold => threshold::make,
        Family::Counting => counting::make,
    };
    make(params, size, rng, effort)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_of_a_level_is_its_recipes() {
        let budget = Budget::default();
        let effort = Effort::until(&budget);
        let puzzle = like_the_newspapers(5, Level::Easy, 3, &effort).expect("a puzzle");
        let recipe = puzzle.recipe().expect("its recipe");
        assert_eq!(recipe.words(), "family=newspaper size=5 level=easy seed=3");
        assert_eq!(recipe.make(&effort).expect("a puzzle"), puzzle);
        assert!(like_the_newspapers(99, Level::Easy, 3, &effort).is_err());
    }

    /// What the random families asked first is what they ask for ever: instances go by their recipes.
    #[test]
    fn the_same_recipe_gives_the_same_puzzle_for_ever() {
        let digests = [
            (Family::Threshold, 4, None, 0, "7fdfe74f53682454"),
            (Family::Threshold, 12, None, 1, "7ede4d087e1c82d6"),
            (
                Family::Threshold,
                33,
                Some((Param::Density, 130)),
                u64::MAX,
                "736a2d8ab3b39c61",
            ),
            (Family::Counting, 2, None, 0, "1812d9913e5163e6"),
            (
                Family::Counting,
                4,
                Some((Param::Tightness, 100)),
                1,
                "d49ab12a2919dbf1",
            ),
            (
                Family::Counting,
                6,
                Some((Param::Tightness, 0)),
                u64::MAX,
                "cf0844049dc2e450",
            ),
        ];
        for (family, size, turned, seed, digest) in digests {
            let recipe = FamilyRecipe::new(family, size, turned, seed).expect("a recipe");
            let puzzle = recipe.make(&Effort::until(&Budget::default()));
            let puzzle = puzzle.expect("a puzzle");
            assert_eq!(puzzle.digest(), digest, "{recipe}");
        }
    }
}
