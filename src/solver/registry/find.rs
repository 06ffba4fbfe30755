//! Finding a solver: which of its programs is on this machine, and what version it is.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::argument::{Placeholder, Template};
use super::entry::{Entry, Via};
use super::version::{Version, after};
use crate::backend::Encoding;
use crate::folders::{self, NoTemporaryFolder};
use crate::limits::Cancel;
use crate::solver::launchers;
use crate::solver::process::{self, Ending, ProcessCommand, ProcessError, ProcessLimits};
use crate::visible;

/// A program that does not even tell its version in this time is of no use.
const TRIAL_TIME: Duration = Duration::from_secs(30);

/// The longest output of a trial that is read, in bytes.
const TRIAL_OUTPUT: usize = 1 << 20;

/// Where programs are looked for.
#[derive(Debug, Clone)]
pub struct SearchPath {
    folders: OsString,
    here: PathBuf,
    /// Raised by somebody who no longer wants a program to be tried out.
    pub cancel: Cancel,
}

/// A solver that is on this machine.
#[derive(Debug, Clone)]
pub struct Installed {
    /// What is known of it.
    pub entry: Entry,
    /// The way it is run.
    pub via: Via,
    /// Its program.
    pub program: PathBuf,
    /// Its version, if it can be read.
    pub version: Option<Version>,
    /// One of its language.
    pub(in crate::solver) encoding: Encoding,
}

impl Installed {
    /// The encoding that it is given.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Tells whether it shows solutions, and not only how many there are.
    pub fn shows_boards(&self) -> bool {
        !self.entry.reply.counts
    }

    /// What is doubtful about its version; nothing if it is known to work or tells none at all.
    pub fn doubt(&self) -> Option<String> {
        let reading = self.via.version.as_ref()?;
        let name = &self.entry.name;
        match &self.version {
            Some(version) if reading.knows(version) => None,
            Some(version) => Some(format!(
                "{name} {version} is not a version that pipsc knows ({})",
                reading.range()
            )),
            None => Some(format!("the version of {name} cannot be read")),
        }
    }
}

/// The end of a message about a solver that is not there; nothing if nobody says how to get it.
fn how_to(install: &str) -> String {
    match install.trim() {
        "" => String::new(),
        install => format!("; to install it: {install}"),
    }
}

/// Why a solver cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Missing {
    /// None of its programs is there.
    #[error(
        "{name} is not installed: pipsc cannot find {}{}",
        .wanted.join(" or "), how_to(.install)
    )]
    NotFound {
        /// The solver.
        name: String,
        /// What was looked for.
        wanted: Vec<String>,
        /// How to get it.
        install: String,
    },
    /// A program is there that may not be run.
    #[error("{name}: {} is there but may not be executed", visible::path(.program))]
    NotExecutable {
        /// The solver.
        name: String,
        /// The program.
        program: PathBuf,
    },
    /// A program is there that does not start.
    #[error("{name}: {problem}")]
    Broken {
        /// The solver.
        name: String,
        /// What happened.
        problem: String,
    },
    /// A program is there, and no place to try it out.
    #[error(transparent)]
    NoFolder(#[from] NoTemporaryFolder),
}

impl SearchPath {
    /// The folders of `PATH`, after `$PIPSC_SOLVERS_PREFIX/bin` where that is set.
    pub fn from_environment() -> Self {
        let path = env::var_os("PATH").unwrap_or_default();
        let prefix = env::var_os("PIPSC_SOLVERS_PREFIX").filter(|prefix| !prefix.is_empty());
        let first = prefix.map(|prefix| PathBuf::from(prefix).join("bin"));
        let folders = env::join_paths(first.into_iter().chain(env::split_paths(&path)));
        SearchPath {
            folders: folders.unwrap_or(path),
            here: env::current_dir().unwrap_or_default(),
            cancel: Cancel::default(),
        }
    }

    /// No folders, where no program is found by its name.
    pub fn nowhere() -> Self {
        SearchPath {
            folders: Default::default(),
            here: PathBuf::new(),
            cancel: Cancel::default(),
        }
    }

