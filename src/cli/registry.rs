//! The solvers that a command knows, and where it looks for their programs.

use std::env;
use std::path::PathBuf;

use clap::Args;

use super::interrupt::TaskGuard;
use super::{CliError, say};
use crate::solver::{Registry, SearchPath, Solver};

/// Which solvers are known.
#[derive(Debug, Default, Args)]
pub(super) struct RegistryArguments {
    /// A file with more solvers, besides the one that PIPSC_SOLVERS names
    #[arg(long, value_name = "FILE")]
    solver_file: Option<PathBuf>,
}

impl RegistryArguments {
    /// What is compiled in, with the files that the environment and this call name.
    pub(super) fn load(&self) -> Result<Registry, CliError> {
        let named = env::var_os("PIPSC_SOLVERS").filter(|file| !file.is_empty());
        let named = named.map(PathBuf::from).into_iter();
        let files: Vec<PathBuf> = named.chain(self.solver_file.clone()).collect();
        Ok(Registry::load(&files)?)
    }
}

/// Where programs are looked for, until an interrupt.
pub(super) fn places(ongoing: &TaskGuard) -> SearchPath {
    let mut places = SearchPath::from_environment();
    places.cancel = ongoing.cancel.clone();
    places
}

/// Says what is doubtful about a solver's version.
pub(super) fn warn_of_version(solver: &Solver) {
    if let Solver::External(installed) = solver
        && let Some(doubt) = installed.doubt()
    {
        say::warning(&doubt);
    }
}
