//! What can go wrong between a text and a puzzle, in both directions.

use std::fmt;

use super::Format;
use crate::puzzle::{Label, Rule};
use crate::visible::Visible;

/// A mistake in a text: where it stands and what was expected there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{location}{message}")]
pub struct FormatError {
    /// Where it stands.
    pub location: Location,
    /// What is wrong.
    pub message: String,
}

impl FormatError {
    pub(super) fn new(location: Location, message: impl Into<String>) -> Self {
        FormatError {
            location,
            message: Visible(&message.into()).to_string(),
        }
    }

    /// A mistake at a path into JSON that is otherwise well-formed.
    pub(super) fn at_path(path: impl Into<String>, message: impl Into<String>) -> Self {
        FormatError::new(Location::path(path), message)
    }

    /// A mistake at a line and a column, both counted from 1.
    pub(super) fn at_line(line: usize, column: usize, message: impl Into<String>) -> Self {
        FormatError::new(Location::Text { line, column }, message)
    }
}

/// A place in a text. Displayed with the colon that leads to the message, or as nothing at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// The text as a whole.
    Whole,
    /// A line and a column, counted from 1.
    Text {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
    },
    /// A value inside a JSON text.
    Json {
        /// The way to it, such as `hard.regions[3].indices[1]`.
        path: String,
        /// Its line and column, when the JSON reader still knew them.
        position: Option<(usize, usize)>,
    },
}

impl Location {
    /// A path into JSON that is otherwise well-formed.
    pub(super) fn path(path: impl Into<String>) -> Self {
        Location::Json {
            path: Visible(&path.into()).to_string(),
            position: None,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Whole => Ok(()),
            Location::Text { line, column } => write!(f, "line {line}, column {column}: "),
            Location::Json { path, position } => match position {
                None => write!(f, "{path}: "),
                Some((line, column)) => write!(f, "{path} (line {line}, column {column}): "),
            },
        }
    }
}

/// Why a format has no words for a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotExpress {
    /// The format draws grids, and a cell is not on one.
    #[error(
        "the {format} format only knows grids, and cell {cell} has no row and column; \
         the {} format can express this puzzle",
        Format::Graph
    )]
    NoPlace {
        /// The format asked for.
        format: Format,
        /// The first such cell.
        cell: Label,
    },
    /// The format draws grids, where neighbours lie side by side.
    #[error(
        "the {format} format only knows grids, and cells {cells} are linked without lying side \
         by side; the {} format can express this puzzle",
        Format::Graph
    )]
    FarLink {
        /// The format asked for.
        format: Format,
        /// The first such pair.
        cells: String,
    },
    /// The format draws grids, where cells that lie side by side are neighbours.
    #[error(
        "the {format} format only knows grids, and cells {cells} lie side by side without being \
         linked; the {} format can express this puzzle",
        Format::Graph
    )]
    MissingLink {
        /// The format asked for.
        format: Format,
        /// The first such pair.
        cells: String,
    },
    /// The cells are few but lie very far apart, and the format writes out what is between.
    #[error(
        "the {format} format writes out every place of the grid, and this board spans {rows} rows \
         and {columns} columns; the {}, {} and {} formats can express this puzzle",
        Format::Nyt,
        Format::Cells,
        Format::Graph
    )]
    TooSparse {
        /// The format asked for.
        format: Format,
        /// How many rows.
        rows: u64,
        /// How many columns.
        columns: u64,
    },
    /// The format has no place for boards that do not count as solutions.
    #[error(
        "the {format} format cannot say that boards are excluded; the {}, {}, {} and {} formats can \
         express this puzzle",
        Format::Text,
        Format::Graph,
        Format::Cells,
        Format::Board
    )]
    Excluded {
        /// The format asked for.
        format: Format,
    },
    /// The format has no word for a rule.
    #[error("the {format} format has no word for the rule \"{rule}\"")]
    NoWord {
        /// The format asked for.
        format: Format,
        /// The rule.
        rule: Rule,
    },
}
