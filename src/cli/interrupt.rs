//! Interrupts: Ctrl-C, and on Unix SIGTERM and SIGHUP.
//!
//! The first signal cancels all tasks and ends the program when they have stopped, without unfinished
//! files; if there is no task, it ends the program at once. The second signal kills the solvers and ends
//! the program without waiting.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::terminal;
use crate::exit::Exit;
use crate::solver::{Cancel, kill_all, remove_temporary_folders};

/// How long tasks have to stop. Processes need half a second at most.
const LAST_CHANCE: Duration = Duration::from_secs(2);

/// What an interrupt has to wait for and to remove.
#[derive(Debug)]
struct SignalState {
    tasks: u32,
    /// How many threads do something that may be cut off: then nothing is waited for.
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
static INTERRUPTED: LazyLock<Cancel> = LazyLock::new(Cancel::default);

/// Notified when a task ends, or may be cut off.
static CHANGED: Condvar = Condvar::new();

fn state() -> MutexGuard<'static, SignalState> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SignalState {
    fn is_free(&self) -> bool {
        self.tasks == 0 || self.may_cut_off > 0
    }

    fn remove_files(&mut self) {
        for path in self.files.drain(..) {
            let _ = fs::remove_file(path);
        }
        remove_temporary_folders();
    }
}

/// From now on an interrupt ends the program in order.
pub(super) fn install_handler() {
    // Called for each signal, on a thread of its own. Without a handler a signal ends the program.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.is_cancelled() {
            end_at_once();
        }
        INTERRUPTED.cancel();
        let _ = std::thread::spawn(end);
    });
}

/// Ends the program when all tasks have stopped.
fn end() {
    let (mut state, _) = CHANGED
        .wait_timeout_while(state(), LAST_CHANCE, |state| !state.is_free())
        .unwrap_or_else(PoisonError::into_inner);
    state.remove_files();
    terminal::clear();
    process::exit(Exit::Interrupted.code().into())
}

/// Ends the program without waiting for anything, not even a lock: its holder may be writing to a pipe
/// that is not read.
fn end_at_once() -> ! {
    kill_all();
    if let Ok(mut state) = STATE.try_lock() {
        state.remove_files();
    }
    process::exit(Exit::Interrupted.code().into());
}

/// A task that an interrupt cancels and waits for.
#[derive(Debug)]
pub(super) struct TaskGuard {
    /// Cancelled by an interrupt.
    pub(super) cancel: Cancel,
}

impl TaskGuard {
    pub(super) fn begin() -> Self {
        state().tasks += 1;
        TaskGuard {
            cancel: INTERRUPTED.below(),
        }
    }
}

impl Drop for TaskGuard {
    fn drop(&mut self) {
        state().tasks -= 1;
        CHANGED.notify_all();
        if INTERRUPTED.is_cancelled() && !std::thread::panicking() {
            // The program is about to end, and nothing more is to be printed.
            loop {
                std::thread::park();
            }
        }
    }
}

/// Does something that an interrupt may cut off at any moment, such as waiting for a server or for
/// input, while no solver runs.
pub(super) fn may_cut_off<T>(work: impl FnOnce() -> T) -> T {
    state().may_cut_off += 1;
    CHANGED.notify_all();
    let done = work();
    state().may_cut_off -= 1;
    done
}

/// Creates a temporary file that an interrupt removes. The lock is held so that it cannot come between
/// the two.
pub(super) fn temporary_file<T>(
    make: impl FnOnce() -> std::io::Result<(T, PathBuf)>,
) -> std::io::Result<T> {
    let mut state = state();
    let (made, path) = make()?;
    state.files.push(path);
    Ok(made)
}

/// Forgets a temporary file that has its final name or is gone.
pub(super) fn no_longer_temporary(path: &Path) {
    state().files.retain(|other| other != path);
}

#[cfg(all(test, unix))]
mod tests {
    use std::thread;
    use std::time::Instant;

    use super::*;
    use crate::cli::input;

    /// Waits until a thread does something that may be cut off.
    fn assert_comes(what: &str) {
        let begun = Instant::now();
        while state().may_cut_off == 0 {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn reading_input_may_be_cut_off() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        let reader = {
            let pipe = pipe.clone();
            thread::spawn(move || input::read(&pipe).expect("what is written"))
        };
        assert_comes("before anything is written");
        // What ends beside it changes nothing.
        may_cut_off(|| {});
        assert_comes("while it still waits");
        fs::write(&pipe, "a puzzle").expect("it is read");
        assert_eq!(reader.join().expect("no panic"), b"a puzzle");
    }
}
