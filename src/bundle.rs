//! The bundle room: puzzles as a folder of instances that the organisers of a competition accept.
//!
//! [`make`] writes the folder: instances where the competition wants them and in its form, the puzzles that they
//! were made from, a [`Manifest`] with everything that is known of each, a description and a README.
//! Nothing gets its final name before the competition's own rules have been tried on it. What was
//! interrupted goes on where it was; the same order gives the same bytes.
//!
//! [`inspect`](inspect()) verifies a folder again, from its files alone, and with the tools of others that are installed.

mod certify;
mod cnf;
mod competition;
mod description;
mod error;
mod hash;
mod inspect;
mod make;
mod manifest;
mod opb;
mod packed;
mod rule;
mod shipped;
mod standing;
mod store;
mod writing;

use std::time::Duration;

pub use certify::Certifier;
pub use competition::Competition;
pub use error::{BundleError, Refusal};
pub use hash::{gbd_of_cnf, gbd_of_opb, sha256};
pub use inspect::{Fault, Finding, Inspection, Outcome, Scrutiny, inspect};
pub use make::make;
pub use manifest::{Certified, Listed, Manifest, Role, Status, Stored, Time, TimeOutcome, Witness};
pub(crate) use rule::instances;
pub use shipped::{ShippedError, shipped};

use crate::backend::{Encoding, Signature};
use crate::puzzle::Puzzle;

/// How long a status is looked for unless somebody says otherwise.
pub const STATUS_LIMIT: Duration = Duration::from_secs(10);

/// What a bundle is to be like.
#[derive(Debug, Clone)]
pub struct Order {
    /// Whom it is for.
    pub competition: Competition,
    /// The encoding of its instances, of the competition's language.
    pub encoding: Encoding,
    /// Who hands it in, and which day files bear.
    pub signature: Signature,
    /// How long to look for the status of an instance, or for the number of its solutions.
    pub status_limit: Duration,
}

/// What was measured according to the manifest of a bundle, by the digests of the puzzles; none for a text
/// that is no manifest.
pub fn times_of(manifest: &str) -> Option<Vec<(String, Vec<Time>)>> {
    let manifest = Manifest::read(manifest).ok()?;
    let instances = manifest.instances.into_iter();
    Some(
        instances
            .map(|listed| (listed.digest, listed.times))
            .collect(),
    )
}

/// A puzzle that is to be an instance.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What it is called.
    pub name: String,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What was measured on it.
    pub times: Vec<Time>,
}

/// What is told while a bundle is made.
#[derive(Debug)]
pub enum Event<'a> {
    /// How many instances there will be.
    Total(usize),
    /// An instance is begun.
    Begun(&'a str),
    /// An instance was there already, whole.
    Kept(&'a str),
    /// An instance is finished.
    Done(&'a str),
    /// An instance that was there is not wanted any more, and goes.
    Removed(&'a str),
    /// Something that somebody will ask about, of one instance or of all.
    Warning(Option<&'a str>, String),
}
