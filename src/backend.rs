//! The backend room: a model rendered in a solver's language, and what solvers reply to it.
//!
//! A folder holds everything of one language: its encodings, how each is written, what its
//! variables are called, how an answer is excluded, how a reply is read. A new language is one
//! folder and its lines in [`Language::ALL`] and [`Encoding`] below. Nothing here starts a process.

pub mod asp;
pub mod cpsat;
pub mod dimacs;
mod emission;
pub mod ir;
mod linear;
pub mod lp;
pub mod minizinc;
mod names;
pub mod opb;
mod published;
mod recognise;
pub mod reply;
mod size;
pub mod smtlib;
mod template;
pub mod xcsp3;

use std::fmt;
use std::io::{self, BufRead, Write};

use crate::lower::{Measure, TooLarge};
use crate::model::{Model, PlacementId};
use reply::{Dialect, Reply, ReplyError};

pub use emission::{Emission, Plan, Profile, Provenance, Signature};
#[cfg(feature = "external")]
pub(crate) use linear::Statement;
pub use names::{NameMap, NameMapError, NamedModel};
pub use published::Publication;
pub use recognise::{Recognised, Unrecognised, recognise};
pub use size::{Declared, Size};

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
    /// The same for files that are counted; none if nobody counts in this language.
    pub count_extensions: &'static [&'static str],
    /// Tells whether a line of its files says nothing about the model: a comment, or a word about where
    /// the model comes from. A model is recognised by the lines that are left.
    pub is_remark: fn(&str) -> bool,
}

/// How solvers of a language are spoken to, once they have the model.
#[derive(Debug, Clone, Copy)]
pub struct Exchange {
    /// The dialects in which they reply, the default first.
    pub replies: &'static [Dialect],
    /// How answers are excluded.
    pub exclude: Exclude,
    /// How they are asked which constraints exclude each other, if the language has words for it.
    pub core: Option<CoreQuestion>,
}

impl Exchange {
    /// Reads a whole reply in whichever of the dialects it is. If it is in none of them, the
    /// mistake is told by the dialect that came furthest.
    pub fn read(self, text: &[u8]) -> Result<Reply, ReplyError> {
        let mut mistakes = Vec::with_capacity(self.replies.len());
        for dialect in self.replies {
            match dialect.read(text) {
                Ok(reply) => return Ok(reply),
                Err(mistake) => mistakes.push(mistake),
            }
        }
        if mistakes.len() > 1 && mistakes.iter().all(|mistake| mistake.line() == 1) {
            let names: Vec<&str> = self.replies.iter().map(|dialect| dialect.name).collect();
            return Err(ReplyError::NoDialect {
                names: names.join(", "),
                first: Box::new(mistakes.swap_remove(0)),
            });
        }
        // Of several that came equally far, the first.
        let furthest = mistakes.into_iter().rev().max_by_key(ReplyError::line);
        Err(furthest.expect("a language that solvers read has a dialect"))
    }
}

