//! Places in two directions: which cell a text means, and where in the text a flaw stands.

use std::collections::HashMap;

use super::{FormatError, Location};
use crate::nearest::did_you_mean;
use crate::puzzle::{Board, Cell, CellId, Place, Puzzle, PuzzleDraft};

/// Finds cells by what a text calls them.
#[derive(Debug)]
pub(super) struct CellIndex<'c> {
    by_name: HashMap<&'c str, CellId>,
    by_place: HashMap<(u32, u32), CellId>,
}

impl<'c> CellIndex<'c> {
    /// An index of cells, of a draft or of a puzzle; their numbers are their positions.
    pub(super) fn new(cells: &'c [Cell]) -> Self {
        let numbered = || cells.iter().enumerate();
        CellIndex {
            by_name: numbered()
                .map(|(index, cell)| (cell.name.raw(), CellId::at(index)))
                .collect(),
            by_place: numbered()
                .filter_map(|(index, cell)| Some((cell.at?, CellId::at(index))))
                .collect(),
        }
    }

    /// The cell with a name.
    pub(super) fn named(&self, name: &str) -> Option<CellId> {
        self.by_name.get(name).copied()
    }

    /// What there is to say of a name that no cell has: which one may have been meant.
    pub(super) fn meant(&self, name: &str) -> String {
        // Of several that are equally near none is meant, so their order does not matter.
        did_you_mean(name, self.by_name.keys().copied())
    }

    /// How many columns the cells span, from 0 on.
    pub(super) fn columns(&self) -> u32 {
        let columns = self
            .by_place
            .keys()
            .map(|(_, column)| column.saturating_add(1));
        columns.max().unwrap_or(0)
    }

    /// The cell at a row and a column.
    pub(super) fn at(&self, row: u32, column: u32) -> Option<CellId> {
        self.by_place.get(&(row, column)).copied()
    }
}

/// Builds the puzzle that a reader has understood; `locate` says where a part of the draft stands
/// in the text. A solution that could not be read is reported only when the puzzle itself is right,
/// since a mistake in the cells or the dominoes is its likely cause.
pub(super) fn build(
    mut draft: PuzzleDraft,
    solution: Result<Option<Board>, FormatError>,
    locate: impl Fn(Place) -> Location,
) -> Result<Puzzle, FormatError> {
    let unreadable = match solution {
        Ok(solution) => {
            draft.solution = solution;
            None
        }
        Err(error) => Some(error),
    };
    let puzzle = Puzzle::new(draft)
        .map_err(|flaw| FormatError::new(locate(flaw.place), flaw.kind.to_string()))?;
    unreadable.map_or(Ok(puzzle), Err)
}
