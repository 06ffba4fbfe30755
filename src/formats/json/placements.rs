//! Boards in JSON: `[{"pips": [4, 1], "cells": ["r0c2", "r1c2"]}, ...]`, under the key
//! `placements` of a board's own file or of a puzzle that knows its solution.

use serde::{Deserialize, Serialize};

use super::Halves;
use crate::formats::FormatError;
use crate::formats::place::CellIndex;
use crate::puzzle::{Board, Pips, Placed, Puzzle};

/// A domino on two cells, the first pip count on the first cell.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a placement, an object with pips and cells")]
pub(in crate::formats) struct Placement {
    pips: Halves,
    cells: Vec<String>,
}

/// The board that some placements make.
pub(in crate::formats) fn place_all(
    placements: &[Placement],
    index: &CellIndex<'_>,
) -> Result<Board, FormatError> {
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
pub(in crate::formats) struct Written<'p> {
    pips: [Pips; 2],
    cells: [&'p str; 2],
}

/// The placements of a board as they are written.
pub(in crate::formats) fn placements_of<'p>(puzzle: &'p Puzzle, board: &Board) -> Vec<Written<'p>> {
    let written = |placed: &Placed| {
        let [(a, at_a), (b, at_b)] = placed.halves();
        Written {
            pips: [at_a, at_b],
            cells: [a, b].map(|cell| puzzle.cell(cell).name.as_str()),
        }
    };
    board.placements().iter().map(written).collect()
}
