//! The strategies that choose a cell and try every domino there: the first empty cell, or the one with
//! the fewest placements that can still be right.

use super::Search;
use super::around::Around;
use super::check::Checks;
use super::drive::{Branch, Engine, Halt, Told};
use super::observer::{Cause, Observer, Place};
use super::state::{EMPTY, Failure, State};
use super::strategy::Strategy;
use super::table::{CandidateId, Table};
use crate::chance::Chance;
use crate::limits::Watch;
use crate::model::Model;
use crate::puzzle::{Board, CellId};

/// How many candidates are looked at before the watch is asked again.
const BETWEEN_ASKS: u32 = 1 << 14;

/// A search that chooses a cell.
#[derive(Debug)]
pub(super) struct Plain<'a> {
    state: State<'a>,
    checks: Checks,
    /// Looks for the cell with the fewest placements.
    counts: bool,
    around: Around<'a>,
    chance: Option<Chance>,
    watch: &'a Watch,
    /// The cell whose candidates are in the list, and those.
    best: Vec<CandidateId>,
    tried: Vec<CandidateId>,
    looked: u32,
}

impl<'a> Plain<'a> {
    pub(super) fn new(search: &Search, model: &Model, table: &'a Table, watch: &'a Watch) -> Self {
        Plain {
            state: State::new(table),
            checks: search.checks,
            counts: search.strategy == Strategy::MostConstrained,
            around: Around::new(search.checks, model, table),
            chance: search.seed.map(Chance::new),
            watch,
            best: Vec::new(),
            tried: Vec::new(),
            looked: 0,
        }
    }

    /// What all rules and all that is left say.
    fn look_around(&mut self) -> Result<(), Failure> {
        for rule in 0..self.state.tallies.len() {
            if let Some(failure) = self.state.fault_of(rule, self.checks) {
                return Err(failure);
            }
        }
        self.around.supply(&self.state)
    }

    /// Puts the candidates at a cell into the list `tried`: those that can be laid, and, where they are
    /// counted, that break no rule at once. Stops when there are more than `most`.
    fn try_all(&mut self, cell: usize, most: usize) -> Result<(), Halt> {
        self.tried.clear();
        let table = self.state.table;
        for (other, range) in &table.neighbours[cell] {
            if self.state.shown[*other as usize] != EMPTY {
                continue;
            }
            for id in range.clone() {
                self.looked = self.looked.wrapping_add(1);
                if self.looked.is_multiple_of(BETWEEN_ASKS) {
                    self.watch.check().map_err(Halt::Stopped)?;
                }
                if self.state.left[table.candidate(id).kind as usize] > 0
                    && (!self.counts || self.is_possible(id))
                {
                    self.tried.push(id);
                    if self.tried.len() > most {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether the rules that a candidate touches would allow it.
    fn is_possible(&mut self, id: CandidateId) -> bool {
        self.state.lay(id);
        let mut rules = self.state.rules_of(id);
        let is_possible = rules.all(|rule| self.state.fault_of(rule, self.checks).is_none());
        let _ = self.state.lift();
        is_possible
    }

    /// The empty cells, in the order of the board.
    fn next_empty(&self, from: usize) -> Option<usize> {
        let shown = self.state.shown[from..].iter();
        let after = { shown }.position(|&number| number == EMPTY)?;
        Some(from + after)
    }
}

impl Engine for Plain<'_> {
    fn begin<O: Observer + ?Sized>(&mut self, _: &mut Told<'_, O>) -> Result<(), Halt> {
        self.look_around()?;
        self.around.parity(&self.state, None)?;
        self.around.begin()?;
        Ok(())
    }

    fn lay<O: Observer + ?Sized>(
        &mut self,
        choice: CandidateId,
        _: &mut Told<'_, O>,
    ) -> Result<(), Halt> {
        self.state.lay(choice);
        let cells = self.state.table.candidate(choice).cells;
        // First of all, as it has to be taken back in any case.
        let tiled = self.around.lay(cells);
        self.look_around()?;
        let since = self.state.laid.len() - 1;
        self.around.parity(&self.state, Some(since))?;
        Ok(tiled?)
    }

    fn lift(&mut self) {
        if let Some(id) = self.state.lift() {
            self.around.lift(self.state.table.candidate(id).cells);
        }
    }

    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<Branch, Halt> {
        let Some(first) = self.next_empty(0) else {
            return match self.state.wrong() {
                Some(failure) => Err(failure.into()),
                None => Ok(Branch::Full),
            };
        };
        let mut chosen = first;
        self.try_all(first, usize::MAX)?;
        std::mem::swap(&mut self.tried, &mut self.best);
        if self.counts {
            let mut cell = first;
            while self.best.len() > 1
                && let Some(next) = self.next_empty(cell + 1)
            {
                cell = next;
                self.try_all(cell, self.best.len())?;
                if self.tried.len() < self.best.len() {
                    std::mem::swap(&mut self.tried, &mut self.best);
                    chosen = cell;
                }
            }
        }
        if self.best.is_empty() {
            return Err(Halt::Failed(Failure {
                cause: Cause::Stuck,
                place: Place::Cell(CellId::at(chosen)),
            }));
        }
        if let Some(chance) = &mut self.chance {
            chance.shuffle(&mut self.best);
        }
        choices.extend_from_slice(&self.best);
        Ok(Branch::Open)
    }

    fn board(&self) -> Board {
        self.state.board()
    }

    fn table(&self) -> &Table {
        self.state.table
    }
}
