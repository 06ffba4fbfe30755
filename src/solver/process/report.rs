//! What the guard tells about a solver that has ended: a line in a file.

use std::fmt;
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use serde::{Deserialize, Serialize};

/// The file's name in the solver's folder.
pub(super) const FILE: &str = "guard-report";

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ending {
    /// With an exit code.
    Exit(i32),
    /// By a signal.
    Signal(i32),
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ending::Exit(code) => write!(f, "exit code {code}"),
            Ending::Signal(number) => write!(f, "signal {number}"),
        }
    }
}

/// What a program took too much of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Excess {
    /// Memory.
    Memory,
    /// Processor time.
    Cpu,
}

/// What a program took, over all of its processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct Usage {
    /// Processor time, its own and the system's for it.
    pub cpu: Duration,
    /// The most memory that one of its processes held at a time, in bytes.
    pub peak_memory: u64,
}

/// The unit of the system's peak memory, in bytes.
const PEAK_UNIT: u64 = if cfg!(target_vendor = "apple") {
    1
} else {
    1024
};

impl Usage {
    /// What this thread took so far, or this process where the system cannot tell them apart. Memory
    /// is always the process's.
    pub(crate) fn of_this_thread() -> Usage {
        #[cfg(target_os = "linux")]
        let who = UsageWho::RUSAGE_THREAD;
        #[cfg(not(target_os = "linux"))]
        let who = UsageWho::RUSAGE_SELF;
        Usage::of(who)
    }

    /// What this process, or its children that have ended, took so far; nothing if the system
    /// does not tell.
    pub(super) fn of(who: UsageWho) -> Usage {
        let Ok(usage) = getrusage(who) else {
            return Usage::default();
        };
        let time = |part: TimeVal| {
            Duration::from_secs(part.tv_sec().unsigned_abs())
                + Duration::from_micros(part.tv_usec().unsigned_abs())
        };
        Usage {
            cpu: time(usage.user_time()) + time(usage.system_time()),
            peak_memory: usage.max_rss().unsigned_abs() * PEAK_UNIT,
        }
    }
}

/// What the guard saw.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Report {
    /// How the solver ended, or why it did not even start.
    pub(super) ending: Result<Ending, String>,
    /// What it was ended for.
    pub(super) excess: Option<Excess>,
    /// From its start to the end of its first process.
    pub(super) wall: Duration,
    /// What it took.
    pub(super) usage: Usage,
}

impl Report {
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Reads a whole report; nothing if it is cut off or not one.
    pub(super) fn parse(text: &str) -> Option<Report> {
        serde_json::from_str(text).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_survives_the_file_and_half_of_one_is_none() {
        let report = Report {
            ending: Ok(Ending::Signal(9)),
            excess: Some(Excess::Cpu),
            wall: Duration::from_micros(2_000_001),
            usage: Usage {
                cpu: Duration::from_micros(1_234_567),
                peak_memory: 1 << 33,
            },
        };
        let text = report.text();
        assert_eq!(Report::parse(&text), Some(report.clone()));
        assert_eq!(Report::parse(&text[..text.len() / 2]), None);
        let failed = Report {
            ending: Err("No such file\nor directory".into()),
            ..report
        };
        assert_eq!(Report::parse(&failed.text()), Some(failed));
    }
}
