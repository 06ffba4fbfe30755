//! How far work may go, and the watch that tells when the time has come to stop.
//!
//! Whoever may work for long is given a [`Watch`] and asks it every now and then, in every phase:
//! while a puzzle is lowered, a model is written or encoded, a solver searches, a reason is looked
//! for. What is stopped half-way says so by a [`Stop`].

use std::fmt;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::clock::Instant;

/// How far work may go.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Raised by somebody who no longer wants the answer.
    pub cancel: Cancel,
}

impl Limits {
    /// What is left of them after some time. A moment always is.
    pub fn after(&self, spent: Duration) -> Limits {
        const MOMENT: Duration = Duration::from_millis(1);
        Limits {
            time: self.time.map(|time| time.saturating_sub(spent).max(MOMENT)),
            ..self.clone()
        }
    }
}

/// A flag that stops work: an interrupt, or another solver that was faster.
#[derive(Debug, Clone, Default)]
pub struct Cancel {
    raised: Arc<AtomicBool>,
    above: Option<Above>,
}

/// What raises a flag beside itself.
#[derive(Debug, Clone)]
enum Above {
    Flag(Arc<Cancel>),
    Whole(&'static AtomicBool),
}

impl Above {
    fn is_raised(&self) -> bool {
        match self {
            Above::Flag(flag) => flag.is_cancelled(),
            Above::Whole(flag) => flag.load(Ordering::Relaxed),
        }
    }
}

impl Cancel {
    /// A flag that is raised by itself, or with one of the whole program, such as the handler of a
    /// signal raises.
    pub fn raised_by(flag: &'static AtomicBool) -> Cancel {
        Cancel {
            raised: Arc::default(),
            above: Some(Above::Whole(flag)),
        }
    }

    /// Asks everybody who holds this flag, or one below it, to stop.
    pub fn cancel(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Tells whether somebody has asked.
    pub fn is_cancelled(&self) -> bool {
        self.raised.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(Above::is_raised)
    }

    /// A flag below this one: it is raised when this one is, or by itself.
    pub fn below(&self) -> Cancel {
        Cancel {
            raised: Arc::default(),
            above: Some(Above::Flag(Arc::new(self.clone()))),
        }
    }
}

/// Why work was stopped from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Its time was up.
    Time,
    /// It took too much memory.
    Memory,
    /// Somebody cancelled it.
    Cancelled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stop::Time => "the time limit was reached",
            Stop::Memory => "the memory limit was reached",
            Stop::Cancelled => "it was cancelled",
        })
    }
}

impl std::error::Error for Stop {}

/// How often memory is measured: to ask the system takes longer than to ask a clock.
const MEASURED_EVERY: Duration = Duration::from_millis(5);

/// The limits of one piece of work, counted from its beginning.
///
/// Once it has said stop it says so for good, and so do its clones.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    deadline: Option<Instant>,
    cancel: Cancel,
    memory: Option<Arc<Gauge>>,
    #[cfg(test)]
    asks: Option<Arc<Asks>>,
}

impl Watch {
    /// Starts the clock.
    pub fn new(limits: &Limits) -> Watch {
        Watch {
            // A time limit beyond what a clock can show is none.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel.clone(),
            memory: limits.memory.map(|most| Arc::new(Gauge::new(most))),
            #[cfg(test)]
            asks: None,
        }
    }

    /// The same limits, of which half of the time that is left is for somebody else.
    pub(crate) fn halved(&self) -> Watch {
        let now = Instant::now();
        Watch {
            deadline: self
                .deadline
                .map(|deadline| now + deadline.saturating_duration_since(now) / 2),
            ..self.clone()
        }
    }

    /// The same limits, with a flag that is below the one of this watch.
    #[cfg(feature = "external")]
    pub(crate) fn heeding(&self, cancel: &Cancel) -> Watch {
        Watch {
            cancel: cancel.clone(),
            ..self.clone()
        }
    }

    /// When the time is up.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.deadline
    }

    /// The flag.
    #[cfg(feature = "external")]
    pub(crate) fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// The most memory, in bytes.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory.as_ref().map(|gauge| gauge.most)
    }

    /// Why to stop now, if there is a reason. To ask takes a few dozen nanoseconds.
    pub fn stopped(&self) -> Option<Stop> {
        #[cfg(test)]
        if let Some(asks) = &self.asks
            && asks.ask()
        {
            return Some(Stop::Cancelled);
        }
        if self.cancel.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        if self.deadline.is_none() && self.memory.is_none() {
            return None;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(Stop::Time);
        }
        let gauge = self.memory.as_ref()?;
        gauge.is_exceeded(now).then_some(Stop::Memory)
    }

    /// Goes on, or stops.
    pub fn check(&self) -> Result<(), Stop> {
        match self.stopped() {
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }
}

/// The memory that was used since a watch was started.
#[derive(Debug)]
struct Gauge {
    /// The most bytes to use, roughly.
    most: u64,
    /// What the process used in the beginning.
    before: u64,
    started: Instant,
    /// When it was measured last, in nanoseconds since the start.
    measured: AtomicU64,
    exceeded: AtomicBool,
}

