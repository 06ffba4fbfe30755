//! Recipes: where a generated puzzle comes from.
//!
//! A [`Recipe`] says everything that decides a puzzle of the generator. In a text it stands with a
//! [seal](Recipe::seal), a digest of the recipe and of the puzzle that it gave. A puzzle keeps its recipe only
//! while the seal is right: one that was edited since does not claim a seed.

use std::fmt;
use std::str::FromStr;

use super::digest::{digest, spelling};
use super::{DoubleSet, Puzzle};
use crate::nearest::{UnknownName, choose};

/// The version of the generator. Another one would give other puzzles for the same seed.
pub(crate) const GENERATOR: u32 = 1;

/// What a board looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shape {
    /// One connected board of an odd shape, perhaps with holes, as the newspaper has it.
    Blob,
    /// A rectangle, as near to a square as the number of cells allows.
    Rectangle,
    /// Two to four blobs that do not touch.
    Islands,
}

impl Shape {
    /// Every shape.
    pub const ALL: [Shape; 3] = [Shape::Blob, Shape::Rectangle, Shape::Islands];

    /// What people type.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Blob => "blob",
            Shape::Rectangle => "rectangle",
            Shape::Islands => "islands",
        }
    }

    /// The fewest dominoes that make one.
    pub fn least_dominoes(self) -> u32 {
        match self {
            Shape::Blob | Shape::Rectangle => 1,
            Shape::Islands => 2,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Shape {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        choose("shape", Shape::ALL, Shape::name, word)
    }
}

/// Everything that decides a generated puzzle, beside the [`GENERATOR`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    set: DoubleSet,
    dominoes: u32,
    shape: Shape,
    seed: u64,
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
}

impl Recipe {
    /// A recipe for a full set, or for some dominoes of it.
    pub fn new(
        set: DoubleSet,
        dominoes: Option<u32>,
        shape: Shape,
        seed: u64,
    ) -> Result<Self, RecipeError> {
        let dominoes = dominoes.unwrap_or(set.size());
        if dominoes == 0 || dominoes > set.size() {
            let asked = dominoes;
            return Err(RecipeError::Dominoes { asked, set });
        }
        if dominoes < shape.least_dominoes() {
            return Err(RecipeError::TooFew { dominoes, shape });
        }
        Ok(Recipe {
            set,
            dominoes,
            shape,
            seed,
        })
    }

    /// The set that the dominoes are from.
    pub fn set(&self) -> DoubleSet {
        self.set
    }

    /// How many dominoes of the set there are.
    pub fn dominoes(&self) -> u32 {
        self.dominoes
    }

    /// What the board looks like.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The number that decides everything random.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The same with another seed.
    pub fn with_seed(self, seed: u64) -> Self {
        Recipe { seed, ..self }
    }

    /// What to call a file with the puzzle: `double-9-blob-1`, or `double-9-20-blob-1` for 20
    /// dominoes of the set.
    pub fn name(&self) -> String {
        let Recipe {
            set,
            dominoes,
            shape,
            seed,
        } = self;
        if self.is_full_set() {
            format!("{set}-{shape}-{seed}")
        } else {
            format!("{set}-{dominoes}-{shape}-{seed}")
        }
    }

    fn is_full_set(&self) -> bool {
        self.dominoes == self.set.size()
    }
}

/// `double-9, blob, seed 1`, or `double-9, 20 dominoes, blob, seed 1`: the title of the puzzle.
impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, ", self.set)?;
        match self.dominoes {
            _ if self.is_full_set() => {}
            1 => f.write_str("1 domino, ")?,
            many => write!(f, "{many} dominoes, ")?,
        }
        write!(f, "{}, seed {}", self.shape, self.seed)
    }
}

/// A recipe as a text claims it, with what tells whether it is true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SealedRecipe {
    /// The recipe.
    pub recipe: Recipe,
    /// The [seal](Recipe::seal) that it was given with its puzzle.
    pub seal: String,
}

impl Recipe {
    /// What ties the recipe to a puzzle: `fnv-00c0ffee00c0ffee`, a digest of the recipe and of what
    /// the puzzle asks. It finds out changes, not forgers.
    pub fn seal(&self, puzzle: &Puzzle) -> String {
        let Recipe {
            set,
            dominoes,
            shape,
            seed,
        } = self;
        let recipe = format!(
            "generator {GENERATOR} set {set} dominoes {dominoes} shape {shape} seed {seed}"
        );
        format!("fnv-{}", digest(&format!("{recipe}\n{}", spelling(puzzle))))
    }
}

impl Puzzle {
    /// The recipe that the puzzle was made from. A puzzle that was changed since has none.
    pub fn recipe(&self) -> Option<Recipe> {
        self.recipe
    }

    /// The same puzzle with the recipe that it was made from.
    pub(crate) fn made_from(mut self, recipe: Recipe) -> Puzzle {
        self.recipe = Some(recipe);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Cell, CellId, Domino, Draft, DraftRegion, Relation, Rule};

    fn draft(rule: Rule) -> Draft {
        Draft {
            cells: vec![Cell::on_grid(0, 0), Cell::on_grid(0, 1)],
            dominoes: vec![Domino::new(1, 2)],
            regions: vec![DraftRegion {
                name: None,
                rule,
                cells: vec![0, 1],
            }],
            ..Draft::default()
        }
    }

    fn recipe() -> Recipe {
        let set = DoubleSet::new(6).expect("a set");
        Recipe::new(set, Some(1), Shape::Blob, 5).expect("a recipe")
    }

    #[test]
    fn a_seal_is_what_it_was() {
        let puzzle = Puzzle::new(draft(Rule::Unequal)).expect("a puzzle");
        // Another one would take their recipes from all puzzles that people keep.
        assert_eq!(recipe().seal(&puzzle), "fnv-81341e94fd89d790");
    }

    #[test]
    fn a_recipe_stays_with_its_puzzle_alone() {
        let puzzle = Puzzle::new(draft(Rule::Unequal)).expect("a puzzle");
        let sealed = SealedRecipe {
            recipe: recipe(),
            seal: recipe().seal(&puzzle),
        };
        let recipe_of = |rule, recipe| {
            let draft = Draft {
                recipe: Some(recipe),
                ..draft(rule)
            };
            Puzzle::new(draft).expect("a puzzle").recipe()
        };
        assert_eq!(recipe_of(Rule::Unequal, sealed.clone()), Some(recipe()));
        for other in [Rule::Empty, Rule::Equal, Rule::Sum(Relation::Less, 9)] {
            assert_eq!(recipe_of(other, sealed.clone()), None);
        }
        let other_seed = SealedRecipe {
            recipe: recipe().with_seed(6),
            ..sealed
        };
        assert_eq!(recipe_of(Rule::Unequal, other_seed), None);

        let made = puzzle.made_from(recipe());
        assert_eq!(made.with_rules_of(|_| true).recipe(), Some(recipe()));
        assert_eq!(made.with_rules_of(|_| false).recipe(), None);
        assert_eq!(made.clone().pinned([]).recipe(), Some(recipe()));
        assert_eq!(made.pinned([(CellId(0), 1)]).recipe(), None);
    }
}
