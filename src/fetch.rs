//! Fetches the NYT puzzles of a day, from the server or from the cache.
//!
//! A [`Day`] or an [`PuzzleAddress`] names the puzzles, a [`Server`] delivers them, and a [`DayCache`] keeps
//! them: a published puzzle does not change.

mod address;
mod cache;
mod day;
mod server;

use serde::Deserialize;

use crate::formats::{self, Format, FormatError};
use crate::puzzle::Label;

pub use address::{AddressError, PuzzleAddress};
pub use cache::{CacheEntry, DayCache};
pub use day::{Day, DayError};
pub use server::{FetchError, Server, ServerError};

/// The levels that a text with the puzzles of a day holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DayContent {
    /// Every puzzle in it is valid.
    Complete,
    /// Some level is not a valid puzzle; others are.
    SomeInvalid,
}

/// Why a text does not hold the puzzles of a day.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ContentError {
    /// It holds no puzzles.
    #[error(transparent)]
    NoPuzzle(#[from] FormatError),
    /// It holds those of another day.
    #[error("these are the puzzles of {0}")]
    OtherDay(Label),
}

/// The part of a day's file that names the day.
#[derive(Deserialize)]
struct DatedFile {
    #[serde(rename = "printDate")]
    print_date: Option<Label>,
}

/// Checks that a text holds the puzzles of a day.
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
    let broken: Vec<&FormatError> = document
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
