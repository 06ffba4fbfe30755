//! Encodings as data: what each is called, what is known of it, and the functions that write it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;

use super::{Emission, Language, ModelSink, Profile, Publication, Size, size};
use crate::lower::{Measure, TooLarge};
use crate::model::{Model, PlacementId};

/// The most statements that a model may have where they can be foretold: some gigabytes of text.
const MAX_STATEMENTS: u64 = 200_000_000;

/// What the placements are called, in the model and in replies.
pub(super) type Names<'m> = Box<dyn Fn(PlacementId) -> String + 'm>;

/// Which terms together make a placement, in each of the ways that there are.
pub(super) type Terms<'m> = Box<dyn Fn(PlacementId) -> Vec<Vec<String>> + 'm>;

/// Writes the file at a place in [`Language::extensions`].
pub(super) type WriteFile = fn(&Emission<'_>, usize, &mut dyn ModelSink) -> io::Result<()>;

/// How the IR is expressed, in one of the languages. `docs/encodings.md` explains each.
#[derive(Clone, Copy)]
pub struct Encoding {
    pub(super) language: fn() -> &'static Language,
    pub(super) name: &'static str,
    pub(super) published: Option<&'static Publication>,
    /// It speaks of rows and columns.
    pub(super) needs_grid: bool,
    /// It has nothing but what the language's standard has.
    pub(super) is_standard: bool,
    /// It can state a puzzle whose symmetry is not broken, in which a solution has several assignments.
    pub(super) keeps_symmetry: bool,
    pub(super) limitation: Option<&'static str>,
    /// The only solver that understands it, if it has words of that solver's own.
    pub(super) only_for: Option<&'static str>,
    pub(super) redundant: Redundant,
    /// What the first file of a submission is called, if all instances share it.
    pub(super) shared: Option<&'static str>,
    /// How many statements it takes, roughly, where they can be very many; found without making any.
    pub(super) statements: fn(&Model) -> u64,
    pub(super) write: WriteFile,
    pub(super) names: for<'m> fn(&'m Model) -> Names<'m>,
    /// What makes a placement, where it is no variable of the model: in a reply that lists the
    /// model's variables these terms are all there is of it.
    pub(super) terms: for<'m> fn(&'m Model) -> Terms<'m>,
}

/// What an encoding does with facts that follow from the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Redundant {
    /// It states them where the model has them.
    AsAsked,
    /// The same, as long as they are few: its solvers are faster with them on small boards alone.
    WhereSmall,
    /// It states them in any case: they are part of it.
    Always,
    /// It leaves them out, because its solvers are no faster with them.
    Never,
}

impl Encoding {
    /// An encoding of our own, of standard words, without redundant facts.
    pub(super) const fn new(
        language: fn() -> &'static Language,
        name: &'static str,
        write: WriteFile,
        names: for<'m> fn(&'m Model) -> Names<'m>,
    ) -> Self {
        Encoding {
            language,
            name,
            published: None,
            needs_grid: false,
            is_standard: true,
            keeps_symmetry: false,
            limitation: None,
            only_for: None,
            redundant: Redundant::Never,
            shared: None,
            statements: |_| 0,
            write,
            names,
            terms: |_| Box::new(|_| Vec::new()),
        }
    }

    /// The language that it belongs to.
    pub fn language(self) -> &'static Language {
        (self.language)()
    }

    /// What people type.
    pub fn name(self) -> &'static str {
        self.name
    }

    /// Who or what it is for, where not for everybody and everything.
    pub fn limitation(self) -> Option<&'static str> {
        self.limitation
    }

    /// Tells if a solver of its language can be given it, whatever the puzzle.
    pub fn suits(self, solver: &str) -> bool {
        self.only_for.is_none_or(|own| {
            solver
                .strip_prefix(own)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
    }

    /// Tells if it is a formulation that people have published, here to compare with.
    pub fn is_baseline(self) -> bool {
        self.published.is_some()
    }

    /// Who published it, where it is not ours. The head of every model says it.
    pub fn published(self) -> Option<&'static Publication> {
        self.published
    }

    /// What becomes of redundant facts.
    pub fn redundant(self) -> Redundant {
        self.redundant
    }

    /// Tells if it keeps to what the language's standard has, as competitions ask.
    pub fn is_standard(self) -> bool {
        self.is_standard
    }

    /// Tells if it can state a puzzle whose symmetry is not broken.
    pub fn keeps_symmetry(self) -> bool {
        self.keeps_symmetry
    }

    /// How large files are that were written in it.
    pub fn size_of<'t>(self, files: impl IntoIterator<Item = &'t str>) -> Size {
        let mut scales = size::SizeCounter::new(&self.language().declared);
        for file in files {
            scales.weigh(file.as_bytes());
        }
        scales.read()
    }

    /// Refuses a profile that it has no files for: what one solver alone reads is not submitted.
    pub fn permits(self, profile: Profile) -> Result<(), Inexpressible> {
        if profile == Profile::Submit && !self.is_standard() {
            return Err(Inexpressible::NotStandard(Box::new(self)));
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
        if self.needs_grid && !is_grid {
            return Err(Inexpressible::NoGrid(Box::new(self)));
        }
        if !self.keeps_symmetry() && !model.breaks_symmetry() {
            return Err(Inexpressible::Symmetry(Box::new(self)));
        }
        let statements = (self.statements)(model);
        TooLarge::refuse(model, Measure::Statements, statements, MAX_STATEMENTS)?;
        Ok(())
    }
}

impl PartialEq for Encoding {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Encoding {}

impl PartialOrd for Encoding {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// In the order of the languages, and of their encodings.
impl Ord for Encoding {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |one: &Encoding| {
            let language = one.language();
            let at = Language::ALL.iter().position(|other| *other == language);
            let encodings = language.encodings.iter();
            (
                at,
                encodings
                    .map(|other| other.name)
                    .position(|name| name == one.name),
            )
        };
        place(self).cmp(&place(other))
    }
}

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

/// Why a puzzle has no model in an encoding.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Inexpressible {
    /// The encoding speaks of rows and columns.
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
    /// The encoding speaks a reply_format that competitions do not take.
    #[error(
        "the encoding `{}` is made of one solver's own operators, which no competition takes; with \
         `--profile submit` choose {}", .0, submitted(.0.language())
    )]
    NotStandard(Box<Encoding>),
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
