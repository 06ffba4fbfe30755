//! Boards in JSON: `{"placements": [[4, 1, "r0c2", "r1c2"], ...]}`, alone, in a puzzle with a solution, or in the
//! output of `pipsc`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::ReadBoard;
use crate::formats::json::Fields;
use crate::formats::nyt;
use crate::formats::place::CellIndex;
use crate::json::{LineStyle, ObjectWriter, read};
use crate::parse::{Location, ParseError, offset};
use crate::puzzle::{
    Board, Cell, CellId, Edge, Label, MAX_PIPS, PartialBoard, Pips, PlacedDomino, Puzzle,
};

/// A domino on two cells, the first pip count on the first cell.
#[derive(Debug, Deserialize)]
#[serde(expecting = "a placement, two pip counts and two cells such as [4, 1, \"r0c2\", \"r1c2\"]")]
pub(in crate::formats) struct PlacementText(Pips, Pips, String, String);

/// The object of a board: placed dominoes under `placements`, pips of other cells under `values`, pairs of cells that
/// share an unknown domino under `joined`.
#[derive(Deserialize)]
struct PartialText {
    #[serde(default)]
    placements: Vec<PlacementText>,
    #[serde(default)]
    values: BTreeMap<String, Pips>,
    #[serde(default)]
    joined: Vec<[String; 2]>,
}

/// Whether an object has a key of [`PartialText`].
fn is_board(fields: &Fields<'_>) -> bool {
    fields.0.iter().any(|(key, _)| is_own(key))
}

/// Whether a key is one of [`PartialText`].
pub(super) fn is_own(key: &str) -> bool {
    ["placements", "values", "joined"].contains(&key)
}

/// Reads the board of an object: a [`PartialText`], or the solution of a puzzle in the nyt format.
fn read_object(text: &str, index: &CellIndex<'_>) -> Result<ReadBoard<ParseError>, ParseError> {
    let fields: Fields<'_> = read(text)?;
    if is_board(&fields) {
        return read_own(text, index);
    }
    if fields.has("solution") {
        return Ok(ReadBoard {
            board: PartialBoard::from(&nyt::read_solution(text, index)?),
            incomplete: None,
        });
    }
    Err(ParseError::whole(
        "this JSON object holds no board: expected the key `placements`, or the keys `dominoes` and `solution`",
    ))
}

fn read_own(text: &str, index: &CellIndex<'_>) -> Result<ReadBoard<ParseError>, ParseError> {
    let given: PartialText = read(text)?;
    let mut partial = PartialBoard::from(&board(&given.placements, index)?);
    for (name, pips) in given.values {
        let path = format!("values.{name}");
        check_pips(path.clone(), pips)?;
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
    Ok(ReadBoard {
        board: partial,
        incomplete: open.map(|key| ParseError::at_path(key, problem)),
    })
}

/// The solution of a puzzle, from its field `placements`.
pub(in crate::formats) fn solution(
    placements: Option<Vec<PlacementText>>,
    cells: &[Cell],
) -> Result<Option<Board>, ParseError> {
    let index = CellIndex::new(cells);
    placements
        .map(|placements| board(&placements, &index))
        .transpose()
}

fn check_pips(path: String, pips: Pips) -> Result<(), ParseError> {
    if pips > MAX_PIPS {
        let problem = format!("too many pips: expected a number from 0 to {MAX_PIPS}");
        return Err(ParseError::at_path(path, problem));
    }
    Ok(())
}

/// The board of a list of placements.
fn board(placements: &[PlacementText], index: &CellIndex<'_>) -> Result<Board, ParseError> {
    let placed = |(at, PlacementText(first, second, one, other)): (usize, &PlacementText)| {
        for (half, pips) in [first, second].into_iter().enumerate() {
            check_pips(format!("placements[{at}][{half}]"), *pips)?;
        }
        let one = find(index, format!("placements[{at}][2]"), one)?;
        let other = find(index, format!("placements[{at}][3]"), other)?;
        Ok(PlacedDomino::new((one, *first), (other, *second)))
    };
    placements.iter().enumerate().map(placed).collect()
}

/// The cell with a name, which is at a path.
fn find(index: &CellIndex<'_>, path: String, name: &str) -> Result<CellId, ParseError> {
    index.named(name).ok_or_else(|| {
        let meant = index.meant(name);
        ParseError::at_path(
            path,
            format!("there is no cell `{name}` on the board{meant}"),
        )
    })
}

/// A placement for writing: `[4, 1, "r0c2", "r1c2"]`.
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

/// The object of a board, for writing; see [`PartialText`].
#[derive(Serialize)]
pub(super) struct BoardObject<'p> {
    placements: Vec<WrittenPlacement<'p>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    values: BTreeMap<Cow<'p, Label>, Pips>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    joined: Vec<[Cow<'p, Label>; 2]>,
}

impl<'p> BoardObject<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, board: &'p PartialBoard) -> Self {
        let name = |cell| puzzle.cell_name(cell);
        let values = board.values.iter();
        let joined = board.joined.iter();
        BoardObject {
            placements: written(puzzle, &board.placements).collect(),
            values: values.map(|&(cell, pips)| (name(cell), pips)).collect(),
            joined: joined.map(|edge| edge.ends().map(name)).collect(),
        }
    }

    /// The object with one placement per line.
    pub(super) fn in_lines(&self) -> String {
        let mut object = ObjectWriter::new(LineStyle::Spaced);
        object.list("placements", &self.placements);
        if !self.values.is_empty() {
            object.field("values", &self.values);
        }
        if !self.joined.is_empty() {
            object.field("joined", &self.joined);
        }
        object.end()
    }

    /// The object on one line, without a newline.
    pub(super) fn compact(&self) -> Vec<u8> {
        let mut line = Vec::new();
        let _ = crate::json::write(&mut line, LineStyle::Compact, self);
        line
    }
}

