//! A solver with everything that it started: who they are, what they hold, how they are ended.
//!
//! Linux tells the children of a process under `/proc`; elsewhere the process group has to do,
//! and memory is not measured.

use std::fs;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

/// The processes below this one, in the group of the solver or not.
pub(super) struct Family {
    solver: Pid,
}

impl Family {
    pub(super) fn of(solver: Pid) -> Self {
        Family { solver }
    }

    /// Sends a signal to all of them. The group comes first, because that reaches all of its
    /// members at one moment; then those who left it.
    pub(super) fn signal(&self, signal: Signal) {
        let members = members();
        // With nobody left, the group's number may already be somebody else's.
        if members.as_ref().is_none_or(|all| !all.is_empty()) {
            let _ = killpg(self.solver, signal);
        }
        for pid in members.into_iter().flatten() {
            let _ = kill(Pid::from_raw(pid), signal);
        }
    }

    /// The memory that they hold together, in bytes; shared pages count for each.
    pub(super) fn memory(&self) -> u64 {
        members().into_iter().flatten().map(resident).sum()
    }
}

/// From now on a process whose parent dies becomes our child, if it is below us.
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// Every process below this one, or nothing if the system does not tell.
fn members() -> Option<Vec<i32>> {
    let mut found = children("self")?;
    let mut next = 0;
    while let Some(pid) = found.get(next) {
        let below = children(&pid.to_string()).unwrap_or_default();
        found.extend(below);
        next += 1;
    }
    Some(found)
}

/// The children of all threads of a process.
fn children(process: &str) -> Option<Vec<i32>> {
    let mut found = Vec::new();
    for thread in fs::read_dir(format!("/proc/{process}/task")).ok()? {
        let list = fs::read_to_string(thread.ok()?.path().join("children")).ok()?;
        found.extend(
            list.split_whitespace()
                .filter_map(|pid| pid.parse::<i32>().ok()),
        );
    }
    Some(found)
}

/// The resident memory of a process, in bytes; none if it has ended.
fn resident(pid: i32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|kib| kib.parse::<u64>().ok())
        .map_or(0, |kib| kib * 1024)
}
