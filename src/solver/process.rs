//! Processes: a solver's program run within bounds, with nothing of it left behind.
//!
//! A solver does not run as our own child but under a [`guard`], a second process of this program
//! which holds the other end of a pipe. Whatever ends us, a crash or `kill -9` included, closes
//! that pipe, and the guard ends the solver with every process that it started. Both of the
//! solver's streams are drained by threads, so that it never waits for us.

pub mod guard;
mod report;
mod streams;

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ExitStatus, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

pub use report::{Ending, Usage};
pub use streams::Stream;

use report::Report;
use streams::{Chunk, Streams};

use super::task::Cancel;

/// How often a cancelled flag is looked at.
const POLL: Duration = Duration::from_millis(10);

/// A program with its arguments, and where it may leave files.
#[derive(Debug, Clone)]
pub struct Job {
    /// The program of ours that can stand guard, `pipsc` itself.
    pub guard: PathBuf,
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
pub struct Bounds {
    /// When it must have ended.
    pub deadline: Option<Instant>,
    /// Processor time over all of its threads.
    pub cpu: Option<Duration>,
    /// Memory in bytes, over all of its processes.
    pub memory: Option<u64>,
    /// Raised by somebody who no longer wants the answer.
    pub cancel: Cancel,
}

/// Why a program was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halt {
    /// Its time was up.
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
pub struct Run {
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
    #[error("cannot start {}: {problem}", .program.display())]
    CannotStart {
        /// The program.
        program: PathBuf,
        /// What the system says.
        problem: String,
    },
    /// The guard ended without a report, or could not be started.
    #[error("cannot watch over {}: {problem}", .program.display())]
    Unguarded {
        /// The program.
        program: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
}

/// Runs a program to its end and hands over its standard output line by line, without line ends.
///
/// When this returns, no process that the program started is left.
pub fn run(
    job: &Job,
    bounds: &Bounds,
    on_line: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Run, RunError> {
    let unguarded = |problem| RunError::Unguarded {
        program: job.program.clone(),
        problem,
    };
    let mut watched = Watched::start(job, bounds).map_err(unguarded)?;
    let streams = watched.streams().map_err(unguarded)?;
    let mut halt = None;
    loop {
        let reason = match streams.next(wait(bounds)) {
            Ok(Chunk::Lines(lines)) => {
                lines
                    .split_inclusive(|&byte| byte == b'\n')
                    .find_map(|line| match on_line(without_end(line)) {
                        ControlFlow::Continue(()) => None,
                        ControlFlow::Break(()) => Some(Halt::Enough),
                    })
            }
            Ok(Chunk::Flood(stream)) => Some(Halt::Flood(stream)),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        halt = reason.or_else(|| overdue(bounds));
        if halt.is_some() {
            break;
        }
    }
    watched.stop(halt.is_some());
    // The writers are gone, or about to be: the threads find the end of their streams.
    let stderr = streams.finish();
    let report = watched.finish(job).map_err(unguarded)?;
    if report.memory_exceeded {
        halt = halt.or(Some(Halt::Memory));
    }
    match report.ending {
        Ok(ending) => Ok(Run {
            ending,
            halt,
            usage: report.usage,
            wall: report.wall,
            stderr,
        }),
        Err(problem) => Err(RunError::CannotStart {
            program: job.program.clone(),
            problem,
        }),
    }
}

fn overdue(bounds: &Bounds) -> Option<Halt> {
    if bounds.cancel.is_cancelled() {
        return Some(Halt::Cancelled);
    }
    let late = bounds.deadline.is_some_and(|end| Instant::now() >= end);
    late.then_some(Halt::Time)
}

/// How long to wait for output before looking at the bounds again.
fn wait(bounds: &Bounds) -> Duration {
    match bounds.deadline {
        Some(end) => POLL.min(end.saturating_duration_since(Instant::now())),
        None => POLL,
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A guard at work. Dropped early, as in a panic, it still ends the solver and waits for that.
struct Watched {
    child: Child,
    report: PathBuf,
}

impl Watched {
    fn start(job: &Job, bounds: &Bounds) -> io::Result<Self> {
        let report = job.folder.join(report::FILE);
        let _ = fs::remove_file(&report);
        let mut command = std::process::Command::new(&job.guard);
        let child = guard::Orders {
            folder: job.folder.clone(),
            disposable: job.disposable,
            memory: bounds.memory,
            cpu: bounds.cpu,
        }
        .give(&mut command)
        .arg(&job.program)
        .args(&job.arguments)
        .env("TMPDIR", &job.folder)
        // An interrupt at the terminal reaches us alone; we pass it on in good order.
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
        Ok(Watched { child, report })
    }

    fn streams(&mut self) -> io::Result<Streams> {
        match (self.child.stdout.take(), self.child.stderr.take()) {
            (Some(stdout), Some(stderr)) => Ok(Streams::drain(stdout, stderr)),
            _ => Err(io::Error::other("the streams are not there")),
        }
    }

    /// Lets the guard know that the solver is to go, if it has not gone yet.
    fn stop(&mut self, early: bool) {
        if early && let Some(pipe) = &mut self.child.stdin {
            // If it cannot be written to, the guard has ended already.
            let _ = pipe.write_all(guard::STOP);
        }
    }

    /// Waits with the pipe open: one that closes early means to the guard that we crashed.
    fn wait(&mut self) -> io::Result<ExitStatus> {
        let pipe = self.child.stdin.take();
        let status = self.child.wait();
        drop(pipe);
        status
    }

    fn finish(mut self, job: &Job) -> io::Result<Report> {
        let _ = self.wait()?;
        let text = fs::read_to_string(&self.report)?;
        let _ = fs::remove_file(&self.report);
        Report::parse(&text).ok_or_else(|| {
            io::Error::other(format!("the report in {} is damaged", job.folder.display()))
        })
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.stop(true);
        let _ = self.wait();
    }
}
