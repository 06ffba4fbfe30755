//! Starts, limits and ends a program on Unix.

use std::io;
use std::ops::ControlFlow;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitId, WaitIdOptions, kill_process, setrlimit, waitid,
};
use rustix::time::{ClockId, clock_gettime};
use wait4::Wait4;

use super::streams::{OutputChunk, OutputStreams};
use super::tree::{self, ProcessTree};
use super::{ProcessCommand, ProcessExit, ProcessResult, ResourceUsage};
use crate::limits::{Budget, StopReason, memory_of};
use crate::visible;

/// Time from SIGTERM to SIGKILL: enough for a driver such as `minizinc` to stop its solver.
const GRACE: Duration = Duration::from_millis(500);

/// Interval of limit checks while there is no output.
const TICK: Duration = Duration::from_millis(10);

/// Interval of reading `/proc`, which takes longer than reading a clock.
const MEASURE_INTERVAL: Duration = Duration::from_millis(20);

/// Maximum wait for more output of an ended program: a process that left the tree can hold its pipes
/// open.
const LAST_OUTPUT: Duration = Duration::from_secs(5);

/// Maximum delay between a batch system's signals to the solver and to this process.
const SIGNAL_DELAY: Duration = Duration::from_millis(200);

/// The running programs. Each leads its process group and is not reaped while it is listed.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Whether this process adopts orphans.
static ADOPTS: AtomicBool = AtomicBool::new(false);

fn running() -> MutexGuard<'static, Vec<Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes this process the parent of orphans of solvers, so that they can be killed even if they have left
/// the solver's process group. Linux only.
///
/// Only for programs that start all processes through this library: at the end of each run, every other
/// child process is killed.
pub fn adopt_orphans() {
    #[cfg(target_os = "linux")]
    {
        let is_set = rustix::process::set_child_subreaper(Some(Pid::INIT)).is_ok();
        ADOPTS.store(is_set, Ordering::Relaxed);
    }
}

/// Kills all running solvers, for a program that exits without waiting for them.
pub fn kill_all() {
    // The lock is held while a process starts, which can take long.
    if let Ok(running) = RUNNING.try_lock() {
        for &root in running.iter() {
            ProcessTree { root }.signal(Signal::KILL);
        }
    }
}

/// Returns the processor time of this thread and the peak memory of this process.
pub(crate) fn usage_of_this_thread() -> ResourceUsage {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    ResourceUsage {
        cpu: Duration::try_from(time).unwrap_or_default(),
        peak_memory: memory_of("self", "VmHWM:").unwrap_or(0),
    }
}

/// Runs a program to its end and calls `on_line` with each line of its standard output, without line
/// ends. On return, its process tree has ended.
pub(crate) fn run(
    command: &ProcessCommand,
    budget: &Budget,
    on_line: &mut dyn FnMut(&[u8]) -> ControlFlow<()>,
) -> io::Result<ProcessResult> {
    let not_started = |problem: io::Error| {
        let program = visible::path(&command.program);
        io::Error::other(format!("cannot start {program}: {problem}"))
    };
    let (mut process, streams) = RunningProcess::start(command).map_err(not_started)?;
    let mut stop = None;
    let mut flood = None;
    let mut exited = None;
    loop {
        // Output is read until the program has ended, even if it is not needed: a program that blocks on a
        // full pipe does not handle SIGTERM.
        let wait = if exited.is_some() { LAST_OUTPUT } else { TICK };
        match streams.chunks.recv_timeout(wait) {
            Ok(_) if stop.is_some() => {}
            Ok(OutputChunk::Lines(lines)) => {
                let mut lines = lines.split_inclusive(|&byte| byte == b'\n');
                if lines.any(|line| on_line(without_end(line)).is_break()) {
                    stop = Some(StopReason::Enough);
                }
            }
            Ok(OutputChunk::Flood(stream)) => {
                flood = Some(stream);
                stop = Some(StopReason::GaveUp);
            }
            Err(_) if exited.is_some() => break,
            Err(RecvTimeoutError::Timeout) => {}
            // Both streams are closed, and the program has not ended yet.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(TICK / 10),
        }
        if exited.is_none() && process.has_exited() {
            exited = Some(Instant::now());
            process.tree.signal(Signal::KILL);
        }
        stop = stop.or_else(|| process.excess(command.cpu, budget, exited.is_some()));
        if let Some(reason) = stop
            && exited.is_none()
        {
            process.end(reason);
        }
    }
    let wall = exited.map_or(Duration::ZERO, |end| end - process.started);
    let (ending, usage) = process.reap().map_err(not_started)?;
    Ok(ProcessResult {
        ending,
        stop: stop.or_else(|| reason_of(ending, budget)),
        flood,
        usage,
        wall,
        stderr: streams.errors(),
    })
}

