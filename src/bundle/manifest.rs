//! The manifest of a bundle: what is in it, and what is known of it. `docs/schema/bundle.schema.json` describes it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::json::{self, Lines, Style};

/// The name of its file.
pub(super) const FILE: &str = "manifest.json";

/// The version of its form.
const FORM: u32 = 1;

/// Everything about a bundle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of this form.
    pub bundle: u32,
    /// The [name](super::Competition::name) of the competition.
    pub competition: String,
    /// The version of pipsc that made it.
    pub pipsc: String,
    /// The language of the instances.
    pub language: String,
    /// The encoding of the instances.
    pub encoding: String,
    /// By the list of SPDX.
    pub licence: String,
    /// Who hands it in, if somebody said so.
    pub author: Option<String>,
    /// The day that files bear, if somebody said so.
    pub date: Option<String>,
    /// How long a status was looked for, in seconds.
    pub status_limit_s: f64,
    /// The files that are not of one instance.
    pub files: Vec<Stored>,
    /// The instances, in their order.
    pub instances: Vec<Listed>,
}

/// A file of the bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stored {
    /// From the bundle's folder, with `/`.
    pub path: String,
    /// What it is there for.
    pub role: Role,
    /// Its length.
    pub bytes: u64,
    /// Its SHA-256.
    pub sha256: String,
}

/// What a file is there for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// An instance.
    Instance,
    /// The model of all instances.
    Model,
    /// The puzzle that an instance was made from.
    Puzzle,
    /// The answer that is expected of a solver.
    Answer,
    /// A part of a certificate.
    Certificate,
    /// The licence.
    Licence,
    /// For people, who may go on writing it.
    Text,
}

/// An instance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Listed {
    /// Its name.
    pub name: String,
    /// The family, `set` for a set of dominoes that was laid, or `puzzle` for one that was given.
    pub family: String,
    /// What makes the puzzle again, for `pipsc gen`; none for one that was given.
    pub recipe: Option<String>,
    /// Whether it is there to try things out.
    pub toy: bool,
    /// The number of cells.
    pub cells: u64,
    /// The number of dominoes.
    pub dominoes: u64,
    /// The digest of the puzzle, by which results of `pipsc bench` know it.
    pub digest: String,
    /// Its file.
    pub file: Stored,
    /// The SHA-256 of what is in the file, where that is packed.
    pub unpacked_sha256: Option<String>,
    /// Its other files: the puzzle, the answer that is expected.
    pub beside: Vec<Stored>,
    /// Whether there is a solution.
    pub status: Status,
    /// By what that is known.
    pub certified: Certified,
    /// How many solutions there are, as a decimal number, where it is known.
    pub solutions: Option<String>,
    /// The variables that the file declares, where that can be seen.
    pub variables: Option<u64>,
    /// The constraints that the file states, where that can be seen.
    pub constraints: Option<u64>,
    /// How the Global Benchmark Database knows it, for the languages that it has.
    pub gbd_hash: Option<String>,
    /// What was measured.
    pub times: Vec<Time>,
}

/// Whether there is a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There is one.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// Nobody has found out.
    Unknown,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::Satisfiable => "satisfiable",
            Status::Unsatisfiable => "unsatisfiable",
            Status::Unknown => "unknown",
        })
    }
}

/// By what a status is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certified {
    /// What it rests on.
    pub by: Witness,
    /// The same in words.
    pub words: String,
    /// The programs that have checked a certificate, with their versions.
    pub checkers: Vec<String>,
}

/// What a status rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Witness {
    /// A board that the checker accepts, in the file of the puzzle.
    Solution,
    /// The way in which the puzzle was made.
    Construction,
    /// A search by the embedded solver.
    Search,
    /// Certificates that others have checked.
    Certificate,
    /// Nothing: it is not known.
    Nothing,
}

/// A measurement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Time {
    /// The solver.
    pub solver: String,
    /// Its version, where it tells one.
    pub version: Option<String>,
    /// The encoding that it was given, where one was.
    pub encoding: Option<String>,
    /// What came of it.
    pub outcome: TimeOutcome,
    /// Processor time in seconds; the limit where nothing came of it.
    pub cpu_s: f64,
    /// Where the figure comes from.
    pub from: String,
}

/// What came of a measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeOutcome {
    /// The solver solved it.
    Solved,
    /// The solver did not, in that time.
    Unsolved,
}

impl Manifest {
    /// An empty one for this version of the program.
    pub(super) fn new(order: &super::Order) -> Self {
        let signature = &order.signature;
        Manifest {
            bundle: FORM,
            competition: order.competition.name().into(),
            pipsc: env!("CARGO_PKG_VERSION").into(),
            language: order.encoding.language().name.into(),
            encoding: order.encoding.name().into(),
            licence: order.competition.terms().licence.spdx().into(),
            author: signature.author.as_ref().map(|author| author.raw().into()),
            date: signature.day.as_ref().map(|day| day.raw().into()),
            status_limit_s: order.status_limit.as_secs_f64(),
            files: Vec::new(),
            instances: Vec::new(),
        }
    }

    /// The text of its file: an instance a line.
    pub(super) fn text(&self) -> Vec<u8> {
        let mut lines = Lines::new(Vec::new(), Style::Spaced);
        lines.field("bundle", &self.bundle);
        lines.field("competition", &self.competition);
        lines.field("pipsc", &self.pipsc);
        lines.field("language", &self.language);
        lines.field("encoding", &self.encoding);
        lines.field("licence", &self.licence);
        lines.field("author", &self.author);
        lines.field("date", &self.date);
        lines.field("status_limit_s", &self.status_limit_s);
        lines.list("files", &self.files);
        lines.list("instances", &self.instances);
        // Memory takes it, and everything in it has a form in JSON.
        lines.end().unwrap_or_default()
    }

    /// Reads it, or says what is wrong.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let manifest: Manifest = json::read(text).map_err(|mistake| mistake.to_string())?;
        if manifest.bundle != FORM {
            return Err(format!(
                "it is of form {}, and this version of pipsc knows form {FORM}",
                manifest.bundle
            ));
        }
        Ok(manifest)
    }

    /// Every file that is listed.
    pub(super) fn stored(&self) -> impl Iterator<Item = &Stored> {
        let of_instances = self.instances.iter().flat_map(Listed::stored);
        self.files.iter().chain(of_instances)
    }
}

impl Listed {
    /// Its files.
    pub(super) fn stored(&self) -> impl Iterator<Item = &Stored> {
        std::iter::once(&self.file).chain(&self.beside)
    }

    /// The file of the puzzle.
    pub(super) fn puzzle(&self) -> Option<&Stored> {
        self.beside
            .iter()
            .find(|stored| stored.role == Role::Puzzle)
    }
}
