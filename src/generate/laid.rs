//! Puzzles that are laid with dominoes of a set and cut into regions like the newspaper's. The steps,
//! a file each:
//!
//! 1. [`shape`]: a board under as many dominoes as were asked for, and a [tiling](super::tiling) of it;
//! 2. [`regions`]: the board cut into connected regions, each of a kind;
//! 3. [`filling`]: dominoes of the set laid so that the kinds can be kept;
//! 4. [`rules`](super::rules): the targets, from what lies there.
//!
//! What lies there is kept as the puzzle's solution. It need not be the only one.

use super::chance::Chance;
use super::layout::{Layout, Patch};
use super::regions::Mix;
use super::tiling::Tiling;
use super::{filling, regions, rules, shape};
use crate::puzzle::recipe::SetRecipe;
use crate::puzzle::{DoubleSet, Puzzle};

impl SetRecipe {
    /// Makes the puzzle, with the solution that it was built from.
    pub fn puzzle(&self) -> Puzzle {
        let mut chance = Chance::new(self.seed());
        let tiling = shape::lay(self.shape(), self.dominoes(), &mut chance);
        let (layout, patches) = lay(tiling, self.set(), &Mix::newspaper(), &mut chance);
        layout.puzzle(&patches).made_from(*self)
    }
}

/// Lays dominoes of a set on a board, with rules that they keep.
pub(super) fn lay(
    tiling: Tiling,
    set: DoubleSet,
    mix: &Mix,
    chance: &mut Chance,
) -> (Layout, Vec<Patch>) {
    let mut parts = regions::cut(&tiling, set, mix, chance);
    let shown = filling::fill(&tiling, &mut parts, set, chance);
    let patches = parts.into_iter().filter_map(|part| {
        let values: Vec<_> = part.cells.iter().map(|&cell| shown[cell]).collect();
        let rule = rules::rule(part.kind, &values, set, chance)?;
        Some(Patch::new(part.cells, rule))
    });
    let patches = patches.collect();
    (Layout { tiling, shown }, patches)
}
