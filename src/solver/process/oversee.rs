//! Overseeing a solver until nothing of it is left: it is asked to end when it is no longer wanted,
//! and killed after a short grace, when it takes too much memory, or when its first process has
//! ended and others have not.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::family::Family;
use super::report::Ending;

/// From TERM to KILL: enough for a driver such as `minizinc` to stop what it started.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// How often memory is measured, where it is limited, and stubborn processes are killed again.
pub(super) const TICK: Duration = Duration::from_millis(20);

/// What others see of the solver, or want of it.
pub(super) enum Event {
    /// The solver is no longer wanted.
    Stop,
    /// Nobody is left who could want it.
    Abandoned,
    /// The solver's first process has ended, at this moment.
    Ended(Ending, Instant),
    /// So has everything that it started.
    AllGone,
}

/// How far the end of the solver is.
enum Phase {
    Running,
    Asked { until: Instant },
    Killing,
}

/// A solver of which nothing is left.
pub(super) struct Overseen {
    /// How its first process ended.
    pub(super) ending: Ending,
    /// When.
    pub(super) ended: Instant,
    /// It was killed for its memory.
    pub(super) memory_exceeded: bool,
    /// Nobody was left who could want it.
    pub(super) abandoned: bool,
}

/// Oversees a solver that has just been started, with at most so much memory in bytes.
pub(super) fn oversee(family: &Family, memory: Option<u64>, events: &Receiver<Event>) -> Overseen {
    let mut phase = Phase::Running;
    let mut ending = None;
    let mut memory_exceeded = false;
    let mut abandoned = false;
    loop {
        let wait = match &phase {
            Phase::Running if memory.is_none() => Duration::from_secs(3600),
            Phase::Running | Phase::Killing => TICK,
            Phase::Asked { until } => until.saturating_duration_since(Instant::now()),
        };
        match (events.recv_timeout(wait), &phase) {
            (Ok(Event::AllGone) | Err(RecvTimeoutError::Disconnected), _) => break,
            (Ok(Event::Ended(how, when)), _) => {
                ending = Some((how, when));
                phase = Phase::Killing;
            }
            (Ok(event @ (Event::Stop | Event::Abandoned)), before) => {
                abandoned |= matches!(event, Event::Abandoned);
                if matches!(before, Phase::Running) {
                    family.signal(Signal::SIGTERM);
                    phase = Phase::Asked {
                        until: Instant::now() + GRACE,
                    };
                }
            }
            (Err(RecvTimeoutError::Timeout), Phase::Running) => {
                if memory.is_some_and(|most| family.memory() > most) {
                    memory_exceeded = true;
                    phase = Phase::Killing;
                }
            }
            (Err(RecvTimeoutError::Timeout), Phase::Asked { .. } | Phase::Killing) => {
                phase = Phase::Killing;
            }
        }
        if matches!(phase, Phase::Killing) {
            family.signal(Signal::SIGKILL);
        }
    }
    let (ending, ended) = ending.unwrap_or((Ending::Signal(0), Instant::now()));
    Overseen {
        ending,
        ended,
        memory_exceeded,
        abandoned,
    }
}
