//! Runs a solver's program within limits, and ends all of its processes.
//!
//! A program runs as a child in its own process group. It receives SIGTERM when a limit is reached or its
//! answer is no longer needed, and SIGKILL after a short grace period. Memory and processor time are
//! summed over the process tree by polling `/proc`; the reported usage comes from `wait4`. On Linux the
//! kernel kills the program if this process dies (`PR_SET_PDEATHSIG`), and the program is a child
//! subreaper, so that its descendants stay in its process tree. A driver such as `minizinc`, whose child
//! is the solver, receives SIGTERM instead and ends that child.
//!
//! External programs run on Unix only. Elsewhere [`run`] returns [`ProcessError::Unsupported`].
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
    /// Arguments, passed without a shell.
    pub arguments: Vec<OsString>,
    /// Working folder of the program.
    pub folder: PathBuf,
}

/// The limits of one run.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProcessLimits {
    /// End of the run.
    pub deadline: Option<Instant>,
    /// Processor time of all processes and threads.
    pub cpu: Option<Duration>,
    /// Memory of all processes, in bytes.
    pub memory: Option<u64>,
    /// Cancels the run.
    pub cancel: CancelFlag,
    /// Whether the program runs the solver as its child, and ends it on SIGTERM.
    pub is_driver: bool,
}

impl ProcessLimits {
    /// Returns the remaining limits of a budget.
    pub(crate) fn of(budget: &Budget) -> ProcessLimits {
        ProcessLimits {
            deadline: budget.deadline,
            memory: budget.memory(),
            cancel: budget.cancel.clone(),
            ..ProcessLimits::default()
        }
    }
}

/// Reason why pipsc stopped a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProcessStop {
    /// A limit was reached, or the run was cancelled.
    Limit(StopReason),
    /// The consumer needs no more lines.
    Enough,
    /// The output exceeds its size limit.
    Flood(OutputStream),
}

/// An output stream of a program.
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

/// End of a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProcessExit {
    /// Exit with a code.
    Exit(i32),
    /// Termination by a signal.
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
    /// Exit code or signal of the program itself.
    pub ending: ProcessExit,
    /// Reason why it was stopped; `None` if it ended by itself.
    pub stop: Option<ProcessStop>,
    pub usage: ResourceUsage,
    /// Wall-clock time of the program itself.
    pub wall: Duration,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

/// Reason why a program cannot be run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// The program cannot be started.
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
