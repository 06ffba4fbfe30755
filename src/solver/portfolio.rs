//! Several solvers on one puzzle: against each other, or against each other's word.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use super::task::{Cancel, Found, Outcome, Stopped};

/// How often the flag of whoever asked is looked at.
const POLL: Duration = Duration::from_millis(10);

/// Something to run until the flag is raised.
pub type Runner<'a, T> = Box<dyn FnOnce(&Cancel) -> T + Send + 'a>;

/// Starts all runners at once. When `wins` is true of a result, the others are stopped. Gives
/// every result, in the order of the runners, and the number of the winner.
pub fn race<T: Send>(
    runners: Vec<Runner<'_, T>>,
    cancel: &Cancel,
    wins: impl Fn(&T) -> bool,
) -> (Vec<T>, Option<usize>) {
    let stop = Cancel::default();
    let mut results: Vec<Option<T>> = runners.iter().map(|_| None).collect();
    let mut winner = None;
    std::thread::scope(|scope| {
        let (sender, arrivals) = channel();
        for (index, runner) in runners.into_iter().enumerate() {
            let (sender, stop) = (sender.clone(), stop.clone());
            let _ = scope.spawn(move || {
                let _ = sender.send((index, runner(&stop)));
            });
        }
        drop(sender);
        loop {
            match arrivals.recv_timeout(POLL) {
                Ok((index, result)) => {
                    if winner.is_none() && wins(&result) {
                        winner = Some(index);
                        stop.cancel();
                    }
                    results[index] = Some(result);
                }
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => stop.cancel(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
    });
    (results.into_iter().flatten().collect(), winner)
}

/// Runs all to their ends, as many at a time as there are processors. Gives the results in the
/// order of the runners.
pub fn all<T: Send>(runners: Vec<Runner<'_, T>>, cancel: &Cancel) -> Vec<T> {
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
                    let result = runner(cancel);
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

/// Is this what was asked for, and not the confession of a solver that was stopped?
pub fn is_verdict(outcome: &Outcome) -> bool {
    match outcome {
        Outcome { stopped: None, .. } => true,
        Outcome {
            found: Found::AtLeast(count),
            stopped: Some(Stopped::Enough),
        } => *count > 0,
        _ => false,
    }
}

/// Can both be true?
pub fn compatible(one: Found, other: Found) -> bool {
    match (one, other) {
        (Found::Exactly(one), Found::Exactly(other)) => one == other,
        (Found::Exactly(all), Found::AtLeast(some))
        | (Found::AtLeast(some), Found::Exactly(all)) => some <= all,
        (Found::AtLeast(_), Found::AtLeast(_)) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_verdict_stops_the_rest() {
        let waits = |cancel: &Cancel| {
            while !cancel.is_cancelled() {
                std::thread::yield_now();
            }
            None
        };
        let runners: Vec<Runner<'_, Option<u32>>> = vec![
            Box::new(waits),
            Box::new(|_: &Cancel| Some(7)),
            Box::new(waits),
        ];
        let (results, winner) = race(runners, &Cancel::default(), Option::is_some);
        assert_eq!(results, [None, Some(7), None]);
        assert_eq!(winner, Some(1));
    }

    #[test]
    fn all_keep_their_order() {
        let runners: Vec<Runner<'_, usize>> = (0..9_usize)
            .map(|number| Box::new(move |_: &Cancel| number) as Runner<'_, usize>)
            .collect();
        let results = all(runners, &Cancel::default());
        assert_eq!(results, (0..9).collect::<Vec<_>>());
    }

    #[test]
    fn counts_contradict_each_other_or_not() {
        use Found::{AtLeast, Exactly};
        assert!(compatible(Exactly(3), Exactly(3)));
        assert!(!compatible(Exactly(3), Exactly(4)));
        assert!(!compatible(Exactly(0), AtLeast(1)));
        assert!(compatible(AtLeast(2), Exactly(3)));
        assert!(compatible(AtLeast(9), AtLeast(1)));
    }
}
