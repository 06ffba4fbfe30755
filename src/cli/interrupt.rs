//! Interrupts: Ctrl-C, and on Unix SIGTERM and SIGHUP.
//!
//! The first signal cancels all tasks and ends the program when they have stopped, without unfinished
//! files; if there is no task, it ends the program at once. The second signal kills the solvers and ends
//! the program without waiting.

use std::process;
use std::sync::{Condvar, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use super::terminal;
use crate::exit::Exit;
use crate::solver::{CancelFlag, Limits, kill_all, remove_temporary_folders};

/// The time that tasks have to stop. Processes need at most half a second.
const GRACE: Duration = Duration::from_secs(2);

/// The number of tasks that an interrupt waits for.
static TASKS: Mutex<i32> = Mutex::new(0);

/// Notified when the number of tasks changes.
static CHANGED: Condvar = Condvar::new();

/// Set by the first signal.
static INTERRUPTED: LazyLock<CancelFlag> = LazyLock::new(CancelFlag::default);

/// Installs the handler, which is called for each signal on a separate thread. Without one a signal
/// ends the program.
pub(super) fn install_handler() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.is_cancelled() {
            kill_all();
            end();
        }
        INTERRUPTED.cancel();
        let _ = std::thread::spawn(|| {
            let tasks = TASKS.lock().unwrap_or_else(PoisonError::into_inner);
            drop(CHANGED.wait_timeout_while(tasks, GRACE, |tasks| *tasks > 0));
            terminal::clear();
            end();
        });
    });
}

/// Removes temporary files and ends the program.
fn end() -> ! {
    remove_temporary_folders();
    process::exit(Exit::Interrupted.code().into())
}

fn add_tasks(number: i32) {
    *TASKS.lock().unwrap_or_else(PoisonError::into_inner) += number;
    CHANGED.notify_all();
}

/// A task that an interrupt cancels and waits for.
#[derive(Debug)]
pub(super) struct TaskGuard {
    /// Cancelled by an interrupt.
    pub(super) cancel: CancelFlag,
}

impl TaskGuard {
    pub(super) fn begin() -> Self {
        add_tasks(1);
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
        add_tasks(-1);
        while INTERRUPTED.is_cancelled() && !std::thread::panicking() {
            // The program is about to end; this thread must not print anything.
            std::thread::park();
        }
    }
}

/// Runs work that an interrupt may cut off at any moment, such as waiting for input. The task of this
/// thread does not count meanwhile.
pub(super) fn interruptible<T>(work: impl FnOnce() -> T) -> T {
    add_tasks(-1);
    let done = work();
    add_tasks(1);
    done
}
