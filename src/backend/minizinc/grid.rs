//! A board as a table: rows and columns counted from 1, with gaps of width 1.
//!
//! The domains of coordinates have the size of this table, so consecutive empty rows or columns are merged
//! into one, which keeps cells apart that are not adjacent.

use crate::model::{CellId, Model};
use crate::puzzle::close_gaps;

/// The row and the column of each cell.
#[derive(Debug)]
pub(super) struct CellTable {
    rows: u32,
    columns: u32,
    /// By cell, its row and column.
    places: Vec<(u32, u32)>,
}

impl CellTable {
    /// The table of the cells of a model whose board is a grid.
    pub(super) fn of(model: &Model) -> Self {
        let cells = model.cells.iter();
        let mut places: Vec<_> = cells.map(|cell| cell.at.unwrap_or_default()).collect();
        close_gaps(&mut places, 1);
        for (row, column) in &mut places {
            (*row, *column) = (*row + 1, *column + 1);
        }
        CellTable {
            rows: places.iter().map(|place| place.0).max().unwrap_or(0),
            columns: places.iter().map(|place| place.1).max().unwrap_or(0),
            places,
        }
    }

    /// The row and the column of a cell.
    pub(super) fn place(&self, cell: CellId) -> (u32, u32) {
        self.places[cell.index()]
    }

    /// The table, row by row: the cell at each place, if any.
    pub(super) fn table(&self) -> Vec<Vec<Option<CellId>>> {
        let mut table = vec![vec![None; self.columns as usize]; self.rows as usize];
        for (index, &(row, column)) in self.places.iter().enumerate() {
            table[row as usize - 1][column as usize - 1] = Some(CellId::at(index));
        }
        table
    }
}
