//! The registry of external solvers.
//!
//! The entries of `solvers.toml` are compiled in. Files of the user add entries and replace those of the
//! same name. A new solver of a known language needs no code.

mod entry;
mod find;
mod statistics;
mod template;
mod version;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

pub use entry::{RegistryError, SolverEntry};
pub use find::{InstalledSolver, MissingSolver, SearchPath};
pub(super) use statistics::StatisticsReader;
pub(super) use template::{OPTIONS, RESULT};

use super::{embedded, search};
use crate::folders;
use crate::nearest::did_you_mean;
use crate::puzzle::Label;
use crate::reading;
use entry::Defaults;

/// Names of the in-process solvers, which are reserved.
const IN_PROCESS: [&str; 2] = [embedded::NAME, search::NAME];

type Entries = BTreeMap<String, SolverEntry>;

/// Compiled-in entries, and the defaults of each target for the entries of all files.
static BUILT_IN: LazyLock<(Defaults, Entries)> =
    LazyLock::new(|| built_in(include_str!("../../solvers.toml")));

/// # Panics
/// If the text is wrong, which is a bug of pipsc.
fn built_in(text: &str) -> (Defaults, Entries) {
    let mut defaults = Defaults::default();
    match entry::read(text, Path::new("solvers.toml"), &mut defaults) {
        Ok(entries) => (defaults, entries),
        Err(error) => panic!("the built-in registry is broken: {error}"),
    }
}

/// Solvers by name.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    /// The user's entries. The compiled-in entries are parsed on first use.
    added: Entries,
}

impl Registry {
    /// Returns the compiled-in entries.
    pub fn built_in() -> Self {
        Registry::default()
    }

    /// Loads the compiled-in entries and the user's files, each of which can replace earlier entries. The
    /// file in the user's configuration folder is optional; the named files must exist.
    ///
    /// # Errors
    /// If a file cannot be read or an entry is wrong.
    pub fn load(named: &[PathBuf]) -> Result<Self, RegistryError> {
        let mut registry = Registry::built_in();
        let users = folders::config().map(|folder| folder.join("solvers.toml"));
        if let Some(file) = users.filter(|file| file.exists()) {
            registry.add(&file)?;
        }
        for file in named {
            registry.add(file)?;
        }
        Ok(registry)
    }

    fn add(&mut self, file: &Path) -> Result<(), RegistryError> {
        let bytes = reading::file(file)?;
        let text = str::from_utf8(&bytes).map_err(|error| {
            let valid = &bytes[..error.valid_up_to()];
            RegistryError::syntax(file, valid, "this is not text: expected UTF-8")
        })?;
        let mut defaults = BUILT_IN.0.clone();
        self.added.extend(entry::read(text, file, &mut defaults)?);
        Ok(())
    }

    /// Returns the entry of a solver.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn expect(&self, name: &str) -> Result<&SolverEntry, UnknownSolver> {
        self.get(name).ok_or_else(|| UnknownSolver {
            name: name.into(),
            known: IN_PROCESS
                .into_iter()
                .chain(self.entries().map(|entry| entry.name.as_str()))
                .map(str::to_owned)
                .collect(),
        })
    }

    /// Returns the entry of a solver. In-process solvers have none.
    pub fn get(&self, name: &str) -> Option<&SolverEntry> {
        self.added.get(name).or_else(|| BUILT_IN.1.get(name))
    }

    /// Returns all entries, by name.
    pub fn entries(&self) -> impl Iterator<Item = &SolverEntry> {
        let mut all: BTreeMap<&String, &SolverEntry> = BUILT_IN.1.iter().collect();
        all.extend(&self.added);
        all.into_values()
    }
}

/// An unknown solver name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no solver `{name}`, expected {}{}",
    .known.join(", "),
    did_you_mean(.name.raw(), .known.iter().map(String::as_str))
)]
pub struct UnknownSolver {
    /// The name.
    pub name: Label,
    /// The names of all solvers.
    pub known: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_entries_can_be_read() {
        let entries = &BUILT_IN.1;
        assert!(entries.contains_key("chuffed"));
        assert!(IN_PROCESS.iter().all(|&name| !entries.contains_key(name)));
        for entry in entries.values() {
            assert!(!entry.install.is_empty(), "{} has a hint", entry.name);
        }
    }

    #[test]
    #[should_panic(expected = "the built-in registry is broken: solvers.toml: [broken]")]
    fn a_broken_built_in_registry_panics() {
        let _ = built_in("[broken]\ntarget = \"dimacs\"\n");
    }

    #[test]
    fn gecode_never_runs_as_web_assembly() {
        let registry = Registry::built_in();
        for command in &registry.get("gecode").expect("an entry").commands {
            assert_eq!(command.programs, ["minizinc"]);
            assert_eq!(command.launcher, None);
        }
    }
}
