//! Where two solutions differ.

use std::fmt::Write;

use crate::puzzle::{Board, Puzzle};

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
        let names: Vec<&str> = cells
            .iter()
            .map(|&cell| puzzle.cell(cell).name.as_str())
            .collect();
        let _ = writeln!(text, "{}", names.join(" "));
    }
    text
}
