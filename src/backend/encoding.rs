//! The encodings of all languages: what each is called, what is known of it, and what it can express.

use std::fmt;

use super::{
    Features, Language, Profile, Publication, Redundant, Scheme, Size, Submission, asp, cpsat,
    dimacs, ir, lp, minizinc, opb, size, smtlib, xcsp3,
};
use crate::lower::{Measure, TooLarge};
use crate::model::Model;

/// The most statements that a model may have where they can be foretold: some gigabytes of text.
const MOST_STATEMENTS: u64 = 200_000_000;

/// How the IR is expressed, in one of the languages. `docs/encodings.md` explains each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// MiniZinc, a constraint modelling language.
    MiniZinc(minizinc::Encoding),
    /// SMT-LIB 2.6, for SMT solvers.
    SmtLib(smtlib::Encoding),
    /// DIMACS CNF, for SAT solvers.
    Dimacs(dimacs::Encoding),
    /// A protocol buffer of OR-Tools' CP-SAT, in text form.
    CpSat(cpsat::Encoding),
    /// Answer set programming, facts and rules.
    Asp(asp::Encoding),
    /// XCSP3-core, for constraint solvers.
    Xcsp3(xcsp3::Encoding),
    /// OPB, for pseudo-Boolean solvers.
    Opb(opb::Encoding),
    /// CPLEX LP or MPS, for solvers of mixed integer programs.
    Lp(lp::Encoding),
    /// The constraint IR itself, as JSON.
    Ir(ir::Encoding),
}

impl Encoding {
    /// Its language, and where that answers for the encoding.
    pub(super) fn scheme(&self) -> (&'static Language, &dyn Scheme) {
        match self {
            Encoding::MiniZinc(encoding) => (&minizinc::LANGUAGE, encoding),
            Encoding::SmtLib(encoding) => (&smtlib::LANGUAGE, encoding),
            Encoding::Dimacs(encoding) => (&dimacs::LANGUAGE, encoding),
            Encoding::CpSat(encoding) => (&cpsat::LANGUAGE, encoding),
            Encoding::Asp(encoding) => (&asp::LANGUAGE, encoding),
            Encoding::Xcsp3(encoding) => (&xcsp3::LANGUAGE, encoding),
            Encoding::Opb(encoding) => (&opb::LANGUAGE, encoding),
            Encoding::Lp(encoding) => (&lp::LANGUAGE, encoding),
            Encoding::Ir(encoding) => (&ir::LANGUAGE, encoding),
        }
    }

    /// The language that it belongs to.
    pub fn language(self) -> &'static Language {
        self.scheme().0
    }

    pub(super) fn features(self) -> Features {
        self.scheme().1.features()
    }

    /// What people type.
    pub fn name(self) -> &'static str {
        self.features().name
    }

    /// Who or what it is for, where not for everybody and everything.
    pub fn limitation(self) -> Option<&'static str> {
        self.features().limitation
    }

    /// Tells if a solver of its language can be given it, whatever the puzzle.
    pub fn suits(self, solver: &str) -> bool {
        let own = self.features().only_for;
        own.is_none_or(|own| {
            solver
                .strip_prefix(own)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
    }

    /// Tells if it is a formulation that people have published, here to compare with.
    pub fn is_baseline(self) -> bool {
        self.published().is_some()
    }

    /// Who published it, where it is not ours. The head of every model says it.
    pub fn published(self) -> Option<&'static Publication> {
        self.features().published
    }

    /// What becomes of redundant facts.
    pub fn redundant(self) -> Redundant {
        self.features().redundant
    }

    /// What those who collect instances expect of a submission.
    pub fn submission(self) -> Submission {
        self.scheme().1.submission()
    }

    /// Tells if it keeps to what the language's standard has, as competitions ask.
    pub fn is_standard(self) -> bool {
        self.features().is_standard
    }

    /// How large files are that were written in it.
    pub fn size_of<'t>(self, files: impl IntoIterator<Item = &'t str>) -> Size {
        let (_, scheme) = self.scheme();
        let declared = |line: &str| scheme.declared(line);
        let mut scales = size::Scales::new(&declared);
        for file in files {
            scales.weigh(file.as_bytes());
        }
        scales.read()
    }

    /// Refuses a profile that it has no files for: what one solver alone reads is not submitted.
    pub fn permits(self, profile: Profile) -> Result<(), Inexpressible> {
        if profile == Profile::Submit && !self.is_standard() {
            return Err(Inexpressible::NotStandard(self));
        }
        let language = self.language();
        if language.extensions(profile).is_empty() {
            return Err(Inexpressible::NoProfile { language, profile });
        }
        Ok(())
    }

    /// Refuses a model that has no form in this encoding.
    pub fn expresses(self, model: &Model) -> Result<(), Inexpressible> {
        let is_grid = model.cells.iter().all(|cell| cell.at.is_some());
        if self.features().needs_grid && !is_grid {
            return Err(Inexpressible::NoGrid(self));
        }
        let statements = self.scheme().1.statements(model);
        TooLarge::refuse(model, Measure::Statements, statements, MOST_STATEMENTS)?;
        Ok(())
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why a puzzle has no model in an encoding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Inexpressible {
    /// The encoding speaks of rows and columns.
    #[error(
        "the encoding `{0}` places dominoes by row and column, and this board is not a grid whose \
         orthogonal neighbours are linked; choose another encoding"
    )]
    NoGrid(Encoding),
    /// The encoding speaks a dialect that competitions do not take.
    #[error(
        "the encoding `{}` is made of one solver's own operators, which no competition takes; with \
         `--profile submit` choose {}", .0, submitted(.0.language())
    )]
    NotStandard(Encoding),
    /// The language has no files for what the model is wanted for.
    #[error("{language} has no profile `{}`: only {} has it", .profile.name(), having(*.profile))]
    NoProfile {
        /// The language.
        language: &'static Language,
        /// What it is wanted for.
        profile: Profile,
    },
    /// The file would be larger than anybody could use.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// The encodings of a language that can be submitted, in words.
fn submitted(language: &Language) -> String {
    let standard = language.encodings.iter().filter(|one| one.is_standard());
    let names: Vec<String> = standard.map(|one| format!("`{one}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "another target".into(),
    }
}

/// The languages that have a profile.
fn having(profile: Profile) -> String {
    let languages = Language::ALL.into_iter();
    let names = languages.filter(|language| !language.extensions(profile).is_empty());
    names
        .map(|language| language.name)
        .collect::<Vec<_>>()
        .join(", ")
}
