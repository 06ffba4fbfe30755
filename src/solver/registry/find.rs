//! Finds a solver on this machine, and its version.

use std::env;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::entry::{SolverCommand, SolverEntry};
use crate::backend::Encoding;
use crate::folders::{self, NoTemporaryFolder};
use crate::limits::{Budget, CancelFlag, Limits};
use crate::solver::process::{self, ProcessCommand};
use crate::visible;

/// Time limit for printing a version.
const PROBE_TIME: Duration = Duration::from_secs(30);

/// Maximum bytes that are read of a version output.
const PROBE_OUTPUT: usize = 1 << 20;

/// The folders to search for programs.
#[derive(Debug, Clone)]
pub struct SearchPath {
    folders: Vec<PathBuf>,
    here: PathBuf,
    /// Cancels the search.
    pub cancel: CancelFlag,
}

/// A solver that is installed on this machine.
#[derive(Debug, Clone)]
pub struct InstalledSolver {
    /// Its registry entry.
    pub entry: SolverEntry,
    /// Its command.
    pub(crate) command: SolverCommand,
    /// Its program.
    pub program: PathBuf,
    /// Its version, if it can be read.
    pub version: Option<String>,
    /// The encoding of its models.
    pub(in crate::solver) encoding: Encoding,
}

impl InstalledSolver {
    /// Returns the encoding of its models.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Whether it prints solutions, not only their number.
    pub fn shows_boards(&self) -> bool {
        !self.entry.reply.counts
    }

    /// Whether it can count solutions without listing them.
    pub(in crate::solver) fn counts(&self) -> bool {
        self.entry.reply.counts || !self.command.options.count.is_empty()
    }

    /// Returns a warning if its version is not known to work; `None` if the program prints no version.
    pub fn version_warning(&self) -> Option<String> {
        let reading = self.command.version.as_ref()?;
        let name = &self.entry.name;
        match &self.version {
            Some(version) if reading.supports(version) => None,
            Some(version) => Some(format!(
                "{name} {version} is not a tested version ({} up to {})",
                reading.from, reading.below
            )),
            None => Some(format!("the version of {name} cannot be read")),
        }
    }
}

/// Reason why a solver cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum MissingSolver {
    /// No program of the solver is found.
    #[error(
        "{name} is not installed: pipsc cannot find {}{}{}",
        .wanted.join(" or "), if .install.is_empty() { "" } else { "; to install it: " }, .install
    )]
    NotFound {
        /// The solver.
        name: String,
        /// The programs that were searched for.
        wanted: Vec<String>,
        /// How to install it.
        install: String,
    },
    /// A program is not executable.
    #[error("{name}: {} exists but is not executable", visible::path(.program))]
    NotExecutable {
        /// The solver.
        name: String,
        /// The program.
        program: PathBuf,
    },
    /// A program does not start, or is a different one.
    #[error("{name}: {problem}")]
    Broken {
        /// The solver.
        name: String,
        /// The reason.
        problem: String,
    },
    /// No temporary folder can be created to run a program in.
    #[error(transparent)]
    NoFolder(#[from] NoTemporaryFolder),
}

impl SearchPath {
    /// Creates a search path of these folders, in order.
    pub fn new(folders: impl IntoIterator<Item = PathBuf>) -> Self {
        SearchPath {
            folders: folders.into_iter().collect(),
            here: env::current_dir().unwrap_or_default(),
            cancel: CancelFlag::default(),
        }
    }

    /// Returns the folders of `PATH`, after `$PIPSC_SOLVERS_PREFIX/bin` if that is set.
    pub fn from_environment() -> Self {
        let path = env::var_os("PATH").unwrap_or_default();
        let prefix = env::var_os("PIPSC_SOLVERS_PREFIX").filter(|prefix| !prefix.is_empty());
        let first = prefix.map(|prefix| PathBuf::from(prefix).join("bin"));
        SearchPath::new(first.into_iter().chain(env::split_paths(&path)))
    }

