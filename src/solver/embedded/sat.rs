//! SAT in process: the compact encoding in an incremental solver.
//!
//! The clauses are those of the DIMACS backend. A solution is blocked by one clause over its
//! placements, which say all there is to say about it, so no board comes twice.

use std::cell::Cell;
use std::ops::ControlFlow;

use batsat::{Callbacks, Solver, SolverInterface, SolverOpts, lbool};

use super::{End, GaveUp};
use crate::encode::cnf::{self, Formula, Lit, compact};
use crate::limits::Watch;
use crate::lower::{Measure, TooLarge};
use crate::model::{Model, PlacementId};
use crate::solver::task::Stopped;

/// The most clauses that the solver is given. Each takes about fifty bytes.
pub(super) const MOST_CLAUSES: u64 = 60_000_000;

/// How many clauses are added before the watch is asked again.
const BETWEEN_ASKS: u32 = 1 << 10;

/// A solver with so many clauses is not freed in a moment.
const SLOW_TO_FREE: u32 = 100_000;

/// Calls `take` with the placements of each solution other than those `known` already.
pub(super) fn search(
    model: &Model,
    known: &[Vec<PlacementId>],
    watch: &Watch,
    take: &mut dyn FnMut(&[PlacementId]) -> ControlFlow<()>,
) -> Result<End, TooLarge> {
    TooLarge::refuse(
        model,
        Measure::Clauses,
        compact::clauses(model),
        MOST_CLAUSES,
    )?;
    let mut engine = Engine::new(watch.clone());
    compact::encode(model, &mut engine);
    if let Some(stop) = watch.stopped() {
        return Ok(End::GaveUp(GaveUp::Stopped(stop.into())));
    }
    for solution in known {
        engine.block_solution(solution);
    }
    loop {
        let verdict = engine.solver.solve_limited(&[]);
        if verdict == lbool::FALSE {
            return Ok(End::Complete);
        } else if verdict != lbool::TRUE {
            let why = watch.stopped().map_or(Stopped::GaveUp, Stopped::from);
            return Ok(End::GaveUp(GaveUp::Stopped(why)));
        }
        let solution: Vec<PlacementId> = model
            .placement_ids()
            .filter(|&id| engine.solver.value_lit(literal(cnf::placement_lit(id))) == lbool::TRUE)
            .collect();
        if take(&solution).is_break() {
            return Ok(End::Enough);
        }
        if let Some(why) = watch.stopped() {
            return Ok(End::GaveUp(GaveUp::Stopped(why.into())));
        }
        engine.block_solution(&solution);
    }
}

/// The solver, as a place for clauses.
pub(super) struct Engine {
    pub(super) solver: Solver<Stop>,
    /// Kept to spare an allocation a clause.
    clause: Vec<batsat::Lit>,
    added: u32,
    /// The watch said stop before all clauses were there.
    unwanted: Cell<bool>,
}

impl Engine {
    pub(super) fn new(watch: Watch) -> Engine {
        Engine {
            solver: Solver::new(SolverOpts::default(), Stop::new(watch)),
            clause: Vec::new(),
            added: 0,
            unwanted: Cell::new(false),
        }
    }

    /// Solves under assumptions; the verdict is open if that takes more than so many decisions, or
    /// if the watch says stop.
    pub(super) fn solve(&mut self, assumptions: &[batsat::Lit], patience: u32) -> lbool {
        self.solver.cb().patience.set(patience);
        self.solver.solve_limited(assumptions)
    }

    /// Excludes one solution.
    fn block_solution(&mut self, solution: &[PlacementId]) {
        let literals: Vec<Lit> = solution.iter().map(|&id| !cnf::placement_lit(id)).collect();
        self.clause(&literals);
    }
}

impl Drop for Engine {
    /// The lists of a large solver take so long to free that nobody should have to wait for it: least
    /// of all somebody who set a limit.
    fn drop(&mut self) {
        if self.added >= SLOW_TO_FREE {
            let none = Solver::new(SolverOpts::default(), Stop::new(Watch::default()));
            let solver = std::mem::replace(&mut self.solver, none);
            // Without threads it is freed here and now.
            let _ = std::thread::Builder::new().spawn(move || drop(solver));
        }
    }
}

impl Formula for Engine {
    fn new_lit(&mut self) -> Lit {
        if self.unwanted.get() {
            return Lit::positive(0);
        }
        Lit::positive(self.solver.new_var_default().idx())
    }

    fn clause(&mut self, literals: &[Lit]) {
        self.added = self.added.wrapping_add(1);
        if self.added.is_multiple_of(BETWEEN_ASKS) {
            let _ = self.is_unwanted();
        }
        if self.unwanted.get() {
            return;
        }
        self.clause.clear();
        self.clause.extend(literals.iter().map(|&lit| literal(lit)));
        // Says whether the formula is still open; solving will say so again.
        let _ = self.solver.add_clause_reuse(&mut self.clause);
    }

    fn is_unwanted(&self) -> bool {
        if !self.unwanted.get() {
            self.unwanted
                .set(self.solver.cb().watch.stopped().is_some());
        }
        self.unwanted.get()
    }
}

pub(super) fn literal(lit: Lit) -> batsat::Lit {
    batsat::Lit::new(
        batsat::Var::unsafe_from_idx(lit.variable()),
        !lit.is_negative(),
    )
}

/// Stops the solver when the watch says so.
///
/// A search that is told to stop asks once more before it gives up, and starts anew if the answer
/// is another then. So a yes stays a yes.
pub(super) struct Stop {
    watch: Watch,
    /// The watch has said so.
    stopped: Cell<bool>,
    /// How many times more it may ask.
    patience: Cell<u32>,
}

impl Stop {
    fn new(watch: Watch) -> Stop {
        Stop {
            watch,
            stopped: Cell::new(false),
            patience: Cell::new(u32::MAX),
        }
    }
}

impl Callbacks for Stop {
    fn stop(&self) -> bool {
        if self.patience.get() != u32::MAX {
            let left = self.patience.get().saturating_sub(1);
            self.patience.set(left);
            if left == 0 {
                return true;
            }
        }
        if !self.stopped.get() {
            self.stopped.set(self.watch.stopped().is_some());
        }
        self.stopped.get()
    }
}
