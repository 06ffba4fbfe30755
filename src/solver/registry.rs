//! The registry: which solvers there are, as data.
//!
//! The entries of the repository's `solvers.toml` are compiled in. Files of the user's add to
//! them and replace those of the same name. A new solver of a known dialect needs no code.

mod argument;
mod entry;
mod find;
mod read;
mod statistics;
mod version;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub(super) use argument::{Placeholder, Template};
pub use entry::Entry;
pub use find::{Installed, Missing, SearchPath};
pub use read::RegistryError;
use read::read;
pub(super) use statistics::Tally;

use super::{embedded, search};
use crate::folders;
use crate::nearest::did_you_mean;
use crate::puzzle::Label;
use crate::reading;

/// The entries that are compiled in.
const BUILT_IN: &str = include_str!("../../solvers.toml");

/// Solvers by name.
#[derive(Debug, Clone, Default)]
pub struct Registry {
    /// The user's own.
    users: BTreeMap<String, Entry>,
    /// What is compiled in, once somebody asks: reading it takes as long as solving a puzzle.
    built_in: OnceLock<BTreeMap<String, Entry>>,
}

impl Registry {
    /// What is compiled in.
    pub fn built_in() -> Self {
        Registry::default()
    }

    /// What is compiled in, then the user's files, each over the ones before. The file of the
    /// user's folder may be missing; those that were named must be there.
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
        let text = String::from_utf8(reading::file(file)?).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            RegistryError::Wrong {
                file: file.to_owned(),
                line: 1 + good.iter().filter(|&&byte| byte == b'\n').count(),
                problem: "this is not text: expected UTF-8".into(),
            }
        })?;
        self.users.extend(read(&text, file)?);
        Ok(())
    }

    fn shipped(&self) -> &BTreeMap<String, Entry> {
        // `tests` below reads it, so that a release cannot fail here.
        let read = || read(BUILT_IN, Path::new("solvers.toml")).unwrap_or_default();
        self.built_in.get_or_init(read)
    }

    /// A solver that there must be, on this machine or elsewhere; see [`Registry::get`].
    pub fn expect(&self, name: &str) -> Result<&Entry, Unknown> {
        self.get(name).ok_or_else(|| Unknown {
            name: name.into(),
            known: [embedded::NAME, search::NAME]
                .map(str::to_owned)
                .into_iter()
                .chain(self.entries().map(|entry| entry.name.clone()))
                .collect(),
        })
    }

    /// One solver. Those that are built in are no entries.
    pub fn get(&self, name: &str) -> Option<&Entry> {
        if [embedded::NAME, search::NAME].contains(&name) {
            return None;
        }
        self.users.get(name).or_else(|| self.shipped().get(name))
    }

    /// Every solver, by name.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        let mut all: BTreeMap<&String, &Entry> = self.shipped().iter().collect();
        all.extend(&self.users);
        all.into_values()
    }
}

/// A name that is no solver's.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no solver `{name}`, expected {}{}",
    .known.join(", "),
    did_you_mean(.name.raw(), .known.iter().map(String::as_str))
)]
pub struct Unknown {
    /// What was asked for.
    pub name: Label,
    /// What there is.
    pub known: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_entries_can_be_read() {
        let entries = read(BUILT_IN, Path::new("solvers.toml")).expect("a valid file");
        assert!(entries.contains_key("chuffed"));
        assert!(!entries.contains_key(embedded::NAME) && !entries.contains_key(search::NAME));
        for entry in entries.values() {
            assert!(!entry.install.is_empty(), "{} has a hint", entry.name);
        }
    }

    #[test]
    fn gecode_never_runs_as_web_assembly() {
        let registry = Registry::built_in();
        for via in &registry.get("gecode").expect("an entry").via {
            assert_eq!(via.programs, ["minizinc"]);
            assert_eq!(via.launcher, None);
        }
    }
}
