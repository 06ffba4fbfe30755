//! Boards in JSON: `[{"pips": [4, 1], "cells": ["r0c2", "r1c2"]}, ...]`, under the key
//! `placements` of a board's own file or of a puzzle that knows its solution.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::formats::json::{Halves, Object, ObjectWriter};
use crate::formats::place::CellIndex;
use crate::formats::{FormatError, Location, nyt};
use crate::json::Style;
use crate::puzzle::{Board, Cell, MAX_PIPS, Partial, Pips, Placed, Puzzle};

/// A domino on two cells, the first pip count on the first cell.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a placement, an object with pips and cells")]
pub(in crate::formats) struct Placement {
    pips: Halves,
    cells: Vec<String>,
}

/// Reads the board of a text.
pub(super) fn read(text: &str, index: &CellIndex<'_>) -> Result<Board, FormatError> {
    read_object(&scan(text)?, index)
}

/// Reads a board that may be unfinished: pips whose domino is not known stand under `values`.
pub(super) fn read_partial(text: &str, index: &CellIndex<'_>) -> Result<Partial, FormatError> {
    #[derive(Deserialize)]
    struct PartialText {
        #[serde(default)]
        placements: Vec<Placement>,
        #[serde(default)]
        values: BTreeMap<String, Pips>,
    }
    let object = scan(text)?;
    if !object.has("values") && !object.has("placements") {
        return Ok(Partial {
            placements: read_object(&object, index)?.placements().to_vec(),
            values: Vec::new(),
        });
    }
    let given: PartialText = object.read()?;
    let mut partial = Partial {
        placements: board(&given.placements, index)?.placements().to_vec(),
        values: Vec::new(),
    };
    for (name, pips) in given.values {
        let wrong = |problem: String| Err(FormatError::at_path(format!("values.{name}"), problem));
        let Some(cell) = index.named(&name) else {
            return wrong("there is no such cell on the board".into());
        };
        if pips > MAX_PIPS {
            return wrong(format!(
                "too many pips: expected a number from 0 to {MAX_PIPS}"
            ));
        }
        partial.values.push((cell, pips));
    }
    Ok(partial)
}

fn scan(text: &str) -> Result<Object<'_>, FormatError> {
    if text.trim_start().starts_with('[') {
        return Err(FormatError::new(
            Location::Whole,
            "a list alone does not say which domino lies where: expected an object with \
             `placements`, or with `dominoes` and `solution`",
        ));
    }
    Object::scan(text)
}

fn read_object(object: &Object<'_>, index: &CellIndex<'_>) -> Result<Board, FormatError> {
    #[derive(Deserialize)]
    struct BoardText {
        placements: Vec<Placement>,
    }
    if object.has("placements") {
        board(&object.read::<BoardText>()?.placements, index)
    } else if object.has("solution") {
        nyt::read_solution(object, index)
    } else {
        Err(FormatError::new(
            Location::Whole,
            "this JSON object holds no board: expected the key `placements`, or the keys \
             `dominoes` and `solution`",
        ))
    }
}

/// The solution that a puzzle's text gives for its cells.
pub(in crate::formats) fn solution(
    placements: Option<Vec<Placement>>,
    cells: &[Cell],
) -> Result<Option<Board>, FormatError> {
    let board = |placements: Vec<_>| board(&placements, &CellIndex::new(cells));
    placements.map(board).transpose()
}

/// The board that some placements make.
fn board(placements: &[Placement], index: &CellIndex<'_>) -> Result<Board, FormatError> {
    let placed = |(at, placement): (usize, &Placement)| {
        let [one, other] = placement.cells.as_slice() else {
            return Err(FormatError::at_path(
                format!("placements[{at}].cells"),
                format!(
                    "{} cells, expected the two cells under the domino",
                    placement.cells.len()
                ),
            ));
        };
        let find = |half: usize, name: &str| {
            index.named(name).ok_or_else(|| {
                FormatError::at_path(
                    format!("placements[{at}].cells[{half}]"),
                    format!(
                        "there is no cell `{name}` on the board{}",
                        index.meant(name)
                    ),
                )
            })
        };
        let Halves([first, second]) = placement.pips;
        Ok(Placed::new(
            (find(0, one)?, first),
            (find(1, other)?, second),
        ))
    };
    placements.iter().enumerate().map(placed).collect()
}

/// A placement as it is written.
#[derive(Debug, Serialize)]
struct Written<'p> {
    pips: [Pips; 2],
    cells: [&'p str; 2],
}

fn written<'p>(puzzle: &'p Puzzle, board: &'p Board) -> impl Iterator<Item = Written<'p>> {
    board.placements().iter().map(|placed| {
        let [(a, at_a), (b, at_b)] = placed.halves();
        Written {
            pips: [at_a, at_b],
            cells: [a, b].map(|cell| puzzle.cell(cell).name.raw()),
        }
    })
}

/// Adds the solution of a puzzle that has one.
pub(in crate::formats) fn write_solution(object: &mut ObjectWriter, puzzle: &Puzzle) {
    if let Some(board) = puzzle.solution() {
        object.list("placements", written(puzzle, board));
    }
}

/// A board as JSON, which reads back as the same board.
pub fn write_board_json(puzzle: &Puzzle, board: &Board) -> String {
    let mut object = ObjectWriter::new(Vec::new(), Style::Spaced);
    object.list("placements", written(puzzle, board));
    object.finish()
}

/// The same as a value, to be part of a larger one.
pub fn board_value(puzzle: &Puzzle, board: &Board) -> serde_json::Value {
    serde_json::json!({ "placements": written(puzzle, board).collect::<Vec<_>>() })
}
