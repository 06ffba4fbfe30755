//! Boards: dominoes laid on cells, solution or not.

use super::{CellId, Domino, Edge, Pips};

/// One domino laid on two cells, with what each cell then shows. Kept with the lower cell first,
/// so that a flipped double or a pair named backwards is the same placement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlacedDomino {
    a: CellId,
    b: CellId,
    at_a: Pips,
    at_b: Pips,
}

impl PlacedDomino {
    /// A domino with `one.1` pips on the cell `one.0` and `other.1` on the cell `other.0`.
    pub fn new(one: (CellId, Pips), other: (CellId, Pips)) -> Self {
        let (a, b) = if one.0 <= other.0 {
            (one, other)
        } else {
            (other, one)
        };
        PlacedDomino {
            a: a.0,
            b: b.0,
            at_a: a.1,
            at_b: b.1,
        }
    }

    /// The cells it lies on.
    pub fn edge(self) -> Edge {
        Edge {
            a: self.a,
            b: self.b,
        }
    }

    /// Each cell with the pips that it shows, the lower cell first.
    pub fn halves(self) -> [(CellId, Pips); 2] {
        [(self.a, self.at_a), (self.b, self.at_b)]
    }

    /// The domino that lies there.
    pub fn domino(self) -> Domino {
        Domino::new(self.at_a, self.at_b)
    }
}

/// A set of placements. Whether it is a solution is for [`super::check`] to say: a board claimed
/// by a person or a solver may cover a cell twice or use a domino that is not there.
///
/// Kept as a sorted list rather than a set, because a claim that names a placement twice must not
/// lose one of them on the way to the checker.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board {
    placements: Vec<PlacedDomino>,
}

impl Board {
    /// The placements, sorted by cell.
    pub fn placements(&self) -> &[PlacedDomino] {
        &self.placements
    }

    /// The pips of each cell, by cell number, for a board over `cells` cells. A cell that is not
    /// covered shows nothing; of two values on one cell the first counts.
    pub fn values(&self, cells: usize) -> Vec<Option<Pips>> {
        let mut values = vec![None; cells];
        for (cell, pips) in self.placements.iter().flat_map(|placed| placed.halves()) {
            if let Some(value) = values.get_mut(cell.index()) {
                let _ = value.get_or_insert(pips);
            }
        }
        values
    }

    /// The cells where two boards show something different or lie differently.
    pub fn differences(&self, other: &Board) -> Vec<CellId> {
        let lacks =
            |board: &Board, placed: &PlacedDomino| board.placements.binary_search(placed).is_err();
        let mine = self.placements.iter().filter(|placed| lacks(other, placed));
        let theirs = other.placements.iter().filter(|placed| lacks(self, placed));
        let halves = mine.chain(theirs).flat_map(|placed| placed.halves());
        let mut cells: Vec<CellId> = halves.map(|(cell, _)| cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

impl FromIterator<PlacedDomino> for Board {
    fn from_iter<I: IntoIterator<Item = PlacedDomino>>(placements: I) -> Self {
        let mut placements: Vec<PlacedDomino> = placements.into_iter().collect();
        placements.sort_unstable();
        Board { placements }
    }
}