impl Gauge {
    fn new(most: u64) -> Gauge {
        Gauge {
            most,
            before: resident().unwrap_or(0),
            started: Instant::now(),
            measured: AtomicU64::new(0),
            exceeded: AtomicBool::new(false),
        }
    }

    fn is_exceeded(&self, now: Instant) -> bool {
        let time = now.saturating_duration_since(self.started).as_nanos() as u64;
        let since = time.saturating_sub(self.measured.load(Ordering::Relaxed));
        if since >= MEASURED_EVERY.as_nanos() as u64 {
            self.measured.store(time, Ordering::Relaxed);
            let used = resident().map_or(0, |now| now.saturating_sub(self.before));
            if used > self.most {
                self.exceeded.store(true, Ordering::Relaxed);
            }
        }
        self.exceeded.load(Ordering::Relaxed)
    }
}

/// The resident memory of this process in bytes, from Linux; other systems are not asked.
#[cfg(not(target_arch = "wasm32"))]
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    Some(kib_field(&status, "VmRSS:")? * 1024)
}

/// The largest resident memory of this process so far in bytes, from Linux.
#[cfg(all(feature = "external", unix))]
pub(crate) fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    Some(kib_field(&status, "VmHWM:")? * 1024)
}

/// A field of `/proc/PID/status` in KiB. Unlike `statm`, that file does not count in pages, whose size
/// depends on the system.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn kib_field(status: &str, name: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The memory of this module, in bytes. It never shrinks: what was given back is taken again first.
#[cfg(target_arch = "wasm32")]
fn resident() -> Option<u64> {
    const PAGE: u64 = 1 << 16;
    Some(std::arch::wasm32::memory_size::<0>() as u64 * PAGE)
}

/// A place to write to until the watch says stop; then writing fails with that.
pub(crate) struct Until<'a> {
    out: &'a mut dyn Write,
    watch: &'a Watch,
    /// How many bytes may go out before the watch is asked again.
    unasked: usize,
}

impl<'a> Until<'a> {
    const BETWEEN_ASKS: usize = 1 << 12;

    pub(crate) fn new(out: &'a mut dyn Write, watch: &'a Watch) -> Self {
        Until {
            out,
            watch,
            unasked: 0,
        }
    }
}

impl Write for Until<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.unasked.checked_sub(bytes.len()) {
            Some(left) => self.unasked = left,
            None => {
                self.watch.check().map_err(io::Error::other)?;
                self.unasked = Self::BETWEEN_ASKS;
            }
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Counts how often a watch is asked, for tests: work must ask often, and not go on after a stop.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct Asks {
    stop_at: u64,
    asked: AtomicU64,
}

#[cfg(test)]
impl Asks {
    /// Tells whether to stop.
    fn ask(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) + 1 >= self.stop_at
    }

    /// How often the watch was asked.
    pub(crate) fn count(&self) -> u64 {
        self.asked.load(Ordering::Relaxed)
    }

    /// How often it was asked after it had said stop.
    pub(crate) fn after_the_stop(&self) -> u64 {
        self.count().saturating_sub(self.stop_at)
    }
}

#[cfg(test)]
impl Watch {
    /// A watch that says stop when it is asked for the so-manieth time, and from then on.
    pub(crate) fn stopping_at(ask: u64) -> (Watch, Arc<Asks>) {
        let asks = Arc::new(Asks {
            stop_at: ask,
            asked: AtomicU64::new(0),
        });
        let watch = Watch {
            asks: Some(asks.clone()),
            ..Watch::default()
        };
        (watch, asks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_is_raised_for_those_below_it_alone() {
        let above = Cancel::default();
        let (one, other) = (above.below(), above.below());
        one.cancel();
        assert!(one.is_cancelled() && !other.is_cancelled() && !above.is_cancelled());
        above.cancel();
        assert!(other.is_cancelled());
    }

    #[test]
    fn a_watch_that_has_said_stop_says_so_for_good() {
        let limits = Limits {
            memory: Some(0),
            ..Limits::default()
        };
        let watch = Watch::new(&limits);
        // Memory is measured every few milliseconds, and some of it is used here.
        let mut held = Vec::new();
        while watch.stopped().is_none() && held.len() < 100_000 {
            held.push(vec![1_u8; 1 << 16]);
        }
        if resident().is_some() {
            assert_eq!(watch.stopped(), Some(Stop::Memory));
            drop(held);
            assert_eq!(watch.clone().stopped(), Some(Stop::Memory));
        }
    }

    #[test]
    fn writing_fails_after_a_stop() {
        let limits = Limits::default();
        let watch = Watch::new(&limits);
        let mut text = Vec::new();
        let mut out = Until::new(&mut text, &watch);
        out.write_all(b"one").expect("nobody says stop");
        limits.cancel.cancel();
        let rest = vec![b' '; 2 * Until::BETWEEN_ASKS];
        let error = out.write_all(&rest).expect_err("it is cancelled");
        let stop = error.get_ref().and_then(|why| why.downcast_ref::<Stop>());
        assert_eq!(stop, Some(&Stop::Cancelled));
        assert_eq!(text, b"one");
    }
}