/// Copies a model with each of the answers excluded, which are given by their placements' names.
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

    /// How solvers are spoken to that read it, if there are any. Whoever never asks need not carry
    /// their readers along.
    pub fn exchange(&self) -> Option<Exchange> {
        match self.encodings[0] {
            Encoding::MiniZinc(_) => Some(minizinc::EXCHANGE),
            Encoding::SmtLib(_) => Some(smtlib::EXCHANGE),
            Encoding::Dimacs(_) => Some(dimacs::EXCHANGE),
            Encoding::CpSat(_) => Some(cpsat::EXCHANGE),
            Encoding::Asp(_) => Some(asp::EXCHANGE),
            Encoding::Xcsp3(_) => Some(xcsp3::EXCHANGE),
            Encoding::Opb(_) => Some(opb::EXCHANGE),
            Encoding::Lp(_) => Some(lp::EXCHANGE),
            Encoding::Ir(_) => None,
        }
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
    fn scheme(&self) -> (&'static Language, &dyn Scheme) {
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

    fn features(self) -> Features {
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

/// What is known of an encoding.
#[derive(Debug, Clone, Copy)]
struct Features {
    name: &'static str,
    published: Option<&'static Publication>,
    needs_grid: bool,
    is_standard: bool,
    limitation: Option<&'static str>,
    /// The only solver that understands it, if it has words of that solver's own.
    only_for: Option<&'static str>,
    redundant: Redundant,
}

/// What those who collect instances of a language expect of a submission.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Submission {
    /// The head says whether there is a solution.
    pub states_status: bool,
    /// The most bytes of a file that they take, if there is a limit.
    pub most_bytes: Option<u64>,
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

impl Features {
    const fn of(name: &'static str) -> Self {
        Features {
            name,
            published: None,
            needs_grid: false,
            is_standard: true,
            limitation: None,
            only_for: None,
            redundant: Redundant::Never,
        }
    }

    const fn of_baseline(name: &'static str, published: &'static Publication) -> Self {
        Features {
            published: Some(published),
            ..Features::of(name)
        }
    }
}

/// What a language answers for each of its encodings.
trait Scheme {
    fn features(&self) -> Features;

    /// What those who collect instances expect.
    fn submission(&self) -> Submission {
        Submission::default()
    }

    /// How many statements it takes to count the copies of dominoes, roughly; found without making any.
    fn statements(&self, _: &Model) -> u64 {
        0
    }

    /// What a line of the model declares, where that is to be seen.
    fn declared(&self, _: &str) -> Declared {
        Declared::default()
    }

    /// What to call a file of an instance. What is the same for all instances is called alike.
    fn file_name(&self, _: Profile, instance: &str, extension: &str) -> String {
        format!("{instance}.{extension}")
    }

    /// Writes the file at a place in [`Language::extensions`].
    fn write(&self, emission: &Emission<'_>, file: usize, out: &mut dyn Write) -> io::Result<()>;

    /// What the variables of the placements are called, in the model and in replies.
    fn variables<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> String + 'm>;

    /// Which pairs of terms make a placement, where it is no variable of the model: in a reply that
    /// lists the model's variables they are all there is of it.
    fn terms<'m>(&self, _: &'m Model) -> Box<dyn Fn(PlacementId) -> Vec<[String; 2]> + 'm> {
        Box::new(|_| Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::{AS_IT_STANDS, STEPS, Step, lower};
    use crate::puzzle::{Cell, Domino, Draft, Links, Puzzle};

    /// A square of four cells with the given links.
    fn square(links: Links) -> Puzzle {
        Puzzle::new(Draft {
            cells: (0..4).map(|i| Cell::on_grid(i / 2, i % 2)).collect(),
            links,
            dominoes: vec![Domino::new(1, 2), Domino::new(3, 3)],
            ..Draft::default()
        })
        .unwrap()
    }

    const COORDINATES: Encoding = Encoding::MiniZinc(minizinc::Encoding::Coordinates);

    #[test]
    fn an_encoding_is_found_by_its_names() {
        for language in Language::ALL {
            assert_eq!(Language::named(language.name), Some(language));
            for &encoding in language.encodings {
                assert_eq!(encoding.language(), language);
                assert_eq!(language.encoding(encoding.name()), Some(encoding));
            }
        }
    }

    #[test]
    fn coordinates_need_a_grid() {
        // A wall between the lower two cells.
        let walled = square(Links::Given(vec![(0, 1), (0, 2), (1, 3)]));
        let model = lower(&walled, &[]).expect("a small puzzle").model;
        for encoding in Language::ALL.map(|language| language.encodings).concat() {
            let refused = (encoding == COORDINATES).then_some(Inexpressible::NoGrid(COORDINATES));
            assert_eq!(encoding.expresses(&model).err(), refused);
        }
    }

    /// Every file of a puzzle in an encoding.
    fn files(puzzle: &Puzzle, steps: &[Step], encoding: Encoding, profile: Profile) -> Vec<String> {
        let lowered = lower(puzzle, steps).expect("a small puzzle");
        let plan = Plan {
            encoding,
            profile,
            provenance: Provenance::of(puzzle, "square", &lowered),
        };
        // An encoding may be of no use to a competition.
        let Ok(emission) = Emission::new(&lowered.model, &plan) else {
            assert_ne!(profile, Profile::Run, "{encoding}");
            return Vec::new();
        };
        let files = 0..emission.extensions().len();
        let text = |file| {
            let mut text = Vec::new();
            emission.write(file, &mut text).expect("memory takes all");
            String::from_utf8(text).expect("text")
        };
        files.map(text).collect()
    }

    #[test]
    fn the_head_of_every_file_says_what_was_done_to_the_puzzle() {
        let puzzle = square(Links::Grid);
        for encoding in Language::ALL.map(|language| language.encodings).concat() {
            for profile in Profile::ALL {
                let shared = |text: &str| text.contains("The data say what was done");
                for (steps, pruned, symmetry) in [
                    (&AS_IT_STANDS[..], "The puzzle as it stands: ", "is broken."),
                    (&STEPS, "Pruned: ", "is broken."),
                    (&[], "The puzzle as it stands: ", "is not broken."),
                ] {
                    for text in files(&puzzle, steps, encoding, profile) {
                        // In a MiniZinc submission the model is the same for all puzzles.
                        let head: Vec<&str> = text.lines().take(20).collect();
                        let said = |words: &str| head.iter().any(|line| line.contains(words));
                        let symmetry = format!("Symmetry {symmetry}");
                        let says = said(pruned) && said(&symmetry) || shared(&text);
                        assert!(
                            says,
                            "{encoding} for {profile:?} after {steps:?}: {head:#?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_a_head_says_of_redundant_facts_is_so() {
        let puzzle = square(Links::Grid);
        for encoding in Language::ALL.map(|language| language.encodings).concat() {
            for profile in Profile::ALL {
                let with = files(&puzzle, &AS_IT_STANDS, encoding, profile);
                let without = files(&puzzle, &[Step::Symmetry], encoding, profile);
                let (said, stated) = match encoding.redundant() {
                    Redundant::AsAsked => ("Redundant facts are stated.", true),
                    Redundant::WhereSmall => {
                        ("Redundant facts are stated where they are few.", true)
                    }
                    Redundant::Always => ("Redundant facts are stated.", false),
                    Redundant::Never => ("No redundant facts are stated.", false),
                };
                let what = format!("{encoding} of {} for {profile:?}", encoding.language());
                let is_said = with.iter().any(|text| text.contains(said));
                assert!(is_said || with.is_empty(), "{what}");
                // A fact that is stated takes a place; the words about it alone do not.
                let unsaid = |texts: &[String]| -> String {
                    let text = texts.concat().replace("No redundant", "Redundant");
                    text.replace("\"redundant\"", "")
                };
                if !with.is_empty() {
                    assert_eq!(unsaid(&with) != unsaid(&without), stated, "{what}");
                }
            }
        }
    }

    #[test]
    fn every_baseline_names_who_published_it_in_its_first_lines() {
        let puzzle = square(Links::Grid);
        for encoding in Language::ALL.map(|language| language.encodings).concat() {
            for profile in Profile::ALL {
                let files = files(&puzzle, &AS_IT_STANDS, encoding, profile);
                let Some(model) = files.first() else {
                    continue;
                };
                let head: Vec<&str> = model.lines().take(16).collect();
                let formulation =
                    |line: &&str| line.contains("Formulation: ") || line.contains("Publications: ");
                let line = head.iter().copied().find(formulation).unwrap_or_default();
                let what = format!("{encoding} of {} for {profile:?}", encoding.language());
                match encoding.published() {
                    Some(published) => assert!(line.contains(&published.to_string()), "{what}"),
                    None => assert_eq!(line, "", "{what}"),
                }
            }
        }
    }

    #[test]
    fn a_grid_stays_one_when_edges_are_pruned() {
        // In a row of four no domino lies in the middle.
        let puzzle = Puzzle::new(Draft {
            cells: (0..4).map(|column| Cell::on_grid(0, column)).collect(),
            dominoes: vec![Domino::new(1, 2), Domino::new(3, 3)],
            ..Draft::default()
        })
        .unwrap();
        let (whole, pruned) = (
            lower(&puzzle, &[]).expect("a small puzzle").model,
            lower(&puzzle, &STEPS).expect("a small puzzle").model,
        );
        assert_eq!((whole.edges.len(), pruned.edges.len()), (3, 2));
        assert_eq!(COORDINATES.expresses(&pruned), Ok(()));
    }
}
