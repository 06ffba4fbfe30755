//! The backend room: a model rendered in a solver's language, and what solvers reply to it.
//!
//! A folder holds everything of one language: its encodings, how each is written, what its
//! variables are called, how an answer is excluded, how a reply is read. A new language is one
//! folder and its lines in [`Language::ALL`] and [`Encoding`] below. Nothing here starts a process.

pub mod cpsat;
pub mod dimacs;
mod emission;
pub mod ir;
pub mod minizinc;
mod names;
pub mod reply;
pub mod smtlib;

use std::fmt;
use std::io::{self, BufRead, Write};

use crate::lower::{Measure, STEPS, Step, TooLarge};
use crate::model::{Model, PlacementId};
use reply::{Dialect, Reply, ReplyError};

pub use emission::{Emission, Plan, Profile, Provenance};
pub use names::{NameMap, NameMapError};

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
    /// How solvers are spoken to that read it, if there are any.
    pub exchange: Option<Exchange>,
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
        let mut mistake: Option<ReplyError> = None;
        for dialect in self.replies {
            match dialect.read(text) {
                Ok(reply) => return Ok(reply),
                Err(other) => {
                    if mistake.as_ref().is_none_or(|m| other.line() > m.line()) {
                        mistake = Some(other);
                    }
                }
            }
        }
        Err(mistake.expect("a language that solvers read has a dialect"))
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
    pub const ALL: [&'static Language; 5] = [
        &minizinc::LANGUAGE,
        &smtlib::LANGUAGE,
        &dimacs::LANGUAGE,
        &cpsat::LANGUAGE,
        &ir::LANGUAGE,
    ];

    /// The language by the name that people type.
    pub fn named(name: &str) -> Option<&'static Language> {
        Language::ALL
            .into_iter()
            .find(|language| language.name == name)
    }

    /// How the names of a profile's files end, the model's own first.
    pub fn extensions(&self, profile: Profile) -> &'static [&'static str] {
        match profile {
            Profile::Run => self.run_extensions,
            Profile::Submit => self.submit_extensions,
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

    /// Tells if it is a formulation that people have published, here to compare with.
    pub fn is_baseline(self) -> bool {
        self.features().is_baseline
    }

    /// The lowering steps that belong before it. A baseline is given the puzzle as it stands, or
    /// it would be compared with half of what it is compared to; only symmetry is broken, so that
    /// it counts the same solutions. Any encoding is right after any steps.
    pub fn steps(self) -> &'static [Step] {
        if self.is_baseline() {
            &[Step::Symmetry]
        } else {
            &STEPS
        }
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
    /// The file would be larger than anybody could use.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

/// What is known of an encoding.
#[derive(Debug, Clone, Copy)]
struct Features {
    name: &'static str,
    is_baseline: bool,
    needs_grid: bool,
    limitation: Option<&'static str>,
}

impl Features {
    const fn of(name: &'static str) -> Self {
        Features {
            name,
            is_baseline: false,
            needs_grid: false,
            limitation: None,
        }
    }

    const fn of_baseline(name: &'static str) -> Self {
        Features {
            is_baseline: true,
            ..Features::of(name)
        }
    }
}

/// What a language answers for each of its encodings.
trait Scheme {
    fn features(&self) -> Features;

    /// How many statements it takes to count the copies of dominoes, roughly; found without making any.
    fn statements(&self, _: &Model) -> u64 {
        0
    }

    /// What to call a file of an instance. What is the same for all instances is called alike.
    fn file_name(&self, _: Profile, instance: &str, extension: &str) -> String {
        format!("{instance}.{extension}")
    }

    /// Writes the file at a place in [`Language::extensions`].
    fn write(&self, emission: &Emission<'_>, file: usize, out: &mut dyn Write) -> io::Result<()>;

    /// What the variables of the placements are called, in the model and in replies.
    fn variables<'m>(&self, model: &'m Model) -> Box<dyn Fn(PlacementId) -> String + 'm>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::lower;
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
