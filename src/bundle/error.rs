//! Why there is no bundle.

use std::io;
use std::path::PathBuf;

use crate::backend::Inexpressible;
use crate::folders::NoTemporaryFolder;
use crate::limits::StopReason;
use crate::prove::ProveError;
use crate::reading::{ReadingError, reason};
use crate::visible::{self, Visible};

/// An instance that the competition would refuse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The instance.
    pub instance: String,
    /// The rule that it breaks.
    pub rule: &'static str,
    /// What is wrong.
    pub why: String,
}

/// Why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum BundleError {
    /// There is nothing to put in.
    #[error("there are no puzzles: a bundle has at least one")]
    Nothing,
    /// An encoding that the competition does not take.
    #[error("{0}")]
    Encoding(String),
    /// Instances that the competition would refuse.
    #[error("{title} would refuse this: {}", listed(.refusals))]
    Refused {
        /// The competition.
        title: &'static str,
        /// What it would refuse, and why.
        refusals: Vec<Refusal>,
    },
    /// The folder holds something else.
    #[error("{}: {what}; name another folder with -o, or remove this one", visible::path(.folder))]
    Occupied {
        /// The folder.
        folder: PathBuf,
        /// What is in it.
        what: String,
    },
    /// The folder is no bundle.
    #[error("{} is not a bundle: {problem}", visible::path(.folder))]
    NoBundle {
        /// The folder.
        folder: PathBuf,
        /// Why not.
        problem: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {}", visible::path(.path), reason(.problem))]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
    /// A file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadingError),
    /// There is no place for files that are not finished.
    #[error(transparent)]
    NoFolder(#[from] NoTemporaryFolder),
    /// Making was stopped from outside; what is finished is kept.
    #[error(
        "the bundle is not finished, because {stop}: {done} of {total} {} done; the same command goes on where it was",
        if *.total == 1 { "instance is" } else { "instances are" }
    )]
    Unfinished {
        /// Why.
        stop: StopReason,
        /// How many instances are there, whole.
        done: usize,
        /// How many there will be.
        total: usize,
    },
    /// Checking was stopped from outside.
    #[error("the bundle is not checked to its end, because {0}")]
    Stopped(#[from] StopReason),
    /// A certificate that was asked for could not be made.
    #[error(transparent)]
    Uncertified(#[from] ProveError),
    /// A fault of our own.
    #[error("{0}")]
    Internal(String),
}

impl BundleError {
    /// The same, with how far the making of a bundle had come if it was stopped.
    pub(super) fn with_done(self, done: usize, total: usize) -> Self {
        match self {
            BundleError::Stopped(stop) => BundleError::Unfinished { stop, done, total },
            other => other,
        }
    }
}

fn listed(refusals: &[Refusal]) -> String {
    let lines = refusals.iter().map(|refusal| {
        let Refusal {
            instance,
            rule,
            why,
        } = refusal;
        format!("{}: {why} ({rule})", Visible(instance))
    });
    match lines.collect::<Vec<_>>().as_slice() {
        [only] => only.clone(),
        several => format!("\n  {}", several.join("\n  ")),
    }
}

/// Why an instance has no file.
#[derive(Debug, thiserror::Error)]
pub(super) enum Unmade {
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    #[error("{0}")]
    TooLarge(String),
    #[error(transparent)]
    Stopped(#[from] StopReason),
    #[error(transparent)]
    Prove(ProveError),
}
