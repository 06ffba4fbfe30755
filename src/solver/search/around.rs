//! The checks that look at all that is left, and not at one rule: `supply`, `parity` and `tiling`.

use super::check::{Check, Checks};
use super::parity::Parity;
use super::state::{Failure, State};
use super::supply;
use super::table::Table;
use super::tiling::Tiling;
use crate::model::Model;

/// What looks around, as far as checks ask for it.
#[derive(Debug)]
pub(super) struct Around<'t> {
    checks: Checks,
    parity: Parity,
    tiling: Tiling<'t>,
    needed: Vec<u32>,
}

impl<'t> Around<'t> {
    pub(super) fn new(checks: Checks, model: &Model, table: &'t Table) -> Self {
        Around {
            checks,
            parity: Parity::new(model.cells.len()),
            tiling: Tiling::new(model, table),
            needed: Vec::new(),
        }
    }

    /// Whether the whole board can be covered; to be asked once, before anything is laid.
    pub(super) fn begin(&mut self) -> Result<(), Failure> {
        match self.checks.contain(Check::Tiling) {
            true => self.tiling.begin().map_or(Ok(()), Err),
            false => Ok(()),
        }
    }

    /// Covers two cells. Whatever comes of it, [`Around::lift`] takes it back.
    pub(super) fn lay(&mut self, cells: [u32; 2]) -> Result<(), Failure> {
        match self.checks.contain(Check::Tiling) {
            true => self.tiling.lay(cells).map_or(Ok(()), Err),
            false => Ok(()),
        }
    }

    /// Takes back what covers two cells.
    pub(super) fn lift(&mut self, cells: [u32; 2]) {
        if self.checks.contain(Check::Tiling) {
            self.tiling.lift(cells);
        }
    }

    /// Whether the halves that are left are those that the rules need.
    pub(super) fn supply(&mut self, state: &State<'_>) -> Result<(), Failure> {
        match self.checks.contain(Check::Supply) {
            true => supply::shortfall(state, &mut self.needed).map_or(Ok(()), Err),
            false => Ok(()),
        }
    }

    /// Whether every part that is left has an even number of cells: around what was laid since so much
    /// lay, or everywhere.
    pub(super) fn parity(
        &mut self,
        state: &State<'_>,
        since: Option<usize>,
    ) -> Result<(), Failure> {
        if !self.checks.contain(Check::Parity) {
            return Ok(());
        }
        let table = state.table;
        let failure = match since {
            None => self.parity.odd_part(state, 0..state.shown.len() as u32),
            Some(since) => {
                let around = state.laid[since..]
                    .iter()
                    .flat_map(|&id| table.candidate(id).cells)
                    .flat_map(|cell| table.neighbours[cell as usize].iter())
                    .map(|&(other, _)| other);
                self.parity.odd_part(state, around)
            }
        };
        failure.map_or(Ok(()), Err)
    }
}
