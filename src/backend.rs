//! Backends: writers of a model in the languages of solvers, and readers of the solvers' replies.
//!
//! Each language is one module: its encodings, their writers, the names of placements, and the syntax of blocking
//! constraints. A new language is a module and an element of [`Language::ALL`]; a new encoding is an element of
//! [`Language::encodings`]. This module starts no process.

pub mod asp;
mod blocking;
pub mod cpsat;
pub mod dimacs;
mod emission;
mod encoding;
pub mod ir;
pub mod lp;
pub mod minizinc;
mod names;
pub mod opb;
pub mod reply;
mod size;
pub mod smtlib;
#[cfg(test)]
mod tests;
mod text;
pub mod xcsp3;

use std::fmt;

use reply::{Reply, ReplyError, ReplyFormat};

#[cfg(feature = "external")]
pub(crate) use crate::encode::linear::RowStatement;
pub use blocking::BlockingSyntax;
use emission::render;
pub use emission::{Emission, EmissionPlan, Profile, Provenance, Signature};
pub use encoding::{Encoding, Inexpressible, RedundantFacts};
use encoding::{PlacementName, PlacementNames, published};
pub use names::{NameMap, NameMapError, NamedModel};
pub use size::{DeclaredSize, ModelSize};
pub use text::LineOrigin;
pub(crate) use text::ModelSink;
use text::{OriginMarks, OriginRecorder, fill};

/// A language that a model can be rendered in.
#[derive(Debug)]
pub struct Language {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its usual name.
    pub title: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The encodings, the default first.
    pub encodings: &'static [Encoding],
    /// The extensions of files to run, the model first.
    pub run_extensions: &'static [&'static str],
    /// The extensions of files to submit, the model first.
    pub submit_extensions: &'static [&'static str],
    /// The extensions of files for model counters; empty if no counter reads the language.
    pub count_extensions: &'static [&'static str],
    /// The prefix of the header line with the numbers of variables and constraints, if the format has one.
    header: Option<&'static str>,
    /// The prefixes of lines that declare a variable and of lines that state a constraint, if each has a line.
    declarations: Option<[&'static str; 2]>,
    /// Whether files to submit state whether there is a solution.
    pub states_status: bool,
    /// The size limit of the benchmark library for a file, in bytes.
    pub max_bytes: Option<u64>,
    /// The protocol of its solvers, if there are any.
    pub protocol: Option<SolverProtocol>,
}

/// Reply formats and blocking constraints of a language.
#[derive(Debug, Clone, Copy)]
pub struct SolverProtocol {
    /// The formats of replies, the default first.
    pub replies: &'static [ReplyFormat],
    /// The syntax of blocking constraints.
    pub blocking: BlockingSyntax,
}

impl SolverProtocol {
    /// Reads a whole reply in any of the formats. If all fail, the error is that of the format that read
    /// the most lines.
    pub fn read(self, text: &[u8]) -> Result<Reply, ReplyError> {
        let mut errors = Vec::with_capacity(self.replies.len());
        for format in self.replies {
            match format.read(text) {
                Ok(reply) => return Ok(reply),
                Err(error) => errors.push(error),
            }
        }
        // Among formats that read equally far the last is the most specific, because counts are comments in other
        // formats. If they read nothing or everything, the default format is the likeliest.
        let furthest = errors.iter().map(ReplyError::line).max();
        let mut among = (errors.into_iter()).filter(|error| Some(error.line()) == furthest);
        let chosen = match furthest {
            Some(1 | usize::MAX) => among.next(),
            _ => among.next_back(),
        };
        Err(chosen.expect("a language that solvers read has a reply format"))
    }
}

impl Language {
    /// Default values of the optional fields.
    const DEFAULT: Language = Language {
        name: "",
        title: "",
        about: "",
        encodings: &[],
        run_extensions: &[],
        submit_extensions: &[],
        count_extensions: &[],
        header: None,
        declarations: None,
        states_status: false,
        max_bytes: None,
        protocol: None,
    };

    /// Every language.
    pub const ALL: [&'static Language; 9] = [
        &minizinc::LANGUAGE,
        &smtlib::LANGUAGE,
        &dimacs::LANGUAGE,
        &cpsat::LANGUAGE,
        &asp::LANGUAGE,
        &xcsp3::LANGUAGE,
        &opb::LANGUAGE,
        &lp::LANGUAGE,
        &ir::LANGUAGE,
    ];

    /// The language with this name on the command line.
    pub fn named(name: &str) -> Option<&'static Language> {
        Language::ALL
            .into_iter()
            .find(|language| language.name == name)
    }

    /// The language of a file by its extension, which `.xz` or `.gz` may follow.
    pub fn of_file(name: &str) -> Option<&'static Language> {
        let packed = [".xz", ".gz"].into_iter();
        let name = packed.fold(name, |name, end| name.strip_suffix(end).unwrap_or(name));
        let (_, extension) = name.rsplit_once('.')?;
        Language::ALL.into_iter().find(|language| {
            let mut profiles = Profile::ALL.into_iter();
            profiles.any(|profile| language.extensions(profile).contains(&extension))
        })
    }

    /// The extensions of a profile's files, the model first; empty if the language does not support the
    /// profile.
    pub fn extensions(&self, profile: Profile) -> &'static [&'static str] {
        match profile {
            Profile::Run => self.run_extensions,
            Profile::Submit => self.submit_extensions,
            Profile::Count => self.count_extensions,
        }
    }

    /// The encoding with this name on the command line.
    pub fn encoding(&self, name: &str) -> Option<Encoding> {
        let mut encodings = self.encodings.iter().copied();
        encodings.find(|encoding| encoding.name() == name)
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Language {}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
