//! The formats room: puzzles and boards as people and other programs write them.
//!
//! One file a format, each with its name, what it is known by, its reader and its writer; [`Format`]
//! is the list of them. [`read`] finds out which format a text is in and gives a [`Document`];
//! [`write`](fn@write) does the reverse for one puzzle. The forms of a board, solution or not, are
//! no puzzle formats: they stand in `placements`. Every mistake in a text is a [`FormatError`] that
//! says where it stands. `docs/formats.md` describes the formats for people.

mod board;
mod cells;
mod detect;
mod document;
mod dominoes;
mod error;
mod graph;
mod grid;
mod guide;
mod json;
mod lines;
mod nyt;
mod place;
mod placements;
mod recipe;
mod text;
mod typed;

pub use document::{Document, Entry, Level, PickError};
pub use error::{CannotExpress, FormatError, Location};
pub use guide::{Form, FormKind};
pub use placements::{
    BoardForm, BoardWriter, Boards, GivenBoard, board_value, is_one_board, partial_value,
    read_board, read_boards, read_partial, status_value, write_board, write_board_json,
    write_partial,
};

pub use crate::nearest::UnknownName;
use crate::nearest::named_enum;
use crate::puzzle::{Label, Puzzle, Rule};
use crate::visible::Visible;
use detect::{Description, Read};
use json::Object;
#[cfg(feature = "bundle")]
pub(crate) use recipe::read_recipe;

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
    /// The formats that are written; all are read.
    pub const WRITTEN: [Format; 3] = [Format::Nyt, Format::Text, Format::Graph];

    /// What the format's own file says about it.
    fn description(self) -> &'static Description {
        match self {
            Format::Nyt => &nyt::DESCRIPTION,
            Format::Graph => &graph::DESCRIPTION,
            Format::Cells => &cells::DESCRIPTION,
            Format::Board => &board::DESCRIPTION,
            Format::Text => &text::DESCRIPTION,
        }
    }

    /// How the name of a file in this format ends, after the dot: `nyt.json`, `txt`.
    pub fn ending(self) -> String {
        match self.description().read {
            Read::Json { .. } => format!("{self}.json"),
            Read::Text(_) => "txt".into(),
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

/// Reads a text that holds one or more puzzles. Without `from`, its content says which format it
/// is in.
pub fn read(text: &[u8], from: Option<Format>) -> Result<Document, FormatError> {
    let text = detect::decode(text)?;
    let document = read_text(text, from).map_err(|error| error.in_text(text))?;
    let entries = document.entries.into_iter().map(|entry| Entry {
        puzzle: entry.puzzle.map_err(|error| error.in_text(text)),
        ..entry
    });
    Ok(Document {
        format: document.format,
        entries: entries.collect(),
    })
}

fn read_text(text: &str, from: Option<Format>) -> Result<Document, FormatError> {
    let (format, entries) = match from.map(|format| (format, format.description().read)) {
        Some((format, Read::Text(read))) => (format, read(text)?),
        Some((format, Read::Json { read, .. })) => (format, read(&Object::scan(text)?)?),
        None if detect::is_json(text) => {
            let object = Object::scan(text)?;
            let (format, read) = detect::format(&object)?;
            (format, read(&object)?)
        }
        None => (Format::Text, text::read(text)?),
    };
    Ok(Document { format, entries })
}

/// Writes a puzzle in a format, or says why the format has no words for it.
pub fn write(puzzle: &Puzzle, to: Format) -> Result<String, CannotExpress> {
    match to.description().write {
        Some(write) => write(puzzle),
        None => Err(CannotExpress::ReadOnly { format: to }),
    }
}

/// Reads a rule as it is typed in the text format: `10`, `<3`, `>6`, `=`, `!=`, `*`. What is wrong is
/// told with the name of the region.
pub fn read_rule(said: &str, region: &Label) -> Result<Rule, String> {
    let rule = text::rules::alone(said, &region.to_string());
    rule.map_err(|problem| Visible(&problem).to_string())
}

/// A rule as it is typed in the text format.
pub fn write_rule(rule: Rule) -> String {
    text::rules::spelling(rule)
}
