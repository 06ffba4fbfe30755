//! Puzzles that are laid with dominoes of a set and cut into regions like the newspaper's. The steps,
//! a file each:
//!
//! 1. [`shape`]: a board under as many dominoes as were asked for, and a [tiling](super::tiling) of it;
//! 2. [`regions`]: the board cut into connected regions, each of a kind;
//! 3. [`filling`]: dominoes of the set laid so that the kinds can be kept;
//! 4. [`rules`]: the targets, from what lies there.
//!
//! What lies there is kept as the puzzle's solution. It need not be the only one.

use super::chance::Chance;
use super::regions::Mix;
use super::{filling, regions, rules, shape};
use crate::puzzle::recipe::{SetRecipe, Shape};
use crate::puzzle::{Board, Cell, CellId, Domino, DoubleSet, Draft, DraftRegion, Placed, Puzzle};

impl SetRecipe {
    /// Makes the puzzle, with the solution that it was built from.
    pub fn puzzle(&self) -> Puzzle {
        let mut chance = Chance::new(self.seed());
        let (set, dominoes, shape) = (self.set(), self.dominoes(), self.shape());
        lay(set, dominoes, shape, &Mix::newspaper(), &mut chance).made_from(*self)
    }
}

/// A puzzle of some dominoes of a set, with the solution that it was built from.
pub(super) fn lay(
    set: DoubleSet,
    dominoes: u32,
    shape: Shape,
    mix: &Mix,
    chance: &mut Chance,
) -> Puzzle {
    let tiling = shape::lay(shape, dominoes, chance);
    let mut parts = regions::cut(&tiling, set, mix, chance);
    let shown = filling::fill(&tiling, &mut parts, set, chance);
    let regions = parts.into_iter().filter_map(|part| {
        let values: Vec<_> = part.cells.iter().map(|&cell| shown[cell]).collect();
        Some(DraftRegion {
            name: None,
            rule: rules::rule(part.kind, &values, set, chance)?,
            cells: part.cells,
        })
    });
    let regions = regions.collect();
    let half = |cell: usize| (CellId::at(cell), shown[cell]);
    let solution: Board = tiling
        .dominoes()
        .map(|[one, other]| Placed::new(half(one), half(other)))
        .collect();
    // Sorted, so that their order says nothing about where they lie.
    let placements = solution.placements().iter();
    let mut dominoes: Vec<Domino> = placements.map(|placed| placed.domino()).collect();
    dominoes.sort_unstable();
    let places = tiling.places().iter();
    let draft = Draft {
        cells: places
            .map(|&(row, column)| Cell::on_grid(row, column))
            .collect(),
        dominoes,
        regions,
        solution: Some(solution),
        ..Draft::default()
    };
    match Puzzle::new(draft) {
        Ok(puzzle) => puzzle,
        Err(flaw) => unreachable!("what was laid is a puzzle: {flaw}"),
    }
}
