//! The process tree of a solver: members, resources, signals.
//!
//! Linux lists the children of a process under `/proc`. Elsewhere only the process group is known,
//! and neither memory nor processor time is measured.

use std::fs;
use std::time::Duration;

use crate::limits::memory_of;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

/// The unit of processor time in `/proc/PID/stat`: `USER_HZ`, which is 100 on every architecture that
/// Rust supports.
const CLOCK_TICK: Duration = Duration::from_millis(10);

/// A program and its descendants.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProcessTree {
    /// The program, which leads its process group. It is not reaped while this is used, so its process ID
    /// is not reused.
    pub(super) root: Pid,
}

impl ProcessTree {
    /// Sends a signal to all members: to the group at once, then to those that left it.
    pub(super) fn signal(self, signal: Signal) {
        // Listed first: orphans of the signal cannot be found afterwards.
        let members = self.members();
        let _ = kill_process_group(self.root, signal);
        for pid in members {
            let _ = kill_process(pid, signal);
        }
    }

    /// Returns the resident memory of all members in bytes; shared pages count for each.
    pub(super) fn memory(self) -> u64 {
        self.members().into_iter().map(resident_memory).sum()
    }

    /// Returns the processor time of all members and of their ended children.
    pub(super) fn cpu(self) -> Duration {
        self.members().into_iter().map(cpu_time).sum()
    }

    /// Returns the root and its descendants.
    fn members(self) -> Vec<Pid> {
        let mut members = vec![self.root];
        let mut next = 0;
        while let Some(pid) = members.get(next) {
            members.extend(children(&pid.to_string()));
            next += 1;
        }
        members
    }
}

/// Returns the children of all threads of a process, given by its ID or `self`.
pub(super) fn children(process: &str) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let lists = threads.into_iter().flatten().flatten();
    let lists = lists.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    let parse = |list: String| -> Vec<Pid> {
        let numbers = list.split_whitespace().filter_map(|pid| pid.parse().ok());
        numbers.filter_map(Pid::from_raw).collect()
    };
    lists.flat_map(parse).collect()
}

/// Returns the processor time of a process and of its reaped children; zero if it is gone.
fn cpu_time(pid: Pid) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The program's name is in parentheses and can contain parentheses itself.
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    // utime, stime, cutime and cstime are fields 14 to 17; the state is field 3.
    let ticks = fields.split(' ').skip(11).take(4);
    let ticks: u32 = ticks.filter_map(|field| field.parse::<u32>().ok()).sum();
    CLOCK_TICK * ticks
}

/// Returns the resident memory of a process in bytes; zero if it is gone.
fn resident_memory(pid: Pid) -> u64 {
    memory_of(&pid.to_string(), "VmRSS:").unwrap_or(0)
}
