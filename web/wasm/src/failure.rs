//! Errors in replies.

use std::fmt;

use pipsc::formats::{CannotExpress, ParseError, PickError};
use pipsc::generate::GenerateError;
use pipsc::limits::StopReason;
use pipsc::lower::LowerError;
use pipsc::solver::embedded::{EmbeddedError, QueryError};
use serde::Serialize;

/// Why there is no answer.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    /// A sentence.
    pub(crate) message: String,
    /// The line of a formula, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// Places of a draft, as rows and columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cells: Vec<(u32, u32)>,
    /// The region of a draft, by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) region: Option<usize>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The request, or a text in it, is wrong.
    Refused,
    /// Beyond what a page shows; the program has no such limit.
    TooLarge,
    /// A limit was reached.
    Stopped,
    /// There is no such thing for this puzzle.
    Impossible,
    /// A fault of the library.
    Internal,
}

impl Failure {
    pub(crate) fn new(kind: Kind, message: impl fmt::Display) -> Self {
        Failure {
            kind,
            message: sentence(&message.to_string()),
            line: None,
            cells: Vec::new(),
            region: None,
        }
    }

    pub(crate) fn refused(message: impl fmt::Display) -> Self {
        Failure::new(Kind::Refused, message)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
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

/// Errors of the library, each with the pattern of its kind.
macro_rules! failures {
    ($($error:ty { $($pattern:pat => $kind:ident),+ $(,)? })+) => {$(
        impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                let kind = match &error { $($pattern => Kind::$kind),+ };
                Failure::new(kind, error)
            }
        }
    )+};
}

failures! {
    ParseError { _ => Refused }
    PickError { _ => Refused }
    CannotExpress { _ => Impossible }
    StopReason { _ => Stopped }
    EmbeddedError { EmbeddedError::TooLarge(_) => TooLarge, _ => Internal }
    QueryError {
        QueryError::Stopped(_) => Stopped,
        QueryError::TooLarge(_) => TooLarge,
        _ => Internal,
    }
    GenerateError {
        GenerateError::Impossible(_) | GenerateError::NotFound { .. } => Impossible,
        GenerateError::Stopped(_) => Stopped,
        GenerateError::Solver(_) => Internal,
    }
}

impl From<LowerError> for Failure {
    fn from(error: LowerError) -> Self {
        match error {
            LowerError::TooLarge(size) => Failure::new(Kind::TooLarge, size),
            LowerError::Stopped(stop) => stop.into(),
        }
    }
}