/// Returns why a program that ended by a signal was stopped.
fn reason_of(ending: ProcessExit, budget: &Budget) -> Option<StopReason> {
    let ProcessExit::Signal(number) = ending else {
        return None;
    };
    if number == Signal::XCPU.as_raw() {
        return Some(StopReason::TimeLimit);
    }
    let mut requests = [Signal::TERM, Signal::INT, Signal::HUP].into_iter();
    let is_request = requests.any(|signal| signal.as_raw() == number);
    let end = Instant::now() + SIGNAL_DELAY;
    while is_request && !budget.cancel.is_cancelled() && Instant::now() < end {
        thread::sleep(TICK);
    }
    let is_cancelled = budget.cancel.is_cancelled();
    is_cancelled.then_some(StopReason::Cancelled)
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// A running program. Dropping it early, as by a panic, kills its process tree.
struct RunningProcess {
    child: Child,
    tree: ProcessTree,
    started: Instant,
    /// Time of the last measurement, and the processor time at it.
    measured: Instant,
    cpu: Duration,
    /// Time of SIGKILL; set by SIGTERM.
    kill_at: Option<Instant>,
    is_reaped: bool,
}

impl RunningProcess {
    fn start(command: &ProcessCommand) -> io::Result<(Self, OutputStreams)> {
        let mut prepared = Command::new(&command.program);
        let _ = prepared
            .args(&command.arguments)
            .env("TMPDIR", &command.folder)
            // Ctrl-C at the terminal reaches only this process, which ends the program in order.
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let cpu_seconds = command.cpu.map(|cpu| {
            // Backstop for systems without `/proc`. The measured limit is reached first.
            cpu.saturating_add(cpu / 4).as_secs().saturating_add(1)
        });
        let parent = rustix::process::getpid();
        let death_signal = match command.is_driver {
            true => Signal::TERM,
            false => Signal::KILL,
        };
        #[allow(
            unsafe_code,
            reason = "rlimits, the parent-death signal and the subreaper attribute can only be set \
                      between fork and exec"
        )]
        // SAFETY: only async-signal-safe functions may be called between fork and exec. `prepare` only
        // makes system calls, and neither allocates nor locks.
        unsafe {
            let _ = prepared.pre_exec(move || prepare(parent, death_signal, cpu_seconds));
        }
        // The lock prevents other runs from killing the new process as an orphan.
        let mut running = running();
        let started = Instant::now();
        let mut child = prepared.spawn()?;
        let streams = OutputStreams::of(&mut child);
        let Some(root) = Pid::from_raw(child.id().cast_signed()) else {
            return Err(io::Error::other("the process has no number"));
        };
        running.push(root);
        drop(running);
        let process = RunningProcess {
            child,
            tree: ProcessTree { root },
            started,
            measured: started,
            cpu: Duration::ZERO,
            kill_at: None,
            is_reaped: false,
        };
        Ok((process, streams?))
    }

    fn has_exited(&self) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error means that other code has reaped it.
        !matches!(waitid(WaitId::Pid(self.tree.root), options), Ok(None))
    }

    /// Returns the limit that the program exceeds. An exited program is not measured.
    fn excess(
        &mut self,
        cpu: Option<Duration>,
        budget: &Budget,
        has_exited: bool,
    ) -> Option<StopReason> {
        if budget.cancel.is_cancelled() {
            return Some(StopReason::Cancelled);
        }
        let now = Instant::now();
        if budget.deadline.is_some_and(|deadline| now >= deadline) {
            return Some(StopReason::TimeLimit);
        }
        if has_exited || now < self.measured + MEASURE_INTERVAL {
            return None;
        }
        self.measured = now;
        if budget
            .memory()
            .is_some_and(|most| self.tree.memory() > most)
        {
            return Some(StopReason::MemoryLimit);
        }
        let most = cpu?;
        // The sum of `/proc` loses processes that end unreaped, so the maximum is kept.
        self.cpu = self.cpu.max(self.tree.cpu());
        (self.cpu >= most).then_some(StopReason::TimeLimit)
    }

    /// Sends SIGTERM and schedules SIGKILL after the grace period; kills at once if memory runs out.
    fn end(&mut self, reason: StopReason) {
        let now = Instant::now();
        let kill_at = *self.kill_at.get_or_insert_with(|| {
            if reason == StopReason::MemoryLimit {
                return now;
            }
            self.tree.signal(Signal::TERM);
            now + GRACE
        });
        if now >= kill_at {
            self.tree.signal(Signal::KILL);
        }
    }

    /// Reaps the program, which has exited or been killed, and kills its orphans.
    fn leave<T>(&mut self, wait: impl FnOnce(&mut Child) -> T) -> T {
        self.is_reaped = true;
        // One lock for both steps: a process that is not listed would be reaped as an orphan.
        let mut running = running();
        running.retain(|&root| root != self.tree.root);
        let result = wait(&mut self.child);
        kill_orphans(&running);
        result
    }

    /// Reaps the program, which has exited.
    fn reap(mut self) -> io::Result<(ProcessExit, ResourceUsage)> {
        let result = self.leave(|child| child.wait4())?;
        let ending = match (result.status.code(), result.status.signal()) {
            (Some(code), _) => ProcessExit::Exit(code),
            (None, signal) => ProcessExit::Signal(signal.unwrap_or(0)),
        };
        let usage = ResourceUsage {
            cpu: self.cpu.max(result.rusage.utime + result.rusage.stime),
            peak_memory: result.rusage.maxrss,
        };
        Ok((ending, usage))
    }
}

