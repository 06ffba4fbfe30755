//! The manifest of a bundle; see `docs/json.md`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::BundleOptions;
use crate::json::{self, LineStyle, ObjectWriter};

/// Its file name.
pub(super) const FILE: &str = "manifest.json";

/// The version of its format.
const FORM: u32 = 1;

/// The manifest of a bundle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The version of the format.
    pub bundle: u32,
    /// The name of the competition.
    pub competition: String,
    /// The version of pipsc that made it.
    pub pipsc: String,
    /// The language of the instances.
    pub language: String,
    /// The encoding of the instances.
    pub encoding: String,
    /// The licence, as an SPDX identifier.
    pub licence: String,
    /// The author, if named.
    pub author: Option<String>,
    /// The date of the files, if given.
    pub date: Option<String>,
    /// The time for finding a status, in seconds.
    pub status_limit_s: f64,
    /// The instances, in order.
    pub instances: Vec<BundleInstance>,
    /// The SHA-256 of every other file, by its path.
    pub files: BTreeMap<String, String>,
}

/// An instance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BundleInstance {
    /// Its name.
    pub name: String,
    /// Its family; `set` for a random set of dominoes, `puzzle` for a given puzzle.
    pub family: String,
    /// The recipe that makes the puzzle again.
    pub recipe: Option<String>,
    /// The source and the licence of a puzzle without a recipe.
    pub origin: Option<PuzzleOrigin>,
    /// Whether it is the toy.
    pub toy: bool,
    /// The number of cells.
    pub cells: usize,
    /// The number of dominoes.
    pub dominoes: usize,
    /// The digest of the puzzle, as in results of `pipsc bench`.
    pub digest: String,
    /// The path of its file.
    pub file: String,
    /// The path of its puzzle.
    pub puzzle: String,
    /// The length of its file, uncompressed.
    pub bytes: usize,
    /// The SHA-256 of its file, uncompressed.
    pub sha256: String,
    /// Number of variables that the file declares, if it does.
    pub variables: Option<u64>,
    /// Number of constraints of the file, if they can be counted.
    pub constraints: Option<u64>,
    /// Whether there is a solution.
    pub status: KnownStatus,
    /// Evidence of the status.
    pub evidence: Evidence,
    /// The number of solutions in decimal, if known.
    pub solutions: Option<String>,
    /// Measured times.
    pub times: Vec<TimeRecord>,
}

/// The source and the licence of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleOrigin {
    /// The author or publisher.
    pub source: String,
    /// The licence of the puzzle, as an SPDX identifier.
    pub licence: String,
}

/// Whether there is a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownStatus {
    /// There is one.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// Unknown.
    Unknown,
}

impl From<Option<bool>> for KnownStatus {
    fn from(satisfiable: Option<bool>) -> Self {
        match satisfiable {
            Some(true) => KnownStatus::Satisfiable,
            Some(false) => KnownStatus::Unsatisfiable,
            None => KnownStatus::Unknown,
        }
    }
}

/// Evidence of a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// A solution that the checker accepts, in the file of the puzzle or in `solutions/`.
    Solution,
    /// The construction of the puzzle.
    Construction,
    /// A search by the embedded solver.
    Search,
    /// Nothing: the status is unknown.
    None,
}

/// A measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeRecord {
    /// The solver.
    pub solver: String,
    /// The encoding, for external solvers.
    pub encoding: Option<String>,
    /// Whether it was solved.
    pub solved: bool,
    /// Processor time in seconds; the limit if it was not solved.
    pub cpu_s: f64,
    /// Description of the measurement.
    pub from: String,
}

impl Manifest {
    /// A manifest without instances.
    pub(super) fn new(options: &BundleOptions) -> Self {
        let signature = &options.signature;
        Manifest {
            bundle: FORM,
            competition: options.competition.name.clone(),
            pipsc: env!("CARGO_PKG_VERSION").into(),
            language: options.encoding.language.name.into(),
            encoding: options.encoding.name.into(),
            licence: options.competition.licence.clone(),
            author: signature.author.as_ref().map(|author| author.raw().into()),
            date: signature.day.as_ref().map(|day| day.raw().into()),
            status_limit_s: options.status_limit.as_secs_f64(),
            instances: Vec::new(),
            files: BTreeMap::new(),
        }
    }

    /// Formats the manifest with one line for each instance and each file.
    pub(super) fn text(&self) -> String {
        let mut lines = ObjectWriter::new(LineStyle::Spaced);
        lines.field("bundle", &self.bundle);
        lines.field("competition", &self.competition);
        lines.field("pipsc", &self.pipsc);
        lines.field("language", &self.language);
        lines.field("encoding", &self.encoding);
        lines.field("licence", &self.licence);
        lines.field("author", &self.author);
        lines.field("date", &self.date);
        lines.field("status_limit_s", &self.status_limit_s);
        lines.list("instances", &self.instances);
        lines.map("files", &self.files);
        lines.end()
    }

    /// Reads the text of a manifest.
    pub fn read(text: &str) -> Result<Self, String> {
        let manifest: Manifest = json::read(text).map_err(|mistake| mistake.to_string())?;
        match manifest.bundle {
            FORM => Ok(manifest),
            other => Err(format!(
                "form {other}, and this version of pipsc reads form {FORM}"
            )),
        }
    }
}
