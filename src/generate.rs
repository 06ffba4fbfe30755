//! The generator: puzzles of any size, made from a seed.
//!
//! A [`Recipe`] says everything that decides a puzzle, and the same recipe gives the same puzzle
//! on every machine. The steps, a file each:
//!
//! 1. [`shape`]: a board under as many dominoes as were asked for, and a [`tiling`] of it;
//! 2. [`regions`]: the board cut into connected regions, each of a kind;
//! 3. [`filling`]: dominoes of the [`set`] laid so that the kinds can be kept;
//! 4. [`rules`]: the targets, from what lies there.
//!
//! What lies there is kept as the puzzle's solution. It need not be the only one.
//! Only the puzzle room is known here.

mod chance;
mod filling;
mod regions;
mod rules;
mod set;
mod shape;
mod tiling;

use std::fmt;

use chance::Chance;
pub use set::{DoubleSet, MAX_HIGHEST, UnknownSet};
pub use shape::Shape;

use crate::puzzle::{Board, Cell, CellId, Domino, Draft, DraftRegion, Placed, Puzzle, Rule};

/// Everything that decides a generated puzzle.
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
    #[error("{asked} dominoes asked for, expected 1 to {}: {set} has {}", .set.size(), .set.size())]
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

    /// The seed.
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
            set, shape, seed, ..
        } = self;
        match self.is_full_set() {
            true => format!("{set}-{shape}-{seed}"),
            false => format!("{set}-{}-{shape}-{seed}", self.dominoes),
        }
    }

    fn is_full_set(&self) -> bool {
        self.dominoes == self.set.size()
    }

    /// Makes the puzzle, with the solution that it was built from.
    pub fn puzzle(&self) -> Puzzle {
        let set = self.set;
        let mut chance = Chance::new(self.seed);
        let tiling = self.shape.lay(self.dominoes, &mut chance);
        let mut parts = regions::cut(&tiling, set, &mut chance);
        let shown = filling::fill(&tiling, &mut parts, set, &mut chance);
        let regions = parts.into_iter().filter_map(|part| {
            let values: Vec<_> = part.cells.iter().map(|&cell| shown[cell]).collect();
            Some(DraftRegion {
                name: None,
                rule: rules::rule(part.kind, &values, set, &mut chance)?,
                cells: part.cells,
            })
        });
        let half = |cell: usize| (CellId::at(cell), shown[cell]);
        let solution: Board = tiling
            .dominoes()
            .map(|[one, other]| Placed::new(half(one), half(other)))
            .collect();
        // Sorted, so that their order says nothing about where they lie.
        let placements = solution.placements().iter();
        let mut dominoes: Vec<Domino> = placements.map(|placed| placed.domino()).collect();
        dominoes.sort_unstable();
        let draft = Draft {
            title: Some(self.to_string()),
            cells: tiling
                .places()
                .iter()
                .map(|&(row, column)| Cell::on_grid(row, column))
                .collect(),
            dominoes,
            regions: regions.collect(),
            solution: Some(solution),
            ..Draft::default()
        };
        match Puzzle::new(draft) {
            Ok(puzzle) => puzzle,
            Err(flaw) => unreachable!("{self}: {flaw}"),
        }
    }

    /// The recipe that a puzzle was made from. Its title says so, and the recipe does give the same
    /// puzzle: one that was changed since has none.
    pub fn of(puzzle: &Puzzle) -> Option<Self> {
        let recipe = Recipe::read(puzzle.title()?)?;
        // The number of cells is compared first, so that no title makes us work for long.
        let is_its_size = puzzle.dominoes().len() == recipe.dominoes as usize;
        (is_its_size && is_same(&recipe.puzzle(), puzzle)).then_some(recipe)
    }

    /// Reads a title as it is written by [`fmt::Display`].
    fn read(title: &str) -> Option<Self> {
        let mut words = title.split(", ");
        let set = words.next()?.parse().ok()?;
        let mut word = words.next()?;
        let mut dominoes = None;
        if let Some(count) = word
            .strip_suffix(" dominoes")
            .or(word.strip_suffix(" domino"))
        {
            dominoes = Some(count.parse().ok()?);
            word = words.next()?;
        }
        let shape = word.parse().ok()?;
        let seed = words.next()?.strip_prefix("seed ")?.parse().ok()?;
        let recipe = Recipe::new(set, dominoes, shape, seed).ok()?;
        (recipe.to_string() == title).then_some(recipe)
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

/// Do two puzzles ask for the same? Names, orders and regions without a rule do not matter: formats
/// treat them differently.
fn is_same(one: &Puzzle, other: &Puzzle) -> bool {
    let cells = |puzzle: &Puzzle| -> Vec<_> { puzzle.cells().iter().map(|cell| cell.at).collect() };
    let dominoes = |puzzle: &Puzzle| {
        let mut dominoes = puzzle.dominoes().to_vec();
        dominoes.sort_unstable();
        dominoes
    };
    let rules = |puzzle: &Puzzle| {
        let ruled = puzzle.regions().iter();
        let mut rules: Vec<(Vec<CellId>, Rule)> = ruled
            .filter(|region| region.rule != Rule::Empty)
            .map(|region| (region.cells.clone(), region.rule))
            .collect();
        rules.sort_unstable();
        rules
    };
    cells(one) == cells(other)
        && one.edges() == other.edges()
        && dominoes(one) == dominoes(other)
        && rules(one) == rules(other)
}
