//! The compact form: a board's values on one line, `1 6|- -|1 0`.

use super::Picture;
use crate::puzzle::CellId;
use crate::visible::{is_invisible, json};

impl Picture<'_> {
    /// The values of a grid row by row: `|` between rows, a blank between places, `-` for no cell, `?` for no value. For
    /// a graph, each cell by name: `a=1 b=6`. The placements of the dominoes are left out.
    pub fn compact(&self) -> String {
        self.compact_grid().unwrap_or_else(|| self.compact_list())
    }

    fn compact_grid(&self) -> Option<String> {
        let puzzle = self.puzzle;
        let span = puzzle.span();
        // Cells that are far apart are listed by name.
        if !puzzle.is_grid() || !span.is_writable() {
            return None;
        }
        let mut shown = span.places("-".to_owned());
        for (cell, value) in puzzle.cells().iter().zip(self.shown()) {
            let (row, column) = cell.at?;
            shown[row as usize][column as usize] = number(value);
        }
        let rows: Vec<String> = shown.iter().map(|row| row.join(" ")).collect();
        Some(rows.join("|"))
    }

    fn compact_list(&self) -> String {
        let shown = self.shown();
        let one = |cell: CellId| {
            let name = self.puzzle.cell(cell).name.raw();
            let signs = |c: char| c.is_whitespace() || is_invisible(c) || "\"=".contains(c);
            let name = if name.contains(signs) {
                json(&serde_json::json!(name).to_string())
            } else {
                name.to_owned()
            };
            format!("{name}={}", number(shown[cell.index()]))
        };
        let cells: Vec<String> = self.puzzle.cell_ids().map(one).collect();
        cells.join(" ")
    }
}

fn number(value: Option<u32>) -> String {
    value.map_or_else(|| "?".into(), |pips| pips.to_string())
}
