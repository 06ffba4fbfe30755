//! Ordered parallel map.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// Returns the number of threads that the machine runs in parallel.
pub(crate) fn processors() -> usize {
    thread::available_parallelism().map_or(1, |cores| cores.get())
}

/// Maps items on several threads. Returns the results in the order of the items.
pub(crate) fn in_parallel<'i, I: Sync, T: Send>(
    items: &'i [I],
    threads: usize,
    work: impl Fn(usize, &'i I) -> T + Sync,
) -> Vec<T> {
    let mut results = Vec::new();
    let Ok(()) = in_order(items, threads, work, |_, result| {
        results.push(result);
        Ok::<(), Infallible>(())
    });
    results
}

/// Maps items on several threads and consumes the results in the order of the items, each as soon as
/// possible. After an error of `consume`, no further item is started.
pub(crate) fn in_order<'i, I: Sync, T: Send, E>(
    items: &'i [I],
    threads: usize,
    work: impl Fn(usize, &'i I) -> T + Sync,
    mut consume: impl FnMut(usize, T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let _ = scope.spawn(move || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else {
                        return;
                    };
                    // The receiver is gone after an error.
                    if sender.send((index, work(index, item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut consumed = 0;
        for (index, result) in results {
            let _ = early.insert(index, result);
            while let Some(result) = early.remove(&consumed) {
                consume(consumed, result)?;
                consumed += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::CancelFlag;

    #[test]
    fn items_run_concurrently() {
        let stop = CancelFlag::default();
        let results = in_parallel(&[true, false, true], 3, |_, waits| {
            while *waits && !stop.is_cancelled() {
                thread::yield_now();
            }
            stop.cancel();
            *waits
        });
        assert_eq!(results, [true, false, true]);
    }

    #[test]
    fn results_keep_their_order() {
        let numbers: Vec<usize> = (0..30).collect();
        for threads in [1, 2, 40] {
            assert_eq!(in_parallel(&numbers, threads, |_, number| *number), numbers);
        }
    }

    #[test]
    fn an_error_stops_the_consumer() {
        let numbers: Vec<usize> = (0..30).collect();
        let mut consumed = 0;
        let result = in_order(
            &numbers,
            2,
            |_, number| *number,
            |_, number| {
                consumed += 1;
                if number == 4 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!((result, consumed), (Err("enough"), 5));
    }
}
