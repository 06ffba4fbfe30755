//! Formats of puzzles and boards.
//!
//! One file per format, with its reader and its writer. [`read`] detects the format of a text and returns a
//! [`Document`]; [`write`](fn@write) writes one puzzle. `placements` reads and writes boards. Every error in a
//! text is a [`ParseError`] with its location. `docs/formats.md` describes the formats for users.

mod board;
mod cells;
mod detect;
mod document;
mod dominoes;
mod graph;
mod grid;
mod guide;
mod json;
mod lines;
mod nyt;
mod place;
mod placements;
mod text;
mod typed;

pub use document::{Document, DocumentEntry, NytLevel, PickError};
pub use grid::CannotExpress;
pub use guide::{FormInfo, FormKind};
pub use placements::{
    BoardForm, BoardWriter, GivenBoard, board_value, is_one_board, partial_value, read_board,
    read_boards, read_partial, status_value, write_board, write_partial,
};

pub use crate::nearest::UnknownName;
use crate::nearest::named_enum;
pub use crate::parse::{Location, ParseError};
use crate::puzzle::{Label, Puzzle, Rule};
use crate::visible::Visible;

/// A format of puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// The NYT's JSON: a day with its levels, or one level alone.
    Nyt,
    /// JSON with labelled nodes and links, for boards that need not be grids.
    Graph,
    /// JSON with a list of cells and a count per domino.
    Cells,
    /// JSON with a matrix of cell numbers.
    Board,
    /// Plain text for typing by hand.
    Text,
}

impl Format {
    /// The formats that are written; all are read.
    pub const WRITTEN: [Format; 3] = [Format::Nyt, Format::Text, Format::Graph];

    /// The ending of file names, without the leading dot: `nyt.json`, `txt`.
    pub fn ending(self) -> String {
        match self {
            Format::Text => "txt".into(),
            Format::Nyt | Format::Graph | Format::Cells | Format::Board => format!("{self}.json"),
        }
    }
}

named_enum!("format", Format {
    Nyt = "nyt",
    Graph = "graph",
    Cells = "cells",
    Board = "board",
    Text = "text",
});

/// Reads a text with one or more puzzles. Without `from`, the format is detected.
pub fn read(text: &[u8], from: Option<Format>) -> Result<Document, ParseError> {
    let text = detect::decode(text)?;
    let document = read_text(text, from).map_err(|error| error.in_text(text))?;
    let entries = document.entries.into_iter().map(|entry| DocumentEntry {
        puzzle: entry.puzzle.map_err(|error| error.in_text(text)),
        ..entry
    });
    Ok(Document {
        format: document.format,
        entries: entries.collect(),
    })
}

fn read_text(text: &str, from: Option<Format>) -> Result<Document, ParseError> {
    if from == Some(Format::Text) || (from.is_none() && !detect::is_json(text)) {
        let (format, entries) = (Format::Text, text::read(text)?);
        return Ok(Document { format, entries });
    }
    let fields: json::Fields<'_> = json::read(text)?;
    let format = from.map_or_else(|| detect::format(&fields), Ok)?;
    let entries = match format {
        Format::Nyt => nyt::read(text, &fields),
        Format::Graph => graph::read(text),
        Format::Cells => cells::read(text),
        Format::Board => board::read(text),
        Format::Text => text::read(text),
    }?;
    Ok(Document { format, entries })
}

/// Writes a puzzle in a format, or returns why the format cannot express it.
pub fn write(puzzle: &Puzzle, to: Format) -> Result<String, CannotExpress> {
    match to {
        Format::Nyt => nyt::write(puzzle),
        Format::Graph => Ok(graph::write(puzzle)),
        Format::Text => text::write(puzzle),
        Format::Cells | Format::Board => Err(CannotExpress::ReadOnly { format: to }),
    }
}

/// Reads a rule in the notation of the text format: `10`, `<3`, `>6`, `=`, `!=`, `*`. The error message
/// contains the name of the region.
pub fn read_rule(notation: &str, region: &Label) -> Result<Rule, String> {
    let rule = text::rules::read_bare(notation, &region.to_string());
    rule.map_err(|problem| Visible(&problem).to_string())
}

/// A rule in the notation of the text format.
pub fn write_rule(rule: Rule) -> String {
    text::rules::write(rule)
}
