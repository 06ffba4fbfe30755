//! Runs a solver's program within limits, and leaves no process of it behind.
//!
//! A program runs as a child in a process group of its own. It is asked to end (SIGTERM) when its
//! time is up or its answer is no longer needed, and killed after a short grace period. Memory and
//! processor time are summed over the process tree by polling `/proc`; what a run took comes from
//! `wait4`. On Linux the kernel kills the program if this process dies (`PR_SET_PDEATHSIG`), and the
//! program is a child subreaper, so that everything it starts stays in its process tree. A driver such
//! as `minizinc`, which has a solver as its own child, receives SIGTERM instead and ends that child.
//!
//! External programs run on Unix only: elsewhere [`run`] returns [`ProcessError::Unsupported`].
#![cfg_attr(not(unix), allow(dead_code, reason = "programs run on Unix only"))]

#[cfg(unix)]
mod streams;
#[cfg(unix)]
mod tree;
#[cfg(unix)]
mod unix;

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::limits::{Budget, CancelFlag, StopReason};
use crate::visible;

#[cfg(unix)]
pub use unix::{adopt_orphans, kill_all};
#[cfg(unix)]
pub(crate) use unix::{run, usage_of_this_thread};

/// A program with its arguments.
#[derive(Debug, Clone)]
pub(crate) struct ProcessCommand {
    pub program: PathBuf,
    /// Passed as they are, without a shell.
    pub arguments: Vec<OsString>,
    /// The folder for temporary files of the program.
    pub folder: PathBuf,
}

/// The limits of one run.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProcessLimits {
    /// When the run must have ended.
    pub deadline: Option<Instant>,
    /// Processor time of all processes and threads.
    pub cpu: Option<Duration>,
    /// Memory of all processes, in bytes.
    pub memory: Option<u64>,
    /// Cancels the run.
    pub cancel: CancelFlag,
    /// The program runs the solver as its own child, which it ends on SIGTERM.
    pub is_driver: bool,
}

impl ProcessLimits {
    /// What is left of a budget.
    pub(crate) fn of(budget: &Budget) -> ProcessLimits {
        ProcessLimits {
            deadline: budget.deadline,
            memory: budget.memory(),
            cancel: budget.cancel.clone(),
            ..ProcessLimits::default()
        }
    }
}

/// Why a run was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessStop {
    /// A limit was reached, or the run was cancelled.
    Limit(StopReason),
    /// The consumer of its lines needs no more of them.
    Enough,
    /// It printed more than any reply has.
    Flood(OutputStream),
}

/// One of a program's streams.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputStream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

impl fmt::Display for OutputStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            OutputStream::Out => "standard output",
            OutputStream::Err => "standard error",
        })
    }
}

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessExit {
    /// With an exit code.
    Exit(i32),
    /// By a signal.
    Signal(i32),
}

impl fmt::Display for ProcessExit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProcessExit::Exit(code) => write!(f, "exit code {code}"),
            ProcessExit::Signal(number) => write!(f, "signal {number}"),
        }
    }
}

/// The resources that a program used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ResourceUsage {
    /// User and system time of all its processes.
    pub cpu: Duration,
    /// The largest resident memory of one of its processes, in bytes.
    pub peak_memory: u64,
}

/// The result of a run.
#[derive(Debug, Clone)]
pub(crate) struct ProcessResult {
    /// How the program itself ended.
    pub ending: ProcessExit,
    /// Why it was stopped; nothing if it ended by itself.
    pub stop: Option<ProcessStop>,
    pub usage: ResourceUsage,
    /// From the start to the end of the program itself.
    pub wall: Duration,
    /// The beginning of its standard error.
    pub stderr: Vec<u8>,
}

/// Why a program could not be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// The system does not start it.
    #[error("cannot start {}: {problem}", visible::path(.program))]
    NotStarted {
        /// The program.
        program: PathBuf,
        /// The error of the system.
        problem: std::io::Error,
    },
    /// This system has no process groups.
    #[error(
        "external solvers run on Linux, macOS and other Unix systems only; the solvers `embedded` and `search` run everywhere"
    )]
    Unsupported,
}

#[cfg(not(unix))]
pub(crate) fn run(
    _: &ProcessCommand,
    _: &ProcessLimits,
    _: &mut dyn FnMut(&[u8]) -> std::ops::ControlFlow<()>,
) -> Result<ProcessResult, ProcessError> {
    Err(ProcessError::Unsupported)
}

/// Does nothing on this system, where no external program runs.
#[cfg(not(unix))]
pub fn adopt_orphans() {}

/// Does nothing on this system, where no external program runs.
#[cfg(not(unix))]
pub fn kill_all() {}

#[cfg(not(unix))]
pub(crate) fn usage_of_this_thread() -> ResourceUsage {
    ResourceUsage::default()
}
