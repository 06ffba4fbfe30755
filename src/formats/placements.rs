//! Boards as people and programs write them: a drawing, a list, or JSON.
//!
//! A board that is read may be wrong; whether it is a solution is for the checker to say. What is
//! refused here is only what cannot be understood as dominoes on cells.

mod drawing;
mod json;
mod list;

pub(super) use json::{Placement, solution, write_solution};
pub use json::{board_value, write_board_json};

use super::lines::{Line, lines};
use super::place::CellIndex;
use super::{FormatError, detect};
use crate::puzzle::{Board, Partial, Puzzle};

/// Reads a board of a puzzle.
pub fn read_board(text: &[u8], puzzle: &Puzzle) -> Result<Board, FormatError> {
    let text = detect::decode(text)?;
    let index = CellIndex::new(puzzle.cells());
    if detect::is_json(text) {
        json::read(text, &index)
    } else if puzzle.is_grid() {
        read_lines(&lines(text), &index, 1)
    } else {
        list::read(&lines(text), &index, 1)
    }
}

/// Reads a board that may be unfinished: where nothing is known stands `?` or nothing, and a value
/// may be known without its domino.
pub fn read_partial(text: &[u8], puzzle: &Puzzle) -> Result<Partial, FormatError> {
    let text = detect::decode(text)?;
    let index = CellIndex::new(puzzle.cells());
    if detect::is_json(text) {
        return json::read_partial(text, &index);
    }
    let lines = lines(text);
    if puzzle.is_grid() && !names_cells(&lines) {
        drawing::read_partial(&lines, &index)
    } else {
        list::read_partial(&lines, &index)
    }
}

/// Whether the first line names cells, as in a list.
fn names_cells(lines: &[Line<'_>]) -> bool {
    let first = lines.iter().find(|line| !line.is_blank());
    first.is_some_and(|line| line.text.contains(|c: char| c.is_alphabetic() || c == '"'))
}

/// A board of a grid in text: a list if its first line names cells, else a drawing. `above` is
/// the line to blame when there is nothing.
pub(super) fn read_lines(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    above: usize,
) -> Result<Board, FormatError> {
    if names_cells(lines) {
        list::read(lines, index, above)
    } else {
        drawing::read(lines, index, above)
    }
}

/// A board as text: a drawing where there is a grid to draw, else a list. It reads back as the
/// same board.
pub fn write_board(puzzle: &Puzzle, board: &Board) -> String {
    drawing::write(puzzle, board).unwrap_or_else(|| list::write(puzzle, board))
}