impl Drop for RunningProcess {
    fn drop(&mut self) {
        if !self.is_reaped {
            self.tree.signal(Signal::KILL);
            let _ = self.leave(Child::wait);
        }
    }
}

/// Runs in the child between fork and exec.
fn prepare(parent: Pid, death_signal: Signal, cpu_seconds: Option<u64>) -> io::Result<()> {
    let limit = |current: u64, maximum: u64| Rlimit {
        current: Some(current),
        maximum: Some(maximum),
    };
    // Core dumps of solvers are useless and can take gigabytes.
    let _ = setrlimit(Resource::Core, limit(0, 0));
    if let Some(seconds) = cpu_seconds {
        let _ = setrlimit(Resource::Cpu, limit(seconds, seconds.saturating_add(1)));
    }
    #[cfg(target_os = "linux")]
    {
        // The signal comes when the thread that started the program ends; that thread waits for the
        // program in `run`.
        rustix::process::set_parent_process_death_signal(Some(death_signal))?;
        rustix::process::set_child_subreaper(Some(Pid::INIT))?;
        // The parent may have died before the signal was set.
        if rustix::process::getppid() != Some(parent) {
            return Err(io::Error::from(io::ErrorKind::Interrupted));
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (parent, death_signal);
    Ok(())
}

/// Kills and reaps the adopted orphans. Every solver is a subreaper, so this process adopts orphans only
/// after their solver has ended.
fn kill_orphans(running: &[Pid]) {
    if !ADOPTS.load(Ordering::Relaxed) {
        return;
    }
    loop {
        let children = tree::children("self").into_iter();
        let orphans: Vec<Pid> = children.filter(|pid| !running.contains(pid)).collect();
        if orphans.is_empty() {
            return;
        }
        for pid in orphans {
            let _ = kill_process(pid, Signal::KILL);
            let _ = waitid(WaitId::Pid(pid), WaitIdOptions::EXITED);
        }
    }
}
