//! A stream of results: written in large pieces, and yet seen soon.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Failure, terminal};

/// As much is gathered before it is written.
const PIECE: usize = 1 << 16;

/// What was gathered is written after this time at the latest.
const SOON: Duration = Duration::from_millis(100);

/// Where results go, one after the other.
pub(super) enum Stream<'f> {
    /// To standard output.
    Stdout(Stdout),
    /// Into something that takes care of itself, such as a file that is there whole or not at all.
    Into(&'f mut dyn Write, &'f Path),
}

impl std::fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Stream::Stdout(_) => "Stdout",
            Stream::Into(..) => "Into",
        })
    }
}

impl Stream<'_> {
    /// Writes some more.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Stream::Stdout(out) => out
                .put(bytes)
                .map_err(|problem| Failure::writing(Path::new("standard output"), problem)),
            Stream::Into(out, path) => out
                .write_all(bytes)
                .map_err(|problem| Failure::writing(path, problem)),
        }
    }

    /// Writes some more, with what was gathered, because nothing may come for long.
    pub(super) fn put_now(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Stream::Stdout(out) => out
                .put_now(bytes)
                .map_err(|problem| Failure::writing(Path::new("standard output"), problem)),
            Stream::Into(..) => self.put(bytes),
        }
    }

    /// Whether it is standard output.
    pub(super) fn is_stdout(&self) -> bool {
        matches!(self, Stream::Stdout(_))
    }

    /// Writes what is left.
    pub(super) fn end(self) -> Result<(), Failure> {
        match self {
            Stream::Stdout(out) => out
                .end()
                .map_err(|problem| Failure::writing(Path::new("standard output"), problem)),
            Stream::Into(..) => Ok(()),
        }
    }
}

/// Standard output. What comes after a while is written at once; what comes soon after that is
/// gathered, and a thread looks after what nothing comes behind.
#[derive(Debug)]
pub(super) struct Stdout {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    ended: Condvar,
}

/// What has not been written yet.
#[derive(Debug, Default)]
struct Waiting {
    bytes: Vec<u8>,
    /// When something was written last.
    written: Option<Instant>,
    problem: Option<io::Error>,
    is_over: bool,
}

impl Waiting {
    fn write(&mut self) {
        if self.bytes.is_empty() || self.problem.is_some() {
            return;
        }
        let written = terminal::aside(|| {
            let mut out = io::stdout().lock();
            out.write_all(&self.bytes).and_then(|()| out.flush())
        });
        self.problem = written.err();
        self.bytes.clear();
        self.written = Some(Instant::now());
    }

    /// Whether it is time to write, however little there is.
    fn is_due(&self) -> bool {
        self.written.is_none_or(|written| written.elapsed() >= SOON)
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stdout {
    pub(super) fn new() -> Self {
        Stdout {
            shared: Arc::default(),
            thread: None,
        }
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut waiting = self.shared.lock();
        waiting.bytes.extend_from_slice(bytes);
        if waiting.bytes.len() >= PIECE || waiting.is_due() {
            waiting.write();
        }
        if let Some(problem) = waiting.problem.take() {
            return Err(problem);
        }
        let is_waiting = !waiting.bytes.is_empty();
        drop(waiting);
        if is_waiting && self.thread.is_none() {
            let shared = Arc::clone(&self.shared);
            self.thread = Some(std::thread::spawn(move || look_after(&shared)));
        }
        Ok(())
    }

    fn put_now(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut waiting = self.shared.lock();
        waiting.bytes.extend_from_slice(bytes);
        waiting.write();
        waiting.problem.take().map_or(Ok(()), Err)
    }

    fn end(mut self) -> io::Result<()> {
        self.stop();
        self.put_now(&[])
    }

    fn stop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.ended.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Stdout {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Writes what is waiting, again and again, until it is over.
fn look_after(shared: &Shared) {
    let mut waiting = shared.lock();
    while !waiting.is_over {
        let (guard, _) = shared
            .ended
            .wait_timeout(waiting, SOON)
            .unwrap_or_else(PoisonError::into_inner);
        waiting = guard;
        waiting.write();
    }
}
