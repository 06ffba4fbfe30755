//! Why a command did not do what it was asked to, and the exit code that follows.

use std::io;
use std::path::{Path, PathBuf};

use crate::backend::reply::ReplyError;
use crate::backend::{Inexpressible, NameMapError};
use crate::bundle::BundleError;
use crate::exit::Exit;
use crate::fetch::FetchError;
use crate::formats::{CannotExpress, FormatError, PickError};
use crate::generate::GenerateError;
use crate::limits::StopReason;
use crate::lower::{LowerError, TooLarge};
use crate::prove::ProveError;
pub(super) use crate::reading::called;
use crate::reading::{ReadingError, reason};
use crate::solver::DecodeError;
use crate::solver::RegistryError;
use crate::solver::{Disagreement, Missing, SolverError};
use crate::visible;

/// A command that failed. A person's mistake is told apart from an internal fault by its text and
/// by its exit code.
#[derive(Debug, thiserror::Error)]
pub(super) enum CliError {
    /// An option that does not fit the others.
    #[error("{0}")]
    Usage(String),
    /// A puzzle, board or name map that cannot be read from the disk.
    #[error(transparent)]
    Unreadable(#[from] ReadingError),
    /// A file that was read and cannot be used.
    #[error("{file}: {problem}")]
    File {
        /// The file.
        file: String,
        /// What is wrong with it, and where.
        problem: Box<FileProblem>,
    },
    /// A day whose puzzles could not be had.
    #[error(transparent)]
    Fetch(#[from] FetchError),
    /// A format that has no words for a puzzle.
    #[error(transparent)]
    CannotExpress(#[from] CannotExpress),
    /// An encoding that has no form for a puzzle.
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    /// A registry file that cannot be used.
    #[error(transparent)]
    Registry(#[from] RegistryError),
    /// A solver that could not be used, or cannot be believed.
    #[error(transparent)]
    Solver(Box<SolverError>),
    /// A certificate that cannot be made, or is none.
    #[error(transparent)]
    Prove(Box<ProveError>),
    /// A puzzle that is too large to be tried.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// Solvers that contradict each other.
    #[error("the solvers disagree: {0}")]
    Disagreement(Box<Disagreement>),
    /// A fault of our own.
    #[error("{0}")]
    Internal(String),
    /// A bundle that was not made, or is none.
    #[error(transparent)]
    Bundle(#[from] BundleError),
    /// A puzzle that was not made.
    #[error("{recipe}: {problem}{}", next(.problem))]
    Generate {
        /// What was asked for.
        recipe: String,
        /// Why there is none.
        problem: GenerateError,
    },
    /// A trace that ends before its search.
    #[error("{0}")]
    CutOff(String),
    /// Output that cannot be written.
    #[error("cannot write {}: {}", visible::path(.path), reason(.problem))]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
    /// Whoever read our output has closed it. Not a failure for the user.
    #[error("the reader of the output has closed it")]
    ClosedPipe,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileProblem {
    /// It is not a valid puzzle or board.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// A level is not there, or there are several without a choice.
    #[error(transparent)]
    Pick(#[from] PickError),
    /// It is not a name map, or is another puzzle's.
    #[error(transparent)]
    Names(#[from] NameMapError),
    /// It is not a reply that can be read.
    #[error(transparent)]
    Reply(#[from] ReplyError),
    /// It holds a board that the checker rejects.
    #[error(transparent)]
    Rejected(#[from] DecodeError),
}

impl From<SolverError> for CliError {
    fn from(problem: SolverError) -> Self {
        CliError::Solver(Box::new(problem))
    }
}

impl From<LowerError> for CliError {
    fn from(problem: LowerError) -> Self {
        match problem {
            LowerError::TooLarge(size) => CliError::TooLarge(size),
            LowerError::Stopped(stop) => CliError::Internal(stop.to_string()),
        }
    }
}

impl CliError {
    /// The exit code.
    pub(super) fn exit(&self) -> Exit {
        match self {
            CliError::Usage(_)
            | CliError::Unreadable(_)
            | CliError::CannotExpress(_)
            | CliError::Inexpressible(
                Inexpressible::NoGrid(_)
                | Inexpressible::Symmetry(_)
                | Inexpressible::NotStandard(_)
                | Inexpressible::NoProfile { .. },
            )
            | CliError::Registry(_) => Exit::BadInput,
            CliError::File { problem, .. } => match problem.as_ref() {
                FileProblem::Format(_)
                | FileProblem::Pick(_)
                | FileProblem::Names(_)
                | FileProblem::Rejected(DecodeError::Names(_)) => Exit::BadInput,
                FileProblem::Reply(_)
                | FileProblem::Rejected(DecodeError::Rejected(_) | DecodeError::Excluded) => {
                    Exit::Rejected
                }
            },
            // A day without puzzles is like a file that is not there; all else is the server's fault.
            CliError::Fetch(FetchError::TooEarly(_) | FetchError::NotFound { .. }) => {
                Exit::BadInput
            }
            CliError::Fetch(_) => Exit::Unexpected,
            CliError::Solver(problem) => solver_exit(problem),
            CliError::Prove(problem) => prove_exit(problem),
            CliError::TooLarge(_) | CliError::Inexpressible(Inexpressible::TooLarge(_)) => {
                Exit::NoVerdict
            }
            CliError::Bundle(problem) => bundle_exit(problem),
            CliError::CutOff(_) => Exit::NoVerdict,
            CliError::Generate { problem, .. } => match problem {
                GenerateError::Impossible(_) => Exit::BadInput,
                GenerateError::NotFound { .. } => Exit::NoVerdict,
                GenerateError::Stopped(stop) => stop_exit(*stop),
                GenerateError::Solver(_) => Exit::Unexpected,
            },
            CliError::Disagreement(_) => Exit::Rejected,
            CliError::Unwritable { .. } | CliError::Internal(_) => Exit::Unexpected,
            CliError::ClosedPipe => Exit::Done,
        }
    }

    /// The line of a file that could not be read, with a caret under the place.
    pub(super) fn excerpt(&self) -> Option<&str> {
        match self {
            CliError::File { problem, .. } => match problem.as_ref() {
                FileProblem::Format(error) | FileProblem::Pick(PickError::Broken(error)) => {
                    error.excerpt.as_deref()
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A file cannot be used.
    pub(super) fn in_file(path: &Path, problem: impl Into<FileProblem>) -> Self {
        CliError::File {
            file: called(path),
            problem: Box::new(problem.into()),
        }
    }

    /// Something could not be written; a closed pipe is not an error.
    pub(super) fn writing(path: &Path, problem: io::Error) -> Self {
        // ERROR_PIPE_NOT_CONNECTED of Windows is of no kind.
        let is_unconnected = cfg!(windows) && problem.raw_os_error() == Some(233);
        if is_unconnected || problem.kind() == io::ErrorKind::BrokenPipe {
            return CliError::ClosedPipe;
        }
        CliError::Unwritable {
            path: path.to_owned(),
            problem,
        }
    }
}

/// What somebody can do about a puzzle that was not found.
fn next(problem: &GenerateError) -> &'static str {
    match problem {
        GenerateError::NotFound { .. } => {
            "; --tries gives it more, and another --seed may do better"
        }
        GenerateError::Stopped(StopReason::TimeLimit) => "; --time-limit gives it more",
        GenerateError::Stopped(_) | GenerateError::Impossible(_) | GenerateError::Solver(_) => "",
    }
}

/// The exit code of a certificate that could not be made.
fn prove_exit(problem: &ProveError) -> Exit {
    match problem {
        ProveError::CannotExpress(_)
        | ProveError::Untrue { .. }
        | ProveError::OfAnother(_)
        | ProveError::Occupied(_)
        | ProveError::NotACertificate { .. }
        | ProveError::Inexpressible(
            Inexpressible::NoGrid(_)
            | Inexpressible::Symmetry(_)
            | Inexpressible::NotStandard(_)
            | Inexpressible::NoProfile { .. },
        ) => Exit::BadInput,
        ProveError::LowerError(_)
        | ProveError::Inexpressible(Inexpressible::TooLarge(_))
        | ProveError::TooMany
        | ProveError::Stopped(_)
        | ProveError::GaveUp(_) => Exit::NoVerdict,
        ProveError::Solver(problem) => solver_exit(problem),
        ProveError::NoSolver { .. } | ProveError::NoChecker(_) => Exit::NoSolver,
        ProveError::Refused { .. } | ProveError::Disagreement(_) => Exit::Rejected,
        ProveError::File { .. } | ProveError::Internal(_) => Exit::Unexpected,
    }
}

/// The exit code where there is no bundle.
fn bundle_exit(problem: &BundleError) -> Exit {
    match problem {
        BundleError::Nothing
        | BundleError::Encoding(_)
        | BundleError::Refused { .. }
        | BundleError::Incomplete { .. }
        | BundleError::Occupied(_)
        | BundleError::NoBundle { .. }
        | BundleError::Unreadable(_) => Exit::BadInput,
        BundleError::Stopped(stop) => stop_exit(*stop),
        BundleError::Unwritable { .. } | BundleError::NoFolder(_) | BundleError::Internal(_) => {
            Exit::Unexpected
        }
    }
}

/// The exit code of a solver that gave no outcome.
fn solver_exit(problem: &SolverError) -> Exit {
    match problem {
        SolverError::Unknown(_)
        | SolverError::Registry(_)
        | SolverError::Unsupported { .. }
        | SolverError::Inexpressible(
            Inexpressible::NoGrid(_)
            | Inexpressible::Symmetry(_)
            | Inexpressible::NotStandard(_)
            | Inexpressible::NoProfile { .. },
        ) => Exit::BadInput,
        SolverError::TooLarge(_) | SolverError::Inexpressible(Inexpressible::TooLarge(_)) => {
            Exit::NoVerdict
        }
        SolverError::NoFolder(_) | SolverError::Missing(Missing::NoFolder(_)) => Exit::Unexpected,
        SolverError::Missing(
            Missing::NotFound { .. } | Missing::NotExecutable { .. } | Missing::Broken { .. },
        )
        | SolverError::Run { .. } => Exit::NoSolver,
        SolverError::Misbehaved { .. } => Exit::Rejected,
        SolverError::File { .. } | SolverError::Names(_) | SolverError::Embedded(_) => {
            Exit::Unexpected
        }
    }
}

/// The exit code of work that a limit or a signal ended.
fn stop_exit(stop: StopReason) -> Exit {
    match stop {
        StopReason::Cancelled => Exit::Interrupted,
        _ => Exit::NoVerdict,
    }
}
