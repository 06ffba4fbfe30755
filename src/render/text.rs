//! Boards as text and as JSON. The forms are those of the formats room, so that whatever is
//! printed can be given back to `pipsc check`.

use crate::formats;
use crate::puzzle::{Board, Puzzle};

/// The drawing of a grid, or a list of placements where there is no grid to draw.
pub fn board_text(puzzle: &Puzzle, board: &Board) -> String {
    formats::write_board(puzzle, board)
}

/// An object with the list of placements.
pub fn board_json(puzzle: &Puzzle, board: &Board) -> String {
    formats::write_board_json(puzzle, board)
}
