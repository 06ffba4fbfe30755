//! A stream of results: buffered, and flushed at least every tenth of a second while results come.

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use super::{CliError, terminal};

/// As much is gathered before it is written.
const PIECE: usize = 1 << 16;

/// What comes after this time is written at once.
const SOON: Duration = Duration::from_millis(100);

/// Where results go, one after the other.
pub(super) enum Stream<'f> {
    /// To standard output.
    Stdout(Stdout),
    /// Into something else, such as a file that is there whole or not at all.
    Into(&'f mut dyn Write, &'f Path),
}

/// Standard output, and when it was flushed last.
pub(super) struct Stdout {
    out: BufWriter<io::Stdout>,
    flushed: Option<Instant>,
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
    /// Standard output.
    pub(super) fn stdout() -> Self {
        Stream::Stdout(Stdout {
            out: BufWriter::with_capacity(PIECE, io::stdout()),
            flushed: None,
        })
    }

    /// Writes some more.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let is_due = match self {
            Stream::Stdout(out) => out.flushed.is_none_or(|last| last.elapsed() >= SOON),
            Stream::Into(..) => false,
        };
        self.write(bytes, is_due)
    }

    /// Writes some more, with what was gathered, because nothing may come for long.
    pub(super) fn put_now(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.write(bytes, true)
    }

    fn write(&mut self, bytes: &[u8], is_due: bool) -> Result<(), CliError> {
        match self {
            Stream::Stdout(stdout) => terminal::aside(|| {
                stdout.out.write_all(bytes)?;
                if is_due {
                    stdout.out.flush()?;
                    stdout.flushed = Some(Instant::now());
                }
                Ok(())
            })
            .map_err(|problem| CliError::writing(Path::new("standard output"), problem)),
            Stream::Into(out, path) => out
                .write_all(bytes)
                .map_err(|problem| CliError::writing(path, problem)),
        }
    }

    /// Whether it is standard output.
    pub(super) fn is_stdout(&self) -> bool {
        matches!(self, Stream::Stdout(_))
    }

    /// Writes what is left.
    pub(super) fn end(mut self) -> Result<(), CliError> {
        self.put_now(&[])
    }
}
