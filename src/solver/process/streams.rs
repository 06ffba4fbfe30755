//! The two output streams of a running program, each read by its own thread, with a size limit.

use std::io::{self, Read};
use std::process::Child;
use std::sync::mpsc::{Receiver, SendError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use super::{STDERR, STDOUT};

/// Maximum length of a line: ten times that of the longest reply to the largest puzzles.
const MAX_LINE: usize = 64 << 20;

/// Bytes of standard error that are kept for messages.
const STDERR_HEAD: usize = 64 << 10;

/// Maximum bytes of standard error.
const MAX_STDERR: u64 = 64 << 20;

/// Maximum number of unread chunks; beyond it the program blocks.
const QUEUE: usize = 16;

/// A piece of output.
pub(super) enum OutputChunk {
    /// Whole lines with their ends; the last line of the stream may lack its end.
    Lines(Vec<u8>),
    /// The stream exceeds its size limit.
    Flood(&'static str),
}

/// Both streams of one program.
pub(super) struct OutputStreams {
    /// Disconnected when both streams have ended.
    pub(super) chunks: Receiver<OutputChunk>,
    /// The beginning of standard error.
    errors: Arc<Mutex<Vec<u8>>>,
}

impl OutputStreams {
    /// Starts to read the streams of a program. The threads end with their streams.
    pub(super) fn of(child: &mut Child) -> io::Result<Self> {
        let (Some(stdout), Some(stderr)) = (child.stdout.take(), child.stderr.take()) else {
            return Err(io::Error::other("its output is not piped"));
        };
        let (sender, chunks) = sync_channel(QUEUE);
        let errors = Arc::new(Mutex::new(Vec::new()));
        let (error_sender, head) = (sender.clone(), errors.clone());
        let _ = std::thread::spawn(move || read_errors(stderr, &head, &error_sender));
        let _ = std::thread::spawn(move || read_lines(stdout, &sender));
        Ok(OutputStreams { chunks, errors })
    }

    /// Returns the beginning of standard error, as far as it was read.
    pub(super) fn errors(self) -> Vec<u8> {
        let mut errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut errors)
    }
}

fn read_lines(stdout: impl Read, chunks: &SyncSender<OutputChunk>) {
    let mut pending = Vec::new();
    let ended = read_blocks(stdout, |block| {
        if let Some(end) = block.iter().rposition(|&byte| byte == b'\n') {
            let mut lines = std::mem::replace(&mut pending, block[end + 1..].to_vec());
            lines.extend_from_slice(&block[..=end]);
            chunks.send(OutputChunk::Lines(lines))?;
        } else {
            pending.extend_from_slice(block);
        }
        if pending.len() > MAX_LINE {
            // The receiver stops the program. Until then its output is discarded.
            pending.clear();
            chunks.send(OutputChunk::Flood(STDOUT))?;
        }
        Ok(())
    });
    if ended.is_ok() && !pending.is_empty() {
        let _ = chunks.send(OutputChunk::Lines(pending));
    }
}

fn read_errors(stderr: impl Read, head: &Mutex<Vec<u8>>, chunks: &SyncSender<OutputChunk>) {
    let mut total = 0;
    let _ = read_blocks(stderr, |block| {
        let mut head = head.lock().unwrap_or_else(PoisonError::into_inner);
        let room = STDERR_HEAD.saturating_sub(head.len());
        head.extend_from_slice(&block[..block.len().min(room)]);
        drop(head);
        let before = total;
        total += block.len() as u64;
        if before <= MAX_STDERR && total > MAX_STDERR {
            chunks.send(OutputChunk::Flood(STDERR))?;
        }
        Ok(())
    });
}

/// Calls `on_block` with each block of a stream, until its end or until the receiver is gone.
fn read_blocks(
    mut stream: impl Read,
    mut on_block: impl FnMut(&[u8]) -> Result<(), SendError<OutputChunk>>,
) -> Result<(), SendError<OutputChunk>> {
    let mut buffer = vec![0; 64 << 10];
    loop {
        match stream.read(&mut buffer) {
            Ok(0) => return Ok(()),
            Ok(count) => on_block(&buffer[..count])?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return Ok(()),
        }
    }
}
