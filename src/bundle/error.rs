//! Errors of bundles.

use std::io;
use std::path::PathBuf;

use crate::backend::Inexpressible;
use crate::limits::StopReason;
use crate::reading::{ReadingError, reason};
use crate::visible;

/// Reason why a bundle cannot be made or checked.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// No puzzles.
    #[error("there are no puzzles: a bundle needs at least one")]
    Nothing,
    /// The competition does not accept the encoding.
    #[error(transparent)]
    Encoding(#[from] Inexpressible),
    /// Instances that the competition would refuse.
    #[error("{title} would refuse this: {}", listed(.refusals))]
    Refused {
        /// The competition.
        title: &'static str,
        /// The refused instances, each with the problem.
        refusals: Vec<String>,
    },
    /// The submission is incomplete, with `strict`.
    #[error("not yet a full submission for {title}: {}", .missing.join("; "))]
    Incomplete {
        /// The competition.
        title: &'static str,
        /// The unmet requirements.
        missing: Vec<String>,
    },
    /// The folder is not empty.
    #[error("{} is not empty: name another folder with -o, or remove this one", visible::path(.0))]
    Occupied(PathBuf),
    /// The folder is not a bundle, or of another version.
    #[error("{} is not a bundle that can be checked: {problem}", visible::path(.folder))]
    NoBundle {
        /// The folder.
        folder: PathBuf,
        /// The problem.
        problem: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {}", visible::path(.path), reason(.problem))]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The system's error.
        problem: io::Error,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadingError),
    /// Stopped by a limit or a signal.
    #[error("the bundle is not finished, because {0}; nothing was written")]
    Stopped(#[from] StopReason),
    /// A bug in pipsc.
    #[error("{0}")]
    Internal(String),
}

fn listed(refusals: &[String]) -> String {
    match refusals {
        [only] => only.clone(),
        several => several.iter().map(|one| format!("\n  {one}")).collect(),
    }
}
