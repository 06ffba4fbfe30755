//! Runs a solver's program within limits, and ends all of its processes.
//!
//! A program runs as a child in its own process group. It receives SIGTERM when a limit is reached or its
//! answer is no longer needed, and SIGKILL after a short grace period. Memory and processor time are
//! summed over the process tree by polling `/proc`; the reported usage comes from `wait4`. On Linux the
//! kernel kills the program if this process dies (`PR_SET_PDEATHSIG`), and the program is a child
//! subreaper, so that its descendants stay in its process tree. A driver such as `minizinc`, whose child
//! is the solver, receives SIGTERM instead and ends that child.
//!
//! External programs run on Unix only. Elsewhere [`run`] returns an error.
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
use std::time::Duration;

use crate::limits::StopReason;

#[cfg(unix)]
pub use unix::{adopt_orphans, kill_all};
#[cfg(unix)]
pub(crate) use unix::{run, usage_of_this_thread};

/// Names of the output streams in messages.
pub(crate) const STDOUT: &str = "standard output";
pub(crate) const STDERR: &str = "standard error";

/// A program with its arguments.
#[derive(Debug, Clone, Default)]
pub(crate) struct ProcessCommand {
    pub program: PathBuf,
    /// Arguments, passed without a shell.
    pub arguments: Vec<OsString>,
    /// Folder for its temporary files (`TMPDIR`).
    pub folder: PathBuf,
    /// Limit of the processor time of all processes and threads.
    pub cpu: Option<Duration>,
    /// Whether the program runs the solver as its child, and ends it on SIGTERM.
    pub is_driver: bool,
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
    /// Reason why it was stopped; `None` if it was not stopped. `Enough` if the consumer needs no more
    /// lines, `GaveUp` after a flood.
    pub stop: Option<StopReason>,
    /// The output stream that exceeded its size limit.
    pub flood: Option<&'static str>,
    pub usage: ResourceUsage,
    /// Wall-clock time of the program itself.
    pub wall: Duration,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

#[cfg(not(unix))]
pub(crate) fn run(
    _: &ProcessCommand,
    _: &crate::limits::Budget,
    _: &mut dyn FnMut(&[u8]) -> std::ops::ControlFlow<()>,
) -> std::io::Result<ProcessResult> {
    Err(std::io::Error::other(
        "external solvers run on Linux, macOS and other Unix systems only; the solvers `embedded` and \
         `search` run everywhere",
    ))
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
