//! Deduplication of boards: each solution counts once.

use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};

use super::Board;

/// A set of boards, stored as digests of 128 bits: among a trillion different boards, the chance that two have
/// the same digest is one in 10^14.
#[derive(Debug, Clone, Default)]
pub struct Dedup {
    /// For each digest, the number of the first board that has it.
    first: HashMap<u128, u64>,
    /// Number of boards added.
    added: u64,
}

impl Dedup {
    /// Adds a board. If it was added before, returns the number of that earlier board, counted from 1.
    pub fn insert(&mut self, board: &Board) -> Option<u64> {
        self.added += 1;
        match self.first.entry(digest(board)) {
            Entry::Occupied(boards) => Some(*boards.get()),
            Entry::Vacant(new) => {
                let _ = new.insert(self.added);
                None
            }
        }
    }

    /// Number of different boards.
    pub fn distinct(&self) -> u64 {
        self.first.len() as u64
    }
}

/// A digest of two hashes of 64 bits with different prefixes.
fn digest(board: &Board) -> u128 {
    let half = |which: u8| {
        let mut hasher = DefaultHasher::new();
        which.hash(&mut hasher);
        board.hash(&mut hasher);
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{CellId, PlacedDomino};

    #[test]
    fn equal_boards_are_found() {
        let (a, b) = (CellId(0), CellId(1));
        let board = |at_a, at_b| -> Board {
            [PlacedDomino::new((a, at_a), (b, at_b))]
                .into_iter()
                .collect()
        };
        let mut boards = Dedup::default();
        assert_eq!(boards.insert(&board(1, 2)), None);
        assert_eq!(boards.insert(&board(2, 1)), None);
        // Named backwards it is the same board.
        let again = [PlacedDomino::new((b, 2), (a, 1))].into_iter().collect();
        assert_eq!(boards.insert(&again), Some(1));
        assert_eq!(boards.insert(&board(2, 1)), Some(2));
        assert_eq!(boards.distinct(), 2);
    }
}
