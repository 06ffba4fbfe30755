//! Languages as data: names, files, declarations, and the formats and blocking constraints of their solvers.

use std::fmt;

use super::blocking::BlockingPlace;
use super::reply::{Reply, ReplyError, ReplyFormat, clingo, lp as lp_reply, sat};
use super::reply::{minizinc as minizinc_reply, smtlib as smtlib_reply, xcsp3 as xcsp3_reply};
use super::{BlockingSyntax, ENCODINGS, Encoding, Profile};
use super::{asp, cpsat, dimacs, lp, minizinc, opb, smtlib, xcsp3};

/// A language that a model can be rendered in.
#[derive(Debug)]
pub struct Language {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its usual name.
    pub title: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// By [`Profile`], the extensions of the files, the model first; none if it does not support the profile.
    files: [&'static [&'static str]; 3],
    /// The lines of its files that declare variables and constraints.
    pub(super) declares: Declarations,
    /// Whether files to submit state whether there is a solution.
    pub states_status: bool,
    /// The size limit of the benchmark library for a file, in bytes.
    pub max_bytes: Option<u64>,
    /// The protocol of its solvers, if there are any.
    pub protocol: Option<SolverProtocol>,
}

/// The lines of a language that declare variables and constraints.
#[derive(Debug)]
pub(super) enum Declarations {
    /// None: a compiler flattens the models.
    None,
    /// The line with this prefix has both numbers.
    Header(&'static str),
    /// Each variable and each constraint has a line with one of these prefixes.
    Lines([&'static str; 2]),
}

/// Reply formats and blocking constraints of a language.
#[derive(Debug, Clone, Copy)]
pub struct SolverProtocol {
    /// The formats of replies, the default first.
    pub replies: &'static [ReplyFormat],
    /// The syntax of blocking constraints.
    pub blocking: BlockingSyntax,
}

/// Default values of the optional fields.
const DEFAULT: Language = Language {
    name: "",
    title: "",
    about: "",
    files: [&[]; 3],
    declares: Declarations::None,
    states_status: false,
    max_bytes: None,
    protocol: None,
};

pub(super) static MINIZINC: Language = Language {
    name: "minizinc",
    title: "MiniZinc",
    about: "MiniZinc, a constraint modelling language",
    files: [&["mzn"], &["mzn", "dzn"], &[]],
    protocol: Some(SolverProtocol {
        replies: &[minizinc_reply::MINIZINC],
        blocking: BlockingSyntax::new(BlockingPlace::End, minizinc::block),
    }),
    ..DEFAULT
};

pub(super) static SMTLIB: Language = Language {
    name: "smtlib",
    title: "SMT-LIB 2",
    about: "SMT-LIB 2.6, for SMT solvers",
    files: [&["smt2"], &["smt2"], &[]],
    declares: Declarations::Lines(["(declare-", "(assert "]),
    states_status: true,
    max_bytes: Some(50_000_000),
    protocol: Some(SolverProtocol {
        replies: &[smtlib_reply::SMTLIB],
        blocking: BlockingSyntax::new(BlockingPlace::Before("(check-sat"), smtlib::block),
    }),
};

pub(super) static DIMACS: Language = Language {
    name: "dimacs",
    title: "DIMACS CNF",
    about: "DIMACS CNF, for SAT solvers",
    files: [&["cnf"]; 3],
    declares: Declarations::Header(dimacs::HEADER),
    protocol: Some(SolverProtocol {
        replies: &[sat::DIMACS, sat::COUNTING],
        blocking: BlockingSyntax::new(BlockingPlace::Counted(dimacs::HEADER), dimacs::block),
    }),
    ..DEFAULT
};

pub(super) static CPSAT: Language = Language {
    name: "cpsat",
    title: "CP-SAT",
    about: "A CpModelProto in text form, for OR-Tools CP-SAT",
    files: [&["pbtxt"], &["pbtxt"], &[]],
    declares: Declarations::Lines(["variables {", "constraints {"]),
    protocol: Some(SolverProtocol {
        // `scripts/cpsat.py` prints the format of SAT solvers.
        replies: &[sat::DIMACS],
        blocking: BlockingSyntax::new(BlockingPlace::End, cpsat::block),
    }),
    ..DEFAULT
};

pub(super) static ASP: Language = Language {
    name: "asp",
    title: "ASP",
    about: "Answer set programming: facts and rules, for clingo",
    // Not `lp`, which is the extension of linear programs; clingo accepts any.
    files: [&["asp"], &["asp", "facts.asp"], &[]],
    protocol: Some(SolverProtocol {
        replies: &[clingo::CLINGO],
        blocking: BlockingSyntax::new(BlockingPlace::End, asp::block),
    }),
    ..DEFAULT
};

pub(super) static XCSP3: Language = Language {
    name: "xcsp3",
    title: "XCSP3",
    about: "XCSP3-core, for constraint solvers",
    files: [&["xml"], &["xml"], &[]],
    protocol: Some(SolverProtocol {
        replies: &[xcsp3_reply::XCSP3],
        blocking: BlockingSyntax::new(BlockingPlace::Before("  </constraints>"), xcsp3::block),
    }),
    ..DEFAULT
};

pub(super) static OPB: Language = Language {
    name: "opb",
    title: "OPB",
    about: "OPB, for pseudo-Boolean solvers",
    files: [&["opb"], &["opb"], &[]],
    declares: Declarations::Header(opb::HEADER),
    protocol: Some(SolverProtocol {
        replies: &[sat::OPB],
        blocking: BlockingSyntax::new(BlockingPlace::Counted(opb::HEADER), opb::block),
    }),
    ..DEFAULT
};

pub(super) static LP: Language = Language {
    name: "lp",
    title: "LP",
    about: "CPLEX LP, or MPS to submit, for solvers of mixed integer programs",
    files: [&["lp"], &["mps"], &[]],
    protocol: Some(SolverProtocol {
        replies: &[lp_reply::LP],
        blocking: BlockingSyntax::new(BlockingPlace::Before(lp::BINARY), lp::block),
    }),
    ..DEFAULT
};

pub(super) static IR: Language = Language {
    name: "ir",
    title: "IR",
    about: "The constraint IR, as JSON",
    files: [&["json"], &["json"], &[]],
    ..DEFAULT
};

impl Language {
    /// Every language.
    pub const ALL: [&'static Language; 9] = [
        &MINIZINC, &SMTLIB, &DIMACS, &CPSAT, &ASP, &XCSP3, &OPB, &LP, &IR,
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
        let has_extension = |language: &&Language| language.files.concat().contains(&extension);
        Language::ALL.into_iter().find(has_extension)
    }

    /// The extensions of a profile's files, the model first; empty if the language does not support the
    /// profile.
    pub fn extensions(&self, profile: Profile) -> &'static [&'static str] {
        self.files[profile as usize]
    }

    /// The encodings, the default first.
    pub fn encodings(&self) -> &'static [Encoding] {
        let mut languages = ENCODINGS.chunk_by(|one, other| one.language == other.language);
        let own = languages.find(|encodings| encodings[0].language == self);
        own.unwrap_or_default()
    }

    /// The encoding with this name on the command line.
    pub fn encoding(&self, name: &str) -> Option<Encoding> {
        let mut encodings = self.encodings().iter().copied();
        encodings.find(|encoding| encoding.name == name)
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

impl SolverProtocol {
    /// Reads a whole reply in any of the formats. If all fail, the error is that of the format that read
    /// the most lines.
    pub fn read(self, text: &[u8]) -> Result<Reply, ReplyError> {
        let mut furthest: Option<ReplyError> = None;
        for format in self.replies {
            let error = match format.read(text) {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            // Among formats that read equally far the last is the most specific, because counts are comments in other
            // formats. If they read nothing or everything, the default format is the likeliest.
            let is_further = furthest.as_ref().is_none_or(|before| {
                let line = error.line();
                line > before.line() || line == before.line() && !matches!(line, 1 | usize::MAX)
            });
            if is_further {
                furthest = Some(error);
            }
        }
        Err(furthest.expect("a language that solvers read has a reply format"))
    }
}
