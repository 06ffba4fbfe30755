//! Limits on the size of a model, checked before it is built.

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
    /// The measure that exceeds its limit, such as `placements in its model`.
    pub measure: &'static str,
    /// The size by this measure; an upper estimate.
    pub size: u64,
    /// The limit.
    pub most: u64,
    /// The contradiction found by lowering. Then only the model for a proof by a solver is too large.
    pub contradiction: Option<Contradiction>,
}

impl TooLarge {
    /// Fails if a model is too large.
    pub(crate) fn refuse(
        model: &Model,
        measure: &'static str,
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
