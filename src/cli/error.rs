//! The error of a command: message, excerpt and exit code.

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

/// The error of a command.
#[derive(Debug)]
pub(super) struct CliError {
    pub(super) exit: Exit,
    source: Box<dyn Error + Send + Sync>,
    /// The faulty line of the input file, with a caret under the error.
    pub(super) excerpt: Option<String>,
}

impl Error for CliError {}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.source.fmt(f)
    }
}

/// Converts errors of the library.
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

    /// Incompatible options, or a bad argument.
    pub(super) fn usage(message: String) -> Self {
        CliError::new(Exit::BadInput, message)
    }

    /// A bug in pipsc.
    pub(super) fn internal(problem: impl fmt::Display) -> Self {
        CliError::new(Exit::Unexpected, problem.to_string())
    }

    /// An error in the contents of a file.
    pub(super) fn in_file(path: &Path, problem: impl ErrorExit + fmt::Display) -> Self {
        CliError::about(&called(path), problem)
    }

    /// An error in input with the name `what`.
    pub(super) fn about(what: &str, problem: impl ErrorExit + fmt::Display) -> Self {
        CliError {
            excerpt: problem.excerpt(),
            ..CliError::new(problem.exit(), format!("{what}: {problem}"))
        }
    }

    /// A failed generation, with the option that may help.
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

    /// Output that cannot be written, or the error of a command that ended the output. A closed pipe
    /// has the exit code of success.
    pub(super) fn writing(path: &Path, problem: io::Error) -> Self {
        let problem = match problem.downcast::<CliError>() {
            Ok(failure) => return failure,
            Err(problem) => problem,
        };
        // ERROR_PIPE_NOT_CONNECTED of Windows has no `ErrorKind`.
        let is_unconnected = cfg!(windows) && problem.raw_os_error() == Some(233);
        let exit = if is_unconnected || problem.kind() == io::ErrorKind::BrokenPipe {
            Exit::Done
        } else {
            Exit::Unexpected
        };
        let path = visible::path(path);
        CliError::new(exit, format!("cannot write {path}: {}", reason(&problem)))
    }

    /// Whether the reader closed the output, in which case the command ends without a message.
    pub(super) fn is_closed_pipe(&self) -> bool {
        self.exit == Exit::Done
    }
}
