//! Limits of time and memory, and cancellation.
//!
//! Everything that can take long takes a [`Budget`] and checks it regularly, in every phase: lowering,
//! encoding, searching, explaining. Work that is stopped returns a [`StopReason`].

use std::fmt;
use std::io::{self, Write};
#[cfg(test)]
use std::sync::atomic::AtomicU64;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::clock::Instant;

/// Limits of a computation.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Memory, in bytes.
    pub memory: Option<u64>,
    /// Cancels the work.
    pub cancel: CancelFlag,
}

impl Limits {
    /// Returns the remaining limits after some time, at least a millisecond.
    pub fn after(&self, spent: Duration) -> Limits {
        Limits {
            time: self
                .time
                .map(|time| time.saturating_sub(spent).max(Duration::from_millis(1))),
            ..self.clone()
        }
    }
}

/// A cancellation flag, as for an interrupt or a lost race. Cancelling it cancels its descendants.
#[derive(Debug, Clone, Default)]
pub struct CancelFlag {
    own: Arc<AtomicBool>,
    /// Its ancestors, whose cancellation cancels it, too.
    ancestors: Vec<Arc<AtomicBool>>,
}

impl CancelFlag {
    /// Cancels this flag, its clones, and their descendants.
    pub fn cancel(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether this flag or an ancestor is cancelled.
    pub fn is_cancelled(&self) -> bool {
        let mut flags = std::iter::once(&self.own).chain(&self.ancestors);
        flags.any(|flag| flag.load(Ordering::Relaxed))
    }

    /// Creates a child flag, which is cancelled with this one or alone.
    pub fn child(&self) -> CancelFlag {
        let mut ancestors = self.ancestors.clone();
        ancestors.push(self.own.clone());
        CancelFlag {
            own: Arc::default(),
            ancestors,
        }
    }
}

/// Reason why a computation ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum StopReason {
    /// The goal was reached: enough boards were found.
    Enough,
    /// The time limit was reached.
    TimeLimit,
    /// The memory limit was reached.
    MemoryLimit,
    /// The work was cancelled.
    Cancelled,
    /// The solver gave no verdict.
    GaveUp,
}

impl StopReason {
    /// Returns the name in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            StopReason::Enough => "enough",
            StopReason::GaveUp => "gave up",
            StopReason::TimeLimit => "time limit",
            StopReason::MemoryLimit => "memory limit",
            StopReason::Cancelled => "cancelled",
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Enough => "enough was found",
            StopReason::GaveUp => "the solver gave up",
            StopReason::TimeLimit => "the time limit was reached",
            StopReason::MemoryLimit => "the memory limit was reached",
            StopReason::Cancelled => "it was cancelled",
        })
    }
}

impl std::error::Error for StopReason {}

/// Interval of memory measurements, which take longer than reading a clock.
const MEASURE_INTERVAL: Duration = Duration::from_millis(5);

/// A deadline, a memory limit and a cancellation flag. A reached limit stays reached, also for clones.
#[derive(Debug, Clone, Default)]
pub struct Budget {
    pub(crate) deadline: Option<Instant>,
    pub(crate) cancel: CancelFlag,
    memory: Option<Arc<MemoryGauge>>,
    #[cfg(test)]
    checks: Option<Arc<CheckCounter>>,
}

impl Budget {
    /// Creates a budget that starts now.
    pub fn new(limits: &Limits) -> Budget {
        Budget {
            // A deadline beyond the range of the clock is no deadline.
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            cancel: limits.cancel.clone(),
            memory: limits.memory.map(|most| Arc::new(MemoryGauge::new(most))),
            #[cfg(test)]
            checks: None,
        }
    }

    /// Returns the same limits with half of the remaining time.
    pub(crate) fn halved(&self) -> Budget {
        let now = Instant::now();
        Budget {
            deadline: self
                .deadline
                .map(|deadline| now + deadline.saturating_duration_since(now) / 2),
            ..self.clone()
        }
    }

    /// Returns the memory limit in bytes.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory.as_ref().map(|gauge| gauge.most)
    }

    /// Returns the reached limit, if any. Takes a few dozen nanoseconds.
    pub fn stopped(&self) -> Option<StopReason> {
        #[cfg(test)]
        if let Some(checks) = &self.checks
            && checks.made.fetch_add(1, Ordering::Relaxed) + 1 >= checks.stop_at
        {
            return Some(StopReason::Cancelled);
        }
        if self.cancel.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        if self.deadline.is_none() && self.memory.is_none() {
            return None;
        }
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        let gauge = self.memory.as_ref()?;
        gauge.is_exceeded(now).then_some(StopReason::MemoryLimit)
    }

    /// Fails if a limit is reached.
    pub fn check(&self) -> Result<(), StopReason> {
        self.stopped().map_or(Ok(()), Err)
    }
}

/// Measures the memory used since the start of a budget, approximately.
#[derive(Debug)]
struct MemoryGauge {
    /// The limit in bytes.
    most: u64,
    /// The memory of the process at the start.
    before: u64,
    measured: Mutex<Instant>,
    exceeded: AtomicBool,
}

