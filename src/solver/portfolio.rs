//! Several solvers on one puzzle: against each other, or against each other's word.

use std::fmt;
use std::sync::Mutex;
use std::sync::mpsc::channel;

use super::engine::{Finished, Solver};
use super::task::{Cancel, Found, Task};

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
    prepare(solvers, task);
    let stop = task.limits.cancel.below();
    let runners = solvers
        .iter()
        .map(|solver| Box::new(|| solver.collect_until(task, &stop)) as Runner<'_, Finished>);
    let wins = |finished: &Finished| {
        let solved = finished.result.as_ref();
        solved.is_ok_and(|solved| solved.outcome.is_verdict())
    };
    let (finished, winner) = first(runners.collect(), &stop, wins);
    Race { finished, winner }
}

/// Runs all solvers to their ends, as many at a time as there are processors, and compares what
/// they found.
pub fn compare(solvers: &[Solver], task: &Task<'_>) -> Comparison {
    prepare(solvers, task);
    let runners = solvers
        .iter()
        .map(|solver| Box::new(|| solver.collect(task)) as Runner<'_, Finished>);
    let finished = all(runners.collect());
    let disagreement = disagreement(solvers, &finished);
    Comparison {
        finished,
        disagreement,
    }
}

/// What solvers share is done before any of them is started.
fn prepare(solvers: &[Solver], task: &Task<'_>) {
    for solver in solvers {
        let _ = task.lowering(&solver.steps(&task.options));
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
            if found.is_exact() && found_too.is_exact() && boards != boards_too {
                return Some(Disagreement::Boards([one.clone(), other.clone()]));
            }
        }
    }
    None
}

/// Something to run on a thread of its own.
pub(crate) type Runner<'a, T> = Box<dyn FnOnce() -> T + Send + 'a>;

/// Starts all runners at once. When `wins` is true of a result, the flag is raised. Gives every
/// result, in the order of the runners, and the number of the winner.
fn first<T: Send>(
    runners: Vec<Runner<'_, T>>,
    stop: &Cancel,
    wins: impl Fn(&T) -> bool,
) -> (Vec<T>, Option<usize>) {
    let mut results: Vec<Option<T>> = runners.iter().map(|_| None).collect();
    let mut winner = None;
    std::thread::scope(|scope| {
        let (sender, arrivals) = channel();
        for (index, runner) in runners.into_iter().enumerate() {
            let sender = sender.clone();
            let _ = scope.spawn(move || {
                let _ = sender.send((index, runner()));
            });
        }
        drop(sender);
        for (index, result) in arrivals {
            if winner.is_none() && wins(&result) {
                winner = Some(index);
                stop.cancel();
            }
            results[index] = Some(result);
        }
    });
    (results.into_iter().flatten().collect(), winner)
}

/// Runs all to their ends, as many at a time as there are processors. Gives the results in the
/// order of the runners.
pub(crate) fn all<T: Send>(runners: Vec<Runner<'_, T>>) -> Vec<T> {
    let workers = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let workers = workers.min(runners.len());
    let queue = Mutex::new(runners.into_iter().enumerate());
    let results = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let _ = scope.spawn(|| {
                loop {
                    let next = queue.lock().ok().and_then(|mut queue| queue.next());
                    let Some((index, runner)) = next else { break };
                    let result = runner();
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

    #[test]
    fn the_first_verdict_stops_the_rest() {
        let stop = Cancel::default();
        let waits = || {
            while !stop.is_cancelled() {
                std::thread::yield_now();
            }
            None
        };
        let runners: Vec<Runner<'_, Option<u32>>> =
            vec![Box::new(waits), Box::new(|| Some(7)), Box::new(waits)];
        let (results, winner) = first(runners, &stop, Option::is_some);
        assert_eq!(results, [None, Some(7), None]);
        assert_eq!(winner, Some(1));
    }

    #[test]
    fn all_keep_their_order() {
        let runners: Vec<Runner<'_, usize>> = (0..9_usize)
            .map(|number| Box::new(move || number) as Runner<'_, usize>)
            .collect();
        assert_eq!(all(runners), (0..9).collect::<Vec<_>>());
    }
}
