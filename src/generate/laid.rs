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
use super::{filling, regions, rules, shape};
use crate::puzzle::recipe::SetRecipe;
use crate::puzzle::{Board, Cell, CellId, Domino, Draft, DraftRegion, Placed, Puzzle};

impl SetRecipe {
    /// Makes the puzzle, with the solution that it was built from.
    pub fn puzzle(&self) -> Puzzle {
        let set = self.set();
        let mut chance = Chance::new(self.seed());
        let tiling = shape::lay(self.shape(), self.dominoes(), &mut chance);
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
            Ok(puzzle) => puzzle.made_from(*self),
            Err(flaw) => unreachable!("{self}: {flaw}"),
        }
    }
}
