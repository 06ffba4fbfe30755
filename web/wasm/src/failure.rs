//! Errors in replies.

use std::error::Error;
use std::fmt;

use serde::Serialize;

/// An error reply.
#[derive(Debug, Serialize)]
pub(crate) struct Failure {
    /// A sentence.
    pub(crate) message: String,
    /// The line of a formula, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) line: Option<usize>,
    /// Cells of a draft, as rows and columns.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cells: Vec<(u32, u32)>,
}

impl Failure {
    pub(crate) fn new(message: impl fmt::Display) -> Self {
        Failure {
            message: sentence(&message.to_string()),
            line: None,
            cells: Vec::new(),
        }
    }
}

impl<E: Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::new(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A message as a separate sentence.
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
