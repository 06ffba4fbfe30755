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

/// Iterator over the boards of a text. It ends after the first error.
#[derive(Debug)]
pub struct BoardReader<'a> {
    text: &'a str,
    index: CellIndex<'a>,
    /// The highest value of the dominoes.
    most: Option<Pips>,
    is_grid: bool,
    unread: std::vec::IntoIter<UnreadBoard<'a>>,
    /// The name of the puzzle, if some board is labelled with it: boards with other labels are skipped.
    only: Option<String>,
}

/// A board that has not been read yet.
#[derive(Debug)]
enum UnreadBoard<'a> {
    Text(BoardBlock<'a>),
    Json(JsonBoard<'a>),
}

/// Reads the boards of a puzzle: a single board, or the output of `pipsc`. If some boards are labelled with `name`,
/// boards labelled with other names are skipped.
pub fn read_boards<'a>(
    text: &'a [u8],
    puzzle: &'a Puzzle,
    name: Option<&str>,
) -> Result<BoardReader<'a>, ParseError> {
    let text = detect::decode(text)?;
    let name = name.unwrap_or_default();
    let (unread, is_named): (Vec<UnreadBoard<'a>>, bool) = if detect::is_json(text) {
        let found = JsonBoards::find(text)?;
        let is_named = found.names.iter().any(|label| is_label_of(label, name));
        if !is_named && found.names.len() > 1 {
            let names: Vec<&str> = found.names.iter().map(String::as_str).collect();
            let message = format!(
                "these are boards of several puzzles, and none of them is called {name}: {}",
                names.join(", ")
            );
            return Err(ParseError::whole(message));
        }
        let boards = found.boards.into_iter().map(UnreadBoard::Json);
        (boards.collect(), is_named)
    } else {
        let blocks = blocks(text, extent(puzzle))?;
        let mut labels = blocks.iter().filter_map(|block| block.label);
        let is_named = labels.any(|label| is_label_of(label, name));
        (
            blocks.into_iter().map(UnreadBoard::Text).collect(),
            is_named,
        )
    };
    Ok(BoardReader {
        text,
        index: CellIndex::new(puzzle.cells()),
        most: puzzle.dominoes().iter().map(|domino| domino.high()).max(),
        is_grid: puzzle.is_grid(),
        unread: unread.into_iter(),
        only: is_named.then(|| name.to_owned()),
    })
}

/// Whether a label, `PUZZLE` or `PUZZLE, SOLVER`, has the name of a puzzle.
fn is_label_of(label: &str, name: &str) -> bool {
    let rest = label.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
}

impl UnreadBoard<'_> {
    fn label(&self) -> Option<&str> {
        match self {
            UnreadBoard::Text(block) => block.label,
            UnreadBoard::Json(found) => found.label.as_deref(),
        }
    }
}

impl BoardReader<'_> {
    fn read(&self, unread: UnreadBoard<'_>) -> Result<GivenBoard, ParseError> {
        let in_text = |error: PartError<'_>| error.in_text(self.text);
        let mut given = match unread {
            UnreadBoard::Text(BoardBlock { lines, .. }) => {
                let read = read_block(&lines, &self.index, self.most, self.is_grid);
                let (read, form) = read.map_err(in_text)?;
                let line = lines.first().map_or(1, |line| line.number);
                GivenBoard {
                    board: read.board,
                    form,
                    place: Location {
                        path: String::new(),
                        position: Some((line, 1)),
                    },
                    incomplete: read.incomplete.map(in_text),
                }
            }
            UnreadBoard::Json(found) => {
                let read = found.read(self.text, &self.index)?;
                GivenBoard {
                    board: read.board,
                    form: BoardForm::Json,
                    place: found.place,
                    incomplete: read.incomplete,
                }
            }
        };
        given.board.join_known_halves();
        Ok(given)
    }

    /// The error for a text without boards.
    pub fn no_board_error(&self) -> ParseError {
        match detect::is_json(self.text) {
            false => PartError::new(&self.text[..0], "there is no board here").in_text(self.text),
            true => ParseError::whole("there is no board in this JSON"),
        }
    }
}

impl GivenBoard {
    /// The placed dominoes, or an error if a value belongs to no domino.
    pub fn into_board(self) -> Result<Board, ParseError> {
        self.incomplete.map_or_else(|| Ok(self.board.laid()), Err)
    }
}

impl Iterator for BoardReader<'_> {
    type Item = Result<GivenBoard, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let unread = loop {
            let unread = self.unread.next()?;
            match (&self.only, unread.label()) {
                (Some(name), Some(label)) if !is_label_of(label, name) => {}
                _ => break unread,
            }
        };
        let read = self.read(unread);
        if read.is_err() {
            self.unread = Vec::new().into_iter();
        }
        Some(read)
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
    let Some(first) = boards.next().transpose()? else {
        return Err(boards.no_board_error());
    };
    for other in boards {
        let other = other?;
        if other.board != first.board {
            return Err(ParseError::new(
                other.place,
                "there is more than one board here, and only one is wanted",
            ));
        }
    }
    Ok(first)
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
