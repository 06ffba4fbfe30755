//! Backends: a model written in a solver's language, and readers of the solvers' replies.
//!
//! A file or a folder holds one language: its encodings as a table, how each is written, the names of its
//! placements, how a board is blocked. A new language is one file and its line in [`Language::ALL`]; a new encoding is
//! an entry in its language's table. Nothing here starts a process.

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
use std::io::{self, Write};

use crate::model::Model;
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
    /// Its encodings, the default first.
    pub encodings: &'static [Encoding],
    /// How the names of the files end that are run, the model's own first.
    pub run_extensions: &'static [&'static str],
    /// The same for files that are submitted.
    pub submit_extensions: &'static [&'static str],
    /// The same for files that are counted; none if no counter reads this language.
    pub count_extensions: &'static [&'static str],
    /// The beginning of the header line with the numbers of variables and constraints, if there is one.
    header: Option<&'static str>,
    /// The beginnings of lines that declare a variable and of those that state a constraint, if all do.
    declarations: Option<[&'static str; 2]>,
    /// The format has a field for whether there is a solution. Where it has none, no file states it.
    pub states_status: bool,
    /// The most bytes of a file that collectors of instances take, if there is a limit.
    pub max_bytes: Option<u64>,
    /// How its solvers are run, if there are any.
    pub protocol: Option<SolverProtocol>,
}

/// Reply formats and blocking constraints of a language.
#[derive(Debug, Clone, Copy)]
pub struct SolverProtocol {
    /// The formats of replies, the default first.
    pub replies: &'static [ReplyFormat],
    /// How boards are blocked.
    pub blocking: BlockingSyntax,
    /// Writes the question for an unsatisfiable core, if the language has words for it.
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
        // Of several that read equally far, the last: counts are comments to other readers. Of those that read nothing or
        // all, the first.
        let furthest = mistakes.iter().map(ReplyError::line).max();
        let mut among = (mistakes.into_iter()).filter(|mistake| Some(mistake.line()) == furthest);
        let chosen = match furthest {
            Some(1 | usize::MAX) => among.next(),
            _ => among.next_back(),
        };
        Err(chosen.expect("a language that solvers read has a reply format"))
    }
}

/// Writes a model with the question for an unsatisfiable core, whose constraints have the names of
/// [`Model::origin_symbol`].
pub type CoreQuestion = fn(&Model, &Provenance, &mut dyn Write) -> io::Result<()>;

impl Language {
    /// What most languages have in common.
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

    /// The language by its name on the command line.
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

    /// How the names of a profile's files end, the model's own first. A language without files for
    /// a profile does not have it.
    pub fn extensions(&self, profile: Profile) -> &'static [&'static str] {
        match profile {
            Profile::Run => self.run_extensions,
            Profile::Submit => self.submit_extensions,
            Profile::Count => self.count_extensions,
        }
    }

    /// One of its encodings, by its name on the command line.
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
