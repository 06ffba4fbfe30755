//! Strategies that branch on a cell: `first-empty` takes the first empty cell, `most-constrained` the
//! cell with the fewest possible placements (minimum remaining values).

use super::TreeSearch;
use super::depth_first::{Brancher, DepthFirst, NodeHalt};
use super::global_checks::GlobalChecks;
use super::observer::{EventCause, EventPlace};
use super::options::{Checks, Strategy};
use super::state::{EMPTY, SearchFailure, SearchState};
use crate::limits::Budget;
use crate::model::Model;
use crate::puzzle::CellId;
use crate::rng::Rng;
use crate::solver::index::{CandidateId, ModelIndex};

/// Candidates between two checks of the budget.
const CANDIDATES_PER_CHECK: u32 = 1 << 14;

/// A search that branches on a cell.
#[derive(Debug)]
pub(super) struct ByCell<'a> {
    state: SearchState<'a>,
    checks: Checks,
    /// Whether it branches on the cell with the fewest placements.
    is_most_constrained: bool,
    global: GlobalChecks<'a>,
    rng: Option<Rng>,
    budget: &'a Budget,
    /// Candidates of the best cell so far, and of the current one.
    best: Vec<CandidateId>,
    tried: Vec<CandidateId>,
    looked: u32,
}

impl<'a> ByCell<'a> {
    pub(super) fn new(
        search: &TreeSearch,
        model: &Model,
        index: &'a ModelIndex,
        budget: &'a Budget,
    ) -> Self {
        ByCell {
            state: SearchState::new(index),
            checks: search.checks,
            is_most_constrained: search.strategy == Strategy::MostConstrained,
            global: GlobalChecks::new(search.checks, model, index),
            rng: search.seed.map(Rng::new),
            budget,
            best: Vec::new(),
            tried: Vec::new(),
            looked: 0,
        }
    }

    /// Applies the checks of single rules, then `supply`.
    fn check(&mut self) -> Result<(), SearchFailure> {
        let mut rules = 0..self.state.tallies.len();
        match rules.find_map(|rule| self.state.fault_of(rule, self.checks)) {
            Some(failure) => Err(failure),
            None => self.global.supply(&self.state),
        }
    }

    /// Lists the candidates at a cell that fit and, for `most-constrained`, break no rule. Stops at more
    /// than `most` candidates.
    fn try_all(&mut self, cell: usize, most: usize) -> Result<(), NodeHalt> {
        self.tried.clear();
        let index = self.state.index;
        for (other, range) in &index.neighbours[cell] {
            if self.state.shown[*other as usize] != EMPTY {
                continue;
            }
            for id in range.clone() {
                self.looked = self.looked.wrapping_add(1);
                if self.looked.is_multiple_of(CANDIDATES_PER_CHECK) {
                    self.budget.check()?;
                }
                if self.state.left[index.candidate(id).kind as usize] > 0
                    && (!self.is_most_constrained || self.is_possible(id))
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

    /// Whether the rules of a candidate's cells allow it.
    fn is_possible(&mut self, id: CandidateId) -> bool {
        self.state.lay(id);
        let mut rules = self.state.rules_of(id);
        let is_possible = rules.all(|rule| self.state.fault_of(rule, self.checks).is_none());
        let _ = self.state.lift();
        is_possible
    }

    /// Returns the first empty cell from `from` on.
    fn next_empty(&self, from: usize) -> Option<usize> {
        let mut cells = from..self.state.shown.len();
        cells.find(|&cell| self.state.shown[cell] == EMPTY)
    }
}

impl Brancher for ByCell<'_> {
    fn begin(&mut self, _: &mut DepthFirst<'_, '_>) -> Result<(), NodeHalt> {
        self.check()?;
        self.global.parity(&self.state, None)?;
        Ok(self.global.begin()?)
    }

    fn place(&mut self, choice: CandidateId, _: &mut DepthFirst<'_, '_>) -> Result<(), NodeHalt> {
        self.state.lay(choice);
        let cells = self.state.index.candidate(choice).cells;
        // Before anything that can fail, because `undo` always undoes it.
        let tiled = self.global.place(cells);
        self.check()?;
        let since = self.state.laid.len() - 1;
        self.global.parity(&self.state, Some(since))?;
        Ok(tiled?)
    }

    fn undo(&mut self) {
        if let Some(id) = self.state.lift() {
            self.global.undo(self.state.index.candidate(id).cells);
        }
    }

    fn branch(&mut self, choices: &mut Vec<CandidateId>) -> Result<(), NodeHalt> {
        let Some(first) = self.next_empty(0) else {
            return Ok(());
        };
        let mut chosen = first;
        self.try_all(first, usize::MAX)?;
        std::mem::swap(&mut self.tried, &mut self.best);
        if self.is_most_constrained {
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
            return Err(NodeHalt::Failed(SearchFailure {
                cause: EventCause::Stuck,
                place: EventPlace::Cell(CellId::at(chosen)),
            }));
        }
        if let Some(rng) = &mut self.rng {
            rng.shuffle(&mut self.best);
        }
        choices.extend_from_slice(&self.best);
        Ok(())
    }

    fn state(&self) -> &SearchState<'_> {
        &self.state
    }
}
