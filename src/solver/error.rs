//! Why a solver gave no outcome.

#[cfg(feature = "external")]
use std::io;
#[cfg(feature = "external")]
use std::path::PathBuf;

use super::embedded::EmbeddedError;
#[cfg(feature = "external")]
use super::fault::{FaultExcerpt, SolverFault};
#[cfg(feature = "external")]
use super::process::ProcessError;
#[cfg(feature = "external")]
use super::registry::{MissingSolver, RegistryError, UnknownSolver};
use crate::backend::{Inexpressible, NameMapError};
#[cfg(feature = "external")]
use crate::folders::NoTemporaryFolder;
use crate::lower::TooLarge;
#[cfg(feature = "external")]
use crate::reading::reason;
#[cfg(feature = "external")]
use crate::visible;

/// Why a solver gave no outcome: a mistake of the user, a missing program, a fault of the solver, or
/// a fault of pipsc.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// There is no solver of this name.
    #[cfg(feature = "external")]
    #[error(transparent)]
    Unknown(#[from] UnknownSolver),
    /// The user's file of solvers cannot be used.
    #[cfg(feature = "external")]
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// The solver does not support the task.
    #[error("{solver}: {problem}")]
    Unsupported {
        /// The solver.
        solver: String,
        /// What it cannot do.
        problem: String,
    },
    /// The puzzle is too large to be tried.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The encoding that it was to be given has no form for the puzzle.
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    /// It is not on this machine.
    #[cfg(feature = "external")]
    #[error(transparent)]
    Missing(#[from] MissingSolver),
    /// It is there and does not start.
    #[cfg(feature = "external")]
    #[error("{solver}: {problem}")]
    Run {
        /// The solver.
        solver: String,
        /// What happened.
        problem: ProcessError,
    },
    /// There is no place for the files that it is given.
    #[cfg(feature = "external")]
    #[error(transparent)]
    NoFolder(#[from] NoTemporaryFolder),
    /// A file of ours cannot be read or written.
    #[cfg(feature = "external")]
    #[error("cannot write {}: {}", visible::path(.path), reason(.problem))]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        problem: io::Error,
    },
    /// It did something that no solver should do.
    #[cfg(feature = "external")]
    #[error("{solver}: {problem}{}", .excerpt.as_deref().map(FaultExcerpt::to_string).unwrap_or_default())]
    Misbehaved {
        /// The solver.
        solver: String,
        /// What it did.
        problem: Box<SolverFault>,
        /// What it printed, where that is at fault.
        excerpt: Option<Box<FaultExcerpt>>,
    },
    /// A fault of this program: a name map of its own that does not fit.
    #[error(transparent)]
    Names(#[from] NameMapError),
    /// A fault of this program: the embedded solver made a wrong board.
    #[error(transparent)]
    Embedded(EmbeddedError),
}

impl From<EmbeddedError> for SolverError {
    fn from(problem: EmbeddedError) -> Self {
        match problem {
            EmbeddedError::TooLarge(size) => SolverError::TooLarge(size),
            EmbeddedError::Rejected(_) | EmbeddedError::Unasked => SolverError::Embedded(problem),
        }
    }
}

#[cfg(feature = "external")]
impl SolverError {
    /// A solver did something that no solver should do.
    pub fn misbehaved(solver: impl Into<String>, problem: SolverFault) -> Self {
        SolverError::Misbehaved {
            solver: solver.into(),
            problem: Box::new(problem),
            excerpt: None,
        }
    }
}
