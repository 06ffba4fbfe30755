//! Boards as people and programs write them: a drawing, a list, or JSON; one or many.
//!
//! A board that is read may be wrong or unfinished; how it stands is for the checker to say. What is
//! refused here is only what cannot be understood as dominoes on cells. `docs/formats.md` describes
//! the forms.

mod blocks;
mod documents;
mod drawing;
mod json;
mod list;
mod write;

pub(super) use json::{Placement, solution, write_solution};
pub use json::{board_value, write_board_json};
pub use write::{BoardForm, BoardWriter, partial_value, status_value, write_board, write_partial};

use super::json::Fields;
use super::lines::Line;
use super::place::CellIndex;
use super::{FormatError, Location, detect};
use crate::puzzle::{Board, CellId, Edge, Partial, Pips, PlacedDomino, Puzzle};
use blocks::{Block, Extent, blocks, names_cells};
use documents::Documents;

/// What lies on a board, finished or not.
#[derive(Debug, Clone, Copy)]
struct Laid<'a> {
    placements: &'a [PlacedDomino],
    values: &'a [(CellId, Pips)],
    joined: &'a [Edge],
}

impl<'a> From<&'a Board> for Laid<'a> {
    fn from(board: &'a Board) -> Self {
        Laid {
            placements: board.placements(),
            values: &[],
            joined: &[],
        }
    }
}

impl<'a> From<&'a Partial> for Laid<'a> {
    fn from(board: &'a Partial) -> Self {
        Laid {
            placements: &board.placements,
            values: &board.values,
            joined: &board.joined,
        }
    }
}

/// A board that was read.
#[derive(Debug)]
struct Read {
    partial: Partial,
    /// The error for a caller that needs whole dominoes, if there is anything else.
    loose: Option<FormatError>,
}

/// A board that stands in a text.
#[derive(Debug, Clone)]
pub struct GivenBoard {
    /// What lies there.
    pub board: Partial,
    /// How it is written.
    pub form: BoardForm,
    /// Where it begins.
    pub place: Location,
    /// What is wrong with it for a caller that needs whole dominoes.
    loose: Option<FormatError>,
}

/// The boards of a text, one after the other.
#[derive(Debug)]
pub struct Boards<'a> {
    text: &'a str,
    index: CellIndex<'a>,
    /// The largest number of pips that a domino has.
    most: Option<Pips>,
    source: Source<'a>,
    /// The puzzle's name, if the text has boards of that name: then those of others are passed over.
    only: Option<String>,
    /// How many of those there were so far.
    passed_over: u64,
    ended: bool,
}

#[derive(Debug)]
enum Source<'a> {
    Text {
        blocks: std::vec::IntoIter<Block<'a>>,
        is_grid: bool,
    },
    Json(Documents<'a>),
}

/// The boards of a puzzle in a text: one, or all that `pipsc` has printed there. Where the text says
/// whose boards they are, and some are those of a puzzle with this name, only they count.
pub fn read_boards<'a>(
    text: &'a [u8],
    puzzle: &'a Puzzle,
    name: Option<&str>,
) -> Result<Boards<'a>, FormatError> {
    let text = detect::decode(text)?;
    let (source, names) = if detect::is_json(text) {
        let names = documents::names(text)?;
        (Source::Json(Documents::new(text)), names)
    } else {
        let blocks = blocks(text, extent(puzzle)).map_err(|error| error.in_text(text))?;
        let labels = blocks.iter().filter_map(|block| block.label);
        let labels = labels.map(str::to_owned).collect();
        let blocks = blocks.into_iter();
        let is_grid = puzzle.is_grid();
        (Source::Text { blocks, is_grid }, labels)
    };
    let name = name.unwrap_or_default();
    let is_named = names.iter().any(|label| is_of(label, name));
    if let (Source::Json(_), false, true) = (&source, is_named, names.len() > 1) {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        return Err(FormatError::new(
            Location::Whole,
            format!(
                "these are boards of several puzzles, and none of them is called {name}: {}",
                names.join(", ")
            ),
        ));
    }
    Ok(Boards {
        text,
        index: CellIndex::new(puzzle.cells()),
        most: puzzle.dominoes().iter().map(|domino| domino.high()).max(),
        source,
        only: is_named.then(|| name.to_owned()),
        passed_over: 0,
        ended: false,
    })
}

/// Whether a label, `puzzle` or `puzzle, solver`, is that of a puzzle.
fn is_of(label: &str, name: &str) -> bool {
    let rest = label.strip_prefix(name);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
}

