//! The fetch room: the newspaper's puzzles of a day, from its server or from the cache.
//!
//! A [`Day`] is what people type, an [`Address`] what they paste, a [`Server`] is asked for it, and a
//! [`Cache`] keeps what came, since a puzzle that appeared does not change. Of formats the room knows
//! only what it needs to tell a day's puzzles from anything else that a server may send.

mod address;
mod cache;
mod day;
mod server;

use serde::Deserialize;

use crate::formats::{self, Format, FormatError};
use crate::puzzle::Label;

pub use address::{Address, AddressError};
pub use cache::{Cache, Entry};
pub use day::{Day, DayError};
pub use server::{FetchError, Patience, Server, ServerError};

/// What a text says that should hold the puzzles of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Every puzzle in it is valid.
    Good,
    /// Some level is not a valid puzzle; the others are.
    Partly,
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
struct Dated {
    #[serde(rename = "printDate")]
    print_date: Option<Label>,
}

/// Finds out whether a text holds the puzzles of a day.
pub fn examine(text: &[u8], day: Day) -> Result<Content, ContentError> {
    let document = formats::read(text, Some(Format::Nyt))?;
    if let Ok(Dated { print_date }) = serde_json::from_slice(text)
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
        None => Ok(Content::Good),
        Some(_) if broken.len() < document.entries.len() => Ok(Content::Partly),
        Some(&problem) => Err(problem.clone().into()),
    }
}
