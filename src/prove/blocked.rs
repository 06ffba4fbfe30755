//! The refuted model: the puzzle with some boards blocked.

use std::collections::BTreeSet;
use std::io::Write;

use super::ProveError;
use crate::backend::{Emission, Encoding, NameMap, Profile, Provenance};
use crate::limits::Budget;
use crate::lower::{AS_IT_STANDS, Lowered, lower_until};
use crate::puzzle::{Board, Puzzle};

/// A puzzle's model with some boards blocked.
#[derive(Debug)]
pub(super) struct BlockedModel<'a> {
    puzzle: &'a Puzzle,
    /// The blocked boards.
    pub(super) boards: BTreeSet<Board>,
    pub(super) lowered: Lowered,
    instance: &'a str,
    budget: &'a Budget,
}

impl<'a> BlockedModel<'a> {
    /// Lowers a puzzle without pruning and blocks boards.
    pub(super) fn new(
        puzzle: &'a Puzzle,
        boards: &[Board],
        instance: &'a str,
        budget: &'a Budget,
    ) -> Result<Self, ProveError> {
        let boards = boards.iter().cloned().collect();
        let lowered = lower_until(puzzle, &AS_IT_STANDS, budget)?.excluding(&boards);
        Ok(BlockedModel {
            puzzle,
            boards,
            lowered,
            instance,
            budget,
        })
    }

    fn emission(&self, encoding: Encoding) -> Result<Emission<'_>, ProveError> {
        // The proof beside the file shows that it is unsatisfiable.
        let provenance = Provenance {
            satisfiable: Some(false),
            ..Provenance::of(self.puzzle, self.instance, &self.lowered)
        };
        let emission = Emission::new(&self.lowered.model, encoding, Profile::Run, provenance)?;
        Ok(emission.until(self.budget))
    }

    /// Writes the model.
    pub(super) fn write(&self, encoding: Encoding, out: &mut dyn Write) -> Result<(), ProveError> {
        Ok(self.emission(encoding)?.write(0, out)?)
    }

    /// Returns the names of the variables.
    pub(super) fn names(&self, encoding: Encoding) -> Result<NameMap, ProveError> {
        Ok(self.emission(encoding)?.names())
    }
}
