//! The formats room: puzzles and boards as people and other programs write them.
//!
//! One file a format, each with its reader and its writer. [`read`] finds out which format a text
//! is in and gives a [`Document`]; [`write`](fn@write) does the reverse for one puzzle. Every
//! mistake in a text is a [`FormatError`] that says where it stands. `docs/formats.md` describes
//! the formats for people.

mod board;
mod boards;
mod cells;
mod detect;
mod document;
mod error;
mod graph;
mod grid;
mod json;
mod lines;
mod nyt;
mod place;
mod text;

use std::fmt;
use std::str::FromStr;

pub use boards::{read_board, read_partial, write_board, write_board_json};
pub use document::{Document, Entry, Level, PickError, UnknownLevel};
pub use error::{CannotExpress, FormatError, Location};

use crate::nearest::did_you_mean;
use crate::puzzle::Puzzle;

/// A way to write a puzzle down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// The newspaper's JSON: a day with its levels, or one level alone.
    Nyt,
    /// JSON with labelled nodes and links, for boards that need not be grids.
    Graph,
    /// JSON with a list of cells and a count per domino.
    Cells,
    /// JSON with a matrix of cell numbers.
    Board,
    /// Text that a person can type.
    Text,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 5] = [
        Format::Nyt,
        Format::Graph,
        Format::Cells,
        Format::Board,
        Format::Text,
    ];

    /// Its name, as one types it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Nyt => "nyt",
            Format::Graph => "graph",
            Format::Cells => "cells",
            Format::Board => "board",
            Format::Text => "text",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is not a format's name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown format `{0}`, expected nyt, graph, cells, board or text{meant}",
    meant = did_you_mean(.0, Format::ALL.map(Format::name))
)]
pub struct UnknownFormat(pub String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(word: &str) -> Result<Self, UnknownFormat> {
        Format::ALL
            .into_iter()
            .find(|format| format.name() == word)
            .ok_or_else(|| UnknownFormat(word.to_string()))
    }
}

/// Reads a text that holds one or more puzzles. Without `from`, its content says which format it
/// is in.
pub fn read(text: &[u8], from: Option<Format>) -> Result<Document, FormatError> {
    let text = detect::decode(text)?;
    let format = match from {
        Some(format) => format,
        None => detect::format(text)?,
    };
    let entries = match format {
        Format::Nyt => nyt::read(text)?,
        Format::Graph => vec![Entry::alone(graph::read(text)?)],
        Format::Cells => vec![Entry::alone(cells::read(text)?)],
        Format::Board => vec![Entry::alone(board::read(text)?)],
        Format::Text => vec![Entry::alone(text::read(text)?)],
    };
    Ok(Document { format, entries })
}

/// Writes a puzzle in a format, or says why the format has no words for it.
pub fn write(puzzle: &Puzzle, to: Format) -> Result<String, CannotExpress> {
    match to {
        Format::Nyt => nyt::write(puzzle),
        Format::Graph => Ok(graph::write(puzzle)),
        Format::Cells => cells::write(puzzle),
        Format::Board => board::write(puzzle),
        Format::Text => text::write(puzzle),
    }
}
