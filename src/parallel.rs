//! Runs work on several threads, with the results in the order of the items.

use std::sync::Mutex;

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
