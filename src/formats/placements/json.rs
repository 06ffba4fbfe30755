//! Boards in JSON: `{"placements": [{"pips": [4, 1], "cells": ["r0c2", "r1c2"]}, ...]}`, or shorter
//! `{"placements": [[4, 1, "r0c2", "r1c2"], ...]}`, alone, in a puzzle that knows its solution, or in
//! what `pipsc` prints.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Serialize};

use super::{Laid, Read};
use crate::formats::json::{Halves, Object, ObjectWriter};
use crate::formats::place::CellIndex;
use crate::formats::{FormatError, Location, nyt};
use crate::json::{Lines, Style};
use crate::puzzle::{Board, Cell, Edge, Label, MAX_PIPS, Partial, Pips, PlacedDomino, Puzzle};

/// A domino on two cells, the first pip count on the first cell.
#[derive(Debug)]
pub(in crate::formats) struct Placement {
    pips: Halves,
    cells: Vec<String>,
}

impl<'de> Deserialize<'de> for Placement {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PlacementVisitor;

        impl<'de> Visitor<'de> for PlacementVisitor {
            type Value = Placement;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a placement, an object with pips and cells")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Placement, A::Error> {
                #[derive(Deserialize)]
                #[serde(expecting = "a placement, an object with pips and cells")]
                struct Fields {
                    pips: Halves,
                    cells: Vec<String>,
                }
                let Fields { pips, cells } = Fields::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Placement { pips, cells })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Placement, A::Error> {
                let expected = || {
                    A::Error::custom(
                        "expected two pip counts from 0 to 10000 and two cells, such as \
                         [4, 1, \"r0c2\", \"r1c2\"]",
                    )
                };
                let mut pips = [0; 2];
                for half in &mut pips {
                    let given: Option<Pips> = seq.next_element()?;
                    *half = given
                        .filter(|&pips| pips <= MAX_PIPS)
                        .ok_or_else(expected)?;
                }
                let mut cells = Vec::with_capacity(2);
                while let Some(cell) = seq.next_element::<String>()? {
                    cells.push(cell);
                }
                if cells.len() != 2 {
                    return Err(expected());
                }
                let pips = Halves(pips);
                Ok(Placement { pips, cells })
            }
        }

        deserializer.deserialize_any(PlacementVisitor)
    }
}

/// A board as its own object has it: pips whose domino is not known stand under `values`, cells
/// that share a domino of which more is not known under `joined`.
#[derive(Deserialize)]
struct BoardText {
    #[serde(default)]
    placements: Vec<Placement>,
    #[serde(default)]
    values: BTreeMap<String, Pips>,
    #[serde(default)]
    joined: Vec<[String; 2]>,
}

/// Whether a key is one of a board's own object.
pub(super) fn is_own(key: &str) -> bool {
    ["placements", "values", "joined"].contains(&key)
}

/// The board of an object.
pub(super) fn read_object(object: &Object<'_>, index: &CellIndex<'_>) -> Result<Read, FormatError> {
    if object.keys().any(is_own) {
        return read_own(object, index);
    }
    let partial = if object.has("solution") && object.has("dominoes") {
        Partial::from(nyt::read_solution(object, index)?)
    } else if object.has("solution") {
        return Err(FormatError::new(
            Location::Whole,
            "a board of the nyt form needs both `dominoes` and `solution`",
        ));
    } else {
        return Err(FormatError::new(
            Location::Whole,
            "this JSON object holds no board: expected the key `placements`, or the keys \
             `dominoes` and `solution`",
        ));
    };
    let loose = None;
    Ok(Read { partial, loose })
}

fn read_own(object: &Object<'_>, index: &CellIndex<'_>) -> Result<Read, FormatError> {
    let given: BoardText = object.read()?;
    let mut partial = Partial::from(board(&given.placements, index, "placements")?);
    let find = |path: String, name: &str| {
        index.named(name).ok_or_else(|| {
            let problem = format!(
                "there is no cell `{name}` on the board{}",
                index.meant(name)
            );
            FormatError::at_path(path, problem)
        })
    };
    for (name, pips) in given.values {
        let path = format!("values.{name}");
        if pips > MAX_PIPS {
            let problem = format!("too many pips: expected a number from 0 to {MAX_PIPS}");
            return Err(FormatError::at_path(path, problem));
        }
        partial.values.push((find(path, &name)?, pips));
    }
    for (at, [one, other]) in given.joined.iter().enumerate() {
        let one = find(format!("joined[{at}][0]"), one)?;
        let other = find(format!("joined[{at}][1]"), other)?;
        partial.joined.push(Edge::between(one, other));
    }
    let loose = ["values", "joined"].into_iter().find(|key| match *key {
        "values" => !partial.values.is_empty(),
        _ => !partial.joined.is_empty(),
    });
    let loose = loose.map(|key| {
        let problem = "expected whole dominoes, under the key `placements`";
        FormatError::at_path(key, problem)
    });
    Ok(Read { partial, loose })
}

