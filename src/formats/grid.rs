//! Conversion to grids, for the formats that express grids only.

use super::Format;
use crate::puzzle::{Cell, Edge, GridSpan, Puzzle};

/// Why a format cannot express a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotExpress {
    /// The format holds only grids.
    #[error(
        "the {format} format holds only grids, and {reason}; the {} format can express this puzzle",
        Format::Graph
    )]
    NotAGrid {
        /// The requested format.
        format: Format,
        /// The first cells that are not linked as in a grid.
        reason: String,
    },
    /// The cells are too far apart for a format that writes out every place of the grid.
    #[error(
        "the {format} format writes out every place of the grid, and this board spans {rows} rows \
         and {columns} columns; the {} and {} formats can express this puzzle",
        Format::Nyt,
        Format::Graph
    )]
    TooSparse {
        /// The requested format.
        format: Format,
        /// Number of rows.
        rows: u64,
        /// Number of columns.
        columns: u64,
    },
    /// The format can be read but not written.
    #[error(
        "the {format} format is read and not written; the {}, {} and {} formats are written",
        Format::Nyt,
        Format::Graph,
        Format::Text
    )]
    ReadOnly {
        /// The requested format.
        format: Format,
    },
}

/// The row and column of each cell, if the puzzle is a grid.
pub(super) fn places(puzzle: &Puzzle, format: Format) -> Result<Vec<(u32, u32)>, CannotExpress> {
    let not_a_grid = |reason| CannotExpress::NotAGrid { format, reason };
    let place = |cell: &Cell| {
        let reason = || not_a_grid(format!("cell {} has no row and column", cell.name));
        cell.at.ok_or_else(reason)
    };
    let places: Vec<(u32, u32)> = puzzle.cells().iter().map(place).collect::<Result<_, _>>()?;
    let linked = puzzle.edges();
    let beside = puzzle.grid_edges().unwrap_or_default();
    let only_among = |some: &[Edge], others: &[Edge]| {
        let mut edges = some.iter();
        let edge = edges.find(|edge| others.binary_search(edge).is_err())?;
        let name = |cell| &puzzle.cell(cell).name;
        Some(format!("cells {} and {}", name(edge.a), name(edge.b)))
    };
    if let Some(cells) = only_among(linked, &beside) {
        let reason = format!("{cells} are linked without lying side by side");
        return Err(not_a_grid(reason));
    }
    if let Some(cells) = only_among(&beside, linked) {
        let reason = format!("{cells} lie side by side without being linked");
        return Err(not_a_grid(reason));
    }
    Ok(places)
}

/// As [`places`], for a format that writes out every place of the grid.
pub(super) fn written_out(
    puzzle: &Puzzle,
    format: Format,
) -> Result<(GridSpan, Vec<(u32, u32)>), CannotExpress> {
    let places = places(puzzle, format)?;
    let span = puzzle.span();
    if !span.is_writable() {
        return Err(CannotExpress::TooSparse {
            format,
            rows: span.rows,
            columns: span.columns,
        });
    }
    Ok((span, places))
}
