//! SAT in process: the compact CNF encoding in the incremental solver batsat.
//!
//! A board is blocked by one clause over its placements, so none comes twice.

use std::cell::Cell;
use std::ops::ControlFlow;

use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, lbool};

use crate::encode::cnf::{self, CnfSink, Lit, compact};
use crate::limits::Budget;
use crate::limits::StopReason;
use crate::lower::{Measure, TooLarge};
use crate::model::{Model, PlacementId};
use crate::puzzle::Board;

/// The most clauses that the solver is given. Each takes about fifty bytes.
const MAX_CLAUSES: u64 = 60_000_000;

/// The clauses between two checks of the limits.
const CLAUSES_PER_CHECK: u32 = 1 << 10;

/// A solver with so many clauses is not freed in a moment.
const SLOW_TO_FREE: u32 = 100_000;

/// Calls `take` with each board of a model other than those `known` already and the excluded ones.
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
        let verdict = solver.solve(&[], u32::MAX);
        if verdict == lbool::FALSE {
            return Ok(Ok(()));
        } else if verdict != lbool::TRUE {
            let why = budget
                .stopped()
                .map_or(StopReason::GaveUp, StopReason::from);
            return Ok(Err(why));
        }
        let board = solver.board(model);
        solver.block(model, &board, &[]);
        if take(board).is_break() {
            return Ok(Err(StopReason::Enough));
        }
        if let Some(why) = budget.stopped() {
            return Ok(Err(why));
        }
    }
}

/// batsat as a sink of clauses. Once the budget is exhausted, clauses are dropped, and there is no
/// verdict any more.
pub(super) struct SatSolver {
    solver: Solver<BudgetCallbacks>,
    /// Kept to spare an allocation per clause.
    clause: Vec<batsat::Lit>,
    added: u32,
    is_incomplete: Cell<bool>,
}

impl SatSolver {
    /// A solver without clauses, for a model that is not too large for it.
    pub(super) fn new(model: &Model, budget: &Budget) -> Result<SatSolver, TooLarge> {
        let clauses = compact::clauses(model);
        TooLarge::refuse(model, Measure::Clauses, clauses, MAX_CLAUSES)?;
        Ok(SatSolver {
            solver: Solver::new(SolverOpts::default(), BudgetCallbacks::new(budget.clone())),
            clause: Vec::new(),
            added: 0,
            is_incomplete: Cell::new(false),
        })
    }

    /// Solves under assumptions. The verdict is open if that takes more than `most` decisions, or if
    /// the budget is exhausted.
    pub(super) fn solve(&mut self, assumptions: &[Lit], most: u32) -> lbool {
        if self.is_cancelled() {
            return lbool::UNDEF;
        }
        self.solver.cb().decisions.set(most);
        let assumptions: Vec<batsat::Lit> = assumptions.iter().map(|&lit| literal(lit)).collect();
        self.solver.solve_limited(&assumptions)
    }

    /// Tells whether an assumption of the last call is in the core of its contradiction.
    pub(super) fn is_in_core(&self, lit: Lit) -> bool {
        let mut core = self.solver.unsat_core().iter();
        core.any(|one| one.var() == literal(lit).var())
    }

    /// The board of the last answer.
    pub(super) fn board(&self, model: &Model) -> Board {
        let is_laid = |id: &PlacementId| {
            self.solver.value_lit(literal(cnf::placement_lit(*id))) == lbool::TRUE
        };
        model.board(model.placement_ids().filter(is_laid))
    }

    /// Excludes a board, unless one of these literals is true.
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
    /// Frees a large solver in another thread, so that a limit is not overrun by it.
    fn drop(&mut self) {
        if self.added >= SLOW_TO_FREE {
            let none = Solver::new(
                SolverOpts::default(),
                BudgetCallbacks::new(Budget::default()),
            );
            let solver = std::mem::replace(&mut self.solver, none);
            // Without threads it is freed here and now.
            let _ = std::thread::Builder::new().spawn(move || drop(solver));
        }
    }
}

impl CnfSink for SatSolver {
    fn new_lit(&mut self) -> Lit {
        if self.is_incomplete.get() {
            return Lit::positive(0);
        }
        Lit::positive(self.solver.new_var_default().idx())
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.added = self.added.wrapping_add(1);
        if self.added.is_multiple_of(CLAUSES_PER_CHECK) {
            let _ = self.is_cancelled();
        }
        if self.is_incomplete.get() {
            return;
        }
        self.clause.clear();
        self.clause.extend(literals.iter().map(|&lit| literal(lit)));
        // Says whether the formula is still open; solving will say so again.
        let _ = self.solver.add_clause_reuse(&mut self.clause);
    }

    fn is_cancelled(&self) -> bool {
        if !self.is_incomplete.get() {
            let stopped = self.solver.cb().budget.stopped();
            self.is_incomplete.set(stopped.is_some());
        }
        self.is_incomplete.get()
    }
}

fn literal(lit: Lit) -> batsat::Lit {
    let variable = batsat::Var::unsafe_from_idx(lit.variable());
    batsat::Lit::new(variable, !lit.is_negative())
}

/// Stops the solver when the budget is exhausted, or after so many decisions.
///
/// batsat asks once more before it gives up and starts anew if the answer is another then, so a yes
/// stays a yes.
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
