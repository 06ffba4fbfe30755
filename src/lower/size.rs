//! Sizes: how large a model will be, found before it is made.

use std::fmt;

use super::Contradiction;
use crate::model::Model;

/// The most placements that a model may have.
pub const MAX_PLACEMENTS: u64 = 20_000_000;

/// A puzzle that is too large to be tried.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the puzzle is too large: with {dominoes} dominoes on {cells} cells there would be about {size} {measure}, \
     and the most is {most}"
)]
pub struct TooLarge {
    /// How many cells it has.
    pub cells: usize,
    /// How many dominoes.
    pub dominoes: usize,
    /// What there would be too many of.
    pub measure: SizeMeasure,
    /// How many of them, rather too many than too few.
    pub size: u64,
    /// How many there may be.
    pub most: u64,
    /// Lowering has found that there is no solution. Only a model by which a solver could prove it is
    /// too large.
    pub contradiction: Option<Contradiction>,
}

/// What the size of a puzzle is measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SizeMeasure {
    /// The placements of its model: a domino kind on an edge in an orientation.
    Placements,
    /// The clauses for the embedded SAT solver.
    Clauses,
    /// The statements of a model in some language: clauses, assertions.
    Statements,
}

impl fmt::Display for SizeMeasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SizeMeasure::Placements => "placements in its model",
            SizeMeasure::Clauses => "clauses for the embedded solver",
            SizeMeasure::Statements => "statements in the model",
        })
    }
}

impl TooLarge {
    /// Refuses a model that is too large.
    pub(crate) fn refuse(
        model: &Model,
        measure: SizeMeasure,
        size: u64,
        most: u64,
    ) -> Result<(), TooLarge> {
        if size <= most {
            return Ok(());
        }
        let copies = model.kinds.iter().map(|kind| kind.copies as usize);
        Err(TooLarge {
            cells: model.cells.len(),
            dominoes: copies.sum(),
            measure,
            size,
            most,
            contradiction: None,
        })
    }
}