    /// Finds a program by its name, or by a path relative to the file of its entry.
    ///
    /// # Errors
    /// If it is not found; with its path if it is not executable.
    pub fn program(&self, word: &str, file: &Path) -> Result<PathBuf, Option<PathBuf>> {
        let is_path = word.contains(std::path::is_separator);
        let word = if is_path {
            let folder = self.here.join(file.parent().unwrap_or(Path::new("")));
            folder.join(word)
        } else {
            word.into()
        };
        let folders = env::join_paths(&self.folders).unwrap_or_default();
        // `which` takes an empty list as the current folder.
        if folders.is_empty() && !is_path {
            return Err(None);
        }
        which::which_in(&word, Some(&folders), &self.here)
            .map_err(|_| word.is_file().then_some(word))
    }

    /// Finds the first command of a solver that runs on this machine.
    ///
    /// # Errors
    /// If none of its programs is found and works.
    pub fn find(&self, entry: &SolverEntry) -> Result<InstalledSolver, MissingSolver> {
        let mut wanted = Vec::new();
        let mut failure = None;
        for command in &entry.commands {
            for word in &command.programs {
                match self.program(word, &entry.file) {
                    Ok(program) => match self.check(entry, command, program) {
                        Ok(Some(found)) => return Ok(found),
                        Ok(None) => wanted.push(match &command.name {
                            Some(name) => format!("{word} with {} ({name})", entry.name),
                            None => format!("{word} with {}", entry.name),
                        }),
                        Err(problem) => failure = failure.or(Some(problem)),
                    },
                    Err(Some(program)) => {
                        let name = entry.name.clone();
                        failure = failure.or(Some(MissingSolver::NotExecutable { name, program }));
                    }
                    Err(None) if wanted.contains(word) => {}
                    Err(None) => wanted.push(word.clone()),
                }
            }
        }
        Err(failure.unwrap_or(MissingSolver::NotFound {
            name: entry.name.clone(),
            wanted,
            install: entry.install.trim().to_owned(),
        }))
    }

    /// Returns a solver whose program is at a known path.
    ///
    /// # Errors
    /// If the program is not this solver.
    pub fn at(
        &self,
        entry: &SolverEntry,
        program: &Path,
    ) -> Result<InstalledSolver, MissingSolver> {
        for command in &entry.commands {
            if let Some(found) = self.check(entry, command, program.to_owned())? {
                return Ok(found);
            }
        }
        Err(MissingSolver::Broken {
            name: entry.name.clone(),
            problem: format!("{} is another program", visible::path(program)),
        })
    }

    /// Returns the solver with its version. Fails if the program is a different one.
    fn check(
        &self,
        entry: &SolverEntry,
        command: &SolverCommand,
        program: PathBuf,
    ) -> Result<Option<InstalledSolver>, MissingSolver> {
        let broken = |problem: String| MissingSolver::Broken {
            name: entry.name.clone(),
            problem,
        };
        // Every run needs both, so their absence is an error even without a version.
        let folder = folders::temporary_folder()?;
        let launcher = command.place_launcher(&entry.file, folder.path());
        let launcher = launcher.map_err(broken)?.map(PathBuf::into_os_string);
        let mut version = None;
        if let Some(reading) = &command.version {
            // The registry allows no other placeholder here.
            let launcher = |_: &str| launcher.clone();
            let probe = ProcessCommand {
                program: program.clone(),
                arguments: reading.arguments.fill(&launcher).collect(),
                folder: folder.path().to_owned(),
                ..ProcessCommand::default()
            };
            let output = self.output(&probe);
            version = reading.read(&output.map_err(|problem| broken(problem.to_string()))?);
            if reading.required && version.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(InstalledSolver {
            entry: entry.clone(),
            command: command.clone(),
            program,
            version,
            encoding: entry.encoding,
        }))
    }

    /// Returns the output of a program on both streams, within limits of time and size.
    fn output(&self, command: &ProcessCommand) -> io::Result<String> {
        let budget = Budget::new(&Limits {
            time: Some(PROBE_TIME),
            cancel: self.cancel.clone(),
            ..Limits::default()
        });
        let mut text = Vec::new();
        let run = process::run(command, &budget, &mut |line| {
            text.extend_from_slice(line);
            text.push(b'\n');
            match text.len() < PROBE_OUTPUT {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })?;
        text.extend(run.stderr);
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}
