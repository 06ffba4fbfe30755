//! Puzzles as grids. Four of the formats only know grids, and two of those write out every place.

use std::collections::BTreeSet;

use super::{CannotExpress, Format};
use crate::puzzle::{Edge, Puzzle};

/// The most places that a writer writes out. A real board has a few hundred; the bound keeps two
/// cells at opposite ends of the number range from filling the memory.
const MOST_PLACES: u64 = 4_000_000;

/// The rows and columns of a grid, from (0, 0) to its last cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) rows: u64,
    pub(super) columns: u64,
}

impl Span {
    /// The span of a puzzle's cells; cells without a place do not count.
    pub(super) fn of(puzzle: &Puzzle) -> Span {
        let places = || puzzle.cells().iter().filter_map(|cell| cell.at);
        let end = |last: Option<u32>| last.map_or(0, |last| u64::from(last) + 1);
        Span {
            rows: end(places().map(|(row, _)| row).max()),
            columns: end(places().map(|(_, column)| column).max()),
        }
    }

    /// Whether every place can be written out.
    pub(super) fn is_writable(self) -> bool {
        self.rows.saturating_mul(self.columns) <= MOST_PLACES
    }
}

/// Row and column of each cell, in cell order, if the puzzle is a grid.
pub(super) fn places(puzzle: &Puzzle, format: Format) -> Result<Vec<(u32, u32)>, CannotExpress> {
    let places: Option<Vec<(u32, u32)>> = puzzle.cells().iter().map(|cell| cell.at).collect();
    let Some(places) = places else {
        let cell = puzzle.cells().iter().find(|cell| cell.at.is_none());
        return Err(CannotExpress::NoPlace {
            format,
            cell: cell.map(|cell| cell.name.clone()).unwrap_or_default(),
        });
    };
    if puzzle.is_grid() {
        return Ok(places);
    }
    let names = |edge: &Edge| {
        let name = |cell| &puzzle.cell(cell).name;
        format!("{} and {}", name(edge.a), name(edge.b))
    };
    let side_by_side = |edge: &&Edge| {
        let (one, other) = (places[edge.a.index()], places[edge.b.index()]);
        one.0.abs_diff(other.0) + one.1.abs_diff(other.1) == 1
    };
    Err(
        match puzzle.edges().iter().find(|edge| !side_by_side(edge)) {
            Some(far) => CannotExpress::FarLink {
                format,
                cells: names(far),
            },
            None => CannotExpress::MissingLink {
                format,
                cells: missing_link(puzzle, &places).map_or_else(String::new, |edge| names(&edge)),
            },
        },
    )
}

/// Like [`places`], for a format that writes out every place of the grid.
pub(super) fn written_out(
    puzzle: &Puzzle,
    format: Format,
) -> Result<(Span, Vec<(u32, u32)>), CannotExpress> {
    let places = places(puzzle, format)?;
    let span = Span::of(puzzle);
    if !span.is_writable() {
        return Err(CannotExpress::TooSparse {
            format,
            rows: span.rows,
            columns: span.columns,
        });
    }
    Ok((span, places))
}

/// The first two cells that lie side by side without a link.
fn missing_link(puzzle: &Puzzle, places: &[(u32, u32)]) -> Option<Edge> {
    let linked: BTreeSet<Edge> = puzzle.edges().iter().copied().collect();
    let index = super::place::CellIndex::new(puzzle.cells());
    puzzle
        .cell_ids()
        .zip(places)
        .find_map(|(cell, &(row, column))| {
            let ahead = [
                index.at(row, column.saturating_add(1)),
                index.at(row.saturating_add(1), column),
            ];
            ahead
                .into_iter()
                .flatten()
                .filter(|&next| next != cell)
                .map(|next| Edge::between(cell, next))
                .find(|edge| !linked.contains(edge))
        })
}
