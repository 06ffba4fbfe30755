//! Boards as pictures: as text on the way, or all of an attempt in one drawing.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::super::format::RunFormat;
use super::{Asked, Report};
use crate::cli::draw::{Drawing, Leaf};
use crate::cli::{Failure, page, say};
use crate::formats;
use crate::puzzle::{Board, Puzzle};
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
        match self.run.format() {
            RunFormat::Picture => writeln!(out, "{}", picture().text(self.run.draw.text_style())),
            RunFormat::Compact => writeln!(out, "{}", picture().compact()),
            RunFormat::Text
            | RunFormat::Json
            | RunFormat::Svg
            | RunFormat::Html
            | RunFormat::Png => writeln!(out, "{}", formats::write_board(puzzle, board)),
        }
    }

    /// The puzzle as it is drawn.
    fn picture<'p>(&self, puzzle: &'p Puzzle) -> Picture<'p> {
        Picture::new(puzzle).with_labels(self.run.labels)
    }

    /// Draws the boards of an attempt; the verdict is said beside.
    pub(super) fn draw(
        &self,
        drawing: Drawing,
        asked: &Asked<'_>,
        solver: &Solver,
        outcome: &Outcome,
        boards: &[Board],
    ) -> Result<(), Failure> {
        let (puzzle, name) = (asked.task.puzzle(), &asked.task.name);
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
        if let ([one, other], true, Drawing::Svg | Drawing::Png) =
            (boards, self.run.unique, drawing)
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
            .write(&file, drawing, self.picture(puzzle), pictures, || Leaf {
                verdict: Some(sentence(&format!("{verdict}{shown}"))),
                faults: Vec::new(),
                models: page::models(puzzle, name, "PUZZLE"),
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
    let mut text = String::new();
    if puzzle.is_grid() {
        let places = puzzle.cells().iter().filter_map(|cell| cell.at);
        let (bottom, right) = places.fold((0, 0), |(bottom, right), (row, column)| {
            (bottom.max(row), right.max(column))
        });
        for row in 0..=bottom {
            let line: String = (0..=right)
                .map(|column| {
                    let at = Some((row, column));
                    let there = puzzle.cell_ids().find(|&id| puzzle.cell(id).at == at);
                    match there {
                        Some(cell) if cells.contains(&cell) => "* ",
                        Some(_) => "= ",
                        None => ". ",
                    }
                })
                .collect();
            let _ = writeln!(text, "{}", line.trim_end());
        }
    } else {
        let names = cells.iter().map(|&cell| &puzzle.cell(cell).name);
        let _ = writeln!(text, "{}", spaced(names));
    }
    text
}
