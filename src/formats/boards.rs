//! Boards as people and programs write them: a drawing, a list, or JSON.
//!
//! A board that is read may be wrong; whether it is a solution is for the checker to say. What is
//! refused here is only what cannot be understood as dominoes on cells.

mod drawing;
mod list;

use std::collections::BTreeMap;

use super::lines::{Line, lines};
use super::place::CellIndex;
use super::{FormatError, Location, detect, json, nyt};
use crate::puzzle::{Board, MAX_PIPS, Partial, Pips, Puzzle};

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

/// Reads a board that may be unfinished: where nothing is known stands `?` or nothing, and a value
/// may be known without its domino.
pub fn read_partial(text: &[u8], puzzle: &Puzzle) -> Result<Partial, FormatError> {
    #[derive(serde::Deserialize)]
    struct PartialText {
        #[serde(default)]
        placements: Vec<json::Placement>,
        #[serde(default)]
        values: BTreeMap<String, Pips>,
    }
    let text = detect::decode(text)?;
    let index = CellIndex::new(puzzle.cells());
    if detect::is_json(text) {
        let keys = match text.trim_start().starts_with('[') {
            true => Vec::new(),
            false => json::keys(text)?,
        };
        if !keys
            .iter()
            .any(|key| key == "values" || key == "placements")
        {
            let placements = read_json(text, &index)?.placements().to_vec();
            let values = Vec::new();
            return Ok(Partial { placements, values });
        }
        let read: PartialText = json::read(text)?;
        let board = json::place_all(&read.placements, &index)?;
        let mut partial = Partial {
            placements: board.placements().to_vec(),
            values: Vec::new(),
        };
        for (name, pips) in read.values {
            let path = || format!("values.{name}");
            let Some(cell) = index.named(&name) else {
                let message = "there is no such cell on the board";
                return Err(FormatError::at_path(path(), message));
            };
            if pips > MAX_PIPS {
                let message = format!("too many pips: expected a number from 0 to {MAX_PIPS}");
                return Err(FormatError::at_path(path(), message));
            }
            partial.values.push((cell, pips));
        }
        return Ok(partial);
    }
    let lines = lines(text);
    match puzzle.is_grid() && !names_cells(&lines) {
        true => drawing::read_partial(&lines, &index),
        false => list::read_partial(&lines, &index),
    }
}

/// Does the first line name cells, as in a list?
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
    match names_cells(lines) {
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
