//! Shards: processes with the same puzzles and options split the same list of runs.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest, Sha256};

use super::record::RunKey;

/// The maximum number of shards.
const MAX_SHARDS: u32 = 1_000_000;

/// A part of a benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// The number of shards.
    pub of: u32,
}

impl Shard {
    /// Whether a run belongs to this shard, by a hash of its key. Shards have about the same size,
    /// and processes need no coordination.
    pub(crate) fn has(self, key: &RunKey) -> bool {
        // Strings, numbers and lists can always be serialised.
        let hash = Sha256::digest(serde_json::to_vec(key).unwrap_or_default());
        let hash = hash
            .iter()
            .take(8)
            .fold(0, |hash, &byte| (hash << 8) | u64::from(byte));
        hash % u64::from(self.of) == u64::from(self.number - 1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Parses `3/8`, the third of eight shards.
impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let number = number.trim().parse().ok()?;
            Some((number, of.trim().parse().ok()?))
        });
        match numbers {
            Some((number, of)) if (1..=MAX_SHARDS).contains(&of) && (1..=of).contains(&number) => {
                Ok(Shard { number, of })
            }
            Some((number, of)) if number > of && of > 0 => {
                Err(format!("there is no shard {number} of {of}"))
            }
            Some(_) | None => Err(format!(
                "expected a shard such as 3/8, the third of eight, of at most {MAX_SHARDS}"
            )),
        }
    }
}
