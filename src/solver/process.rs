//! Processes: a solver's program run within bounds, with nothing of it left behind.
//!
//! A solver does not run as our own child but under a [`guard`], a second process of this program
//! which holds the other end of a pipe. Whatever ends us, a crash or `kill -9` included, closes
//! that pipe, and the guard ends the solver with every process that it started. Both of the
//! solver's streams are drained by threads, so that it never waits for us.
//!
//! A program can be its own guard if it lets the guard have the first word: see [`guard::stand`].
//! In any other program solvers are [`unguarded`] children. They are stopped at their limits all the
//! same, but they are not if the program itself is killed.

mod family;
pub(crate) mod guard;
mod guarded;
mod job;
mod oversee;
mod report;
mod streams;
mod unguarded;

use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

pub(crate) use job::{Allowance, Halt, Job, Run, RunError};
pub(crate) use report::{Ending, Usage};
pub(crate) use streams::Stream;

use guarded::Guarded;
use report::{Excess, Report};
use streams::Chunk;
use unguarded::Unguarded;

/// How often a cancelled flag is looked at.
const POLL: Duration = Duration::from_millis(10);

/// Runs a program to its end and hands over its standard output line by line, without line ends.
///
/// When this returns, no process that the program started is left.
pub(crate) fn run(
    job: &Job,
    bounds: &Allowance,
    on_line: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> Result<Run, RunError> {
    let unguarded = |problem| RunError::Unguarded {
        program: job.program.clone(),
        problem,
    };
    let cannot_start = |problem| RunError::CannotStart {
        program: job.program.clone(),
        problem,
    };
    let (mut watched, streams) = match guard::program() {
        Some(program) => {
            let (guarded, streams) = Guarded::start(program, job, bounds).map_err(unguarded)?;
            (Watched::Guarded(guarded), streams)
        }
        None => {
            let started = Unguarded::start(job, bounds);
            let (child, streams) = started.map_err(|problem| cannot_start(problem.to_string()))?;
            (Watched::Unguarded(child), streams)
        }
    };
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
            Err(RecvTimeoutError::Timeout) if watched.is_over() => break,
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        halt = reason.or_else(|| overdue(bounds));
        if halt.is_some() {
            break;
        }
    }
    if halt.is_some() {
        watched.stop();
    }
    let report = match watched.finish() {
        Err(_) if bounds.cancel.is_cancelled() => Report {
            ending: Ok(Ending::Signal(0)),
            excess: None,
            wall: Duration::ZERO,
            usage: Usage::default(),
        },
        report => report.map_err(unguarded)?,
    };
    // Whoever ends us may have ended the solver before.
    let is_killed = matches!(report.ending, Ok(Ending::Signal(_)));
    if halt.is_none() && is_killed && bounds.cancel.is_cancelled() {
        halt = Some(Halt::Cancelled);
    }
    let stderr = streams.finish();
    halt = halt.or(report.excess.map(|excess| match excess {
        Excess::Memory => Halt::Memory,
        Excess::Cpu => Halt::Time,
    }));
    match report.ending {
        Ok(ending) => Ok(Run {
            ending,
            halt,
            usage: report.usage,
            wall: report.wall,
            stderr,
        }),
        Err(problem) => Err(cannot_start(problem)),
    }
}

/// The same, with the lines together at the end; no more of them than so many bytes are waited for.
pub(crate) fn output(
    job: &Job,
    bounds: &Allowance,
    most: usize,
) -> Result<(Run, Vec<u8>), RunError> {
    let mut text = Vec::new();
    let run = run(job, bounds, &mut |line| {
        text.extend_from_slice(line);
        text.push(b'\n');
        if text.len() < most {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    })?;
    Ok((run, text))
}

fn overdue(bounds: &Allowance) -> Option<Halt> {
    if bounds.cancel.is_cancelled() {
        return Some(Halt::Cancelled);
    }
    let late = bounds.deadline.is_some_and(|end| Instant::now() >= end);
    late.then_some(Halt::Time)
}

/// How long to wait for output before looking at the bounds again.
fn wait(bounds: &Allowance) -> Duration {
    match bounds.deadline {
        Some(end) => POLL.min(end.saturating_duration_since(Instant::now())),
        None => POLL,
    }
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A solver at work. Dropped early, as in a panic, it still ends, and that is waited for.
enum Watched {
    Guarded(Guarded),
    Unguarded(Unguarded),
}

impl Watched {
    /// Has the solver stopped, if it has not ended yet.
    fn stop(&mut self) {
        match self {
            Watched::Guarded(guarded) => guarded.stop(),
            Watched::Unguarded(child) => child.stop(),
        }
    }

    /// Tells whether nothing of it is left, though its streams have not ended. A guard lets nobody
    /// get away with them, unless it is killed.
    fn is_over(&mut self) -> bool {
        match self {
            Watched::Guarded(guarded) => guarded.is_over(),
            Watched::Unguarded(child) => child.is_over(),
        }
    }

    /// Waits until nothing of it is left.
    fn finish(self) -> io::Result<Report> {
        match self {
            Watched::Guarded(guarded) => guarded.finish(),
            Watched::Unguarded(child) => child.finish(),
        }
    }
}
