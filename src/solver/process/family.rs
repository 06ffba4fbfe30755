//! A solver with everything that it started: who they are, what they hold, how they are ended.
//!
//! Linux tells the children of a process under `/proc`; elsewhere the process group has to do,
//! and memory is not measured.

use std::fs;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

/// A solver's processes, in its group or not.
pub(super) struct Family {
    /// The leader of the group.
    solver: Pid,
    /// Whose children they are: of this process, which adopts orphans, or of the solver.
    above: String,
}

impl Family {
    /// All processes below this one, which has no children but the solver.
    pub(super) fn below_this(solver: Pid) -> Self {
        let above = "self".into();
        Family { solver, above }
    }

    /// The solver's group, and what is below the solver.
    pub(super) fn of(solver: Pid) -> Self {
        let above = solver.to_string();
        Family { solver, above }
    }

    /// Sends a signal to all of them. The group comes first, because that reaches all of its
    /// members at one moment; then those who left it.
    pub(super) fn signal(&self, signal: Signal) {
        let members = self.members();
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
        self.members().into_iter().flatten().map(resident).sum()
    }

    /// The processor time that they have taken together, those among them that have ended and were waited for
    /// included.
    pub(super) fn processor_time(&self) -> Duration {
        let members = self.members().into_iter().flatten();
        members.map(processor_time).sum()
    }

    /// Tells whether the solver's group has a member, alive or not yet buried.
    pub(super) fn has_group(&self) -> bool {
        killpg(self.solver, None).is_ok()
    }

    /// Every process of it, or nothing if the system does not tell.
    fn members(&self) -> Option<Vec<i32>> {
        let mut found = children(&self.above)?;
        let mut next = 0;
        while let Some(pid) = found.get(next) {
            let below = children(&pid.to_string()).unwrap_or_default();
            found.extend(below);
            next += 1;
        }
        // What is below the solver does not include it.
        found.extend(self.above.parse::<i32>());
        Some(found)
    }
}

/// From now on a process whose parent dies becomes our child, if it is below us.
pub(super) fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_child_subreaper(true);
}

/// What tells the processes of one solver from all others, wherever they hide: a variable of their
/// environment.
#[derive(Debug)]
pub(super) struct Mark(String);

impl Mark {
    const VARIABLE: &str = "PIPSC_SOLVER";

    /// One that no other solver has.
    pub(super) fn new() -> Self {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        Mark(format!("{}-{number}", std::process::id()))
    }

    /// Puts it on what is about to be started.
    pub(super) fn put<'c>(&self, command: &'c mut Command) -> &'c mut Command {
        command.env(Mark::VARIABLE, &self.0)
    }

    /// Kills every process that has it, where the system tells; tells whether there was one.
    pub(super) fn kill(&self) -> bool {
        let mark = format!("{}={}", Mark::VARIABLE, self.0).into_bytes();
        let mut found = false;
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let number = process.file_name().to_string_lossy().parse::<i32>();
            let environment = fs::read(process.path().join("environ")).unwrap_or_default();
            if let Ok(pid) = number
                && environment.split(|&byte| byte == 0).any(|one| one == mark)
            {
                found = true;
                let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
            }
        }
        found
    }
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

/// The unit in which Linux tells programs of processor time.
const TICK: Duration = Duration::from_millis(10);

/// The processor time of a process and of its children that it has waited for; none if it has ended.
fn processor_time(pid: i32) -> Duration {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name in parentheses is the program's own, and may hold anything.
    let fields = stat.rsplit(") ").next().unwrap_or_default();
    // From the state on: user and system time are the 14th and the 15th field of all, then those of the children.
    let ticks = fields.split(' ').skip(11).take(4);
    let ticks: u32 = ticks.filter_map(|field| field.parse::<u32>().ok()).sum();
    TICK * ticks
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
