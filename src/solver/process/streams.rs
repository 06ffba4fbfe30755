//! The two output streams of a running program, each read by a thread, with a size limit.

use std::io::{self, Read};
use std::process::{Child, ChildStderr, ChildStdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::Stream;

/// A longer line is no reply: the longest one for the largest puzzles is about a tenth of this.
const MAX_LINE: usize = 64 << 20;

/// How much of standard error is kept for messages.
const STDERR_HEAD: usize = 64 << 10;

/// More than this on standard error is a flood.
const MAX_STDERR: u64 = 64 << 20;

/// How many unread chunks are held; then the program blocks.
const QUEUE: usize = 16;

/// A piece of output.
pub(super) enum Chunk {
    /// Whole lines with their ends; the last line of the stream may lack its end.
    Lines(Vec<u8>),
    /// The stream exceeds its size limit.
    Flood(Stream),
}

/// Both streams of one program.
pub(super) struct Streams {
    chunks: Receiver<Chunk>,
    /// The beginning of standard error.
    errors: Arc<Mutex<Vec<u8>>>,
}

impl Streams {
    /// Starts to read the streams of a program.
    pub(super) fn of(child: &mut Child) -> io::Result<Self> {
        let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(io::Error::other("its output is not piped"));
        };
        let (sender, chunks) = sync_channel(QUEUE);
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (flood, head) = (sender.clone(), errors.clone());
        // Both threads end with their streams, or when the receiver is gone.
        let _ = std::thread::spawn(move || drain_errors(stderr, &head, &flood));
        let _ = std::thread::spawn(move || drain_lines(stdout, &sender));
        Ok(Streams { chunks, errors })
    }

    /// The next chunk. Disconnected means that both streams have ended.
    pub(super) fn next(&self, wait: Duration) -> Result<Chunk, RecvTimeoutError> {
        self.chunks.recv_timeout(wait)
    }

    /// The beginning of standard error, as far as it was read.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut errors)
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
        if pending.len() > MAX_LINE {
            // The receiver stops the program; until then its output is discarded.
            let _ = chunks.send(Chunk::Flood(Stream::Out));
            pending.clear();
        }
    }
    if !pending.is_empty() {
        let _ = chunks.send(Chunk::Lines(pending));
    }
}

fn drain_errors(mut stderr: ChildStderr, head: &Mutex<Vec<u8>>, chunks: &SyncSender<Chunk>) {
    let mut total = 0;
    let mut buffer = vec![0; 16 << 10];
    loop {
        let count = match stderr.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        if let Ok(mut head) = head.lock() {
            let room = STDERR_HEAD.saturating_sub(head.len());
            head.extend_from_slice(&buffer[..count.min(room)]);
        }
        let before = total;
        total += count as u64;
        if before <= MAX_STDERR && total > MAX_STDERR {
            let _ = chunks.send(Chunk::Flood(Stream::Err));
        }
    }
}
