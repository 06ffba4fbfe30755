//! The family `threshold`: random rules, where about half the puzzles have a solution.

use super::chance::Chance;
use super::{Effort, Unmade};
use crate::puzzle::Puzzle;
use crate::puzzle::recipe::Knobs;

/// A puzzle of the family.
pub(super) fn make(
    knobs: &Knobs,
    _size: u32,
    _chance: &mut Chance,
    _effort: &Effort<'_>,
) -> Result<Puzzle, Unmade> {
    Err(Unmade::Impossible(format!(
        "the family {} cannot be made yet",
        knobs.family()
    )))
}
