//! The order of the runs: interleaved, so that a noisy minute hits all columns alike.

/// A run to be made: the repeat (from 1), the puzzle's number, the column's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Counted from 1.
    pub repeat: u32,
    /// Which puzzle.
    pub puzzle: usize,
    /// Which column.
    pub column: usize,
}

/// Every puzzle is tried by all columns before the next one is, each time beginning with another
/// column; all puzzles are tried before any is repeated.
pub(crate) fn turns(repeats: u32, puzzles: usize, columns: usize) -> Vec<Turn> {
    let mut turns = Vec::new();
    for repeat in 1..=repeats {
        for puzzle in 0..puzzles {
            for step in 0..columns {
                turns.push(Turn {
                    repeat,
                    puzzle,
                    column: (puzzle + repeat as usize + step) % columns,
                });
            }
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_run_comes_once_and_no_column_always_comes_first() {
        let turns = turns(2, 5, 3);
        assert_eq!(turns.len(), 30);
        for (index, turn) in turns.iter().enumerate() {
            assert!(!turns[..index].contains(turn), "{turn:?} comes twice");
        }
        let firsts: Vec<usize> = turns.chunks(3).map(|chunk| chunk[0].column).collect();
        assert!((0..3).all(|column| firsts.contains(&column)));
        for chunk in turns.chunks(3) {
            assert!(chunk.iter().all(|turn| turn.puzzle == chunk[0].puzzle));
        }
    }
}
