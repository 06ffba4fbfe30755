//! The library, in process: formats, the checker, the embedded solver, deductions, generated puzzles,
//! pictures.

#[path = "../support/brute_force.rs"]
mod brute_force;
#[path = "../support/documented.rs"]
mod documented;
#[path = "../support/graphs.rs"]
mod graphs;
#[path = "../support/random.rs"]
mod random;
#[path = "../support/reading.rs"]
mod reading;
#[path = "../support/shipped.rs"]
mod shipped;
#[path = "../support/snapshot.rs"]
mod snapshot;

mod boards_and_levels;
mod broken_files;
mod checker;
mod drafts;
mod embedded;
mod examples;
mod explain;
mod families;
mod formats;
mod generate;
mod given_boards;
mod hint;
mod in_process;
mod incremental;
mod islands;
mod labels;
mod pictures;
mod pixels;
mod reasons;
mod round_trip;
mod search;
mod unique;

use pipsc::puzzle::{Cell, CellId, Domino, Puzzle, PuzzleDraft};
use shipped::EXAMPLES;

/// Every example with its file's name and text.
fn examples() -> Vec<(String, String, Puzzle)> {
    EXAMPLES
        .iter()
        .map(|(file, _)| {
            let text = std::fs::read_to_string(reading::folder().join(file)).expect("a text");
            let puzzle = reading::read(&text, None);
            (file.to_string(), text, puzzle)
        })
        .collect()
}

/// A grid of rows and columns without rules.
fn open_grid(rows: u32, columns: u32, domino: impl Fn(u32) -> Domino) -> Puzzle {
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    Puzzle::new(PuzzleDraft {
        cells: cells
            .map(|(row, column)| Cell::on_grid(row, column))
            .collect(),
        dominoes: (0..rows * columns / 2).map(domino).collect(),
        ..PuzzleDraft::default()
    })
    .expect("a valid puzzle")
}

/// Number of tilings of the board.
fn tilings(puzzle: &Puzzle) -> u64 {
    fn cover(neighbours: &[Vec<CellId>], covered: &mut [bool], from: usize) -> u64 {
        let Some(cell) = (from..covered.len()).find(|&cell| !covered[cell]) else {
            return 1;
        };
        let mut ways = 0;
        covered[cell] = true;
        for other in &neighbours[cell] {
            if !covered[other.index()] {
                covered[other.index()] = true;
                ways += cover(neighbours, covered, cell + 1);
                covered[other.index()] = false;
            }
        }
        covered[cell] = false;
        ways
    }
    let mut covered = vec![false; puzzle.cells().len()];
    cover(&brute_force::neighbours(puzzle), &mut covered, 0)
}
