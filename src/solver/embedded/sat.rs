//! In-process SAT: the compact CNF encoding in the incremental solver batsat.
//!
//! A blocking clause over the placements of each found board prevents repetitions.

use std::cell::Cell;
use std::ops::ControlFlow;

use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, lbool};

use crate::encode::cnf::{self, CnfSink, Lit, compact};
use crate::limits::{Budget, StopReason};
use crate::lower::TooLarge;
use crate::model::{Model, PlacementId};
use crate::puzzle::Board;

/// Maximum number of clauses of a formula, of about fifty bytes each.
const MAX_CLAUSES: u64 = 60_000_000;

/// Clauses between two checks of the budget.
const CLAUSES_PER_CHECK: u32 = 1 << 10;

/// From this many clauses on, freeing a solver takes noticeable time.
const SLOW_TO_FREE: u32 = 100_000;

/// Calls `take` with each board of a model that is neither `known` nor excluded.
pub(super) fn list(
    model: &Model,
    known: &[Board],
    budget: &Budget,
    take: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Result<(), StopReason>, TooLarge> {
    let mut solver = SatSolver::new(model, budget)?;
    compact::encode(model, &mut solver);
    for board in known.iter().chain(model.excluded_boards()) {
        solver.block(model, board, &[]);
    }
    loop {
        match solver.solve(&[], u32::MAX) {
            Err(stop) => return Ok(Err(stop)),
            Ok(None) => return Ok(Err(StopReason::GaveUp)),
            Ok(Some(false)) => return Ok(Ok(())),
            Ok(Some(true)) => {}
        }
        let board = solver.board(model);
        solver.block(model, &board, &[]);
        if take(board).is_break() {
            return Ok(Err(StopReason::Enough));
        }
    }
}

/// batsat as a sink of clauses.
///
/// Once the budget is exhausted, the formula stays incomplete: further clauses are dropped, and
/// [`SatSolver::solve`] returns the reason instead of a verdict.
pub(super) struct SatSolver {
    solver: Solver<BudgetCallbacks>,
    /// Buffer that saves an allocation per clause.
    clause: Vec<batsat::Lit>,
    added: u32,
    stopped: Cell<Option<StopReason>>,
}

impl SatSolver {
    /// Creates a solver without clauses. Fails if the model is too large.
    pub(super) fn new(model: &Model, budget: &Budget) -> Result<SatSolver, TooLarge> {
        let clauses = compact::clauses(model);
        TooLarge::refuse(
            model,
            "clauses for the embedded solver",
            clauses,
            MAX_CLAUSES,
        )?;
        Ok(SatSolver {
            solver: Solver::new(SolverOpts::default(), BudgetCallbacks::new(budget.clone())),
            clause: Vec::new(),
            added: 0,
            stopped: Cell::new(None),
        })
    }

    /// Returns whether the assumptions are satisfiable; `None` after more than `max_decisions`.
    ///
    /// # Errors
    /// If the budget is exhausted, now or while clauses were added.
    pub(super) fn solve(
        &mut self,
        assumptions: &[Lit],
        max_decisions: u32,
    ) -> Result<Option<bool>, StopReason> {
        self.check()?;
        self.solver.cb().decisions.set(max_decisions);
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&lit| literal(lit)).collect();
        let verdict = self.solver.solve_limited(&assumptions);
        if verdict == lbool::UNDEF {
            self.check()?;
            return Ok(None);
        }
        Ok(Some(verdict == lbool::TRUE))
    }

    /// Fails if the budget is exhausted; the failure is permanent.
    fn check(&self) -> Result<(), StopReason> {
        if self.stopped.get().is_none() {
            self.stopped.set(self.solver.cb().budget.stopped());
        }
        self.stopped.get().map_or(Ok(()), Err)
    }

    /// Whether an assumption of the last call is in the unsatisfiable core.
    pub(super) fn is_in_core(&self, lit: Lit) -> bool {
        let mut core = self.solver.unsat_core().iter();
        core.any(|one| one.var() == literal(lit).var())
    }

    /// Returns the board of the last answer.
    pub(super) fn board(&self, model: &Model) -> Board {
        let is_laid = |id: &PlacementId| {
            self.solver.value_lit(literal(cnf::placement_lit(*id))) == lbool::TRUE
        };
        model.board(model.placement_ids().filter(is_laid))
    }

    /// Adds a blocking clause for a board, disabled by any literal of `unless`.
    pub(super) fn block(&mut self, model: &Model, board: &Board, unless: &[Lit]) {
        let mut clause = unless.to_vec();
        for &placed in board.placements() {
            let Some(id) = model.placements_of(placed).next() else {
                // The model does not have this board.
                return;
            };
            clause.push(!cnf::placement_lit(id));
        }
        self.clause(&clause);
    }
}

