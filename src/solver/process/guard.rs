//! The guard: a small process between us and a solver, which outlives neither.
//!
//! It starts the solver in a process group of its own and becomes the parent of whatever the
//! solver leaves behind (on Linux even of processes that hid in another group or session). It
//! stops them all when its standard input says so or closes, when they take too much memory, or
//! when the solver itself has ended. First it asks with TERM, then after a short grace it kills.
//! The last thing that it does is to write a report.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::sys::resource::{Resource, UsageWho, setrlimit};
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::Pid;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::family::{Family, adopt_orphans};
use super::oversee::{Event, Most, Overseen, oversee};
use super::report::{self, Ending, Excess, Report, Usage};

/// The word on the command line that makes this program a guard.
const WORD: &str = "__guard";

/// What the guard reads when it is to stop the solver.
pub(super) const STOP: &[u8] = b"stop\n";

/// This program, if it can stand guard.
static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// The program to start as a guard; none if this one has never said that it can be one.
pub(super) fn program() -> Option<&'static Path> {
    PROGRAM.get().map(PathBuf::as_path)
}

/// What a guard is told on its command line, before the program and its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Orders {
    /// Where the report goes.
    pub(super) folder: PathBuf,
    /// The folder goes too if nobody is left to want the report.
    pub(super) disposable: bool,
    /// The most memory, in bytes.
    pub(super) memory: Option<u64>,
    /// The most processor time.
    pub(super) cpu: Option<Duration>,
}

impl Orders {
    /// Writes the orders on a command line.
    pub(super) fn give<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command
            .arg(WORD)
            .arg(&self.folder)
            .arg(if self.disposable {
                "disposable"
            } else {
                "kept"
            })
            .arg(self.memory.unwrap_or(0).to_string())
            .arg(self.cpu.map_or(0, milliseconds).to_string())
    }

    /// Reads them back; what remains is the program and its arguments.
    fn take(arguments: &mut impl Iterator<Item = OsString>) -> Option<Self> {
        let folder = arguments.next()?.into();
        let disposable = arguments.next()? == "disposable";
        let mut number = || arguments.next()?.to_str()?.parse::<u64>().ok();
        let (memory, cpu) = (number()?, number()?);
        Some(Orders {
            folder,
            disposable,
            memory: (memory > 0).then_some(memory),
            cpu: (cpu > 0).then(|| Duration::from_millis(cpu)),
        })
    }
}

/// At least one, because none means that there is no limit.
fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX).max(1)
}

/// Stands guard over a solver, if the command line of this process says so: then there is nothing
/// else to do but to exit. Otherwise the program goes on, and from now on its solvers are run under
/// guards, which are further processes of it.
///
/// To be called before anything else, by a program that wants no solver to survive it.
pub fn stand() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next().is_none_or(|word| word != WORD) {
        if let Ok(program) = std::env::current_exe() {
            let _ = PROGRAM.get_or_init(|| program);
        }
        return None;
    }
    let exit = match (Orders::take(&mut arguments), arguments.next()) {
        (Some(orders), Some(program)) => watch(&orders, program, arguments),
        _ => ExitCode::FAILURE,
    };
    Some(exit)
}

fn watch(
    orders: &Orders,
    program: OsString,
    arguments: impl Iterator<Item = OsString>,
) -> ExitCode {
    let (sender, events) = channel();
    listen(&sender);
    adopt_orphans();
    // A crash of the solver is its own affair and not worth a file of gigabytes.
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    // We measure processor time; this is for systems where we cannot, a process at a time. The system counts
    // a little more for this limit than it tells, and is not to come first.
    if let Some(cpu) = orders.cpu {
        let seconds = cpu.saturating_add(cpu / 4).as_secs().saturating_add(1);
        let _ = setrlimit(Resource::RLIMIT_CPU, seconds, seconds.saturating_add(1));
    }
    let mut command = Command::new(program);
    let started = Instant::now();
    let spawned = command
        .args(arguments)
        .stdin(Stdio::null())
        .process_group(0)
        .spawn();
    let solver = match spawned {
        Ok(child) => Pid::from_raw(child.id().cast_signed()),
        Err(problem) => {
            return write(orders, Err(problem.to_string()), None, Duration::ZERO);
        }
    };
    let _ = std::thread::spawn(move || reap(solver, &sender));

    let most = Most {
        memory: orders.memory,
        cpu: orders.cpu,
    };
    let buried = || Usage::of(UsageWho::RUSAGE_CHILDREN).cpu;
    let Overseen {
        ending,
        ended,
        excess,
        abandoned,
        signalled,
    } = oversee(&Family::below_this(solver), most, buried, &events);
    if abandoned && orders.disposable {
        let _ = fs::remove_dir_all(&orders.folder);
        return ExitCode::FAILURE;
    }
    // How the solver ended says nothing about it: whoever started it hears that there is no report.
    if signalled {
        return ExitCode::FAILURE;
    }
    write(orders, Ok(ending), excess, ended - started)
}

/// Listens to whoever gave the orders, and to signals from elsewhere.
fn listen(sender: &Sender<Event>) {
    let orders = sender.clone();
    let _ = std::thread::spawn(move || {
        let mut byte = [0];
        let event = loop {
            match io::stdin().read(&mut byte) {
                Ok(1) => break Event::Stop,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                _ => break Event::Abandoned,
            }
        };
        let stopped = matches!(event, Event::Stop);
        let _ = orders.send(event);
        // Told to stop, we may still be abandoned before that is done.
        if stopped {
            let _ = io::copy(&mut io::stdin(), &mut io::sink());
            let _ = orders.send(Event::Abandoned);
        }
    });
    if let Ok(mut signals) = Signals::new([SIGINT, SIGTERM, SIGHUP]) {
        let sender = sender.clone();
        let _ = std::thread::spawn(move || {
            for _ in signals.forever() {
                let _ = sender.send(Event::Signalled);
            }
        });
    }
}

/// Takes leave of every child, adopted ones too, until none is left.
fn reap(solver: Pid, sender: &Sender<Event>) {
    loop {
        let (pid, ending) = match waitpid(None, None) {
            Ok(WaitStatus::Exited(pid, code)) => (pid, Ending::Exit(code)),
            Ok(WaitStatus::Signaled(pid, signal, _)) => (pid, Ending::Signal(signal as i32)),
            Ok(_) | Err(Errno::EINTR) => continue,
            Err(_) => break,
        };
        if pid == solver {
            let _ = sender.send(Event::Ended(ending, Instant::now()));
        }
    }
    let _ = sender.send(Event::AllGone);
}

/// Writes the report.
fn write(
    orders: &Orders,
    ending: Result<Ending, String>,
    excess: Option<Excess>,
    wall: Duration,
) -> ExitCode {
    let report = Report {
        ending,
        excess,
        wall,
        usage: Usage::of(UsageWho::RUSAGE_CHILDREN),
    };
    match fs::write(orders.folder.join(report::FILE), report.text()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}
