//! Fetches the NYT puzzles of a day from the server or the cache.
//!
//! A [`Day`] or a [`PuzzleAddress`] identifies the puzzles, a [`Server`] downloads them, and a
//! [`DayCache`] stores them. Cached puzzles do not expire, because published puzzles do not change.

mod address;
mod cache;
mod day;
mod server;

use serde::Deserialize;

use crate::formats::{self, Format, ParseError};
use crate::puzzle::Label;

pub use address::{AddressError, PuzzleAddress};
pub use cache::{CacheEntry, DayCache};
pub use day::{Day, DayError};
pub use server::{FetchError, Server, ServerError};

/// Whether all levels of a day's file are valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DayContent {
    /// Every level is valid.
    Complete,
    /// Some levels are valid.
    SomeInvalid,
}

/// A text that does not contain the puzzles of a day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContentError {
    /// The text has no valid puzzle.
    #[error(transparent)]
    NoPuzzle(#[from] ParseError),
    /// The text has the puzzles of another day.
    #[error("these are the puzzles of {0}")]
    OtherDay(Label),
}

/// The date field of a day's file.
#[derive(Deserialize)]
struct DatedFile {
    #[serde(rename = "printDate")]
    print_date: Option<Label>,
}

/// Checks that a text contains the puzzles of a day.
///
/// # Errors
/// A text without a valid puzzle, or with those of another day.
pub fn examine(text: &[u8], day: Day) -> Result<DayContent, ContentError> {
    let document = formats::read(text, Some(Format::Nyt))?;
    if let Ok(DatedFile { print_date }) = serde_json::from_slice(text)
        && let Some(other) = print_date.filter(|date| *date != day.to_string())
    {
        return Err(ContentError::OtherDay(other));
    }
    let broken: Vec<&ParseError> = document
        .entries
        .iter()
        .filter_map(|entry| entry.puzzle.as_ref().err())
        .collect();
    match broken.first() {
        None => Ok(DayContent::Complete),
        Some(_) if broken.len() < document.entries.len() => Ok(DayContent::SomeInvalid),
        Some(&problem) => Err(problem.clone().into()),
    }
}
