//! Writing boards, one or millions, in the form that is asked for.

use super::{Laid, drawing, json, list};
use crate::puzzle::{Board, BoardStatus, Partial, Puzzle};

/// How a board is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardForm {
    /// Drawn, where there is a grid to draw; else a list.
    Drawing,
    /// A placement a line.
    List,
    /// JSON for people: a placement a line.
    Json,
    /// JSON on one line, as short as can be.
    JsonLine,
}

/// Writes boards of one puzzle.
#[derive(Debug)]
pub struct BoardWriter<'p> {
    puzzle: &'p Puzzle,
    form: BoardForm,
    drawing: Option<drawing::Pen>,
    list: list::Pen,
}

impl<'p> BoardWriter<'p> {
    /// A writer for the boards of a puzzle.
    pub fn new(puzzle: &'p Puzzle, form: BoardForm) -> Self {
        BoardWriter {
            puzzle,
            form,
            drawing: drawing::Pen::new(puzzle),
            list: list::Pen::new(puzzle),
        }
    }

    /// Adds a board to a text. It reads back as the same board.
    pub fn write(&mut self, board: &Board, out: &mut Vec<u8>) {
        self.lay(Laid::from(board), out);
    }

    /// Adds a board as what stands between the braces of a JSON object, on one line and as short as
    /// can be, whatever the form.
    pub fn write_fields(&self, board: &Board, out: &mut Vec<u8>) {
        let mut line = Vec::new();
        json::write_line(self.puzzle, Laid::from(board), &mut line);
        out.extend_from_slice(&line[1..line.len().saturating_sub(1)]);
    }

    /// Adds a board that need not be finished.
    pub fn write_partial(&mut self, board: &Partial, out: &mut Vec<u8>) {
        self.lay(Laid::from(board), out);
    }

    fn lay(&mut self, laid: Laid<'_>, out: &mut Vec<u8>) {
        match self.form {
            BoardForm::Drawing => {
                let start = out.len();
                let drawn = match &mut self.drawing {
                    Some(pen) => pen.write(laid, out),
                    None => false,
                };
                if !drawn {
                    out.truncate(start);
                    self.list.write(laid, out);
                }
            }
            BoardForm::List => self.list.write(laid, out),
            BoardForm::Json => json::write(self.puzzle, laid, out),
            BoardForm::JsonLine => {
                json::write_line(self.puzzle, laid, out);
                out.push(b'\n');
            }
        }
    }
}

/// A board as text: a drawing where there is a grid to draw, else a list. It reads back as the
/// same board.
pub fn write_board(puzzle: &Puzzle, board: &Board) -> String {
    text(|out| BoardWriter::new(puzzle, BoardForm::Drawing).write(board, out))
}

/// A board that need not be finished, in a form. It reads back as the same board.
pub fn write_partial(puzzle: &Puzzle, board: &Partial, form: BoardForm) -> String {
    text(|out| BoardWriter::new(puzzle, form).write_partial(board, out))
}

/// The same as a value, to be part of a larger one: each placement as the pips on its first cell and
/// on its second, and the two cells.
pub fn partial_value(puzzle: &Puzzle, board: &Partial) -> serde_json::Value {
    let line = write_partial(puzzle, board, BoardForm::JsonLine);
    serde_json::from_str(&line).unwrap_or_default()
}

/// How a board stands, as a value: what `pipsc check --format json` prints of it.
pub fn status_value(puzzle: &Puzzle, board: &Partial, standing: &BoardStatus) -> serde_json::Value {
    let (verdict, to_go, faults) = match standing {
        BoardStatus::Solution => ("solution", 0, &[][..]),
        BoardStatus::Open { to_go, .. } => ("unfinished", *to_go, &[][..]),
        BoardStatus::Wrong {
            violations: faults,
            to_go,
        } => ("wrong", *to_go, faults.as_slice()),
    };
    serde_json::json!({
        "verdict": verdict,
        "solution": *standing == BoardStatus::Solution,
        "cells_to_go": to_go,
        "faults": faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "board": partial_value(puzzle, board),
    })
}

fn text(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8_lossy(&out).into_owned()
}
