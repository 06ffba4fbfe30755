//! Boards in JSON: `{"placements": [[4, 1, "r0c2", "r1c2"], ...]}`, alone, in a puzzle that has a solution, or in
//! what `pipsc` prints.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Laid, Read};
use crate::formats::json::{Fields, ObjectWriter, read};
use crate::formats::place::CellIndex;
use crate::formats::{FormatError, Location, nyt};
use crate::json::{Lines, Style};
use crate::puzzle::{
    Board, Cell, CellId, Edge, Label, MAX_PIPS, Partial, Pips, PlacedDomino, Puzzle,
};

/// A domino on two cells, the first pip count on the first cell.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a placement, two pip counts and two cells such as [4, 1, \"r0c2\", \"r1c2\"]")]
pub(in crate::formats) struct Placement(Pips, Pips, String, String);

/// A board as its own object has it: pips whose domino is not known stand under `values`, cells that share a
/// domino of which more is not known under `joined`.
#[derive(Deserialize)]
struct BoardText {
    #[serde(default)]
    placements: Vec<Placement>,
    #[serde(default)]
    values: BTreeMap<String, Pips>,
    #[serde(default)]
    joined: Vec<[String; 2]>,
}

/// Whether an object has a key of a board's own object.
pub(super) fn is_board(fields: &Fields<'_>) -> bool {
    fields.0.iter().any(|(key, _)| is_own(key))
}

/// Whether a key is one of a board's own object.
pub(super) fn is_own(key: &str) -> bool {
    ["placements", "values", "joined"].contains(&key)
}

/// Reads the board of an object.
pub(super) fn read_object(text: &str, index: &CellIndex<'_>) -> Result<Read, FormatError> {
    let fields: Fields<'_> = read(text)?;
    if is_board(&fields) {
        return read_own(text, index);
    }
    if fields.has("solution") {
        return Ok(Read {
            partial: nyt::read_solution(text, index)?.into(),
            loose: None,
        });
    }
    Err(FormatError::new(
        Location::Whole,
        "this JSON object holds no board: expected the key `placements`, or the keys `dominoes` and `solution`",
    ))
}

fn read_own(text: &str, index: &CellIndex<'_>) -> Result<Read, FormatError> {
    let given: BoardText = read(text)?;
    let mut partial = Partial::from(board(&given.placements, index)?);
    for (name, pips) in given.values {
        let path = format!("values.{name}");
        if pips > MAX_PIPS {
            let problem = format!("too many pips: expected a number from 0 to {MAX_PIPS}");
            return Err(FormatError::at_path(path, problem));
        }
        partial.values.push((find(index, path, &name)?, pips));
    }
    for (at, [one, other]) in given.joined.iter().enumerate() {
        let one = find(index, format!("joined[{at}][0]"), one)?;
        let other = find(index, format!("joined[{at}][1]"), other)?;
        partial.joined.push(Edge::between(one, other));
    }
    let open = match (partial.values.is_empty(), partial.joined.is_empty()) {
        (false, _) => Some("values"),
        (true, false) => Some("joined"),
        (true, true) => None,
    };
    let problem = "expected whole dominoes, under the key `placements`";
    let loose = open.map(|key| FormatError::at_path(key, problem));
    Ok(Read { partial, loose })
}

/// The solution that a puzzle's text gives under `placements`.
pub(in crate::formats) fn solution(
    placements: Option<Vec<Placement>>,
    cells: &[Cell],
) -> Result<Option<Board>, FormatError> {
    let index = CellIndex::new(cells);
    placements
        .map(|placements| board(&placements, &index))
        .transpose()
}

/// The board that the placements of an object make.
fn board(placements: &[Placement], index: &CellIndex<'_>) -> Result<Board, FormatError> {
    let placed = |(at, Placement(first, second, one, other)): (usize, &Placement)| {
        let one = find(index, format!("placements[{at}][2]"), one)?;
        let other = find(index, format!("placements[{at}][3]"), other)?;
        Ok(PlacedDomino::new((one, *first), (other, *second)))
    };
    placements.iter().enumerate().map(placed).collect()
}

/// The cell that is named at a path.
fn find(index: &CellIndex<'_>, path: String, name: &str) -> Result<CellId, FormatError> {
    index.named(name).ok_or_else(|| {
        let meant = index.meant(name);
        FormatError::at_path(
            path,
            format!("there is no cell `{name}` on the board{meant}"),
        )
    })
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
