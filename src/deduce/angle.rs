//! The angles from which a board is looked at, from the easiest to the hardest.

use super::ground::Ground;
use crate::puzzle::{CellId, RegionId, Rule};

/// One look at the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Angle {
    /// A cell with one neighbour left to share a domino with.
    OnlyNeighbour(CellId),
    /// The rule of a region, with the halves that are left for it.
    Rule(RegionId),
    /// What the dominoes left can show in a cell.
    Fit(CellId),
    /// Two cells on which no domino left fits.
    NoDomino(usize),
    /// A domino kind with few places left.
    OnlyPlace(usize),
    /// A value: who must show it, and who can.
    Supply(usize),
    /// Whether what is left of the board can be covered.
    Tiling,
    /// A value that several regions need, of which there are only so many halves.
    Share(usize),
    /// What the regions with given sums leave for the few cells elsewhere: all halves are used.
    Remainder,
    /// Regions whose sums together need more, or less, than the halves there are.
    Together,
}

impl Angle {
    /// What the angle is called.
    pub fn name(self) -> &'static str {
        match self {
            Angle::OnlyNeighbour(_) => "only neighbour",
            Angle::Rule(_) => "rule",
            Angle::Fit(_) => "dominoes that fit",
            Angle::NoDomino(_) => "no domino fits",
            Angle::OnlyPlace(_) => "only place",
            Angle::Supply(_) => "supply",
            Angle::Tiling => "tiling",
            Angle::Share(_) => "shared supply",
            Angle::Remainder => "remainder",
            Angle::Together => "sums together",
        }
    }

    /// How hard it is to see something from there; the scale is explained in `docs/hints.md`.
    pub fn weight(self, ground: &Ground<'_>) -> f64 {
        match self {
            Angle::OnlyNeighbour(_) => 0.5,
            Angle::Rule(region) => {
                let region = ground.puzzle().region(region);
                match region.rule {
                    Rule::Sum(..) if region.cells.len() == 1 => 0.5,
                    Rule::Equal => 1.0,
                    Rule::Sum(..) | Rule::Unequal | Rule::Empty => 1.5,
                }
            }
            Angle::Fit(_) | Angle::NoDomino(_) => 1.5,
            Angle::OnlyPlace(_) => 2.0,
            Angle::Supply(_) => 2.0,
            Angle::Tiling => 2.0,
            Angle::Share(_) => 4.0,
            Angle::Remainder => 4.0,
            Angle::Together => 4.0,
        }
    }
}
