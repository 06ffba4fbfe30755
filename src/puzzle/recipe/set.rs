//! Recipes of puzzles with a full double-n set, or with some dominoes of it.

use std::fmt;

use super::RecipeError;
use crate::nearest::named_enum;
use crate::puzzle::DoubleSet;

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

impl Shape {
    /// The minimum number of dominoes.
    pub fn least_dominoes(self) -> u32 {
        match self {
            Shape::Blob | Shape::Rectangle => 1,
            Shape::Islands => 2,
        }
    }
}

named_enum!("shape", Shape {
    Blob = "blob",
    Rectangle = "rectangle",
    Islands = "islands",
});

/// The parameters of a puzzle with dominoes of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SetRecipe {
    pub(crate) set: DoubleSet,
    pub(crate) dominoes: u32,
    pub(crate) shape: Shape,
    pub(crate) seed: u64,
}

impl SetRecipe {
    /// The version of the generator that makes such puzzles.
    pub(crate) const GENERATOR: u32 = 1;

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
        Ok(SetRecipe {
            set,
            dominoes,
            shape,
            seed,
        })
    }

    /// A file name for the puzzle: `double-9-blob-1`, or `double-9-20-blob-1` for 20
    /// dominoes of the set.
    pub fn name(&self) -> String {
        let dominoes = match self.is_full_set() {
            true => String::new(),
            false => format!("-{}", self.dominoes),
        };
        format!("{}{dominoes}-{}-{}", self.set, self.shape, self.seed)
    }

    fn is_full_set(&self) -> bool {
        self.dominoes == self.set.size()
    }

    /// The words that determine the puzzle, in order.
    pub(super) fn fields(&self) -> Vec<(&'static str, String)> {
        vec![
            ("set", self.set.to_string()),
            ("dominoes", self.dominoes.to_string()),
            ("shape", self.shape.to_string()),
            ("seed", self.seed.to_string()),
        ]
    }
}

/// `double-9, blob, seed 1`, or `double-9, 20 dominoes, blob, seed 1`: the title of the puzzle.
impl fmt::Display for SetRecipe {
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
