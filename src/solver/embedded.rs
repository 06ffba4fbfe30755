//! The embedded solver: solutions and counts in process, with nothing installed.
//!
//! It has four methods. Dynamic programming along a [`frontier`] counts, lists and finds a first board
//! where the frontier is narrow. Simulated [`annealing`] finds a first board of a large set. Exact cover
//! ([`search`]) lists the boards of puzzles that are too wide for the frontier. [`sat`] decides where
//! the others give up, and answers the queries of `explain` and `hint` ([`incremental`]).
//! [`Method::Best`] runs them in the order of [`methods`]. All are deterministic: the same puzzle gives
//! the same boards in the same order.

mod annealing;
mod frontier;
mod incremental;
mod sat;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use crate::limits::{Budget, Limits, StopReason};
use crate::lower::{LowerError, Lowered, STEPS, lower_until};
use crate::model::Model;
use crate::puzzle::{Board, Puzzle};
use crate::solver::boards::{BoardSink, MAX_KNOWN};
use crate::solver::error::SolverError;
use crate::solver::search;
use crate::solver::task::{Goal, Outcome};

pub use incremental::{IncrementalSolver, QueryReply};

/// The name of this solver on the command line.
pub const NAME: &str = "embedded";

/// Up to this many boards, SAT is faster than exact cover on a wide board.
const FEW: u64 = 16;

/// Maximum number of placements for exact cover.
const MAX_COVER_PLACEMENTS: usize = 100_000;

/// Failures of exact cover since the last board after which SAT continues.
const MAX_COVER_FAILURES: u64 = 20_000;

/// A solving method. All methods find the same solutions, in different orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Method {
    /// The methods below that suit the puzzle and the goal, one after the other.
    #[default]
    Best,
    /// Only frontier search; it gives up on wide boards.
    Frontier,
    /// Only simulated annealing; it finds at most one board.
    Annealing,
    /// Only exact cover.
    ExactCover,
    /// Only SAT.
    Sat,
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Method::Best => "the best method",
            Method::Frontier => "frontier search, cell by cell",
            Method::Annealing => "simulated annealing for a first board",
            Method::ExactCover => "exact cover",
            Method::Sat => "SAT",
        })
    }
}

/// Returns the methods to run, in order, each until it gives up.
fn methods(method: Method, goal: Goal, model: &Model) -> Vec<Method> {
    if method != Method::Best {
        return vec![method];
    }
    let placements = model.placements.len();
    let mut methods = vec![Method::Frontier];
    if !matches!(goal, Goal::Count { .. }) {
        methods.push(Method::Annealing);
    }
    if goal.limit().is_none_or(|limit| limit > FEW) && placements <= MAX_COVER_PLACEMENTS {
        methods.push(Method::ExactCover);
    }
    methods.push(Method::Sat);
    methods
}