impl Boards<'_> {
    fn advance(&mut self) -> Result<Option<GivenBoard>, FormatError> {
        let Boards {
            text,
            index,
            most,
            source,
            only,
            passed_over,
            ..
        } = self;
        let only = only.as_deref();
        let is_wanted = |label: Option<&str>| match (only, label) {
            (Some(name), Some(label)) => is_of(label, name),
            (Some(_), None) | (None, _) => true,
        };
        loop {
            match source {
                Source::Text { blocks, is_grid } => {
                    let Some(block) = blocks.next() else {
                        return Ok(None);
                    };
                    if !is_wanted(block.label) {
                        *passed_over += 1;
                        continue;
                    }
                    let (read, form) = read_block(&block.lines, index, *most, *is_grid)?;
                    let line = block.lines.first().map_or(1, |line| line.number);
                    let place = Location::Text { line, column: 1 };
                    return Ok(Some(given(read, form, place)));
                }
                Source::Json(documents) => {
                    let Some(found) = documents.next()? else {
                        return Ok(None);
                    };
                    if !is_wanted(found.label.as_deref()) {
                        *passed_over += 1;
                        continue;
                    }
                    let read = found.read(text, index)?;
                    return Ok(Some(given(read, found.form, found.place)));
                }
            }
        }
    }

    /// How many boards of other puzzles were passed over so far.
    pub fn passed_over(&self) -> u64 {
        self.passed_over
    }

    /// The error for a text without any board.
    pub fn none(&self) -> FormatError {
        match &self.source {
            Source::Text { .. } => FormatError::at_line(1, 1, "there is no board here"),
            Source::Json(_) => FormatError::new(Location::Whole, "there is no board in this JSON"),
        }
    }
}

fn given(read: Read, form: BoardForm, place: Location) -> GivenBoard {
    let Read { mut partial, loose } = read;
    partial.lay_what_is_whole();
    GivenBoard {
        board: partial,
        form,
        place,
        loose,
    }
}

impl GivenBoard {
    /// The board, in which every value has to belong to a domino.
    pub fn whole(self) -> Result<Board, FormatError> {
        match self.loose {
            Some(problem) => Err(problem),
            None => Ok(self.board.laid()),
        }
    }
}

impl Iterator for Boards<'_> {
    type Item = Result<GivenBoard, FormatError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let found = self.advance().map_err(|error| error.in_text(self.text));
        let found = found.transpose();
        self.ended = !matches!(found, Some(Ok(_)));
        found
    }
}

/// Reads the one board of a text, finished or not: where nothing is known stands `?` or nothing, and
/// a value may be known without its domino. The same board several times is one.
pub fn read_partial(text: &[u8], puzzle: &Puzzle) -> Result<Partial, FormatError> {
    Ok(read_one(text, puzzle)?.board)
}

/// Reads the one board of a text, in which every value has to belong to a domino.
pub fn read_board(text: &[u8], puzzle: &Puzzle) -> Result<Board, FormatError> {
    read_one(text, puzzle)?.whole()
}

fn read_one(text: &[u8], puzzle: &Puzzle) -> Result<GivenBoard, FormatError> {
    let mut boards = read_boards(text, puzzle, None)?;
    let Some(first) = boards.next().transpose()? else {
        return Err(boards.none());
    };
    for other in boards {
        let other = other?;
        if other.board != first.board {
            return Err(FormatError::new(
                other.place,
                "there is more than one board here, and only one is wanted",
            ));
        }
    }
    Ok(first)
}

/// Whether a text is one board and nothing else but comments, so that another can take its place.
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

fn extent(puzzle: &Puzzle) -> Extent {
    Extent {
        rows: puzzle.is_grid().then(|| puzzle.span().rows),
        dominoes: puzzle.dominoes().len(),
    }
}

/// A board of a grid in text: a list if its first line names cells, else a drawing. `above` is
/// the line to blame when there is nothing, `most` the largest number of pips there is.
pub(super) fn read_lines(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    most: Option<Pips>,
    above: usize,
) -> Result<Board, FormatError> {
    if lines.iter().all(Line::is_blank) {
        return Err(FormatError::at_line(above, 1, "there is no board here"));
    }
    let (read, _) = read_block(lines, index, most, true)?;
    match read.loose {
        Some(problem) => Err(problem),
        None => Ok(read.partial.laid()),
    }
}

/// A board in text.
fn read_block(
    lines: &[Line<'_>],
    index: &CellIndex<'_>,
    most: Option<Pips>,
    is_grid: bool,
) -> Result<(Read, BoardForm), FormatError> {
    let first = lines.iter().find(|line| !line.is_blank());
    Ok(if is_grid && !first.is_some_and(names_cells) {
        (drawing::read(lines, index, most)?, BoardForm::Drawing)
    } else {
        (list::read(lines, index)?, BoardForm::List)
    })
}
