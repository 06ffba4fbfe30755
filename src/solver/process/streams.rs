//! The two streams of a running program, each drained by a thread and bounded.

use std::fmt;
use std::io::{self, Read};
use std::process::{Child, ChildStderr, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, channel, sync_channel};
use std::time::{Duration, Instant};

/// A line longer than this is no reply: the longest that a real solver prints for the largest
/// puzzles is about a tenth of it.
const LONGEST_LINE: usize = 64 << 20;

/// As much of standard error is kept for messages.
const STDERR_HEAD: usize = 64 << 10;

/// More than this on standard error is a flood.
const STDERR_MOST: u64 = 64 << 20;

/// How long the ends of the streams are waited for once the program has ended.
const LAST_WORDS: Duration = Duration::from_secs(5);

/// Chunks that wait to be read; when there are more, the solver waits.
const QUEUE: usize = 16;

/// One of a program's streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stream::Out => "standard output",
            Stream::Err => "standard error",
        })
    }
}

/// What the threads hand over.
pub(super) enum Chunk {
    /// Whole lines with their ends; the last line of the stream may lack its end.
    Lines(Vec<u8>),
    /// Too much came; nothing more will.
    Flood(Stream),
}

/// Both streams of one program.
pub(super) struct Streams {
    chunks: Receiver<Chunk>,
    errors: Receiver<Vec<u8>>,
}

impl Streams {
    /// Begins to drain the streams of a program.
    pub(super) fn of(child: &mut Child) -> io::Result<Self> {
        let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(io::Error::other("the streams are not there"));
        };
        let (sender, chunks) = sync_channel(QUEUE);
        let flood = sender.clone();
        let (head, errors) = channel();
        // Both are detached: they end with their streams, or when nobody takes what they send.
        let _ = std::thread::spawn(move || {
            let _ = head.send(drain_errors(stderr, &flood));
        });
        let _ = std::thread::spawn(move || drain_lines(stdout, &sender));
        Ok(Streams { chunks, errors })
    }

    /// The next chunk. Disconnected means that both streams have ended.
    pub(super) fn next(&self, wait: Duration) -> Result<Chunk, RecvTimeoutError> {
        self.chunks.recv_timeout(wait)
    }

    /// Waits for the end of both streams, whose writers are gone; gives the head of standard
    /// error. A process that got away and holds them open is not waited for.
    pub(super) fn finish(self) -> Vec<u8> {
        let end = Instant::now() + LAST_WORDS;
        let left = || end.saturating_duration_since(Instant::now());
        // What is still queued is let go of, so that no thread waits to hand it over.
        while self.chunks.recv_timeout(left()).is_ok() && !left().is_zero() {}
        self.errors.recv_timeout(left()).unwrap_or_default()
    }
}

fn drain_lines(mut stdout: ChildStdout, chunks: &SyncSender<Chunk>) {
    let mut pending = Vec::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        let count = match stdout.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let new = &buffer[..count];
        match new.iter().rposition(|&byte| byte == b'\n') {
            Some(end) => {
                let mut lines = std::mem::replace(&mut pending, new[end + 1..].to_vec());
                lines.extend_from_slice(&new[..=end]);
                if chunks.send(Chunk::Lines(lines)).is_err() {
                    return;
                }
            }
            None => pending.extend_from_slice(new),
        }
        if pending.len() > LONGEST_LINE {
            // Whoever reads stops the program; until then its output goes nowhere.
            let _ = chunks.send(Chunk::Flood(Stream::Out));
            pending.clear();
        }
    }
    if !pending.is_empty() {
        let _ = chunks.send(Chunk::Lines(pending));
    }
}

fn drain_errors(mut stderr: ChildStderr, chunks: &SyncSender<Chunk>) -> Vec<u8> {
    let mut head = Vec::new();
    let mut seen = 0;
    let mut buffer = vec![0; 16 << 10];
    loop {
        let count = match stderr.read(&mut buffer) {
            Ok(0) => return head,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return head,
        };
        let room = STDERR_HEAD.saturating_sub(head.len());
        head.extend_from_slice(&buffer[..count.min(room)]);
        let before = seen;
        seen += count as u64;
        if before <= STDERR_MOST && seen > STDERR_MOST {
            let _ = chunks.send(Chunk::Flood(Stream::Err));
        }
    }
}
