//! Every exit code of the program, and the exit code of every error.

use crate::backend::reply::ReplyError;
use crate::backend::{Inexpressible, NameMapError};
use crate::bench::StoreError;
use crate::bundle::BundleError;
use crate::fetch::FetchError;
use crate::formats::{CannotExpress, ParseError, PickError};
use crate::generate::GenerateError;
use crate::limits::StopReason;
use crate::lower::{LowerError, TooLarge};
use crate::prove::ProveError;
use crate::reading::ReadingError;
use crate::render::PngError;
use crate::solver::{DecodeError, MissingSolver, RegistryError, SolverError};

/// The exit status, ordered from best to worst. Several results have the worst exit status among
/// them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// A checked verdict, or another success: 0.
    Done,
    /// An unfinished board without a violation: 6.
    Unfinished,
    /// A solution exists, with `--exit-code sat`: 10.
    Satisfiable,
    /// No solution exists, with `--exit-code sat`: 20.
    Unsatisfiable,
    /// No verdict within the limits: 3.
    NoVerdict,
    /// A solver that is missing or cannot be used: 4.
    NoSolver,
    /// Bad usage, or a bad puzzle: 2.
    BadInput,
    /// A reply that cannot be read, a board that the checker rejects, or solvers that disagree: 5.
    Rejected,
    /// Something that should not happen, such as a full disk: 1.
    Unexpected,
    /// Interrupted: 130.
    Interrupted,
}

impl Exit {
    /// The numeric exit code.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::Unexpected => 1,
            Exit::BadInput => 2,
            Exit::NoVerdict => 3,
            Exit::NoSolver => 4,
            Exit::Rejected => 5,
            Exit::Unfinished => 6,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        exit.code().into()
    }
}

/// Maps an error to the exit status of the command that it ends.
pub(crate) trait ErrorExit {
    fn exit(&self) -> Exit;

    /// The faulty line of the input file, with a caret under the error.
    fn excerpt(&self) -> Option<String> {
        None
    }
}

/// Implements [`ErrorExit`] for error types with a constant exit status.
macro_rules! exits {
    ($($error:ty => $exit:ident),* $(,)?) => {
        $(impl ErrorExit for $error {
            fn exit(&self) -> Exit {
                Exit::$exit
            }
        })*
    };
}

exits! {
    ReadingError => BadInput,
    CannotExpress => BadInput,
    NameMapError => BadInput,
    RegistryError => BadInput,
    ReplyError => Rejected,
    TooLarge => NoVerdict,
    LowerError => NoVerdict,
}

impl ErrorExit for ParseError {
    fn exit(&self) -> Exit {
        Exit::BadInput
    }

    fn excerpt(&self) -> Option<String> {
        self.excerpt.clone()
    }
}

impl ErrorExit for PickError {
    fn exit(&self) -> Exit {
        Exit::BadInput
    }

    fn excerpt(&self) -> Option<String> {
        match self {
            PickError::Broken(problem) => problem.excerpt(),
            _ => None,
        }
    }
}

impl ErrorExit for DecodeError {
    fn exit(&self) -> Exit {
        match self {
            DecodeError::Names(_) => Exit::BadInput,
            DecodeError::Rejected(_) | DecodeError::Excluded => Exit::Rejected,
        }
    }
}

impl ErrorExit for PngError {
    fn exit(&self) -> Exit {
        match self {
            PngError::Size { .. } => Exit::BadInput,
            PngError::Drawing(_) => Exit::Unexpected,
        }
    }
}

/// A day without puzzles is bad input, like a missing file; all other errors are unexpected.
impl ErrorExit for FetchError {
    fn exit(&self) -> Exit {
        match self {
            FetchError::TooEarly(_) | FetchError::NotFound { .. } => Exit::BadInput,
            _ => Exit::Unexpected,
        }
    }
}

impl ErrorExit for Inexpressible {
    fn exit(&self) -> Exit {
        match self {
            Inexpressible::TooLarge(_) => Exit::NoVerdict,
            _ => Exit::BadInput,
        }
    }
}

impl ErrorExit for StopReason {
    fn exit(&self) -> Exit {
        match self {
            StopReason::Cancelled => Exit::Interrupted,
            _ => Exit::NoVerdict,
        }
    }
}

impl ErrorExit for GenerateError {
    fn exit(&self) -> Exit {
        match self {
            GenerateError::Impossible(_) => Exit::BadInput,
            GenerateError::NotFound { .. } => Exit::NoVerdict,
            GenerateError::Stopped(stop) => stop.exit(),
            GenerateError::Solver(problem) => problem.exit(),
        }
    }
}

impl ErrorExit for StoreError {
    fn exit(&self) -> Exit {
        match self {
            StoreError::Unwritable { .. } => Exit::Unexpected,
            StoreError::Unreadable(_) | StoreError::Locked(_) | StoreError::BadLine { .. } => {
                Exit::BadInput
            }
        }
    }
}

impl ErrorExit for SolverError {
    fn exit(&self) -> Exit {
        match self {
            SolverError::Unknown(_)
            | SolverError::Registry(_)
            | SolverError::Unsupported { .. } => Exit::BadInput,
            SolverError::Inexpressible(problem) => problem.exit(),
            SolverError::TooLarge(_) => Exit::NoVerdict,
            SolverError::Missing(MissingSolver::NoFolder(_)) => Exit::Unexpected,
            SolverError::Missing(_) | SolverError::Run { .. } => Exit::NoSolver,
            SolverError::Misbehaved { .. } => Exit::Rejected,
            SolverError::NoFolder(_)
            | SolverError::File { .. }
            | SolverError::Names(_)
            | SolverError::WrongBoard(_) => Exit::Unexpected,
            SolverError::Stopped(stop) => stop.exit(),
        }
    }
}

impl ErrorExit for BundleError {
    fn exit(&self) -> Exit {
        match self {
            BundleError::Stopped(stop) => stop.exit(),
            BundleError::Unwritable { .. } | BundleError::Internal(_) => Exit::Unexpected,
            _ => Exit::BadInput,
        }
    }
}

impl ErrorExit for ProveError {
    fn exit(&self) -> Exit {
        match self {
            ProveError::LowerError(_)
            | ProveError::TooMany
            | ProveError::Stopped(_)
            | ProveError::GaveUp(_) => Exit::NoVerdict,
            ProveError::Inexpressible(problem) => problem.exit(),
            ProveError::Solver(problem) => problem.exit(),
            ProveError::NoSolver { .. } | ProveError::NoChecker(_) => Exit::NoSolver,
            ProveError::Refused { .. } | ProveError::Disagreement(_) => Exit::Rejected,
            ProveError::File { .. } | ProveError::Internal(_) => Exit::Unexpected,
            _ => Exit::BadInput,
        }
    }
}