impl MemoryGauge {
    fn new(most: u64) -> MemoryGauge {
        MemoryGauge {
            most,
            before: resident().unwrap_or(0),
            measured: Mutex::new(Instant::now()),
            exceeded: AtomicBool::new(false),
        }
    }

    fn is_exceeded(&self, now: Instant) -> bool {
        // While another thread measures, the last result is used.
        if let Ok(mut measured) = self.measured.try_lock()
            && now.saturating_duration_since(*measured) >= MEASURE_INTERVAL
        {
            *measured = now;
            let used = resident().map_or(0, |now| now.saturating_sub(self.before));
            if used > self.most {
                self.exceeded.store(true, Ordering::Relaxed);
            }
        }
        self.exceeded.load(Ordering::Relaxed)
    }
}

/// Returns the resident memory of this process in bytes.
#[cfg(not(target_arch = "wasm32"))]
fn resident() -> Option<u64> {
    memory_of("self", "VmRSS:")
}

/// Returns a field of `/proc/PID/status` in bytes; Linux only. Unlike `statm`, that file does not depend
/// on the page size.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) fn memory_of(process: &str, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

/// Returns the memory of this WebAssembly module in bytes. It never shrinks.
#[cfg(target_arch = "wasm32")]
fn resident() -> Option<u64> {
    const PAGE: u64 = 1 << 16;
    Some(std::arch::wasm32::memory_size::<0>() as u64 * PAGE)
}

/// A writer that fails with a [`StopReason`] once a limit is reached.
pub(crate) struct BudgetWriter<'a> {
    out: &'a mut dyn Write,
    budget: &'a Budget,
    /// Remaining bytes before the next check of the budget.
    unchecked: usize,
}

impl<'a> BudgetWriter<'a> {
    const BETWEEN_CHECKS: usize = 1 << 12;

    pub(crate) fn new(out: &'a mut dyn Write, budget: &'a Budget) -> Self {
        BudgetWriter {
            out,
            budget,
            unchecked: 0,
        }
    }
}

impl Write for BudgetWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.unchecked.checked_sub(bytes.len()) {
            Some(left) => self.unchecked = left,
            None => {
                self.budget.check().map_err(io::Error::other)?;
                self.unchecked = Self::BETWEEN_CHECKS;
            }
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Counts the checks of a budget, for tests: work must check often, and end after a stop.
#[cfg(test)]
#[derive(Debug)]
pub(crate) struct CheckCounter {
    stop_at: u64,
    made: AtomicU64,
}

#[cfg(test)]
impl CheckCounter {
    pub(crate) fn count(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    /// The number of checks after the first that stopped the work.
    pub(crate) fn after_the_stop(&self) -> u64 {
        self.count().saturating_sub(self.stop_at)
    }
}

#[cfg(test)]
impl Budget {
    /// A budget that stops the work at the given check, and from then on.
    pub(crate) fn stopping_at(stop_at: u64) -> (Budget, Arc<CheckCounter>) {
        let made = AtomicU64::new(0);
        let checks = Arc::new(CheckCounter { stop_at, made });
        let budget = Budget {
            checks: Some(checks.clone()),
            ..Budget::default()
        };
        (budget, checks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancelling_a_flag_cancels_the_flags_below_it_only() {
        let parent = CancelFlag::default();
        let (one, other) = (parent.child(), parent.child());
        one.cancel();
        assert!(one.is_cancelled() && !other.is_cancelled() && !parent.is_cancelled());
        parent.cancel();
        assert!(other.is_cancelled());
    }

    #[test]
    fn a_limit_stays_reached() {
        let limits = Limits {
            memory: Some(0),
            ..Limits::default()
        };
        let budget = Budget::new(&limits);
        // Memory is measured every few milliseconds, and some of it is used here.
        let mut held = Vec::new();
        while budget.stopped().is_none() && held.len() < 100_000 {
            held.push(vec![1_u8; 1 << 16]);
        }
        if resident().is_some() {
            assert_eq!(budget.stopped(), Some(StopReason::MemoryLimit));
            drop(held);
            assert_eq!(budget.clone().stopped(), Some(StopReason::MemoryLimit));
        }
    }

    #[test]
    fn writing_fails_after_a_stop() {
        let limits = Limits::default();
        let budget = Budget::new(&limits);
        let mut text = Vec::new();
        let mut out = BudgetWriter::new(&mut text, &budget);
        out.write_all(b"one").expect("no limit is reached");
        limits.cancel.cancel();
        let rest = vec![b' '; 2 * BudgetWriter::BETWEEN_CHECKS];
        let error = out.write_all(&rest).expect_err("it is cancelled");
        let stop = error
            .get_ref()
            .and_then(|why| why.downcast_ref::<StopReason>());
        assert_eq!(stop, Some(&StopReason::Cancelled));
        assert_eq!(text, b"one");
    }
}
