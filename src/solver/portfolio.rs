//! Several solvers on one puzzle: against each other, or against each other's word.

use std::fmt;
use std::sync::{Mutex, OnceLock};

use super::engine::{Finished, Solver};
use super::task::{Found, Task};
use crate::limits::Watch;
use crate::puzzle::Board;

/// What came of a race.
#[derive(Debug)]
pub struct Race {
    /// What each solver came to, in their order. All but the winner were stopped.
    pub finished: Vec<Finished>,
    /// The number of the solver that had the first verdict.
    pub winner: Option<usize>,
}

/// What solvers came to that were asked the same.
#[derive(Debug)]
pub struct Comparison {
    /// What each solver came to, in their order.
    pub finished: Vec<Finished>,
    /// The first contradiction between two of them.
    pub disagreement: Option<Disagreement>,
}

/// A contradiction between two solvers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Disagreement {
    /// Their numbers of solutions cannot both be true.
    Count([(String, Found); 2]),
    /// Both found all solutions, as many as each other, but not the same.
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

fn amount(found: Found) -> String {
    match found {
        Found::Exactly(0) => "no solution".into(),
        Found::Exactly(1) => "one solution".into(),
        Found::Exactly(count) => format!("{count} solutions"),
        Found::AtLeast(count) => format!("at least {count}"),
    }
}

/// Starts all solvers at once and stops the others when one has a verdict.
pub fn race(solvers: &[Solver], task: &Task<'_>) -> Race {
    let watch = Watch::new(&task.limits);
    prepare(solvers, task, &watch);
    let stop = task.limits.cancel.below();
    let watch = watch.heeding(&stop);
    let winner = OnceLock::new();
    let finished = in_parallel(solvers, solvers.len(), |index, solver| {
        let finished = solver.collect_until(task, &watch);
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

/// Runs all solvers to their ends, as many at a time as there are processors, and compares what
/// they found.
pub fn compare(solvers: &[Solver], task: &Task<'_>) -> Comparison {
    prepare(solvers, task, &Watch::new(&task.limits));
    let finished = in_parallel(solvers, processors(), |_, solver| solver.collect(task));
    let disagreement = disagreement(solvers, &finished);
    Comparison {
        finished,
        disagreement,
    }
}

/// What solvers share is done before any of them is started. What fails here they find out.
fn prepare(solvers: &[Solver], task: &Task<'_>, watch: &Watch) {
    for solver in solvers {
        let _ = task.lowering(&solver.steps(&task.options), watch);
    }
}

/// In what two solvers contradict each other, or fail to confirm each other.
fn disagreement(solvers: &[Solver], finished: &[Finished]) -> Option<Disagreement> {
    let mut verdicts = Vec::new();
    for (solver, Finished { result, boards }) in solvers.iter().zip(finished) {
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
            // A model counter shows none.
            let shown = |boards: &[Board], found: Found| boards.len() as u128 == found.count();
            let are_shown = shown(boards, *found) && shown(boards_too, *found_too);
            let are_all = found.is_exact() && found_too.is_exact();
            if are_all && are_shown && boards != boards_too {
                return Some(Disagreement::Boards([one.clone(), other.clone()]));
            }
        }
    }
    None
}

/// How much can be run at a time.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Does something with each item, with so many of them at a time. Gives the results in the order
/// of the items.
pub(crate) fn in_parallel<I: Sync, T: Send>(
    items: &[I],
    at_a_time: usize,
    work: impl Fn(usize, &I) -> T + Sync,
) -> Vec<T> {
    let queue = Mutex::new(items.iter().enumerate());
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..at_a_time.min(items.len()) {
            let _ = scope.spawn(|| {
                loop {
                    let next = queue.lock().ok().and_then(|mut queue| queue.next());
                    let Some((index, item)) = next else { break };
                    let result = work(index, item);
                    if let Ok(mut results) = results.lock() {
                        results.push((index, result));
                    }
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_default();
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Cancel;

    #[test]
    fn all_at_once_can_wait_for_each_other() {
        let stop = Cancel::default();
        let results = in_parallel(&[true, false, true], 3, |_, waits| {
            while *waits && !stop.is_cancelled() {
                std::thread::yield_now();
            }
            stop.cancel();
            *waits
        });
        assert_eq!(results, [true, false, true]);
    }

    #[test]
    fn results_keep_their_order() {
        let numbers: Vec<usize> = (0..9).collect();
        assert_eq!(in_parallel(&numbers, 2, |_, number| *number), numbers);
    }
}
