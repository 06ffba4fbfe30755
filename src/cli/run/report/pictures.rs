//! Boards as pictures: as text on the way, or all of an attempt in one drawing.

use std::io::{self, Write};

use super::{Query, Report};
use crate::cli::draw::PageContent;
use crate::cli::format::OutputFormat;
use crate::cli::{CliError, page, say};
use crate::formats;
use crate::puzzle::{Board, CellId, Puzzle, Span, close_gaps};
use crate::render::Picture;
use crate::solver::{Outcome, Solver};
use crate::visible::spaced;

/// The most boards in one drawing.
pub(super) const MOST: usize = 100;

impl Report<'_> {
    /// Writes a board as text.
    pub(super) fn board(
        &self,
        puzzle: &Puzzle,
        board: &Board,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let picture = || self.picture(puzzle).with_board(board);
        match self.format {
            OutputFormat::Picture => {
                writeln!(out, "{}", picture().text(self.run.draw.text_style()))
            }
            OutputFormat::Compact => writeln!(out, "{}", picture().compact()),
            _ => writeln!(out, "{}", formats::write_board(puzzle, board)),
        }
    }

    /// Draws two boards as text, with the cells marked where they differ.
    pub(super) fn differing(
        &self,
        puzzle: &Puzzle,
        one: &Board,
        other: &Board,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let cells = one.differences(other);
        for board in [one, other] {
            let picture = self.picture(puzzle).with_board(board);
            let picture = picture.marking_cells(cells.iter().copied());
            writeln!(out, "{}", picture.text(self.run.draw.text_style()))?;
        }
        Ok(())
    }

    /// The puzzle as it is drawn.
    fn picture<'p>(&self, puzzle: &'p Puzzle) -> Picture<'p> {
        Picture::new(puzzle).with_labels(self.run.labels)
    }

    /// Draws the boards of an attempt; the verdict is said beside.
    pub(super) fn draw(
        &self,
        asked: &Query<'_>,
        solver: &Solver,
        outcome: &Outcome,
        boards: &[Board],
    ) -> Result<(), CliError> {
        let (puzzle, name) = (asked.puzzle, &asked.task.name);
        let verdict = self.verdict(solver, outcome);
        let found = outcome.found.count();
        let shown = if found > boards.len() as u128 {
            format!("; showing {} of {found}", boards.len())
        } else {
            String::new()
        };
        let mut pictures: Vec<Picture<'_>> = boards
            .iter()
            .map(|board| self.picture(puzzle).with_board(board))
            .collect();
        // A page marks by itself what differs.
        if let ([one, other], true, OutputFormat::Svg | OutputFormat::Png) =
            (boards, self.run.unique, self.format)
        {
            let cells = one.differences(other);
            pictures = pictures
                .into_iter()
                .map(|picture| picture.marking_cells(cells.iter().copied()))
                .collect();
        }
        let file = if self.scope.one_solver || self.run.race {
            name.raw().to_owned()
        } else {
            format!("{}-{}", name.raw(), solver.name())
        };
        self.run
            .draw
            .write(&file, self.format, self.picture(puzzle), pictures, || {
                PageContent {
                    verdict: Some(sentence(&format!("{verdict}{shown}"))),
                    faults: Vec::new(),
                    models: page::models(puzzle, name, "PUZZLE"),
                }
            })?;
        match self.label(asked, solver) {
            Some(label) => say::note(&format!("{label}: {verdict}{shown}")),
            None => say::note(&format!("{verdict}{shown}")),
        }
        Ok(())
    }
}

/// Words as a sentence.
fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    match chars.next() {
        Some(first) => format!("{}{}.", first.to_uppercase(), chars.as_str()),
        None => String::new(),
    }
}

/// A picture of the board with a mark on every cell where the two differ, or a list of the cells
/// where there is no grid to draw.
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

/// The lines of a text as comments in a file of boards.
pub(super) fn commented(text: &str) -> String {
    text.lines().map(|line| format!("# {line}\n")).collect()
}

/// The map of some places, with a mark on those of some cells. What is very wide has no map.
fn map(places: &[(u32, u32)], marked: &[CellId]) -> Option<String> {
    let end = |last: Option<u32>| last.map_or(0, |last| u64::from(last) + 1);
    let span = Span {
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
