//! Drawings of the boards that `pipsc run` finds, and maps of the cells where two boards differ.

use super::report::{RunQuery, RunReport};
use crate::cli::draw::{PageContent, page_models};
use crate::cli::format::OutputFormat;
use crate::cli::verdict::sentence;
use crate::cli::{CliError, log};
use crate::puzzle::{Board, CellId, GridSpan, Puzzle, close_gaps};
use crate::solver::{Outcome, Solver};
use crate::visible::spaced;

/// The maximum number of boards in one drawing.
pub(super) const MAX_BOARDS: usize = 100;

impl RunReport<'_> {
    /// Draws the boards of a result, and prints its verdict on stderr.
    pub(super) fn draw(
        &self,
        query: &RunQuery<'_>,
        solver: &Solver,
        outcome: &Outcome,
        boards: &[Board],
    ) -> Result<(), CliError> {
        let (puzzle, name) = (query.puzzle, &query.task.name);
        let verdict = self.verdict(solver, outcome);
        let found = outcome.found.count();
        let shown = if found > boards.len() as u128 {
            format!("; showing {} of {found}", boards.len())
        } else {
            String::new()
        };
        // Pages mark the differences themselves.
        let marked = match boards {
            [one, other] if self.run.unique && self.format != OutputFormat::Html => {
                one.differences(other)
            }
            _ => Vec::new(),
        };
        let pictures = boards.iter().map(|board| {
            let picture = self.picture(puzzle).with_board(board);
            picture.marking_cells(marked.iter().copied())
        });
        let pictures = pictures.collect();
        let file = if self.scope.one_solver || self.run.race {
            name.raw().to_owned()
        } else {
            format!("{}-{}", name.raw(), solver.name())
        };
        let summary = format!("{verdict}{shown}");
        let page = || PageContent {
            verdict: Some(sentence(&summary)),
            faults: Vec::new(),
            models: page_models(puzzle, name, "PUZZLE"),
        };
        let (draw, alone) = (&self.run.draw, self.picture(puzzle));
        draw.write(&self.target, &file, self.format, alone, pictures, page)?;
        log::note(&self.labelled(query, solver, &summary));
        Ok(())
    }
}

/// A map with a mark on every cell where two boards differ, or a list of these cells if the puzzle
/// is not a grid.
pub(super) fn difference(puzzle: &Puzzle, one: &Board, other: &Board) -> String {
    let cells = one.differences(other);
    let places: Option<Vec<_>> = puzzle.cells().iter().map(|cell| cell.at).collect();
    let map = places.filter(|_| puzzle.is_grid()).and_then(|mut places| {
        map(&places, &cells).or_else(|| {
            close_gaps(&mut places, 1);
            map(&places, &cells)
        })
    });
    map.unwrap_or_else(|| spaced(cells.iter().map(|&cell| &puzzle.cell(cell).name)) + "\n")
}

/// A map of the places with marks on some cells; none for a very wide board.
fn map(places: &[(u32, u32)], marked: &[CellId]) -> Option<String> {
    let end = |last: Option<u32>| last.map_or(0, |last| u64::from(last) + 1);
    let span = GridSpan {
        rows: end(places.iter().map(|place| place.0).max()),
        columns: end(places.iter().map(|place| place.1).max()),
    };
    if !span.is_writable() {
        return None;
    }
    let mut shown = span.places(".");
    for &(row, column) in places {
        shown[row as usize][column as usize] = "=";
    }
    for cell in marked {
        let (row, column) = places[cell.index()];
        shown[row as usize][column as usize] = "*";
    }
    let lines = shown.iter().map(|row| row.join(" ") + "\n");
    Some(lines.collect())
}
