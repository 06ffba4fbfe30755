//! The backend room: a model rendered in a solver's language.
//!
//! A target turns a [`Model`] into an [`Emission`]: one or more files, written to any sink as a
//! stream, and the [`Names`] by which a reply is read back. Nothing here starts a process.

mod cpsat;
pub mod dimacs;
mod encoding;
mod ir;
mod minizinc;
mod names;
pub mod reply;
mod smtlib;

use std::fmt;
use std::io::{self, Write};

use crate::model::Model;

pub use encoding::{Encoding, Inexpressible};
pub use names::{NameMap, NameMapError};

/// The languages that a model can be rendered in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// MiniZinc, a constraint modelling language.
    MiniZinc,
    /// SMT-LIB 2.6, for SMT solvers.
    SmtLib,
    /// DIMACS CNF, for SAT solvers.
    Dimacs,
    /// A protocol buffer of OR-Tools' CP-SAT, in text form.
    CpSat,
    /// The constraint IR itself, as JSON.
    Ir,
}

impl Target {
    /// Every target.
    pub const ALL: [Target; 5] = [
        Target::MiniZinc,
        Target::SmtLib,
        Target::Dimacs,
        Target::CpSat,
        Target::Ir,
    ];

    /// What people type.
    pub fn name(self) -> &'static str {
        match self {
            Target::MiniZinc => "minizinc",
            Target::SmtLib => "smtlib",
            Target::Dimacs => "dimacs",
            Target::CpSat => "cpsat",
            Target::Ir => "ir",
        }
    }

    /// The encodings that the target has, the default first.
    pub fn encodings(self) -> &'static [Encoding] {
        match self {
            Target::MiniZinc => &[Encoding::Native, Encoding::Placement, Encoding::Coordinates],
            Target::SmtLib => &[
                Encoding::Lia,
                Encoding::Bv,
                Encoding::Pb,
                Encoding::Placement,
                Encoding::Halves,
            ],
            Target::Dimacs => &[Encoding::Compact, Encoding::Placement, Encoding::Links],
            Target::CpSat => &[Encoding::Native, Encoding::Placement],
            Target::Ir => &[Encoding::Native],
        }
    }

    /// How the names of the files end, the model's own file first.
    pub fn extensions(self, profile: Profile) -> &'static [&'static str] {
        match (self, profile) {
            (Target::MiniZinc, Profile::Run) => &["mzn"],
            (Target::MiniZinc, Profile::Submit) => &["mzn", "dzn"],
            (Target::SmtLib, _) => &["smt2"],
            (Target::Dimacs, _) => &["cnf"],
            (Target::CpSat, _) => &["pbtxt"],
            (Target::Ir, _) => &["json"],
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What the files are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// To be run and decoded: names and comments that say what everything stands for.
    Run,
    /// To be handed to a solver competition, in the form that it asks for.
    Submit,
}

/// What is known of the instance beside its constraints; competition headers ask for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The puzzle's name: the file's, with the level.
    pub instance: String,
    /// Has it a solution? `None` if nobody has proved it.
    pub satisfiable: Option<bool>,
    /// The lowering steps that were taken, as people type them.
    pub steps: String,
    /// The generator's seed, for a generated puzzle.
    pub seed: Option<u64>,
}

/// A target with everything that decides its bytes, apart from the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The language.
    pub target: Target,
    /// One of [`Target::encodings`].
    pub encoding: Encoding,
    /// What it is for.
    pub profile: Profile,
    /// What competition headers say.
    pub provenance: Provenance,
}

/// A model about to be written in some target.
#[derive(Debug)]
pub struct Emission<'a> {
    model: &'a Model,
    plan: &'a Plan,
}

impl<'a> Emission<'a> {
    /// Prepares a model for a target. The encoding must express it: see [`Encoding::expresses`].
    pub fn new(model: &'a Model, plan: &'a Plan) -> Self {
        Emission { model, plan }
    }

    /// How the name of each file ends; [`Emission::write`] takes the position in this list.
    pub fn extensions(&self) -> &'static [&'static str] {
        self.plan.target.extensions(self.plan.profile)
    }

    /// What to call the files of an instance. What is the same for all instances is called alike.
    pub fn file_names(&self, instance: &str) -> Vec<String> {
        let shared = self.plan.target == Target::MiniZinc && self.plan.profile == Profile::Submit;
        self.extensions()
            .iter()
            .map(|&extension| match extension {
                "mzn" if shared && self.plan.encoding == Encoding::Native => "pips.mzn".into(),
                "mzn" if shared => format!("pips-{}.mzn", self.plan.encoding),
                _ => format!("{instance}.{extension}"),
            })
            .collect()
    }

    /// Writes one of the files.
    pub fn write(&self, file: usize, out: &mut dyn Write) -> io::Result<()> {
        match self.plan.target {
            Target::MiniZinc => minizinc::write(self.model, self.plan, file, out),
            Target::SmtLib => smtlib::write(self.model, self.plan, out),
            Target::Dimacs => dimacs::write(self.model, self.plan, out),
            Target::CpSat => cpsat::write(self.model, self.plan, out),
            Target::Ir => ir::write(self.model, out),
        }
    }

    /// Writes the model with the question which of its constraints exclude each other. They bear
    /// the names of [`Model::origin_symbol`]. Only SMT-LIB has words for this.
    pub fn write_core_question(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.plan.target {
            Target::SmtLib => smtlib::write_core_question(self.model, self.plan, out),
            _ => Err(io::ErrorKind::Unsupported.into()),
        }
    }

    /// What the variables of the emitted files stand for.
    pub fn names(&self) -> NameMap {
        let Emission { model, plan } = *self;
        match plan.target {
            Target::MiniZinc => {
                let names = minizinc::Variables::new(model, plan.encoding);
                NameMap::new(model, plan, |id| names.name(id))
            }
            Target::SmtLib | Target::Ir => {
                NameMap::new(model, plan, |id| model.placement_symbol(id))
            }
            Target::Dimacs => NameMap::new(model, plan, dimacs::variable),
            Target::CpSat => NameMap::new(model, plan, cpsat::variable),
        }
    }
}
