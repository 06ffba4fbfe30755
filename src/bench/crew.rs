//! Several threads that read blocks of files and look at them, and one that is told in order what they saw.
//!
//! Whoever has nothing to do takes the next span of a file. There are a few blocks more than threads, and a
//! block is read only into the memory of one that was taken: neither the size of the files nor a slow one
//! of the crew makes it more. What is told is the same for any number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::blocks::{self, Block, Span, Spans};
use super::results::ResultsError;

/// How a crew works.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pace {
    /// How many threads look at blocks.
    pub(super) threads: usize,
    /// How many bytes a block has.
    pub(super) block: usize,
}

/// More threads than this look faster than anything can be read, and would take memory.
const MOST_THREADS: usize = 8;

/// So many blocks wait to be taken while every thread has one.
const WAITING: usize = 4;

impl Pace {
    /// As many threads as this machine has use for: one more than processors, because one of them
    /// usually waits for the disk.
    pub(crate) fn here() -> Self {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        Pace {
            threads: (cores + 1).min(MOST_THREADS),
            block: blocks::USUAL,
        }
    }
}

/// Where the crew gets its work from.
struct Source<'f> {
    spans: Spans<'f>,
    /// How many there were.
    count: u64,
    /// The memory for blocks.
    buffers: Receiver<Vec<u8>>,
}

impl Source<'_> {
    /// The next span, with its number, and the memory for its block.
    fn next(&mut self) -> Option<(u64, Span, Vec<u8>)> {
        let buffer = self.buffers.recv().ok()?;
        let span = self.spans.next()?;
        self.count += 1;
        Some((self.count - 1, span, buffer))
    }
}

/// Has every block looked at, by so many threads, and takes what they saw in the order of the blocks, until
/// somebody has had enough. The fault of a block comes after its lines.
pub(super) fn in_order<T: Send, E: From<ResultsError>>(
    spans: Spans<'_>,
    threads: usize,
    look: impl Fn(&Block) -> T + Sync,
    mut take: impl FnMut(&Block, T) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let (give_back, buffers) = channel();
    for _ in 0..threads + WAITING {
        let _ = give_back.send(Vec::new());
    }
    let files = spans.files();
    let source = Mutex::new(Source {
        spans,
        count: 0,
        buffers,
    });
    let (tell, told) = channel();
    thread::scope(|scope| {
        for _ in 0..threads {
            let (tell, source, look) = (tell.clone(), &source, &look);
            let _ = scope.spawn(move || {
                loop {
                    // Whoever waits here for a buffer keeps nobody from anything.
                    let next = source.lock().ok().and_then(|mut source| source.next());
                    let Some((number, span, buffer)) = next else {
                        return;
                    };
                    // The others would wait for this block: a panic is told like what is seen.
                    let seen = panic::catch_unwind(AssertUnwindSafe(|| {
                        let block = span.read(buffer);
                        let seen = look(&block);
                        (block, seen)
                    }));
                    if tell.send((number, seen)).is_err() {
                        return;
                    }
                }
            });
        }
        // When this ends early, nobody listens and no buffer comes back, which ends the threads.
        let (give_back, told) = (give_back, told);
        drop(tell);
        let mut early = BTreeMap::new();
        let mut due = 0;
        let (mut file, mut line) = (0, 1);
        for (number, seen) in told {
            let _ = early.insert(number, seen);
            while let Some(seen) = early.remove(&due) {
                let (mut block, seen) =
                    seen.unwrap_or_else(|payload| panic::resume_unwind(payload));
                due += 1;
                if block.file != file {
                    (file, line) = (block.file, 1);
                }
                block.first = line;
                line += block.count;
                if take(&block, seen)?.is_break() {
                    return Ok(());
                }
                if let Some(fault) = block.fault.take() {
                    return Err(fault.located(&files[file], line).into());
                }
                let _ = give_back.send(block.into_buffer());
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Whoever reads a hundred lines, a block each, of which somebody cannot bear the thirtieth.
    fn panics(threads: usize, looking: bool) -> (String, usize) {
        let folder = tempfile::tempdir().expect("a folder");
        let files = [folder.path().join("lines")];
        let lines: String = (1..=100).map(|line| format!("{line}\n")).collect();
        fs::write(&files[0], lines).expect("a file");
        let is_thirtieth = |block: &Block| {
            let mut places = block.places();
            places.any(|place| block.line(place) == b"30\n")
        };
        let mut taken = 0;
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
            let all = in_order(
                Spans::of(&files, 1),
                threads,
                |block| assert!(!(looking && is_thirtieth(block)), "unbearable"),
                |block, ()| {
                    assert!(looking || !is_thirtieth(block), "unbearable");
                    taken += block.places().count();
                    Ok::<_, ResultsError>(ControlFlow::Continue(()))
                },
            );
            all.expect("a panic comes out before that");
        }));
        let payload = outcome.expect_err("a panic");
        let message = payload.downcast::<&str>().expect("a message");
        (message.to_string(), taken)
    }

    #[test]
    fn a_panic_of_anybody_comes_out_and_nobody_waits_for_ever() {
        for threads in [1, 2, 3, 8] {
            for looking in [true, false] {
                let (message, taken) = panics(threads, looking);
                assert_eq!((message.as_str(), taken), ("unbearable", 29));
            }
        }
    }
}
