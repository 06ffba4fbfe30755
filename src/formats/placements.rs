//! Reading and writing of boards: one or many, as drawings, lists or JSON.
//!
//! Reading rejects only texts that are not dominoes on cells. A board that was read may be wrong or unfinished;
//! the checker decides. `docs/formats.md` describes the forms.

mod blocks;
mod drawing;
mod json;
mod list;

pub(super) use json::{PlacementText, solution, write_solution};

use super::detect;
use super::json::Fields;
use super::lines::TextLine;
use super::place::CellIndex;
use crate::parse::{Location, ParseError, PartError};
use crate::puzzle::{Board, BoardStatus, PartialBoard, Pips, Puzzle};
use blocks::{BoardBlock, BoardExtent, blocks, names_cells};
use json::{BoardObject, JsonBoard, JsonBoards};

/// The notation of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardForm {
    /// A drawing of a grid; a list for a puzzle that is not a grid.
    Drawing,
    /// One placement per line.
    List,
    /// JSON with one placement per line.
    Json,
}

/// A board that was read.
#[derive(Debug, Clone)]
struct ReadBoard<E> {
    board: PartialBoard,
    /// The error for a caller that needs every value to belong to a domino.
    incomplete: Option<E>,
}

/// A board of a text.
#[derive(Debug, Clone)]
pub struct GivenBoard {
    /// The board.
    pub board: PartialBoard,
    /// Its notation.
    pub form: BoardForm,
    /// The location of its start.
    pub place: Location,
    /// The error for a caller that needs every value to belong to a domino.
    incomplete: Option<ParseError>,
}

/// Reads the boards of a puzzle, at least one: a single board, or the output of `pipsc`. If some boards are labelled
/// with `name`, boards labelled with other names are skipped.
pub fn read_boards(
    text: &[u8],
    puzzle: &Puzzle,
    name: Option<&str>,
) -> Result<Vec<GivenBoard>, ParseError> {
    let text = detect::decode(text)?;
    let (name, index) = (name.unwrap_or_default(), CellIndex::new(puzzle.cells()));
    match detect::is_json(text) {
        true => read_json_boards(text, &index, name),
        false => read_text_boards(text, puzzle, &index, name),
    }
}

fn read_json_boards(
    text: &str,
    index: &CellIndex<'_>,
    name: &str,
) -> Result<Vec<GivenBoard>, ParseError> {
    let JsonBoards {
        mut boards, names, ..
    } = JsonBoards::find(text)?;
    if names.iter().any(|label| is_label_of(label, name)) {
        boards.retain(|board| {
            let label = board.label.as_deref();
            label.is_none_or(|label| is_label_of(label, name))
        });
    } else if names.len() > 1 {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let message = format!(
            "these are boards of several puzzles, and none of them is called {name}: {}",
            names.join(", ")
        );
        return Err(ParseError::whole(message));
    }
    if boards.is_empty() {
        return Err(ParseError::whole("there is no board in this JSON"));
    }
    let given = |found: JsonBoard<'_>| {
        let read = found.read(text, index)?;
        Ok(GivenBoard::new(read, BoardForm::Json, found.place))
    };
    boards.into_iter().map(given).collect()
}

fn read_text_boards(
    text: &str,
    puzzle: &Puzzle,
    index: &CellIndex<'_>,
    name: &str,
) -> Result<Vec<GivenBoard>, ParseError> {
    let in_text = |error: PartError<'_>| error.in_text(text);
    let mut blocks = blocks(text, extent(puzzle))?;
    let is_named = |label: &str| is_label_of(label, name);
    if blocks.iter().any(|block| block.label.is_some_and(is_named)) {
        blocks.retain(|block| block.label.is_none_or(is_named));
    }
    if blocks.is_empty() {
        return Err(in_text(PartError::new(
            &text[..0],
            "there is no board here",
        )));
    }
    let most = puzzle.dominoes().iter().map(|domino| domino.high()).max();
    let is_grid = puzzle.is_grid();
    let given = |BoardBlock { lines, .. }: BoardBlock<'_>| {
        let (read, form) = read_block(&lines, index, most, is_grid).map_err(in_text)?;
        let read = ReadBoard {
            board: read.board,
            incomplete: read.incomplete.map(in_text),
        };
        let place = Location {
            path: String::new(),
            position: Some((lines.first().map_or(1, |line| line.number), 1)),
        };
        Ok(GivenBoard::new(read, form, place))
    };
    blocks.into_iter().map(given).collect()
}

/// Whether a label, `PUZZLE` or `PUZZLE, SOLVER`, has the name of a puzzle.
fn is_label_of(label: &str, name: &str) -> bool {
    let rest = label.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
}

impl GivenBoard {
    fn new(read: ReadBoard<ParseError>, form: BoardForm, place: Location) -> Self {
        let ReadBoard {
            mut board,
            incomplete,
        } = read;
        board.remove_repetitions();
        board.join_known_halves();
        GivenBoard {
            board,
            form,
            place,
            incomplete,
        }
    }

    /// The placed dominoes, or an error if a value belongs to no domino.
    pub fn into_board(self) -> Result<Board, ParseError> {
        self.incomplete.map_or_else(|| Ok(self.board.laid()), Err)
    }
}

/// Reads the only board of a text, which need not be finished: an unknown half is `?` or left out, and a value need
/// not belong to a domino. Repetitions of the same board are accepted.
pub fn read_partial(text: &[u8], puzzle: &Puzzle) -> Result<PartialBoard, ParseError> {
    Ok(read_one(text, puzzle)?.board)
}

/// Reads the only board of a text. Every value must belong to a domino.
pub fn read_board(text: &[u8], puzzle: &Puzzle) -> Result<Board, ParseError> {
    read_one(text, puzzle)?.into_board()
}

