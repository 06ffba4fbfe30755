//! Interrupts: an orderly end when the user, or the system, wants no more.
//!
//! One thread waits for the signals. At the first, every solver is asked to stop; when they have, with
//! their processes and folders, unfinished files are removed and the program ends. The second ends
//! the program at once: the guards see to the processes, and files and folders are removed here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::terminal;
use crate::exit::Exit;
use crate::solver::{Cancel, remove_temporary_folders};

/// How long solvers have to stop. Processes need half a second at most.
const LAST_CHANCE: Duration = Duration::from_secs(2);

/// What an interrupt has to deal with.
#[derive(Debug)]
struct Room {
    interrupted: bool,
    /// How much is under way that may be cut off: while it is, nobody has to be waited for.
    may_cut_off: u32,
    /// Temporary files that are ours to remove.
    files: Vec<PathBuf>,
    /// The flags of the tasks that are under way.
    tasks: Vec<(u64, Cancel)>,
    next: u64,
}

static ROOM: Mutex<Room> = Mutex::new(Room {
    interrupted: false,
    may_cut_off: 0,
    files: Vec::new(),
    tasks: Vec::new(),
    next: 0,
});

static TASK_ENDED: Condvar = Condvar::new();

fn room() -> MutexGuard<'static, Room> {
    // Nothing that holds the lock can panic half-way through a change.
    ROOM.lock().unwrap_or_else(|poison| poison.into_inner())
}

/// From now on an interrupt ends the program in good order.
pub(super) fn watch() {
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) else {
        return;
    };
    let _ = std::thread::spawn(move || {
        let mut signals = signals.forever();
        if signals.next().is_some() {
            let _ = std::thread::spawn(end);
        }
        if signals.next().is_some() {
            end_at_once();
        }
    });
}

/// Ends the program when everybody has stopped.
fn end() {
    let mut room = room();
    room.interrupted = true;
    for (_, cancel) in &room.tasks {
        cancel.cancel();
    }
    let (mut room, _) = TASK_ENDED
        .wait_timeout_while(room, LAST_CHANCE, |room| {
            !room.tasks.is_empty() && room.may_cut_off == 0
        })
        .unwrap_or_else(|poison| poison.into_inner());
    leave_nothing(&mut room);
    terminal::clear();
    process::exit(Exit::Interrupted.code().into());
}

/// Ends the program without waiting for anybody: not even for a lock, which somebody may hold who
/// writes to a pipe that nobody reads.
fn end_at_once() {
    if let Ok(mut room) = ROOM.try_lock() {
        leave_nothing(&mut room);
    }
    process::exit(Exit::Interrupted.code().into());
}

/// Removes the temporary files and folders that are still there.
fn leave_nothing(room: &mut Room) {
    for path in room.files.drain(..) {
        let _ = fs::remove_file(path);
    }
    remove_temporary_folders();
}

/// Something that solvers work on. While it lasts, an interrupt waits for it.
#[derive(Debug)]
pub(super) struct Ongoing {
    number: u64,
    /// Raised by an interrupt.
    pub(super) cancel: Cancel,
}

impl Ongoing {
    pub(super) fn begin() -> Self {
        let mut room = room();
        let number = room.next;
        let cancel = Cancel::default();
        room.next += 1;
        room.tasks.push((number, cancel.clone()));
        if room.interrupted {
            cancel.cancel();
        }
        Ongoing { number, cancel }
    }
}

impl Drop for Ongoing {
    fn drop(&mut self) {
        let interrupted = {
            let mut room = room();
            room.tasks.retain(|(number, _)| *number != self.number);
            room.interrupted
        };
        TASK_ENDED.notify_all();
        // The other thread is about to end the program; nothing that we could still say matters.
        while interrupted && !std::thread::panicking() {
            std::thread::park();
        }
    }
}

/// Does something that an interrupt may cut off at any moment, such as waiting for a server or
/// for input, while no solver is at work.
pub(super) fn may_cut_off<T>(work: impl FnOnce() -> T) -> T {
    room().may_cut_off += 1;
    // An interrupt that waits already need not wait for this.
    TASK_ENDED.notify_all();
    let done = work();
    room().may_cut_off -= 1;
    done
}

/// Makes a temporary file that an interrupt removes, with no moment between the two.
pub(super) fn temporary_file<T>(
    make: impl FnOnce() -> std::io::Result<(T, PathBuf)>,
) -> std::io::Result<T> {
    let mut room = room();
    let (made, path) = make()?;
    room.files.push(path);
    Ok(made)
}

/// The file has its final name, or is gone.
pub(super) fn no_longer_temporary(path: &Path) {
    room().files.retain(|other| other != path);
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Instant;

    use super::*;
    use crate::cli::input;

    /// Waits until somebody does something that may be cut off.
    fn assert_comes(what: &str) {
        let begun = Instant::now();
        while room().may_cut_off == 0 {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    #[test]
    fn who_waits_for_input_need_not_be_waited_for() {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("pipe");
        let made = process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        let reader = {
            let pipe = pipe.clone();
            thread::spawn(move || input::read(&pipe).expect("what is written"))
        };
        assert_comes("before anybody writes");
        // What ends beside it changes nothing.
        may_cut_off(|| {});
        assert_comes("while it still waits");
        fs::write(&pipe, "a puzzle").expect("somebody reads");
        assert_eq!(reader.join().expect("no panic"), b"a puzzle");
    }
}
