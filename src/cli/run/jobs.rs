//! Several puzzles at a time, and their results in order.
//!
//! Workers take one puzzle after the other and keep what the solvers find; the reporter is
//! given that in the order of the puzzles, so that what is printed is the same for any number of
//! workers.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use crate::solver::{Cancel, Finished, Solver, Task};

/// So many workers, and the flag that stops them, which their tasks heed.
#[derive(Debug)]
pub(super) struct Workers {
    pub(super) count: usize,
    pub(super) stop: Cancel,
}

/// Gives tasks to the solvers, as many at a time as there are workers, and what they come to back in
/// order: nothing for a task that is none. When the receiver fails, those still at work are
/// stopped.
pub(super) fn solve<E>(
    tasks: &[Option<Task<'_>>],
    solvers: &[Solver],
    workers: &Workers,
    take: &mut dyn FnMut(usize, Vec<Finished>) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, finished) = channel();
    thread::scope(|scope| {
        for _ in 0..workers.count.min(tasks.len()) {
            let (sender, next) = (sender.clone(), &next);
            let _ = scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(task) = tasks.get(at) else {
                        return;
                    };
                    let asked = task.iter();
                    let found = asked.flat_map(|task| solvers.iter().map(|one| one.collect(task)));
                    if sender.send((at, found.collect())).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early: BTreeMap<usize, Vec<Finished>> = BTreeMap::new();
        let mut reported = 0;
        let mut result = Ok(());
        for (at, found) in finished {
            let _ = early.insert(at, found);
            while let Some(found) = early.remove(&reported) {
                if result.is_ok() {
                    result = take(reported, found);
                }
                reported += 1;
            }
            if result.is_err() {
                workers.stop.cancel();
                next.store(tasks.len(), Ordering::Relaxed);
            }
        }
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{DoubleSet, SetRecipe, Shape};
    use crate::puzzle::Puzzle;

    fn puzzles(count: u64) -> Vec<Puzzle> {
        let set = DoubleSet::new(6).expect("a set");
        let recipe = |seed| SetRecipe::new(set, Some(5), Shape::Blob, seed).expect("a recipe");
        (0..count).map(|seed| recipe(seed).puzzle()).collect()
    }

    #[test]
    fn results_come_in_order_for_any_number_of_workers() {
        let puzzles = puzzles(30);
        let boards = |count| {
            let tasks = puzzles.iter().enumerate();
            let tasks: Vec<_> = tasks
                .map(|(at, puzzle)| (at % 7 != 3).then(|| Task::new(puzzle)))
                .collect();
            let mut taken = Vec::new();
            let done: Result<(), ()> = solve(
                &tasks,
                &[Solver::Embedded],
                &Workers {
                    count,
                    stop: Cancel::default(),
                },
                &mut |at, finished| {
                    assert_eq!(at, taken.len());
                    taken.push(
                        finished
                            .into_iter()
                            .map(|one| one.boards)
                            .collect::<Vec<_>>(),
                    );
                    Ok(())
                },
            );
            assert_eq!(done, Ok(()));
            taken
        };
        let one_after_the_other = boards(1);
        assert_eq!(one_after_the_other.len(), 30);
        assert_eq!(one_after_the_other[3], Vec::<Vec<_>>::new());
        assert_eq!(one_after_the_other[4][0].len(), 1);
        assert_eq!(boards(2), one_after_the_other);
        assert_eq!(boards(40), one_after_the_other);
    }

    #[test]
    fn whoever_fails_to_take_a_result_gets_no_more() {
        let puzzles = puzzles(30);
        let tasks: Vec<_> = puzzles.iter().map(|one| Some(Task::new(one))).collect();
        let workers = Workers {
            count: 2,
            stop: Cancel::default(),
        };
        let mut taken = 0;
        let done = solve(&tasks, &[Solver::Embedded], &workers, &mut |at, _| {
            taken += 1;
            if at == 4 { Err("enough") } else { Ok(()) }
        });
        assert_eq!((done, taken), (Err("enough"), 5));
        assert!(workers.stop.is_cancelled());
    }
}
