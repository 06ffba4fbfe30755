//! Interrupts: Ctrl-C, and on Unix SIGTERM and SIGHUP.
//!
//! The first signal cancels all tasks and ends the program when they have stopped, without unfinished
//! files; if there is no task, it ends the program at once. The second signal kills the solvers and ends
//! the program without waiting.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::terminal;
use crate::exit::Exit;
use crate::solver::{CancelFlag, Limits, kill_all, remove_temporary_folders};

/// The time that tasks have to stop. Processes need at most half a second.
const GRACE: Duration = Duration::from_secs(2);

/// The tasks that an interrupt waits for, and the files that it removes.
#[derive(Debug)]
struct SignalState {
    tasks: u32,
    /// The number of threads that may be cut off. If it is positive, an interrupt does not wait for
    /// tasks.
    may_cut_off: u32,
    /// Temporary files to remove.
    files: Vec<PathBuf>,
}

static STATE: Mutex<SignalState> = Mutex::new(SignalState {
    tasks: 0,
    may_cut_off: 0,
    files: Vec::new(),
});

/// Set by the first signal.
static INTERRUPTED: LazyLock<CancelFlag> = LazyLock::new(CancelFlag::default);

/// Notified when a task ends, or may be cut off.
static CHANGED: Condvar = Condvar::new();

fn state() -> MutexGuard<'static, SignalState> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handler, which is called for each signal on a thread of its own. Without one a signal
/// ends the program.
pub(super) fn install_handler() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.is_cancelled() {
            // `try_lock`, because the holder of the lock may be blocked on a pipe.
            kill_all();
            end(STATE.try_lock().ok());
        }
        INTERRUPTED.cancel();
        let _ = std::thread::spawn(|| {
            let is_busy = |state: &mut SignalState| state.tasks > 0 && state.may_cut_off == 0;
            let waited = CHANGED.wait_timeout_while(state(), GRACE, is_busy);
            let (state, _) = waited.unwrap_or_else(PoisonError::into_inner);
            terminal::clear();
            end(Some(state));
        });
    });
}

/// Removes temporary files and ends the program.
fn end(state: Option<MutexGuard<'_, SignalState>>) -> ! {
    if let Some(mut state) = state {
        for path in state.files.drain(..) {
            let _ = fs::remove_file(path);
        }
        remove_temporary_folders();
    }
    process::exit(Exit::Interrupted.code().into())
}

/// A task that an interrupt cancels and waits for.
#[derive(Debug)]
pub(super) struct TaskGuard {
    /// Cancelled by an interrupt.
    pub(super) cancel: CancelFlag,
}

impl TaskGuard {
    pub(super) fn begin() -> Self {
        state().tasks += 1;
        TaskGuard {
            cancel: INTERRUPTED.child(),
        }
    }

    /// Limits of the task: a time limit, if there is one, and an interrupt.
    pub(super) fn limits(&self, time: Option<Duration>) -> Limits {
        Limits {
            time,
            cancel: self.cancel.clone(),
            ..Limits::default()
        }
    }
}

impl Drop for TaskGuard {
    fn drop(&mut self) {
        state().tasks -= 1;
        CHANGED.notify_all();
        while INTERRUPTED.is_cancelled() && !std::thread::panicking() {
            // The program is about to end; this thread must not print anything.
            std::thread::park();
        }
    }
}

/// Runs work that an interrupt may cut off at any moment, such as waiting for a server or for
/// input. No solver must be running.
pub(super) fn may_cut_off<T>(work: impl FnOnce() -> T) -> T {
    state().may_cut_off += 1;
    CHANGED.notify_all();
    let done = work();
    state().may_cut_off -= 1;
    done
}

/// Creates a temporary file that an interrupt removes. The lock is held so that no signal comes between
/// creating and registering it.
pub(super) fn temporary_file<T>(make: impl FnOnce() -> io::Result<(T, PathBuf)>) -> io::Result<T> {
    let mut state = state();
    let (made, path) = make()?;
    state.files.push(path);
    Ok(made)
}

/// Unregisters a temporary file that was renamed or removed.
pub(super) fn no_longer_temporary(path: &Path) {
    state().files.retain(|other| other != path);
}
