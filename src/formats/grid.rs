//! Puzzles as grids. Four of the formats only know grids, and two of those write out every place.

use super::{CannotExpress, Format};
use crate::puzzle::{Edge, Puzzle, Span};

/// Row and column of each cell, in cell order, if the puzzle is a grid.
pub(super) fn places(puzzle: &Puzzle, format: Format) -> Result<Vec<(u32, u32)>, CannotExpress> {
    let place = |cell: &crate::puzzle::Cell| {
        cell.at.ok_or_else(|| CannotExpress::NoPlace {
            format,
            cell: cell.name.clone(),
        })
    };
    let places: Vec<(u32, u32)> = puzzle.cells().iter().map(place).collect::<Result<_, _>>()?;
    let linked = puzzle.edges();
    let beside = puzzle.grid_edges().unwrap_or_default();
    if linked == beside {
        return Ok(places);
    }
    let only_among = |some: &[Edge], others: &[Edge]| {
        let edge = some
            .iter()
            .find(|edge| others.binary_search(edge).is_err())?;
        let name = |cell| &puzzle.cell(cell).name;
        Some(format!("{} and {}", name(edge.a), name(edge.b)))
    };
    Err(match only_among(linked, &beside) {
        Some(cells) => CannotExpress::FarLink { format, cells },
        None => CannotExpress::MissingLink {
            format,
            cells: only_among(&beside, linked).unwrap_or_default(),
        },
    })
}

/// Like [`places`], for a format that writes out every place of the grid.
pub(super) fn written_out(
    puzzle: &Puzzle,
    format: Format,
) -> Result<(Span, Vec<(u32, u32)>), CannotExpress> {
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
