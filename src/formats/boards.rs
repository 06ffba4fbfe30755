//! Boards as people and programs write them: a drawing, a list, or JSON.
//!
//! A board that is read may be wrong; whether it is a solution is for the checker to say. What is
//! refused here is only what cannot be understood as dominoes on cells.

mod drawing;
mod list;

use super::lines::{Line, lines};
use super::place::CellIndex;
use super::{FormatError, Location, detect, json, nyt};
use crate::puzzle::{Board, Puzzle};

/// Reads a board of a puzzle.
pub fn read_board(text: &[u8], puzzle: &Puzzle) -> Result<Board, FormatError> {
    let text = detect::decode(text)?;
    let index = CellIndex::new(puzzle.cells());
    if detect::is_json(text) {
        return read_json(text, &index);
    }
    let lines = lines(text);
    match puzzle.is_grid() {
        true => read_lines(&lines, &index, 1),
        false => list::read(&lines, &index, 1),
    }
}

/// A board of a grid in text: a list if its first line names cells, else a drawing. `above` is
/// the line to blame when there is nothing.
pub(super) fn read_lines(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    above: usize,
) -> Result<Board, FormatError> {
    let first = lines.iter().find(|line| !line.is_blank());
    let names = |line: &Line<'_>| line.text.contains(|c: char| c.is_alphabetic() || c == '"');
    match first.is_some_and(names) {
        true => list::read(lines, index, above),
        false => drawing::read(lines, index, above),
    }
}

fn read_json(text: &str, index: &CellIndex<'_>) -> Result<Board, FormatError> {
    #[derive(serde::Deserialize)]
    struct BoardText {
        placements: Vec<json::Placement>,
    }
    let wrong = |message: &str| Err(FormatError::new(Location::Whole, message));
    if text.trim_start().starts_with('[') {
        return wrong(
            "a list alone does not say which domino lies where: expected an object with \
             `placements`, or with `dominoes` and `solution`",
        );
    }
    let keys = json::keys(text)?;
    let has = |key: &str| keys.iter().any(|there| there == key);
    if has("placements") {
        json::place_all(&json::read::<BoardText>(text)?.placements, index)
    } else if has("solution") {
        nyt::read_solution(text, index)
    } else {
        wrong(
            "this JSON object holds no board: expected the key `placements`, or the keys \
             `dominoes` and `solution`",
        )
    }
}

/// A board as text: a drawing where there is a grid to draw, else a list. It reads back as the
/// same board.
pub fn write_board(puzzle: &Puzzle, board: &Board) -> String {
    drawing::write(puzzle, board).unwrap_or_else(|| list::write(puzzle, board))
}

/// A board as JSON, which reads back as the same board.
pub fn write_board_json(puzzle: &Puzzle, board: &Board) -> String {
    let mut object = json::Object::default();
    object.list("placements", json::placements_of(puzzle, board));
    object.finish()
}
