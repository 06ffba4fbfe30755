//! Bundles: puzzles as a folder of instances for submission to a competition.
//!
//! [`make`] writes the folder: the instances in the layout and the form of a [`CompetitionSpec`], their puzzles, a
//! [`Manifest`], a description, a README and `check.sh`, which runs third-party tools. The folder is
//! written beside its target and renamed when it is complete. [`check`] rebuilds a bundle from its
//! manifest and its puzzles, and compares the bytes.

mod check;
mod competition;
mod description;
mod error;
mod make;
mod manifest;
mod status;

use std::time::Duration;

pub use check::{FileDifference, check};
pub use competition::{CompetitionSpec, ShippedRecipe};
pub use error::BundleError;
pub use make::{Bundle, make};
pub use manifest::{BundleInstance, Evidence, KnownStatus, Manifest, PuzzleOrigin, TimeRecord};

use crate::backend::{Encoding, Signature};
use crate::puzzle::Puzzle;

/// The default time for finding the status of an instance.
pub const STATUS_LIMIT: Duration = Duration::from_secs(10);

/// The options of a bundle.
#[derive(Debug, Clone)]
pub struct BundleOptions {
    /// The competition.
    pub competition: &'static CompetitionSpec,
    /// The encoding of the instances, of the competition's language.
    pub encoding: Encoding,
    /// The author and the date.
    pub signature: Signature,
    /// Time limit for the status of an instance, or for the number of its solutions.
    pub status_limit: Duration,
    /// Whether an incomplete submission is an error.
    pub strict: bool,
}

/// A puzzle that becomes an instance.
#[derive(Debug, Clone)]
pub struct BundleEntry {
    /// The name of the instance.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Measured times.
    pub times: Vec<TimeRecord>,
    /// Source and licence of a puzzle without a recipe.
    pub origin: Option<PuzzleOrigin>,
}

/// Formats a number of instances: `1 instance`, `20 instances`.
pub(crate) fn instances(count: usize) -> String {
    match count {
        1 => "1 instance".into(),
        _ => format!("{count} instances"),
    }
}
