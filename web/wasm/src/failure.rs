//! What a page is told where there is no answer.

use pipsc::formats::{CannotExpress, FormatError, Location, PickError};
use pipsc::generate::GenerateError;
use pipsc::limits::StopReason;
use pipsc::lower::LowerError;
use pipsc::solver::embedded::{EmbeddedError, QueryError};
use serde_json::{Value, json};

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The page asks for something that there is not: a mistake of the page's.
    Request(String),
    /// A text is not what it should be: a puzzle, a board, a link.
    Text(String, Location),
    /// A draft is no puzzle yet.
    PuzzleDraft {
        message: String,
        /// Where, as rows and columns.
        cells: Vec<(u32, u32)>,
        /// The number of the region.
        region: Option<usize>,
    },
    /// The puzzle is too large.
    TooLarge(String),
    /// A solver's reply cannot be read, or its model cannot be changed.
    Solver(String),
    /// It had to stop.
    Stopped(String),
    /// There is no such thing for this puzzle.
    Impossible(String),
    /// A mistake of the program's own.
    Internal(String),
}

impl Failure {
    pub(crate) fn to_json(&self) -> Value {
        let (kind, message) = match self {
            Failure::Request(message) => ("request", message),
            Failure::Text(message, _) => ("text", message),
            Failure::PuzzleDraft { message, .. } => ("draft", message),
            Failure::TooLarge(message) => ("too large", message),
            Failure::Solver(message) => ("solver", message),
            Failure::Stopped(message) => ("stopped", message),
            Failure::Impossible(message) => ("impossible", message),
            Failure::Internal(message) => ("internal", message),
        };
        let mut value = json!({"kind": kind, "message": sentence(message)});
        match self {
            Failure::Text(_, Location::Text { line, column }) => {
                value["line"] = json!(line);
                value["column"] = json!(column);
            }
            Failure::Text(_, Location::Json { path, position }) => {
                value["path"] = json!(path);
                if let Some((line, column)) = position {
                    value["line"] = json!(line);
                    value["column"] = json!(column);
                }
            }
            Failure::PuzzleDraft { cells, region, .. } => {
                value["cells"] = json!(cells);
                value["region"] = json!(region);
            }
            Failure::Text(_, Location::Whole)
            | Failure::Request(_)
            | Failure::TooLarge(_)
            | Failure::Solver(_)
            | Failure::Stopped(_)
            | Failure::Impossible(_)
            | Failure::Internal(_) => {}
        }
        value
    }
}

/// A message as a sentence of its own.
pub(crate) fn sentence(message: &str) -> String {
    let mut sentence = message.to_owned();
    if let Some(first) = sentence.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    if !sentence.ends_with(['.', '!', '?']) {
        sentence.push('.');
    }
    sentence
}

impl From<FormatError> for Failure {
    fn from(error: FormatError) -> Self {
        Failure::Text(error.to_string(), error.location)
    }
}

impl From<PickError> for Failure {
    fn from(error: PickError) -> Self {
        match error {
            PickError::Broken(error) => error.into(),
            other @ (PickError::Several(_)
            | PickError::NotThere { .. }
            | PickError::NoLevels(_)) => Failure::Text(other.to_string(), Location::Whole),
        }
    }
}

impl From<CannotExpress> for Failure {
    fn from(problem: CannotExpress) -> Self {
        Failure::Impossible(problem.to_string())
    }
}

impl From<StopReason> for Failure {
    fn from(stop: StopReason) -> Self {
        Failure::Stopped(stop.to_string())
    }
}

impl From<EmbeddedError> for Failure {
    fn from(problem: EmbeddedError) -> Self {
        match problem {
            EmbeddedError::TooLarge(size) => Failure::TooLarge(size.to_string()),
            other => Failure::Internal(other.to_string()),
        }
    }
}

impl From<QueryError> for Failure {
    fn from(problem: QueryError) -> Self {
        match problem {
            QueryError::Stopped(_) => Failure::Stopped(problem.to_string()),
            QueryError::TooLarge(size) => Failure::TooLarge(size.to_string()),
            QueryError::Embedded(problem) => problem.into(),
            other => Failure::Internal(other.to_string()),
        }
    }
}

impl From<LowerError> for Failure {
    fn from(problem: LowerError) -> Self {
        match problem {
            LowerError::TooLarge(size) => Failure::TooLarge(size.to_string()),
            LowerError::Stopped(stop) => stop.into(),
        }
    }
}

impl From<GenerateError> for Failure {
    fn from(problem: GenerateError) -> Self {
        match problem {
            GenerateError::Impossible(_) | GenerateError::NotFound { .. } => {
                Failure::Impossible(problem.to_string())
            }
            GenerateError::Stopped(_) => Failure::Stopped(problem.to_string()),
            GenerateError::Solver(problem) => problem.into(),
        }
    }
}
