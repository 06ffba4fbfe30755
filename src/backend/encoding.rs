//! Encodings as data: name, citation, properties, writer and the names of placements.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;

use super::size::SizeCounter;
use super::{Emission, Language, ModelSink, ModelSize, Profile};
use crate::lower::TooLarge;
use crate::model::{Model, PlacementId};

/// Maximal estimated number of statements of a model: some gigabytes of text.
const MAX_STATEMENTS: u64 = 200_000_000;

/// The names of the placements, in the model and in replies.
pub(super) type PlacementNames<'m> = Box<dyn Fn(PlacementId) -> PlacementName + 'm>;

/// The name of a placement in a model.
pub(super) struct PlacementName {
    pub(super) name: String,
    /// The definition of a placement that is not a variable of the model, as a disjunction of conjunctions of terms.
    /// Replies that list the variables have only these terms.
    pub(super) terms: Vec<Vec<String>>,
}

impl From<String> for PlacementName {
    fn from(name: String) -> Self {
        let terms = Vec::new();
        PlacementName { name, terms }
    }
}

/// Writes the file at an index of [`Language::extensions`].
pub(super) type WriteFile = fn(&Emission<'_>, usize, &mut dyn ModelSink) -> io::Result<()>;

/// Citations of the published formulations (baselines).
pub(super) mod published {
    pub(in crate::backend) const HALVES: &str = "joek13, \"Solving NYT Pips with SMT\", 2025 \
        (kerrigan.dev/blog/nyt-pips, repository joek13/nyt-pips-solver)";
    pub(in crate::backend) const PLACEMENT: &str =
        "Nicholas Hernandez and Kai Gowers, \"Pips Solver\", 2025";
    pub(in crate::backend) const COORDINATES: &str = "Ken Shirriff, \"Solving the NYTimes Pips puzzle with a \
        constraint solver\", 2025 (repository shirriff/pips)";
    pub(in crate::backend) const LINKS: &str =
        "Adrian A. Drăgulescu, 3 October 2025 (repository thumbert/scales)";
}

/// A formulation of the IR in one language. `docs/encodings.md` describes each.
#[derive(Clone, Copy)]
pub struct Encoding {
    pub(super) language: fn() -> &'static Language,
    pub(super) name: &'static str,
    pub(super) published: Option<&'static str>,
    /// Whether placements are given by row and column, so that only grids can be expressed.
    pub(super) needs_grid: bool,
    /// Whether it can express a model with unbroken symmetry, in which a solution has several assignments.
    pub(super) keeps_symmetry: bool,
    /// The only solver that reads it, if it has operators specific to that solver.
    pub(super) only_for: Option<&'static str>,
    pub(super) redundant: RedundantFacts,
    /// The name of the first file of a submission, if all instances share that file.
    pub(super) shared: Option<&'static str>,
    /// Estimated number of statements, where it can be very large.
    pub(super) statements: fn(&Model) -> u64,
    pub(super) write: WriteFile,
    pub(super) names: for<'m> fn(&'m Model) -> PlacementNames<'m>,
}

/// The treatment of redundant facts by an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedundantFacts {
    /// Stated if the model has them.
    IfRequested,
    /// Stated if the model has them and they are few: solvers are faster with them on small boards only.
    WhereSmall,
    /// Always stated: part of the encoding.
    Always,
    /// Never stated: solvers are not faster with them.
    Never,
}

