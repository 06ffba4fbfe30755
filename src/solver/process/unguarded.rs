//! A solver as a child of this very process, overseen by a thread, for programs that cannot stand
//! guard. It is stopped like any other, with all that it started: its group, and on Linux those who
//! left it, which carry a mark in their environment. What only a guard can do is lost: if this
//! process is killed the solver goes on, and neither the processor time that it took nor the memory that it
//! held is reported.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

use super::family::{Family, Mark};
use super::job::{Allowance, Job};
use super::oversee::{Event, GRACE, Most, TICK, oversee};
use super::report::{Ending, Report, Usage};
use super::streams::Streams;

/// A solver at work.
pub(super) struct Unguarded {
    events: Sender<Event>,
    overseer: Option<JoinHandle<Report>>,
}

impl Unguarded {
    pub(super) fn start(job: &Job, bounds: &Allowance) -> io::Result<(Self, Streams)> {
        let mark = Mark::new();
        let mut child = mark
            .put(&mut Command::new(&job.program))
            .args(&job.arguments)
            .env("TMPDIR", &job.folder)
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let streams = Streams::of(&mut child)?;
        let (events, seen) = channel();
        let most = Most {
            memory: bounds.memory,
            cpu: bounds.cpu,
        };
        let see = events.clone();
        let overseer = std::thread::spawn(move || {
            let started = Instant::now();
            let solver = Pid::from_raw(child.id().cast_signed());
            let _ = std::thread::spawn(move || bury(child, solver, &mark, &see));
            let overseen = oversee(&Family::of(solver), most, || Duration::ZERO, &seen);
            Report {
                ending: Ok(overseen.ending),
                excess: overseen.excess,
                wall: overseen.ended - started,
                usage: Usage::default(),
            }
        });
        let overseer = Some(overseer);
        Ok((Unguarded { events, overseer }, streams))
    }

    /// Has the solver stopped, if it has not ended yet.
    pub(super) fn stop(&self) {
        // If nobody listens, it has ended.
        let _ = self.events.send(Event::Stop);
    }

    /// Tells whether nothing of it is left.
    pub(super) fn is_over(&self) -> bool {
        self.overseer.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Waits until nothing of it is left.
    pub(super) fn finish(mut self) -> io::Result<Report> {
        let overseer = self.overseer.take().and_then(|thread| thread.join().ok());
        overseer.ok_or_else(|| io::Error::other("its overseer has failed"))
    }
}

impl Drop for Unguarded {
    fn drop(&mut self) {
        self.stop();
        let _ = self.overseer.take().map(JoinHandle::join);
    }
}

/// Waits for the end of the solver, and of all that it started.
fn bury(mut child: Child, solver: Pid, mark: &Mark, events: &Sender<Event>) {
    let ending = child.wait().map_or(Ending::Signal(0), ending);
    let ended = Instant::now();
    let _ = events.send(Event::Ended(ending, ended));
    // Others of the group are killed meanwhile. What the system has not buried by then is dead.
    let family = Family::of(solver);
    while ended.elapsed() < GRACE && (mark.kill() || family.has_group()) {
        std::thread::sleep(TICK);
    }
    let _ = events.send(Event::AllGone);
}

fn ending(status: ExitStatus) -> Ending {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ending::Exit(code),
        (None, signal) => Ending::Signal(signal.unwrap_or(0)),
    }
}
