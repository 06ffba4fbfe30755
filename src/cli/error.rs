//! The error of a command: what is printed, and the exit code.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::Path;

use crate::exit::{ErrorExit, Exit};
use crate::generate::GenerateError;
use crate::limits::StopReason;
pub(super) use crate::reading::called;
use crate::reading::reason;
use crate::visible;

/// Why a command failed.
#[derive(Debug)]
pub(super) struct CliError {
    pub(super) exit: Exit,
    source: Box<dyn Error + Send + Sync>,
    /// The line of the file that the error is about, with a caret under the place.
    pub(super) excerpt: Option<String>,
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)
    }
}

/// The errors of the library, each of which has an exit code.
impl<E: ErrorExit + Error + Send + Sync + 'static> From<E> for CliError {
    fn from(problem: E) -> Self {
        CliError {
            exit: problem.exit(),
            excerpt: problem.excerpt(),
            source: problem.into(),
        }
    }
}

impl CliError {
    pub(super) fn new(exit: Exit, message: String) -> Self {
        CliError {
            exit,
            source: message.into(),
            excerpt: None,
        }
    }

    /// Options that do not fit together, or a bad argument.
    pub(super) fn usage(message: String) -> Self {
        CliError::new(Exit::BadInput, message)
    }

    /// A fault of pipsc.
    pub(super) fn internal(problem: impl fmt::Display) -> Self {
        CliError::new(Exit::Unexpected, problem.to_string())
    }

    /// A file was read and cannot be used.
    pub(super) fn in_file(path: &Path, problem: impl ErrorExit + fmt::Display) -> Self {
        CliError::about(&called(path), problem)
    }

    /// The same for input that is named in another way.
    pub(super) fn about(what: &str, problem: impl ErrorExit + fmt::Display) -> Self {
        CliError {
            excerpt: problem.excerpt(),
            ..CliError::new(problem.exit(), format!("{what}: {problem}"))
        }
    }

    /// A puzzle was not generated; the message says which option may help.
    pub(super) fn generating(recipe: &str, problem: &GenerateError) -> Self {
        let help = match problem {
            GenerateError::NotFound { .. } => {
                "; --tries gives it more, and another --seed may do better"
            }
            GenerateError::Stopped(StopReason::TimeLimit) => "; --time-limit gives it more",
            _ => "",
        };
        CliError::new(problem.exit(), format!("{recipe}: {problem}{help}"))
    }

    /// Output cannot be written. A closed pipe is not an error.
    pub(super) fn writing(path: &Path, problem: io::Error) -> Self {
        // ERROR_PIPE_NOT_CONNECTED of Windows is of no kind.
        let is_unconnected = cfg!(windows) && problem.raw_os_error() == Some(233);
        let exit = if is_unconnected || problem.kind() == io::ErrorKind::BrokenPipe {
            Exit::Done
        } else {
            Exit::Unexpected
        };
        let path = visible::path(path);
        CliError::new(exit, format!("cannot write {path}: {}", reason(&problem)))
    }

    /// The reader of the output has closed it: the command ends without a message.
    pub(super) fn is_closed_pipe(&self) -> bool {
        self.exit == Exit::Done
    }
}
