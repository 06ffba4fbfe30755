//! Several solvers on one puzzle: a race, or a comparison of their answers.

use std::fmt;
use std::sync::OnceLock;

use super::engine::{Solver, SolverRunResult};
use super::task::{SolutionCount, Task};
use crate::limits::{Budget, Limits};
use crate::parallel::{in_parallel, processors};
use crate::puzzle::Board;

/// The result of a race.
#[derive(Debug)]
pub struct Race {
    /// Result of each solver, in their order. All but the winner were stopped.
    pub finished: Vec<SolverRunResult>,
    /// Index of the solver with the first verdict.
    pub winner: Option<usize>,
}

/// The results of several solvers on one task.
#[derive(Debug)]
pub struct Comparison {
    /// The result of each solver, in their order.
    pub finished: Vec<SolverRunResult>,
    /// The first contradiction between two of them.
    pub disagreement: Option<Disagreement>,
}

/// A contradiction between two solvers.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Disagreement {
    /// Their numbers of solutions cannot both be true.
    Count([(String, SolutionCount); 2]),
    /// Both found all solutions, equally many but different ones.
    Boards([String; 2]),
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disagreement::Count([(one, found), (other, found_too)]) => {
                let (found, found_too) = (amount(*found), amount(*found_too));
                write!(f, "{one} finds {found}, {other} finds {found_too}")
            }
            Disagreement::Boards([one, other]) => {
                write!(
                    f,
                    "{one} and {other} find as many solutions, but not the same"
                )
            }
        }
    }
}

fn amount(found: SolutionCount) -> String {
    match found {
        SolutionCount::Exactly(0) => "no solution".into(),
        SolutionCount::Exactly(1) => "one solution".into(),
        SolutionCount::Exactly(count) => format!("{count} solutions"),
        SolutionCount::AtLeast(count) => format!("at least {count}"),
    }
}

/// Starts all solvers at once and stops the others when one has a verdict.
pub fn race(solvers: &[Solver], task: &Task<'_>) -> Race {
    let stop = task.limits.cancel.child();
    let budget = Budget::new(&Limits {
        cancel: stop.clone(),
        ..task.limits.clone()
    });
    prepare(solvers, task, &budget);
    let winner = OnceLock::new();
    let finished = in_parallel(solvers, solvers.len(), |index, solver| {
        let finished = solver.collect_until(task, &budget);
        let solved = finished.result.as_ref();
        if solved.is_ok_and(|solved| solved.outcome.is_verdict()) && winner.set(index).is_ok() {
            stop.cancel();
        }
        finished
    });
    Race {
        finished,
        winner: winner.into_inner(),
    }
}

/// Runs all solvers to completion, one per processor at a time, and compares their results.
pub fn compare(solvers: &[Solver], task: &Task<'_>) -> Comparison {
    prepare(solvers, task, &Budget::new(&task.limits));
    let finished = in_parallel(solvers, processors(), |_, solver| solver.collect(task));
    let disagreement = disagreement(solvers, &finished);
    Comparison {
        finished,
        disagreement,
    }
}

/// Lowers the puzzle once for all solvers. Each solver reports errors of lowering itself.
fn prepare(solvers: &[Solver], task: &Task<'_>, budget: &Budget) {
    for solver in solvers {
        let _ = task.lowering(&solver.steps(&task.options), budget);
    }
}

/// Returns the first contradiction between two solvers.
fn disagreement(solvers: &[Solver], finished: &[SolverRunResult]) -> Option<Disagreement> {
    let mut verdicts = Vec::new();
    for (solver, SolverRunResult { result, boards }) in solvers.iter().zip(finished) {
        if let Ok(solved) = result {
            let mut boards = boards.clone();
            boards.sort_unstable();
            verdicts.push((solver.name().to_owned(), solved.outcome.found, boards));
        }
    }
    for (index, (one, found, boards)) in verdicts.iter().enumerate() {
        for (other, found_too, boards_too) in &verdicts[index + 1..] {
            if !found.is_compatible_with(*found_too) {
                let (one, other) = (one.clone(), other.clone());
                return Some(Disagreement::Count([(one, *found), (other, *found_too)]));
            }
            // A model counter returns no boards.
            let shown =
                |boards: &[Board], found: SolutionCount| boards.len() as u128 == found.count();
            let are_shown = shown(boards, *found) && shown(boards_too, *found_too);
            let are_all = found.is_exact() && found_too.is_exact();
            if are_all && are_shown && boards != boards_too {
                return Some(Disagreement::Boards([one.clone(), other.clone()]));
            }
        }
    }
    None
}
