//! Interrupts: an orderly end when the user, or the system, wants no more.
//!
//! While there is nothing to put in order, a signal ends the program at once. While something is
//! under way that can be cancelled, the first signal raises the flag that it heeds, and the second
//! ends the program. Both are done by the handlers of the signals alone.
//!
//! Before there are processes, files or a bar to be seen to, a thread is set up to [`attend`] to the
//! signals. At the first, every solver is asked to stop; when they have, with their processes and
//! folders, unfinished files are removed and the program ends. The second ends the program at once:
//! solvers are killed, and files and folders are removed here.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Duration;

use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;
use signal_hook::{SigId, flag, low_level};

use super::terminal;
use crate::exit::Exit;
use crate::solver::{Cancel, kill_all, remove_temporary_folders};

/// What interrupts us.
const SIGNALS: [i32; 3] = [SIGINT, SIGTERM, SIGHUP];

/// How long solvers have to stop. Processes need half a second at most.
const LAST_CHANCE: Duration = Duration::from_secs(2);

/// What an interrupt has to deal with.
#[derive(Debug)]
struct Room {
    /// A thread attends to the signals.
    attended: bool,
    /// What the handlers of the signals do as long as none does.
    unattended: Vec<SigId>,
    /// How much is under way that may be cut off: while it is, nobody has to be waited for.
    may_cut_off: u32,
    /// Temporary files that are ours to remove.
    files: Vec<PathBuf>,
    /// How many tasks are under way.
    tasks: u32,
}

static ROOM: Mutex<Room> = Mutex::new(Room {
    attended: false,
    unattended: Vec::new(),
    may_cut_off: 0,
    files: Vec::new(),
    tasks: 0,
});

/// Raised by the first signal, for everything that is under way.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A signal that nobody attends to ends the program at once.
static AT_ONCE: AtomicBool = AtomicBool::new(true);

static TASK_ENDED: Condvar = Condvar::new();

fn room() -> MutexGuard<'static, Room> {
    // Nothing that holds the lock can panic half-way through a change.
    ROOM.lock().unwrap_or_else(|poison| poison.into_inner())
}

impl Room {
    /// Whether nobody has to be waited for.
    fn is_free(&self) -> bool {
        self.tasks == 0 || self.may_cut_off > 0
    }

    /// Takes note of what was begun or has ended.
    fn settle(&self) {
        AT_ONCE.store(self.is_free(), Ordering::SeqCst);
    }
}

/// Whether a signal has come.
fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::SeqCst)
}

/// From now on an interrupt ends the program in good order.
pub(super) fn watch() {
    let code = Exit::Interrupted.code().into();
    let mut room = room();
    for signal in SIGNALS {
        // In this order: the second signal is the first that finds the flag raised.
        let ends = [&AT_ONCE, &INTERRUPTED]
            .map(|flag| flag::register_conditional_shutdown(signal, code, flag));
        room.unattended.extend(ends.into_iter().flatten());
        let _ = flag::register(signal, &INTERRUPTED);
    }
}

/// From now on a thread attends to interrupts: there is more to do than to end. To be called before
/// that.
pub(super) fn attend() {
    let mut room = room();
    // Nobody watches.
    if room.attended || room.unattended.is_empty() {
        return;
    }
    let Ok(mut signals) = Signals::new(SIGNALS) else {
        return;
    };
    room.attended = true;
    for id in room.unattended.drain(..) {
        let _ = low_level::unregister(id);
    }
    let has_come = is_interrupted();
    let _ = std::thread::spawn(move || {
        let mut signals = signals.forever();
        if has_come || signals.next().is_some() {
            let _ = std::thread::spawn(end);
        }
        if signals.next().is_some() {
            end_at_once();
        }
    });
}

/// Ends the program when everybody has stopped.
fn end() {
    INTERRUPTED.store(true, Ordering::SeqCst);
    let (mut room, _) = TASK_ENDED
        .wait_timeout_while(room(), LAST_CHANCE, |room| !room.is_free())
        .unwrap_or_else(|poison| poison.into_inner());
    leave_nothing(&mut room);
    leave()
}

/// Ends the program.
fn leave() -> ! {
    terminal::clear();
    process::exit(Exit::Interrupted.code().into())
}

/// Ends the program without waiting for anybody: not even for a lock, which somebody may hold who
/// writes to a pipe that nobody reads.
fn end_at_once() {
    kill_all();
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
    /// Raised by an interrupt.
    pub(super) cancel: Cancel,
}

impl Ongoing {
    /// Begins with something that may start processes.
    pub(super) fn begin() -> Self {
        attend();
        Ongoing::begin_in_process()
    }

    /// Begins with something that starts no process, and takes so little time, most of the time, that
    /// not even a thread need be started for it.
    pub(super) fn begin_in_process() -> Self {
        let mut room = room();
        room.tasks += 1;
        room.settle();
        Ongoing {
            cancel: Cancel::raised_by(&INTERRUPTED),
        }
    }
}

impl Drop for Ongoing {
    fn drop(&mut self) {
        let attended = {
            let mut room = room();
            room.tasks -= 1;
            room.settle();
            room.attended
        };
        TASK_ENDED.notify_all();
        if !is_interrupted() || std::thread::panicking() {
            return;
        }
        if !attended {
            leave();
        }
        // The other thread is about to end the program; nothing that we could still say matters.
        loop {
            std::thread::park();
        }
    }
}

/// Does something that an interrupt may cut off at any moment, such as waiting for a server or
/// for input, while no solver is at work.
pub(super) fn may_cut_off<T>(work: impl FnOnce() -> T) -> T {
    let count = |change: fn(u32) -> u32| {
        let mut room = room();
        room.may_cut_off = change(room.may_cut_off);
        room.settle();
        // An interrupt that came already need not wait for this.
        if is_interrupted() && !room.attended && room.is_free() {
            leave();
        }
    };
    count(|others| others + 1);
    TASK_ENDED.notify_all();
    let done = work();
    count(|others| others - 1);
    done
}

/// Makes a temporary file that an interrupt removes, with no moment between the two.
pub(super) fn temporary_file<T>(
    make: impl FnOnce() -> std::io::Result<(T, PathBuf)>,
) -> std::io::Result<T> {
    attend();
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
