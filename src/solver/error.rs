//! Errors of solvers.

#[cfg(feature = "external")]
use std::io;
#[cfg(feature = "external")]
use std::path::PathBuf;

#[cfg(feature = "external")]
use super::fault::{FaultExcerpt, SolverFault};
#[cfg(feature = "external")]
use super::registry::{MissingSolver, RegistryError, UnknownSolver};
use crate::backend::{Inexpressible, NameMapError};
#[cfg(feature = "external")]
use crate::folders::NoTemporaryFolder;
use crate::limits::StopReason;
use crate::lower::{LowerError, TooLarge};
use crate::puzzle::Violation;
#[cfg(feature = "external")]
use crate::reading::reason;
#[cfg(feature = "external")]
use crate::visible;

/// Reason why a solver has no outcome: a mistake of the user, a missing program, a fault of the solver,
/// or a bug in pipsc.
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
        /// The unsupported request.
        problem: String,
    },
    /// The puzzle is too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The solver's encoding cannot express the puzzle.
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    /// The solver is not installed.
    #[cfg(feature = "external")]
    #[error(transparent)]
    Missing(#[from] MissingSolver),
    /// The program does not start.
    #[cfg(feature = "external")]
    #[error("{solver}: {problem}")]
    Run {
        /// The solver.
        solver: String,
        /// The error of the process.
        problem: io::Error,
    },
    /// No temporary folder can be created for its files.
    #[cfg(feature = "external")]
    #[error(transparent)]
    NoFolder(#[from] NoTemporaryFolder),
    /// A file cannot be read or written.
    #[cfg(feature = "external")]
    #[error("cannot write {}: {}", visible::path(.path), reason(.problem))]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        problem: io::Error,
    },
    /// The solver is at fault.
    #[cfg(feature = "external")]
    #[error("{solver}: {problem}{}", .excerpt.as_deref().map(FaultExcerpt::to_string).unwrap_or_default())]
    Misbehaved {
        /// The solver.
        solver: String,
        /// The fault.
        problem: Box<SolverFault>,
        /// Its output, if that is at fault.
        excerpt: Option<Box<FaultExcerpt>>,
    },
    /// A bug in pipsc: its own name map does not fit the puzzle.
    #[error(transparent)]
    Names(#[from] NameMapError),
    /// The limits ended a query. The limits of a task are part of its [`Outcome`](super::Outcome) instead.
    #[error("no answer within the limits")]
    Stopped(#[from] StopReason),
    /// A bug in pipsc: the embedded solver found a wrong board, which was not returned.
    #[error("internal fault: the embedded solver made a board that is not a solution ({0})")]
    WrongBoard(String),
}

impl SolverError {
    pub(super) fn unsupported(solver: &str, problem: impl Into<String>) -> Self {
        SolverError::Unsupported {
            solver: solver.to_owned(),
            problem: problem.into(),
        }
    }

    /// Creates the error for a board of the embedded solver that the checker rejects.
    pub(super) fn wrong_board(violations: &[Violation]) -> Self {
        let violations: Vec<String> = violations.iter().map(Violation::to_string).collect();
        SolverError::WrongBoard(violations.join("; "))
    }
}

impl From<LowerError> for SolverError {
    fn from(problem: LowerError) -> Self {
        match problem {
            LowerError::TooLarge(size) => size.into(),
            LowerError::Stopped(stop) => stop.into(),
        }
    }
}

#[cfg(feature = "external")]
impl SolverError {
    /// Creates the error for a fault of a solver.
    pub fn misbehaved(solver: impl Into<String>, problem: SolverFault) -> Self {
        SolverError::Misbehaved {
            solver: solver.into(),
            problem: Box::new(problem),
            excerpt: None,
        }
    }
}