fn read_one(text: &[u8], puzzle: &Puzzle) -> Result<GivenBoard, ParseError> {
    let mut boards = read_boards(text, puzzle, None)?;
    let mut others = boards.iter().filter(|other| other.board != boards[0].board);
    match others.next() {
        Some(other) => Err(ParseError::new(
            other.place.clone(),
            "there is more than one board here, and only one is wanted",
        )),
        None => Ok(boards.swap_remove(0)),
    }
}

/// Whether a text consists of one board and comments only, so that it can be overwritten with another board.
pub fn is_one_board(text: &[u8], puzzle: &Puzzle) -> bool {
    let Ok(text) = detect::decode(text) else {
        return false;
    };
    if detect::is_json(text) {
        let fields: Result<Fields<'_>, _> = super::json::read(text);
        return fields.is_ok_and(|fields| fields.0.iter().all(|(key, _)| json::is_own(key)));
    }
    let found = blocks(text, extent(puzzle));
    blocks::is_bare(text) && found.is_ok_and(|blocks| blocks.len() == 1)
}

fn extent(puzzle: &Puzzle) -> BoardExtent {
    BoardExtent {
        rows: puzzle.is_grid().then(|| puzzle.span().rows),
        dominoes: puzzle.dominoes().len(),
    }
}

/// Reads a board of a grid. `most` is the highest value of the dominoes.
pub(super) fn read_lines<'t>(
    lines: &[TextLine<'t>],
    index: &CellIndex<'_>,
    most: Option<Pips>,
) -> Result<Board, PartError<'t>> {
    let (read, _) = read_block(lines, index, most, true)?;
    read.incomplete.map_or_else(|| Ok(read.board.laid()), Err)
}

/// Reads one board: a list if the puzzle is not a grid or the first line names cells, else a drawing.
fn read_block<'t>(
    lines: &[TextLine<'t>],
    index: &CellIndex<'_>,
    most: Option<Pips>,
    is_grid: bool,
) -> Result<(ReadBoard<PartError<'t>>, BoardForm), PartError<'t>> {
    let first = lines.iter().find(|line| !line.is_blank());
    Ok(if is_grid && !first.is_some_and(names_cells) {
        (drawing::read(lines, index, most)?, BoardForm::Drawing)
    } else {
        (list::read(lines, index)?, BoardForm::List)
    })
}

/// Writes boards of one puzzle.
#[derive(Debug)]
pub struct BoardWriter<'p> {
    puzzle: &'p Puzzle,
    form: BoardForm,
    /// See [`drawing::most_pips`].
    most: Option<Pips>,
}

impl<'p> BoardWriter<'p> {
    /// A writer for the boards of a puzzle.
    pub fn new(puzzle: &'p Puzzle, form: BoardForm) -> Self {
        BoardWriter {
            puzzle,
            form,
            most: drawing::most_pips(puzzle),
        }
    }

    /// Appends a board. It reads back as the same board.
    pub fn write(&self, board: &PartialBoard, out: &mut Vec<u8>) {
        let drawing = self.most.filter(|_| self.form == BoardForm::Drawing);
        let drawing = drawing.and_then(|most| drawing::write(self.puzzle, board, most));
        let text = match self.form {
            BoardForm::Json => BoardObject::new(self.puzzle, board).in_lines(),
            BoardForm::Drawing | BoardForm::List => {
                drawing.unwrap_or_else(|| list::write(self.puzzle, board))
            }
        };
        out.extend_from_slice(text.as_bytes());
    }

    /// Appends a board as the fields of a JSON object, without braces, on one line. The form is ignored.
    pub fn write_fields(&self, board: &PartialBoard, out: &mut Vec<u8>) {
        let line = BoardObject::new(self.puzzle, board).compact();
        out.extend_from_slice(&line[1..line.len().saturating_sub(1)]);
    }
}

/// A board as text: a drawing of a grid, a list for any other puzzle. It reads back as the same board.
pub fn write_board(puzzle: &Puzzle, board: &Board) -> String {
    write_partial(puzzle, &PartialBoard::from(board), BoardForm::Drawing)
}

/// A board that need not be finished, as text. It reads back as the same board.
pub fn write_partial(puzzle: &Puzzle, board: &PartialBoard, form: BoardForm) -> String {
    let mut out = Vec::new();
    BoardWriter::new(puzzle, form).write(board, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

/// A board as a JSON value. A placement is a list of the two pip counts and the two cells.
pub fn board_value(puzzle: &Puzzle, board: &Board) -> serde_json::Value {
    partial_value(puzzle, &PartialBoard::from(board))
}

/// As [`board_value`], for a board that need not be finished.
pub fn partial_value(puzzle: &Puzzle, board: &PartialBoard) -> serde_json::Value {
    serde_json::to_value(BoardObject::new(puzzle, board)).unwrap_or_default()
}

/// The status of a board as a JSON value, as `pipsc check --format json` prints it.
pub fn status_value(
    puzzle: &Puzzle,
    board: &PartialBoard,
    status: &BoardStatus,
) -> serde_json::Value {
    let (verdict, to_go) = match status {
        BoardStatus::Solution => ("solution", 0),
        BoardStatus::Open { to_go, .. } => ("unfinished", *to_go),
        BoardStatus::Wrong { to_go, .. } => ("wrong", *to_go),
    };
    serde_json::json!({
        "verdict": verdict,
        "solution": *status == BoardStatus::Solution,
        "cells_to_go": to_go,
        "faults": status.violations().iter().map(ToString::to_string).collect::<Vec<_>>(),
        "board": partial_value(puzzle, board),
    })
}
