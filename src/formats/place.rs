//! Lookup of cells by name or place, and building of the puzzle that was read.

use std::collections::HashMap;

use crate::nearest::did_you_mean;
use crate::puzzle::{Board, Cell, CellId, Puzzle, PuzzleDraft, PuzzleError};

/// Index of cells by name and by place.
#[derive(Debug)]
pub(super) struct CellIndex<'c> {
    by_name: HashMap<&'c str, CellId>,
    by_place: HashMap<(u32, u32), CellId>,
}

impl<'c> CellIndex<'c> {
    /// The index of the cells of a draft or of a puzzle.
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

    /// The end of a message about an unknown name: a suggestion, if one name is nearest.
    pub(super) fn meant(&self, name: &str) -> String {
        // There is no suggestion if several names are equally near, so the hash order does not matter.
        did_you_mean(name, self.by_name.keys().copied())
    }

    /// The number of columns, from 0 to the last cell.
    pub(super) fn columns(&self) -> usize {
        let last = self.by_place.keys().map(|&(_, column)| column).max();
        last.map_or(0, |last| last as usize + 1)
    }

    /// The cell at a row and a column.
    pub(super) fn at(&self, at: (u32, u32)) -> Option<CellId> {
        self.by_place.get(&at).copied()
    }
}

/// Builds the puzzle of a draft; `error` adds the place in the text. An error of reading the solution is
/// reported only if the puzzle is valid, since an error in the cells or the dominoes is its likely cause.
pub(super) fn build<E>(
    mut draft: PuzzleDraft,
    solution: Result<Option<Board>, E>,
    error: impl Fn(PuzzleError) -> E,
) -> Result<Puzzle, E> {
    let mut unreadable = None;
    match solution {
        Ok(solution) => draft.solution = solution,
        Err(error) => unreadable = Some(error),
    }
    let puzzle = Puzzle::new(draft).map_err(error)?;
    unreadable.map_or(Ok(puzzle), Err)
}
