//! The span of a board: how many rows and columns it has, and whether all its places can be written
//! out.

use super::Puzzle;

/// The most places that are written out one by one. A real board has a few hundred; the bound keeps
/// two cells at opposite ends of the number range from filling the memory.
const MAX_PLACES: u64 = 4_000_000;

/// The rows and columns of a grid, from (0, 0) to its last cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) rows: u64,
    pub(crate) columns: u64,
}

impl Span {
    /// Whether every place can be written out.
    pub(crate) fn is_writable(self) -> bool {
        self.rows.saturating_mul(self.columns) <= MAX_PLACES
    }

    /// Every place with the same on it, row by row; the span must be writable.
    pub(crate) fn places<T: Clone>(self, empty: T) -> Vec<Vec<T>> {
        vec![vec![empty; self.columns as usize]; self.rows as usize]
    }
}

impl Puzzle {
    /// The span of the cells; those without a place do not count.
    pub(crate) fn span(&self) -> Span {
        let places = || self.cells().iter().filter_map(|cell| cell.at);
        let end = |last: Option<u32>| last.map_or(0, |last| u64::from(last) + 1);
        Span {
            rows: end(places().map(|(row, _)| row).max()),
            columns: end(places().map(|(_, column)| column).max()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzle::{Cell, Domino, Puzzle, PuzzleDraft};

    #[test]
    fn a_span_counts_from_the_corner() {
        let span = |places: [(u32, u32); 2]| {
            let draft = PuzzleDraft {
                cells: places
                    .map(|(row, column)| Cell::on_grid(row, column))
                    .into(),
                dominoes: vec![Domino::new(0, 0)],
                ..PuzzleDraft::default()
            };
            Puzzle::new(draft).expect("a puzzle").span()
        };
        let small = span([(1, 2), (1, 3)]);
        assert_eq!((small.rows, small.columns), (2, 4));
        assert!(small.is_writable());
        let large = span([(0, 0), (u32::MAX, u32::MAX)]);
        assert_eq!((large.rows, large.columns), (1 << 32, 1 << 32));
        assert!(!large.is_writable());
    }
}
