//! A board as a table: rows and columns counted from 1, without the wide gaps between islands.
//!
//! A half has coordinates in this table, so it should be no larger than it must: several empty rows
//! or columns in a row become one, which still keeps apart what is not adjacent.

use std::collections::BTreeMap;

use crate::model::{CellId, Model};

/// Where each cell lies.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) rows: u32,
    pub(super) columns: u32,
    /// By cell: row and column.
    places: Vec<(u32, u32)>,
}

impl Grid {
    /// The table of a model's cells. Where the board is no grid, a cell may lie in row 0; nothing
    /// that speaks of rows is written for such a board.
    pub(super) fn of(model: &Model) -> Self {
        let cells = || model.cells.iter().map(|cell| cell.at);
        let rows = numbered(cells().flatten().map(|(row, _)| row));
        let columns = numbered(cells().flatten().map(|(_, column)| column));
        let last = |lanes: &BTreeMap<u32, u32>| lanes.values().max().copied().unwrap_or(0);
        Grid {
            rows: last(&rows),
            columns: last(&columns),
            places: cells()
                .map(|at| at.map_or((0, 0), |(row, column)| (rows[&row], columns[&column])))
                .collect(),
        }
    }

    /// The row and the column of a cell.
    pub(super) fn place(&self, cell: CellId) -> (u32, u32) {
        self.places[cell.index()]
    }

    /// The table, row by row: the number of a cell, counted from 1, or 0 where there is none.
    pub(super) fn table(&self) -> Vec<Vec<u32>> {
        let mut table = vec![vec![0; self.columns as usize]; self.rows as usize];
        for (index, &(row, column)) in self.places.iter().enumerate() {
            table[row as usize - 1][column as usize - 1] = index as u32 + 1;
        }
        table
    }
}

/// Rows or columns that are there, with their new numbers: neighbours stay neighbours, and a gap of
/// any width is one wide.
fn numbered(lanes: impl Iterator<Item = u32>) -> BTreeMap<u32, u32> {
    let mut numbers: BTreeMap<u32, u32> = lanes.map(|lane| (lane, 0)).collect();
    let mut before: Option<(u32, u32)> = None;
    for (&lane, number) in &mut numbers {
        *number = match before {
            None => 1,
            Some((last, last_number)) => last_number + (lane - last).min(2),
        };
        before = Some((lane, *number));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_one_wide() {
        let numbers = numbered([7, 3, 4, 4_000_000_000, 4].into_iter());
        let pairs: Vec<(u32, u32)> = numbers.into_iter().collect();
        assert_eq!(pairs, [(3, 1), (4, 2), (7, 4), (4_000_000_000, 6)]);
    }
}