    /// A program by name, or by a path relative to the file of its entry.
    pub fn program(&self, word: &str, file: &Path) -> Result<PathBuf, Option<PathBuf>> {
        // An empty list would mean the folder that one happens to be in.
        if self.folders.is_empty() && !word.contains('/') {
            return Err(None);
        }
        let word = if word.contains('/') {
            let folder = self.here.join(file.parent().unwrap_or(Path::new("")));
            folder.join(word)
        } else {
            word.into()
        };
        which::which_in(&word, Some(&self.folders), &self.here)
            .map_err(|_| word.is_file().then_some(word))
    }

    /// The best way to run a solver on this machine.
    pub fn find(&self, entry: &Entry) -> Result<Installed, Missing> {
        let mut wanted = Vec::new();
        let mut failure = None;
        for via in &entry.via {
            for word in &via.programs {
                let program = match self.program(word, &entry.file) {
                    Ok(program) => program,
                    Err(Some(program)) => {
                        let name = entry.name.clone();
                        failure = failure.or(Some(Missing::NotExecutable { name, program }));
                        continue;
                    }
                    Err(None) => {
                        if !wanted.contains(word) {
                            wanted.push(word.clone());
                        }
                        continue;
                    }
                };
                let folder = folders::temporary("pipsc-")?;
                match self.try_out(entry, via, program, folder.path()) {
                    Ok(Some(found)) => return Ok(found),
                    Ok(None) => wanted.push(match &via.name {
                        Some(name) => format!("{word} with {} ({name})", entry.name),
                        None => format!("{word} with {}", entry.name),
                    }),
                    Err(problem) => {
                        failure = failure.or(Some(Missing::Broken {
                            name: entry.name.clone(),
                            problem,
                        }));
                    }
                }
            }
        }
        Err(failure.unwrap_or(Missing::NotFound {
            name: entry.name.clone(),
            wanted,
            install: entry.install.clone(),
        }))
    }

    /// The solver, with its version, if this program has what we need.
    fn try_out(
        &self,
        entry: &Entry,
        via: &Via,
        program: PathBuf,
        folder: &Path,
    ) -> Result<Option<Installed>, String> {
        let launcher = via.launcher.as_ref();
        let launcher = launcher.map(|name| launchers::place(name, &entry.file, folder));
        let launcher = launcher.transpose()?;
        let filling = |hole| match hole {
            Placeholder::Launcher => launcher.as_ref().map(|path| path.clone().into_os_string()),
            Placeholder::Model
            | Placeholder::Data
            | Placeholder::Result
            | Placeholder::Options
            | Placeholder::TimeMs
            | Placeholder::TimeS
            | Placeholder::Seed
            | Placeholder::Threads
            | Placeholder::Proof => None,
        };
        let ask = |arguments: &[Template]| {
            let arguments = arguments.iter().map(|a| a.fill(&filling)).collect();
            self.output(&program, arguments, folder)
        };
        let mut last = None;
        if let Some(probe) = &via.probe {
            let (ending, text) = ask(&probe.arguments).map_err(|error| error.to_string())?;
            if ending != Ending::Exit(0) || after(&text, &probe.shows).is_none() {
                return Ok(None);
            }
            last = Some((&probe.arguments, text));
        }
        let version = match &via.version {
            None => None,
            Some(reading) => {
                let text = match last {
                    // Often the same question; some programs take long to answer it.
                    Some((arguments, text)) if *arguments == reading.arguments => text,
                    _ => {
                        ask(&reading.arguments)
                            .map_err(|error| error.to_string())?
                            .1
                    }
                };
                reading.read(&text)
            }
        };
        Ok(Some(Installed {
            entry: entry.clone(),
            via: via.clone(),
            program,
            version,
            encoding: entry.encoding,
        }))
    }

    /// What a program prints, on either stream, with a bound on both time and length.
    fn output(
        &self,
        program: &Path,
        arguments: Vec<OsString>,
        folder: &Path,
    ) -> Result<(Ending, String), ProcessError> {
        let command = ProcessCommand {
            program: program.to_owned(),
            arguments,
            folder: folder.to_owned(),
        };
        let limits = ProcessLimits {
            deadline: Some(Instant::now() + TRIAL_TIME),
            cancel: self.cancel.clone(),
            ..ProcessLimits::default()
        };
        let (run, mut text) = process::output(&command, &limits, TRIAL_OUTPUT)?;
        text.extend(run.stderr);
        Ok((run.ending, String::from_utf8_lossy(&text).into_owned()))
    }
}