/// Solves a puzzle by the best method. Calls `on_board` with each board as soon as it is found and
/// checked. A count makes no calls.
///
/// # Errors
///
/// If the puzzle is too large.
pub fn solve(
    puzzle: &Puzzle,
    goal: Goal,
    limits: &Limits,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, SolverError> {
    solve_until(Method::Best, puzzle, goal, &Budget::new(limits), on_board)
}

/// Like [`solve`], by one method, until the budget is exhausted.
///
/// # Errors
///
/// If the puzzle is too large.
pub fn solve_until(
    method: Method,
    puzzle: &Puzzle,
    goal: Goal,
    budget: &Budget,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, SolverError> {
    match lower_until(puzzle, &STEPS, budget) {
        Ok(lowered) => solve_lowered(method, puzzle, &lowered, goal, budget, &|_| {}, on_board),
        Err(problem) => unlowered(problem),
    }
}

/// Like [`solve_until`], for a lowered puzzle; applies the missing lowering steps. Calls `observer` with
/// each method.
pub(crate) fn solve_lowered(
    method: Method,
    puzzle: &Puzzle,
    lowered: &Lowered,
    goal: Goal,
    budget: &Budget,
    observer: &dyn Fn(Method),
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, SolverError> {
    let lowered = match lowered.with(&STEPS, puzzle, budget) {
        Ok(lowered) => lowered,
        Err(problem) => return unlowered(problem),
    };
    if lowered.contradiction.is_some() {
        return Ok(Outcome::complete(0));
    }
    if goal.limit() == Some(0) {
        return Ok(Outcome::open(0, StopReason::Enough));
    }
    let model = &lowered.model;
    let counts = matches!(goal, Goal::Count { .. });
    let mut boards = BoardSink::new(puzzle, model, goal, on_board);
    let methods = methods(method, goal, model);
    let mut ended = Err(StopReason::GaveUp);
    for (place, &method) in methods.iter().enumerate() {
        let is_last = place + 1 == methods.len();
        observer(method);
        boards.skip_known();
        ended = match method {
            Method::Frontier if counts => match count(model, budget, is_last) {
                Ok(all) => return Ok(counted(all, boards.excluded_solutions(), goal.limit())),
                Err(why) => Err(why),
            },
            Method::Best | Method::Frontier => {
                frontier::list(model, MAX_KNOWN, budget, &mut |board| boards.offer(board))
            }
            // Annealing finds one board and proves nothing about others.
            Method::Annealing if boards.found > 0 => Err(StopReason::GaveUp),
            Method::Annealing => {
                annealing::find(model, budget).and_then(|board| match boards.offer(board) {
                    ControlFlow::Break(()) => Err(StopReason::Enough),
                    ControlFlow::Continue(()) => Err(StopReason::GaveUp),
                })
            }
            Method::ExactCover => {
                let most_failures = match is_last {
                    true => u64::MAX,
                    false => MAX_COVER_FAILURES,
                };
                search::list(model, most_failures, budget, &mut boards)
            }
            Method::Sat => {
                let known = std::mem::take(&mut boards.known);
                sat::list(model, &known, budget, &mut |board| boards.offer(board))?
            }
        };
        if ended != Err(StopReason::GaveUp) {
            break;
        }
    }
    boards.outcome(ended)
}

/// Counts along the frontier. An unfinished count gives no lower bound, so it gets half of the time if
/// another method can give one.
fn count(model: &Model, budget: &Budget, is_last: bool) -> Result<u128, StopReason> {
    if is_last || budget.deadline.is_none() {
        return frontier::count(model, budget);
    }
    frontier::count(model, &budget.halved()).map_err(|why| match budget.stopped() {
        None if why == StopReason::TimeLimit => StopReason::GaveUp,
        _ => why,
    })
}

/// Returns the outcome of a count of boards that includes `excluded` ones. A count that reaches the
/// limit is a lower bound, whether or not there are more.
fn counted(boards: u128, excluded: usize, limit: Option<u64>) -> Outcome {
    let solutions = match boards {
        // The count is saturated.
        u128::MAX => boards,
        _ => boards.saturating_sub(excluded as u128),
    };
    match limit.map(u128::from) {
        Some(limit) if solutions >= limit => Outcome::open(limit, StopReason::Enough),
        _ if solutions == u128::MAX => Outcome::open(solutions, StopReason::GaveUp),
        _ => Outcome::complete(solutions),
    }
}

/// Returns the outcome for a puzzle that was not lowered. A contradiction found by pruning is a verdict,
/// however large the model would be.
pub(super) fn unlowered(problem: LowerError) -> Result<Outcome, SolverError> {
    match problem {
        LowerError::TooLarge(size) if size.contradiction.is_some() => Ok(Outcome::complete(0)),
        LowerError::TooLarge(size) => Err(size.into()),
        LowerError::Stopped(stop) => Ok(Outcome::open(0, stop)),
    }
}

/// Whether a puzzle has a solution; `None` if the budget is exhausted or the puzzle is too large.
#[cfg(feature = "cli")]
pub(crate) fn is_satisfiable(puzzle: &Puzzle, lowered: &Lowered, budget: &Budget) -> Option<bool> {
    let take = &mut |_| ControlFlow::Break(());
    let goal = Goal::One;
    let solved = solve_lowered(Method::Best, puzzle, lowered, goal, budget, &|_| {}, take);
    let found = solved.ok()?.found;
    (found.is_exact() || found.count() > 0).then(|| found.count() > 0)
}

/// Returns at most `most` solutions other than a known one. An empty list proves uniqueness.
pub(crate) fn other_solutions(
    puzzle: &Puzzle,
    known: &Board,
    most: u64,
    budget: &Budget,
) -> Result<Vec<Board>, SolverError> {
    let lowered = lower_until(puzzle, &STEPS, budget)?;
    let lowered = lowered.excluding(&BTreeSet::from([known.clone()]));
    let goal = Goal::All { limit: Some(most) };
    let mut found = Vec::new();
    let take = &mut |board| {
        found.push(board);
        ControlFlow::Continue(())
    };
    let solved = solve_lowered(Method::Sat, puzzle, &lowered, goal, budget, &|_| {}, take)?;
    match solved.stopped {
        None | Some(StopReason::Enough) => Ok(found),
        Some(why) => Err(SolverError::Stopped(why)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::tests::{full_set, open};
    use crate::puzzle::{DoubleSet, check};
    use crate::solver::{Solver, Task};

    /// Every method checks its budget often, and ends soon after a stop.
    #[test]
    fn solving_checks_its_budget_often_and_ends_after_a_stop() {
        let puzzle = crate::generate::made("family=newspaper size=10 seed=3");
        let goals = [
            (Method::Sat, Goal::All { limit: Some(20) }),
            (Method::Frontier, Goal::All { limit: None }),
            (Method::ExactCover, Goal::All { limit: Some(20) }),
            (Method::Best, Goal::Count { limit: None }),
        ];
        for (method, goal) in goals {
            let solve = |budget: &Budget| {
                let ignore = &mut |_| ControlFlow::Continue(());
                solve_until(method, &puzzle, goal, budget, ignore).expect("no fault")
            };
            let (budget, asks) = Budget::stopping_at(u64::MAX);
            let _ = solve(&budget);
            let whole = asks.count();
            for ask in (1..whole).step_by(1 + whole as usize / 50) {
                let (budget, asks) = Budget::stopping_at(ask);
                let outcome = solve(&budget);
                assert_eq!(
                    outcome.stopped,
                    Some(StopReason::Cancelled),
                    "{method:?} at {ask}"
                );
                // The SAT solver checks twice, and its caller once more.
                let after = asks.after_the_stop();
                assert!(
                    after < 5,
                    "{method:?}, stopped at {ask} of {whole}, checks {after} more times"
                );
            }
        }
    }

    /// SAT continues after the board of annealing, also if that board is excluded.
    #[test]
    fn other_methods_continue_after_annealing() {
        let puzzle = full_set(9, 1);
        let boards = |method: Method, puzzle: &Puzzle, limit: u64| {
            let mut boards = Vec::new();
            let goal = Goal::All { limit: Some(limit) };
            let take = &mut |board| {
                boards.push(board);
                ControlFlow::Continue(())
            };
            let solved = solve_until(method, puzzle, goal, &Budget::default(), take);
            assert_eq!(solved.expect("no fault").found.count(), u128::from(limit));
            boards
        };
        let first = boards(Method::Annealing, &puzzle, 1);
        let three = boards(Method::Best, &puzzle, 3);
        assert_eq!(three[0], first[0]);
        assert!(three[1] != three[0] && three[2] != three[0] && three[1] != three[2]);
        let mut task = Task::new(&puzzle);
        task.exclude = first.iter().cloned().collect();
        let mut other = Vec::new();
        let solved = Solver::Embedded.solve(&task, &mut |board| {
            other.push(board);
            ControlFlow::Continue(())
        });
        assert!(solved.expect("no fault").outcome.is_verdict());
        assert_eq!(check(&puzzle, &other[0]), []);
        assert_ne!(other, first);
    }

    #[test]
    fn a_formula_that_is_too_large_is_refused() {
        // Six kinds with very many copies: few placements, but large counters.
        let set = DoubleSet::new(2).expect("a set");
        let dominoes: Vec<_> = (0..1_000).flat_map(|_| set.dominoes()).collect();
        let cells = (0..2).flat_map(|row| (0..6_000).map(move |column| (row, column)));
        let puzzle = open(&cells.collect::<Vec<_>>(), dominoes);
        let ignore = &mut |_| ControlFlow::Continue(());
        let by_sat = solve_until(Method::Sat, &puzzle, Goal::One, &Budget::default(), ignore);
        match by_sat {
            Err(SolverError::TooLarge(size)) => {
                assert_eq!(size.measure, "clauses for the embedded solver");
                assert!(size.size > size.most, "{size}");
            }
            other => panic!("it is not refused: {other:?}"),
        }
        // Annealing solves it nevertheless: without rules everything is a solution.
        let mut found = 0;
        let take = &mut |board: Board| {
            found += usize::from(check(&puzzle, &board).is_empty());
            ControlFlow::Continue(())
        };
        let solved = solve(&puzzle, Goal::One, &Limits::default(), take).expect("no fault");
        assert_eq!((solved.is_verdict(), found), (true, 1));
    }
}
