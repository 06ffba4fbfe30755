//! A program to be run, how far it may go, and what becomes of it.

use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::report::{Ending, Usage};
use super::streams::Stream;
use crate::limits::Cancel;
use crate::visible;

/// A program with its arguments, and where it may leave files.
#[derive(Debug, Clone)]
pub(crate) struct Job {
    /// The solver's program.
    pub program: PathBuf,
    /// Its arguments; no shell looks at them.
    pub arguments: Vec<OsString>,
    /// Its folder for temporary files.
    pub folder: PathBuf,
    /// The folder is ours alone and goes if we crash.
    pub disposable: bool,
}

/// How far a program may go.
#[derive(Debug, Clone, Default)]
pub(crate) struct Allowance {
    /// When it must have ended.
    pub deadline: Option<Instant>,
    /// Processor time, over all of its threads and processes.
    pub cpu: Option<Duration>,
    /// Memory in bytes, over all of its processes.
    pub memory: Option<u64>,
    /// Raised by somebody who no longer wants the answer.
    pub cancel: Cancel,
}

/// Why a program was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Halt {
    /// Its time was up, on the clock or of the processor.
    Time,
    /// It took too much memory.
    Memory,
    /// Somebody cancelled it.
    Cancelled,
    /// Whoever reads its lines has read enough.
    Enough,
    /// It printed without end.
    Flood(Stream),
}

/// What became of a program.
#[derive(Debug, Clone)]
pub(crate) struct Run {
    /// How its first process ended.
    pub ending: Ending,
    /// Why it was stopped; nothing if it ended by itself.
    pub halt: Option<Halt>,
    /// What it took.
    pub usage: Usage,
    /// From the start to the end of its first process, the guard left out.
    pub wall: Duration,
    /// The beginning of its standard error.
    pub stderr: Vec<u8>,
}

/// Why a program could not be run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The system does not start it.
    #[error("cannot start {}: {problem}", visible::path(.program))]
    CannotStart {
        /// The program.
        program: PathBuf,
        /// What the system says.
        problem: String,
    },
    /// The guard ended without a report, or could not be started.
    #[error("cannot watch over {}: {problem}", visible::path(.program))]
    Unguarded {
        /// The program.
        program: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
}
