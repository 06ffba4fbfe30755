//! Cutting-planes refutations: dominoes cannot cover the board, or the rules need more pips than the
//! dominoes have. Resolution needs exponentially many steps for both.

mod shortfall;
mod tiling;

use std::io::{self, Write};

use super::ProveError;
use crate::deduce::{Shortfall, Untileable};
use crate::limits::{Budget, StopReason};
use crate::model::Model;
use crate::puzzle::Puzzle;

/// The reason for a refutation by a few sums.
pub(super) enum SumReason {
    /// Dominoes cannot cover the board.
    Untileable(Untileable),
    /// The rules need more than the dominoes have.
    Shortfall(Shortfall),
}

impl SumReason {
    /// Returns the reason why a puzzle has no solution, if sums prove one.
    pub(super) fn find(puzzle: &Puzzle, budget: &Budget) -> Result<Option<Self>, StopReason> {
        let untileable = Untileable::of(puzzle, budget)?.map(SumReason::Untileable);
        Ok(untileable.or_else(|| Shortfall::of(puzzle).map(SumReason::Shortfall)))
    }

    /// Writes the proof for VeriPB over the OPB model.
    pub(super) fn write(
        &self,
        puzzle: &Puzzle,
        model: &Model,
        budget: &Budget,
        out: &mut dyn Write,
    ) -> Result<(), ProveError> {
        let written: io::Result<()> = match self {
            SumReason::Untileable(reason) => tiling::write(model, reason, budget, out),
            SumReason::Shortfall(reason) => shortfall::write(puzzle, model, reason, budget, out),
        };
        Ok(written?)
    }
}