impl Drop for SatSolver {
    /// Frees a large solver in another thread, so that it does not delay the return after a limit.
    fn drop(&mut self) {
        if self.added >= SLOW_TO_FREE {
            let none = Solver::new(
                SolverOpts::default(),
                BudgetCallbacks::new(Budget::default()),
            );
            let solver = std::mem::replace(&mut self.solver, none);
            // Without threads, the solver is freed here.
            let _ = std::thread::Builder::new().spawn(move || drop(solver));
        }
    }
}

impl CnfSink for SatSolver {
    fn new_lit(&mut self) -> Lit {
        if self.stopped.get().is_some() {
            return Lit::positive(0);
        }
        Lit::positive(self.solver.new_var_default().idx())
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.added = self.added.wrapping_add(1);
        if self.added.is_multiple_of(CLAUSES_PER_CHECK) && self.is_cancelled()
            || self.stopped.get().is_some()
        {
            return;
        }
        self.clause.clear();
        self.clause.extend(literals.iter().map(|&lit| literal(lit)));
        // The result is whether the formula is still open, which `solve` repeats.
        let _ = self.solver.add_clause_reuse(&mut self.clause);
    }

    fn is_cancelled(&self) -> bool {
        self.check().is_err()
    }
}

fn literal(lit: Lit) -> batsat::Lit {
    let variable = batsat::Var::unsafe_from_idx(lit.variable());
    batsat::Lit::new(variable, !lit.is_negative())
}

/// Stops the solver when the budget is exhausted, or after a number of decisions.
///
/// batsat calls `stop` once more before it gives up, and restarts if the result differs; so a stop is
/// permanent.
struct BudgetCallbacks {
    budget: Budget,
    is_stopped: Cell<bool>,
    decisions: Cell<u32>,
}

impl BudgetCallbacks {
    fn new(budget: Budget) -> BudgetCallbacks {
        BudgetCallbacks {
            budget,
            is_stopped: Cell::new(false),
            decisions: Cell::new(u32::MAX),
        }
    }
}

impl Callbacks for BudgetCallbacks {
    fn stop(&self) -> bool {
        if self.decisions.get() != u32::MAX {
            let left = self.decisions.get().saturating_sub(1);
            self.decisions.set(left);
            if left == 0 {
                return true;
            }
        }
        if !self.is_stopped.get() {
            self.is_stopped.set(self.budget.stopped().is_some());
        }
        self.is_stopped.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::tests::full_set;
    use crate::lower::{STEPS, lower};

    /// An incomplete formula has no verdict, wherever its encoding was stopped.
    #[test]
    fn an_incomplete_formula_has_no_verdict() {
        let model = lower(&full_set(6, 3), &STEPS).expect("not too large").model;
        let encode = |budget: &Budget| {
            let mut solver = SatSolver::new(&model, budget).expect("not too large");
            compact::encode(&model, &mut solver);
            solver
        };
        let (budget, asks) = Budget::stopping_at(u64::MAX);
        drop(encode(&budget));
        assert!(asks.count() > 10, "{}", asks.count());
        for ask in 1..=asks.count() {
            let (budget, _) = Budget::stopping_at(ask);
            let verdict = encode(&budget).solve(&[], u32::MAX);
            assert_eq!(verdict, Err(StopReason::Cancelled), "stopped at {ask}");
        }
    }
}
