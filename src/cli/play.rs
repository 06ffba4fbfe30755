//! `pipsc play`: serves the playground on this machine.

mod server;

use std::env;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;

use super::input::PuzzleArguments;
use super::{CliError, log, output};
use crate::exit::Exit;
use crate::folders;
use crate::link;
use crate::reading::reason;
use crate::visible;

/// The file that every built page contains.
const START: &str = "index.html";

/// Play, create and model puzzles in the browser
///
/// Serves the playground to this machine only, and opens it in the browser. The page is not part of
/// the program: `scripts/build-web` in a clone of pipsc builds it in target/web. The page sends no
/// data.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  pipsc play
  pipsc play today:hard
  pipsc play puzzle.txt --no-open --port 8080

Press Ctrl-C to stop the server.")]
pub(super) struct Play {
    /// The puzzle to open: a file, `-` for standard input, a day of the NYT (YYYY-MM-DD, `today` or
    /// `yesterday`) or the address of its page; `:easy`, `:medium` or `:hard` selects a level
    puzzle: Option<PathBuf>,

    /// The folder of the built page, instead of searching for it
    #[arg(long, value_name = "DIR")]
    page: Option<PathBuf>,

    /// The port of the server [default: any free port]
    #[arg(
        long,
        value_name = "PORT",
        default_value = "0",
        hide_default_value = true
    )]
    port: u16,

    /// Print the address without opening a browser
    #[arg(long)]
    no_open: bool,
}

impl Play {
    pub(super) fn run(self) -> Result<Exit, CliError> {
        let fragment = match self.puzzle.clone() {
            Some(puzzle) => {
                let chosen = PuzzleArguments::of(puzzle).read()?;
                format!("#p={}", link::write(&chosen.puzzle)?)
            }
            None => String::new(),
        };
        let page = page(self.page.as_deref())?;
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port));
        let listener = listener.map_err(|problem| self.unserved(&problem))?;
        let served = listener.local_addr();
        let served = served.map_err(|problem| self.unserved(&problem))?;
        let address = format!("http://{served}/{fragment}");
        output::to_stdout(|out| writeln!(out, "{address}"))?;
        if !self.no_open {
            open(&address);
        }
        log::note(
            &"The playground is at this address, on this machine only. Press Ctrl-C to stop.",
        );
        server::serve(&page, &listener, served.port());
        Ok(Exit::Done)
    }

    fn unserved(&self, problem: &io::Error) -> CliError {
        let what = match self.port {
            0 => "no port is free for the playground".to_owned(),
            port => format!("cannot serve the playground on port {port}"),
        };
        let why = reason(problem);
        CliError::usage(format!(
            "{what}: {why}; choose another with --port, or any free one without it"
        ))
    }
}

/// The folder of the page: the named one, or the first of the usual folders with a page.
fn page(named: Option<&Path>) -> Result<PathBuf, CliError> {
    let is_page = |folder: &Path| folder.join(START).is_file();
    if let Some(folder) = named {
        if is_page(folder) {
            return Ok(folder.to_owned());
        }
        return Err(CliError::usage(format!(
            "{} contains no playground: it has no {START}; `scripts/build-web` in a clone of pipsc \
             builds one in target/web",
            visible::path(folder)
        )));
    }
    // Beside `target/release/pipsc` is `target/web`, beside `bin/pipsc` is `share/pipsc/web`.
    let program = env::current_exe().unwrap_or_default();
    let beside = program.ancestors().nth(2).into_iter();
    let beside = beside.flat_map(|folder| [folder.join("web"), folder.join("share/pipsc/web")]);
    let own = folders::data().map(|folder| folder.join("web"));
    let here = PathBuf::from("target/web");
    let mut usual = beside.chain([here]).chain(own.clone());
    usual.find(|folder| is_page(folder)).ok_or_else(|| {
        let own = own.map(|folder| format!(", or copy it to {}", visible::path(&folder)));
        CliError::usage(format!(
            "cannot find the page of the playground, which is not part of the program. In a clone of \
             pipsc, `scripts/build-web` builds it in target/web; call `pipsc play` there, or name the \
             folder with --page{}",
            own.unwrap_or_default()
        ))
    })
}

/// Opens an address in the user's browser, or reports that no browser was found.
fn open(address: &str) {
    let programs: &[&str] = if cfg!(target_os = "macos") {
        &["open"]
    } else {
        &["xdg-open", "sensible-browser"]
    };
    for program in programs {
        let started = Command::new(program)
            .arg(address)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        if let Ok(mut browser) = started {
            // A thread waits for the process, so that no zombie is left.
            let _ = std::thread::spawn(move || browser.wait());
            return;
        }
    }
    log::warning(&"cannot open a browser: open the address above");
}