/// The solution that a puzzle's text gives under `placements`.
pub(in crate::formats) fn solution(
    placements: Option<Vec<Placement>>,
    cells: &[Cell],
) -> Result<Option<Board>, FormatError> {
    let index = CellIndex::new(cells);
    placements
        .map(|placements| board(&placements, &index, "placements"))
        .transpose()
}

/// The board that some placements make, which stand at a path.
fn board(
    placements: &[Placement],
    index: &CellIndex<'_>,
    path: &str,
) -> Result<Board, FormatError> {
    let placed = |(at, placement): (usize, &Placement)| {
        let [one, other] = placement.cells.as_slice() else {
            return Err(FormatError::at_path(
                format!("{path}[{at}].cells"),
                format!(
                    "{} cells, expected the two cells under the domino",
                    placement.cells.len()
                ),
            ));
        };
        let find = |half: usize, name: &str| {
            index.named(name).ok_or_else(|| {
                FormatError::at_path(
                    format!("{path}[{at}].cells[{half}]"),
                    format!(
                        "there is no cell `{name}` on the board{}",
                        index.meant(name)
                    ),
                )
            })
        };
        let Halves([first, second]) = placement.pips;
        Ok(PlacedDomino::new(
            (find(0, one)?, first),
            (find(1, other)?, second),
        ))
    };
    placements.iter().enumerate().map(placed).collect()
}

/// A placement as it is written: `[4, 1, "r0c2", "r1c2"]`.
type WrittenPlacement<'p> = (Pips, Pips, Cow<'p, Label>, Cow<'p, Label>);

fn written<'p>(
    puzzle: &'p Puzzle,
    placements: &'p [PlacedDomino],
) -> impl Iterator<Item = WrittenPlacement<'p>> {
    placements.iter().map(|placed| {
        let [(a, at_a), (b, at_b)] = placed.halves();
        (at_a, at_b, puzzle.cell_name(a), puzzle.cell_name(b))
    })
}

/// Adds the solution of a puzzle.
pub(in crate::formats) fn write_solution(object: &mut ObjectWriter, puzzle: &Puzzle) {
    if let Some(board) = puzzle.solution() {
        object.list("placements", written(puzzle, board.placements()));
    }
}

/// A board as JSON, which reads back as the same board.
pub fn write_board_json(puzzle: &Puzzle, board: &Board) -> String {
    let mut out = Vec::new();
    write(puzzle, Laid::from(board), &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// The same as a value, to be part of a larger one.
pub fn board_value(puzzle: &Puzzle, board: &Board) -> serde_json::Value {
    serde_json::json!({ "placements": written(puzzle, board.placements()).collect::<Vec<_>>() })
}

/// The pips of cells whose domino is not known.
fn values<'p>(puzzle: &'p Puzzle, board: Laid<'p>) -> BTreeMap<Cow<'p, Label>, Pips> {
    let values = board.values.iter();
    values
        .map(|&(cell, pips)| (puzzle.cell_name(cell), pips))
        .collect()
}

/// The cells that share a domino of which more is not known.
fn joined<'p>(puzzle: &'p Puzzle, board: Laid<'p>) -> Vec<[Cow<'p, Label>; 2]> {
    let joined = board.joined.iter();
    joined
        .map(|edge| edge.ends().map(|cell| puzzle.cell_name(cell)))
        .collect()
}

/// Writes a board for people: a placement a line.
pub(super) fn write(puzzle: &Puzzle, board: Laid<'_>, out: &mut Vec<u8>) {
    let mut object = Lines::new(out, Style::Spaced);
    object.list("placements", written(puzzle, board.placements));
    if !board.values.is_empty() {
        object.field("values", &values(puzzle, board));
    }
    if !board.joined.is_empty() {
        object.field("joined", &joined(puzzle, board));
    }
    // Memory takes whatever is written.
    let _ = object.end();
}

/// Writes a board as short as can be, on one line without its end.
pub(super) fn write_line(puzzle: &Puzzle, board: Laid<'_>, out: &mut Vec<u8>) {
    #[derive(Serialize)]
    struct BoardLine<'p> {
        placements: Vec<WrittenPlacement<'p>>,
        #[serde(skip_serializing_if = "BTreeMap::is_empty")]
        values: BTreeMap<Cow<'p, Label>, Pips>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        joined: Vec<[Cow<'p, Label>; 2]>,
    }
    let line = BoardLine {
        placements: written(puzzle, board.placements).collect(),
        values: values(puzzle, board),
        joined: joined(puzzle, board),
    };
    let _ = crate::json::write(out, Style::Compact, &line);
}
