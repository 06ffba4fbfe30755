//! Overseeing a solver until nothing of it is left: it is asked to end when it is no longer wanted,
//! and killed after a short grace, when it takes too much memory, or when its first process has
//! ended and others have not.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use nix::sys::signal::Signal;

use super::family::Family;
use super::report::{Ending, Excess};

/// From TERM to KILL: enough for a driver such as `minizinc` to stop what it started.
pub(super) const GRACE: Duration = Duration::from_millis(500);

/// How often memory is measured, where it is limited, and stubborn processes are killed again.
pub(super) const TICK: Duration = Duration::from_millis(20);

/// How often processor time is measured, where it is limited: nothing is lost before it is up.
const CPU_TICK: Duration = Duration::from_millis(100);

/// What a solver may take, with all that it starts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Most {
    /// Memory in bytes.
    pub(super) memory: Option<u64>,
    /// Processor time.
    pub(super) cpu: Option<Duration>,
}

impl Most {
    /// How long nobody need look whether it takes more.
    fn pause(&self) -> Duration {
        match (self.memory, self.cpu) {
            (Some(_), _) => TICK,
            (None, Some(_)) => CPU_TICK,
            (None, None) => Duration::from_secs(3600),
        }
    }

    /// What it takes too much of. Those that have ended as our own children are not in the family any more.
    fn excess(&self, family: &Family, buried: Duration) -> Option<Excess> {
        if self.memory.is_some_and(|most| family.memory() > most) {
            return Some(Excess::Memory);
        }
        let is_over = |most| family.processor_time() + buried >= most;
        self.cpu.is_some_and(is_over).then_some(Excess::Cpu)
    }
}

/// What others see of the solver, or want of it.
pub(super) enum Event {
    /// The solver is no longer wanted.
    Stop,
    /// Nobody is left who could want it.
    Abandoned,
    /// Somebody else wants it to end.
    Signalled,
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
    /// What it was killed for.
    pub(super) excess: Option<Excess>,
    /// Nobody was left who could want it.
    pub(super) abandoned: bool,
    /// Somebody else wanted it to end, before those who started it did.
    pub(super) signalled: bool,
}

/// Oversees a solver that has just been started. What those took that are not in the family any more is asked
/// for.
pub(super) fn oversee(
    family: &Family,
    most: Most,
    buried: fn() -> Duration,
    events: &Receiver<Event>,
) -> Overseen {
    let mut phase = Phase::Running;
    let mut ending = None;
    let mut excess = None;
    let (mut abandoned, mut signalled) = (false, false);
    loop {
        let wait = match &phase {
            Phase::Running => most.pause(),
            Phase::Killing => TICK,
            Phase::Asked { until } => until.saturating_duration_since(Instant::now()),
        };
        match (events.recv_timeout(wait), &phase) {
            (Ok(Event::AllGone) | Err(RecvTimeoutError::Disconnected), _) => break,
            (Ok(Event::Ended(how, when)), _) => {
                ending = Some((how, when));
                phase = Phase::Killing;
            }
            (Ok(event @ (Event::Stop | Event::Abandoned | Event::Signalled)), before) => {
                abandoned |= matches!(event, Event::Abandoned);
                if matches!(before, Phase::Running) {
                    signalled = matches!(event, Event::Signalled);
                    family.signal(Signal::SIGTERM);
                    phase = Phase::Asked {
                        until: Instant::now() + GRACE,
                    };
                }
            }
            (Err(RecvTimeoutError::Timeout), Phase::Running) => {
                excess = most.excess(family, buried());
                if excess.is_some() {
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
        excess,
        abandoned,
        signalled,
    }
}