/// A board in JSON that has not been read yet.
#[derive(Debug)]
pub(super) struct JsonBoard<'t> {
    /// The name of its puzzle, if the text has one.
    pub(super) label: Option<String>,
    pub(super) place: Location,
    text: &'t str,
    /// Its path in its document.
    path: String,
    document: &'t str,
}

impl<'t> JsonBoard<'t> {
    /// Reads the board. `text` is the text that holds the document.
    pub(super) fn read(
        &self,
        text: &'t str,
        index: &CellIndex<'_>,
    ) -> Result<ReadBoard<ParseError>, ParseError> {
        let in_text = |problem: ParseError| problem.under(&self.path).in_part(text, self.document);
        let read = read_object(self.text, index).map_err(in_text)?;
        Ok(ReadBoard {
            incomplete: read.incomplete.map(in_text),
            ..read
        })
    }
}

/// The maximum depth of a board in other values; documents of `pipsc` have five levels.
const MAX_DEPTH: usize = 10;

/// The boards of a JSON text: single objects, lists, documents of `pipsc`, and streams of lines.
#[derive(Debug, Default)]
pub(super) struct JsonBoards<'t> {
    pub(super) boards: Vec<JsonBoard<'t>>,
    /// The names of all puzzles in the text, including those without boards.
    pub(super) names: BTreeSet<String>,
    /// The name of the puzzle of the boards that follow, in a stream of lines.
    label: Option<String>,
    /// The current document, and the number of its first line.
    document: &'t str,
    line: usize,
}

impl<'t> JsonBoards<'t> {
    /// Finds the boards of a text: one document, or one per line.
    pub(super) fn find(text: &'t str) -> Result<Self, ParseError> {
        let mut found = JsonBoards {
            line: 1,
            ..JsonBoards::default()
        };
        let mut counted = 0;
        let mut stream = serde_json::Deserializer::from_str(text).into_iter::<&RawValue>();
        loop {
            let before = stream.byte_offset();
            match stream.next() {
                None => return Ok(found),
                Some(Ok(document)) => {
                    found.document = document.get();
                    let start = offset(text, found.document);
                    found.line += text[counted..start].matches('\n').count();
                    counted = start;
                    let added = found.add(found.document, String::new(), None, 0);
                    added.map_err(|problem| problem.in_part(text, found.document))?;
                }
                Some(Err(_)) => return Err(syntax_error(text, before)),
            }
        }
    }

    /// Adds the boards of a value inside so many others.
    fn add(
        &mut self,
        text: &'t str,
        path: String,
        label: Option<&str>,
        depth: usize,
    ) -> Result<(), ParseError> {
        if depth > MAX_DEPTH {
            return Err(ParseError::whole("the boards are nested too deeply"));
        }
        let depth = depth + 1;
        if text.starts_with('[') {
            let items: Vec<&'t RawValue> = read(text)?;
            if items.iter().any(|item| !item.get().starts_with('{')) {
                return Err(ParseError::whole(
                    "a list alone does not say which domino lies where: expected an object with \
                     `placements`, or with `dominoes` and `solution`",
                ));
            }
            let mut items = items.into_iter().enumerate();
            return items.try_for_each(|(at, item)| {
                self.add(item.get(), format!("{path}[{at}]"), label, depth)
            });
        }
        let at = |key: &str| match path.as_str() {
            "" => key.to_string(),
            path => format!("{path}.{key}"),
        };
        let object: Fields<'_> = read(text).map_err(|problem| problem.under(&path))?;
        let string = |key: &str| serde_json::from_str::<String>(object.get(key)?).ok();
        let name = string("puzzle");
        self.names.extend(name.clone());
        let label = name.or(label.map(str::to_owned));
        match string("type").as_deref() {
            Some("start") => {
                self.label = label;
                return Ok(());
            }
            Some("end" | "error") => return Ok(()),
            Some(_) | None => {}
        }
        for key in ["results", "boards"] {
            if let Some(list) = object.get(key).filter(|list| list.starts_with('[')) {
                return self.add(list, at(key), label.as_deref(), depth);
            }
        }
        let is_own = is_board(&object);
        if let (false, Some(board)) = (is_own, object.get("board"))
            && board.starts_with('{')
        {
            return self.add(board, at("board"), label.as_deref(), depth);
        }
        // A result without boards: no solution, or a count.
        if !is_own && object.has("puzzle") && object.has("solver") {
            return Ok(());
        }
        let place = match path.is_empty() {
            true => Location {
                path: String::new(),
                position: Some((self.line, 1)),
            },
            false => Location {
                path: path.clone(),
                position: None,
            },
        };
        self.boards.push(JsonBoard {
            label: label.or_else(|| self.label.clone()),
            place,
            text,
            path,
            document: self.document,
        });
        Ok(())
    }
}

/// The error of an invalid document that begins at an offset. In a stream of lines, a truncated line has its error
/// on that line, not on the next one.
fn syntax_error(text: &str, start: usize) -> ParseError {
    let document = text[start..].trim_start();
    let end = document.find('\n');
    let end = end.filter(|&end| start > 0 && document[end..].trim_start().starts_with('{'));
    let line = &document[..end.map_or(document.len(), |end| end + 1)];
    let problem = read::<Fields<'_>>(line).and_then(|_| read::<Fields<'_>>(document));
    let problem = problem
        .err()
        .unwrap_or_else(|| ParseError::whole("expected JSON and only JSON"));
    problem.in_part(text, document)
}