impl Encoding {
    /// An unpublished encoding in standard operators, without redundant facts.
    pub(super) const fn new(
        language: fn() -> &'static Language,
        name: &'static str,
        write: WriteFile,
        names: for<'m> fn(&'m Model) -> PlacementNames<'m>,
    ) -> Self {
        Encoding {
            language,
            name,
            published: None,
            needs_grid: false,
            keeps_symmetry: false,
            only_for: None,
            redundant: RedundantFacts::Never,
            shared: None,
            statements: |_| 0,
            write,
            names,
        }
    }

    /// The language of the encoding.
    pub fn language(self) -> &'static Language {
        (self.language)()
    }

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// The only solver or the only puzzles that it is for, if it is limited.
    pub fn limitation(self) -> Option<String> {
        let grids = || self.needs_grid.then(|| "grids only".into());
        self.only_for
            .map(|solver| format!("{solver} only"))
            .or_else(grids)
    }

    /// Whether a solver of the language reads it.
    pub fn suits(self, solver: &str) -> bool {
        self.only_for.is_none_or(|own| {
            let rest = solver.strip_prefix(own);
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
    }

    /// The citation of a published formulation (baseline).
    pub fn published(self) -> Option<&'static str> {
        self.published
    }

    /// The treatment of redundant facts.
    pub fn redundant(self) -> RedundantFacts {
        self.redundant
    }

    /// Whether it keeps to the standard of the language, as competitions require.
    pub fn is_standard(self) -> bool {
        self.only_for.is_none()
    }

    /// Whether it can express a model with unbroken symmetry.
    pub fn keeps_symmetry(self) -> bool {
        self.keeps_symmetry
    }

    /// The total size of written files.
    pub fn size_of<'t>(self, files: impl IntoIterator<Item = &'t str>) -> ModelSize {
        let mut counter = SizeCounter::new(self.language());
        for file in files {
            counter.count(file.as_bytes());
        }
        counter.finish()
    }

    /// Fails if the language does not support the profile, or a submission would not be standard.
    pub fn check_profile(self, profile: Profile) -> Result<(), Inexpressible> {
        if profile == Profile::Submit && !self.is_standard() {
            return Err(Inexpressible::NotStandard(Box::new(self)));
        }
        let language = self.language();
        if language.extensions(profile).is_empty() {
            return Err(Inexpressible::NoProfile { language, profile });
        }
        Ok(())
    }

    /// Fails if the encoding cannot express the model.
    pub fn check_model(self, model: &Model) -> Result<(), Inexpressible> {
        if self.needs_grid && model.cells.iter().any(|cell| cell.at.is_none()) {
            return Err(Inexpressible::NoGrid(Box::new(self)));
        }
        if !self.keeps_symmetry && !model.breaks_symmetry() {
            return Err(Inexpressible::Symmetry(Box::new(self)));
        }
        let statements = (self.statements)(model);
        TooLarge::refuse(model, "statements in the model", statements, MAX_STATEMENTS)?;
        Ok(())
    }
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Self) -> bool {
        (self.language(), self.name) == (other.language(), other.name)
    }
}

impl Eq for Encoding {}

impl Hash for Encoding {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.language().name, self.name).hash(state);
    }
}

/// `minizinc/edges`.
impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.language(), self.name)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The reason why an encoding cannot express a model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Inexpressible {
    /// The encoding needs a grid.
    #[error(
        "the encoding `{0}` places dominoes by row and column, and this board is not a grid whose \
         orthogonal neighbours are linked; choose another encoding"
    )]
    NoGrid(Box<Encoding>),
    /// The encoding has one assignment for each solution.
    #[error(
        "the encoding `{}` of {} has no symmetry to leave unbroken: leave --no-symmetry out", .0, .0.language()
    )]
    Symmetry(Box<Encoding>),
    /// The encoding has operators that competitions do not accept.
    #[error(
        "the encoding `{}` is made of one solver's own operators, which no competition takes; with \
         `--profile submit` choose {}", .0, submittable(.0.language())
    )]
    NotStandard(Box<Encoding>),
    /// The language does not support the profile.
    #[error("{language} has no profile `{}`: only {} has it", .profile.name(), languages_with(*.profile))]
    NoProfile {
        /// The language.
        language: &'static Language,
        /// The profile.
        profile: Profile,
    },
    /// The file would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// The encodings of a language that can be submitted, in words.
fn submittable(language: &Language) -> String {
    let standard = language.encodings.iter().filter(|one| one.is_standard());
    let names: Vec<String> = standard.map(|one| format!("`{one}`")).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "another target".into(),
    }
}

/// The languages that support a profile.
fn languages_with(profile: Profile) -> String {
    let languages = Language::ALL.into_iter();
    let names = languages.filter(|language| !language.extensions(profile).is_empty());
    names
        .map(|language| language.name)
        .collect::<Vec<_>>()
        .join(", ")
}
