//! Limits on the size of a model, checked before it is built.

use std::fmt;

use super::Contradiction;
use crate::model::Model;

/// Maximum number of placements of a model.
pub const MAX_PLACEMENTS: u64 = 20_000_000;

/// A puzzle whose model would be too large.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "the puzzle is too large: with {dominoes} dominoes on {cells} cells there would be about {size} {measure}, \
     and the most is {most}"
)]
pub struct TooLarge {
    /// Number of cells.
    pub cells: usize,
    /// Number of dominoes.
    pub dominoes: usize,
    /// The measure that exceeds its limit.
    pub measure: SizeMeasure,
    /// The size by this measure; an upper estimate.
    pub size: u64,
    /// The limit.
    pub most: u64,
    /// The contradiction found by lowering. Then only the model for a proof by a solver is too large.
    pub contradiction: Option<Contradiction>,
}

/// A measure of the size of a model.
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
    /// Fails if a model is too large.
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
