//! Boards as pictures: as text on the way, or all of an attempt in one drawing.

use std::io::{self, Write};

use super::super::attempt::{Prepared, Solver};
use super::super::format::RunFormat;
use super::Report;
use crate::cli::draw::{Drawing, Leaf};
use crate::cli::{Failure, page, say};
use crate::formats;
use crate::puzzle::{Board, Puzzle};
use crate::render::Picture;
use crate::solver::task::{Found, Outcome};

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
        let picture = || Picture::new(puzzle).with_board(board);
        match self.run.format {
            RunFormat::Picture => writeln!(out, "{}", picture().text(self.run.draw.text_style())),
            RunFormat::Compact => writeln!(out, "{}", picture().compact()),
            _ => writeln!(out, "{}", formats::write_board(puzzle, board)),
        }
    }

    /// Draws the boards of an attempt; the verdict is said beside.
    pub(super) fn draw(
        &self,
        drawing: Drawing,
        prepared: &Prepared,
        solver: &Solver<'_>,
        outcome: &Outcome,
        boards: &[Board],
    ) -> Result<(), Failure> {
        let Prepared { puzzle, name, .. } = prepared;
        let verdict = self.verdict(solver, outcome);
        let (Found::Exactly(found) | Found::AtLeast(found)) = outcome.found;
        let shown = match found > boards.len() as u128 {
            true => format!("; showing {} of {found}", boards.len()),
            false => String::new(),
        };
        let mut pictures: Vec<Picture<'_>> = boards
            .iter()
            .map(|board| Picture::new(puzzle).with_board(board))
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
        let file = match self.session.one_solver || self.run.race {
            true => name.clone(),
            false => format!("{name}-{}", solver.name()),
        };
        self.run
            .draw
            .write(&file, drawing, puzzle, pictures, || Leaf {
                verdict: Some(sentence(&format!("{verdict}{shown}"))),
                faults: Vec::new(),
                models: page::models(puzzle, name, "PUZZLE"),
            })?;
        match self.label(prepared, solver) {
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
