//! Boards: sets of placed dominoes.

use super::{CellId, Domino, Edge, Pips};

/// A domino placed on two cells, with the pips of each cell. The lower cell is stored first, so that
/// equal placements compare equal whichever cell they are created with first.
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

    /// The two cells.
    pub fn edge(self) -> Edge {
        Edge {
            a: self.a,
            b: self.b,
        }
    }

    /// Both cells with their pips, the lower cell first.
    pub fn halves(self) -> [(CellId, Pips); 2] {
        [(self.a, self.at_a), (self.b, self.at_b)]
    }

    /// The domino.
    pub fn domino(self) -> Domino {
        Domino::new(self.at_a, self.at_b)
    }
}

/// A multiset of placements. A board from a person or a solver may cover a cell twice or use a domino
/// that the puzzle does not have: [`super::check`] decides whether it is a solution.
///
/// The placements are a sorted list rather than a set, so that the checker also finds repeated placements.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Board {
    placements: Vec<PlacedDomino>,
}

impl Board {
    /// The placements, sorted by cell.
    pub fn placements(&self) -> &[PlacedDomino] {
        &self.placements
    }

    /// The pips of each cell, by index, on a board of `cells` cells: `None` for an uncovered cell, the
    /// first value for a cell with two.
    pub fn values(&self, cells: usize) -> Vec<Option<Pips>> {
        let mut values = vec![None; cells];
        for (cell, pips) in self.placements.iter().flat_map(|placed| placed.halves()) {
            if let Some(value) = values.get_mut(cell.index()) {
                let _ = value.get_or_insert(pips);
            }
        }
        values
    }

    /// The cells whose placements differ between two boards, sorted.
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
