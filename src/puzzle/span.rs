//! The rows and columns of a grid: whether all its places can be written out, and closing wide gaps between
//! islands.

use std::collections::{BTreeMap, BTreeSet};

use super::Puzzle;

/// Limit of places that are written out one by one. Typical boards have a few hundred. The limit prevents
/// two cells with distant coordinates from exhausting memory.
const MAX_PLACES: u64 = 4_000_000;

/// Number of rows and columns of a grid, counted from (0, 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct GridSpan {
    pub(crate) rows: u64,
    pub(crate) columns: u64,
}

impl GridSpan {
    /// Whether every place can be written out.
    pub(crate) fn is_writable(self) -> bool {
        self.rows.saturating_mul(self.columns) <= MAX_PLACES
    }

    /// A matrix of this size, filled with one element. The span must be writable.
    pub(crate) fn places<T: Clone>(self, empty: T) -> Vec<Vec<T>> {
        vec![vec![empty; self.columns as usize]; self.rows as usize]
    }
}

impl Puzzle {
    /// The span of the cells that have a row and a column.
    pub(crate) fn span(&self) -> GridSpan {
        let places = || self.cells().iter().filter_map(|cell| cell.at);
        let end = |last: Option<u32>| last.map_or(0, |last| u64::from(last) + 1);
        GridSpan {
            rows: end(places().map(|(row, _)| row).max()),
            columns: end(places().map(|(_, column)| column).max()),
        }
    }
}

/// Moves places up and to the left until the first row and column are 0 and no gap between rows or
/// columns is wider than `widest`. Neighbours stay neighbours; if `widest` is at least 1, no other
/// places become neighbours.
pub(crate) fn close_gaps(places: &mut [(u32, u32)], widest: u32) {
    let rows = closed(places.iter().map(|&(row, _)| row), widest);
    let columns = closed(places.iter().map(|&(_, column)| column), widest);
    for (row, column) in places {
        let new =
            |numbers: &BTreeMap<u32, u32>, old: &u32| numbers.get(old).copied().unwrap_or(*old);
        (*row, *column) = (new(&rows, row), new(&columns, column));
    }
}

/// The used rows or columns, each with its new number.
fn closed(used: impl Iterator<Item = u32>, widest: u32) -> BTreeMap<u32, u32> {
    let used: BTreeSet<u32> = used.collect();
    let mut last: Option<(u32, u32)> = None;
    let numbered = used.into_iter().map(|old| {
        let new = last.map_or(0, |(before, new)| new + (old - before).min(widest + 1));
        last = Some((old, new));
        (old, new)
    });
    numbered.collect()
}

#[cfg(test)]
mod tests {
    use super::close_gaps;
    use crate::puzzle::{Puzzle, PuzzleDraft};

    #[test]
    fn a_span_counts_from_the_corner() {
        let span = |places: [(u32, u32); 2]| {
            let draft = PuzzleDraft::grid(places).domino(0, 0);
            Puzzle::new(draft).expect("a puzzle").span()
        };
        let small = span([(1, 2), (1, 3)]);
        assert_eq!((small.rows, small.columns), (2, 4));
        assert!(small.is_writable());
        let large = span([(0, 0), (u32::MAX, u32::MAX)]);
        assert_eq!((large.rows, large.columns), (1 << 32, 1 << 32));
        assert!(!large.is_writable());
    }

    #[test]
    fn gaps_are_closed_to_the_width() {
        let places = [(7, 0), (3, 1), (4, 9), (4_000_000_000, 1), (4, 2)];
        let mut narrow = places;
        close_gaps(&mut narrow, 1);
        assert_eq!(narrow, [(3, 0), (0, 1), (1, 4), (5, 1), (1, 2)]);
        let mut wide = places;
        close_gaps(&mut wide, 2);
        assert_eq!(wide, [(4, 0), (0, 1), (1, 5), (7, 1), (1, 2)]);
    }
}
