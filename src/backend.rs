//! The backend room: a model rendered in a solver's language, and what solvers reply to it.
//!
//! A folder holds everything of one language: its encodings as a table, how each is written, what its
//! variables are called, how an answer is excluded, how a reply is read. A new language is one
//! folder and its line in [`Language::ALL`]; a new encoding is an entry in its language's table. Nothing
//! here starts a process.

pub mod asp;
pub mod cpsat;
pub mod dimacs;
mod emission;
mod encoding;
pub mod ir;
pub mod lp;
pub mod minizinc;
mod names;
pub mod opb;
mod published;
pub mod reply;
mod size;
pub mod smtlib;
#[cfg(test)]
mod tests;
mod text;
pub mod xcsp3;

use std::fmt;
use std::io::{self, BufRead, Write};

use crate::model::Model;
use reply::{Reply, ReplyError, ReplyFormat};

#[cfg(feature = "external")]
pub(crate) use crate::encode::linear::Statement;
use emission::render;
pub use emission::{Emission, Plan, Profile, Provenance, Signature};
pub use encoding::{Encoding, Inexpressible, Redundant};
use encoding::{Names, Terms};
pub use names::{NameMap, NameMapError, NamedModel};
pub use published::Publication;
pub use size::{DeclaredSize, Size};
pub use text::LineOrigin;
pub(crate) use text::ModelSink;
use text::{Marks, ModelText};

/// A language that a model can be rendered in.
#[derive(Debug)]
pub struct Language {
    /// What people type.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// Its encodings, the default first.
    pub encodings: &'static [Encoding],
    /// How the names of the files end that are run, the model's own first.
    pub run_extensions: &'static [&'static str],
    /// The same for files that are submitted.
    pub submit_extensions: &'static [&'static str],
    /// The same for files that are counted; none if no counter reads this language.
    pub count_extensions: &'static [&'static str],
    /// Tells whether a line of its files says nothing about the model: a comment, or a word about where
    /// the model comes from.
    pub is_remark: fn(&str) -> bool,
    /// What a line of its files declares, where that is to be seen.
    pub declared: fn(&str) -> DeclaredSize,
    /// The format has a field for whether there is a solution. Where it has none, no file states it.
    pub states_status: bool,
    /// The most bytes of a file that those who collect instances take, if there is a limit.
    pub most_bytes: Option<u64>,
    /// How solvers are spoken to that read it, if there are any.
    pub exchange: Option<SolverProtocol>,
}

/// How solvers of a language are spoken to, once they have the model.
#[derive(Debug, Clone, Copy)]
pub struct SolverProtocol {
    /// The formats of their replies, the default first.
    pub replies: &'static [ReplyFormat],
    /// How answers are excluded.
    pub exclude: Exclude,
    /// How they are asked which constraints exclude each other, if the language has words for it.
    pub core: Option<CoreQuestion>,
}

impl SolverProtocol {
    /// Reads a whole reply in any of the formats. If it is in none of them, the error is that of the
    /// format that read furthest.
    pub fn read(self, text: &[u8]) -> Result<Reply, ReplyError> {
        let mut mistakes = Vec::with_capacity(self.replies.len());
        for format in self.replies {
            match format.read(text) {
                Ok(reply) => return Ok(reply),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if mistakes.len() > 1 && mistakes.iter().all(|mistake| mistake.line() == 1) {
            let names: Vec<&str> = self.replies.iter().map(|format| format.name).collect();
            return Err(ReplyError::NoFormat {
                names: names.join(", "),
                first: Box::new(mistakes.swap_remove(0)),
            });
        }
        // Of several that came equally far, the last: counts are comments to other readers. Of those that came to the
        // end, the first.
        let furthest = mistakes.iter().map(ReplyError::line).max();
        let mut among = mistakes
            .into_iter()
            .filter(|one| Some(one.line()) == furthest);
        let chosen = match furthest {
            Some(usize::MAX) => among.next(),
            _ => among.next_back(),
        };
        Err(chosen.expect("a language that solvers read has a reply format"))
    }
}

/// Copies a model and blocks answers at its end, which are given by the names of their placements; a name is a term.
/// All solutions have the same number of placements, so it is enough to say that those of an answer
/// are not all there; what is not there need not be named.
pub type Exclude = fn(&mut dyn BufRead, &mut dyn Write, &[Vec<String>]) -> io::Result<()>;

/// Writes a model with the question which of its constraints exclude each other. They bear the
/// names of [`Model::origin_symbol`].
pub type CoreQuestion = fn(&Model, &Provenance, &mut dyn Write) -> io::Result<()>;

impl Language {
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

    /// The language by the name that people type.
    pub fn named(name: &str) -> Option<&'static Language> {
        Language::ALL
            .into_iter()
            .find(|language| language.name == name)
    }

    /// The language of a file by the end of its name, which may be followed by `.xz` or `.gz`.
    pub fn of_file(name: &str) -> Option<&'static Language> {
        let packed = [".xz", ".gz"].into_iter();
        let name = packed.fold(name, |name, end| name.strip_suffix(end).unwrap_or(name));
        let (_, extension) = name.rsplit_once('.')?;
        Language::ALL.into_iter().find(|language| {
            let mut profiles = Profile::ALL.into_iter();
            profiles.any(|profile| language.extensions(profile).contains(&extension))
        })
    }

    /// How solvers are spoken to that read it, if there are any.
    pub fn exchange(&self) -> Option<SolverProtocol> {
        self.exchange
    }

    /// How the names of a profile's files end, the model's own first. A language without files for
    /// a profile does not have it.
    pub fn extensions(&self, profile: Profile) -> &'static [&'static str] {
        match profile {
            Profile::Run => self.run_extensions,
            Profile::Submit => self.submit_extensions,
            Profile::Count => self.count_extensions,
        }
    }

    /// One of its encodings, by the name that people type.
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
