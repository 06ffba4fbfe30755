//! Encodings as data: language, name, citation, flags and writer.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;

use super::language::{ASP, CPSAT, DIMACS, IR, LP, MINIZINC, OPB, SMTLIB, XCSP3};
use super::{Emission, Language, ModelWriter, Profile};
use super::{asp, cpsat, dimacs, ir, lp, minizinc, opb, smtlib, xcsp3};
use crate::encode::cnf::{compact, links, placement};
use crate::lower::TooLarge;
use crate::model::{Model, PlacementId};
use crate::nearest::either;

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

/// Writes a file of an emission.
type WriteFile = fn(&Emission<'_>, &mut ModelWriter<'_>) -> io::Result<()>;

/// A formulation of the IR in one language. `docs/encodings.md` describes each.
#[derive(Clone, Copy)]
pub struct Encoding {
    /// Its language.
    pub language: &'static Language,
    /// Its name on the command line.
    pub name: &'static str,
    /// The citation of a published formulation (baseline).
    pub citation: Option<&'static str>,
    /// Whether placements are given by row and column, so that only grids can be expressed.
    needs_grid: bool,
    /// Whether it can express a model with unbroken symmetry, in which a solution has several assignments.
    pub keeps_symmetry: bool,
    /// The only solver that reads it, if it has operators specific to that solver.
    only_for: Option<&'static str>,
    /// Whether it states redundant facts for a model.
    states_redundant: fn(&Model) -> bool,
    /// The name of the first file of a submission, if all instances share that file.
    pub(super) shared: Option<&'static str>,
    /// Estimated number of statements, where it can be very large.
    statements: fn(&Model) -> u64,
    pub(super) write: WriteFile,
    pub(super) names: for<'m> fn(&'m Model) -> PlacementNames<'m>,
}

const HALVES: &str = "joek13, \"Solving NYT Pips with SMT\", 2025 \
    (kerrigan.dev/blog/nyt-pips, repository joek13/nyt-pips-solver)";
const PLACEMENT: &str = "Nicholas Hernandez and Kai Gowers, \"Pips Solver\", 2025";
const COORDINATES: &str = "Ken Shirriff, \"Solving the NYTimes Pips puzzle with a constraint solver\", 2025 \
    (repository shirriff/pips)";
const LINKS: &str = "Adrian A. Drăgulescu, 3 October 2025 (repository thumbert/scales)";

/// Every encoding. Those of a language are adjacent, its default first.
pub static ENCODINGS: [Encoding; 17] = [
    Encoding {
        keeps_symmetry: true,
        states_redundant: Model::has_value_counts,
        shared: Some("pips.mzn"),
        names: minizinc::edge_names,
        ..Encoding::new(&MINIZINC, "edges", minizinc::edges)
    },
    Encoding {
        citation: Some(PLACEMENT),
        keeps_symmetry: true,
        states_redundant: Model::has_value_counts,
        shared: Some("pips-placement.mzn"),
        names: minizinc::placement_names,
        ..Encoding::new(&MINIZINC, "placement", minizinc::placement)
    },
    Encoding {
        citation: Some(COORDINATES),
        needs_grid: true,
        keeps_symmetry: true,
        states_redundant: Model::has_value_counts,
        shared: Some("pips-coordinates.mzn"),
        names: minizinc::coordinate_names,
        ..Encoding::new(&MINIZINC, "coordinates", minizinc::coordinates)
    },
    Encoding {
        states_redundant: Model::has_value_counts,
        names: smtlib::edge_names,
        ..Encoding::new(&SMTLIB, "edges", smtlib::edges)
    },
    Encoding {
        only_for: Some("z3"),
        states_redundant: Model::has_value_counts,
        ..Encoding::new(&SMTLIB, "pb", smtlib::pb)
    },
    Encoding {
        citation: Some(PLACEMENT),
        states_redundant: Model::has_value_counts,
        statements: placement::pairs,
        ..Encoding::new(&SMTLIB, "placement", smtlib::placement)
    },
    Encoding {
        citation: Some(HALVES),
        keeps_symmetry: true,
        only_for: Some("z3"),
        names: smtlib::half_names,
        ..Encoding::new(&SMTLIB, "halves", smtlib::halves)
    },
    Encoding {
        citation: Some(HALVES),
        keeps_symmetry: true,
        names: smtlib::half_names,
        ..Encoding::new(&SMTLIB, "halves-standard", smtlib::halves_standard)
    },
    Encoding {
        states_redundant: compact::states_value_counts,
        // Value counts are bounded, so they are not part of the estimate.
        statements: compact::copy_clauses,
        names: dimacs::numbers,
        ..Encoding::new(&DIMACS, "compact", dimacs::compact)
    },
    Encoding {
        citation: Some(PLACEMENT),
        statements: placement::pairs,
        names: dimacs::numbers,
        ..Encoding::new(&DIMACS, "placement", dimacs::placement)
    },
    Encoding {
        citation: Some(LINKS),
        states_redundant: |_| true,
        statements: links::count_clauses,
        names: dimacs::numbers,
        ..Encoding::new(&DIMACS, "links", dimacs::links)
    },
    Encoding {
        names: cpsat::numbers,
        ..Encoding::new(&CPSAT, "native", cpsat::write)
    },
    Encoding {
        states_redundant: Model::has_value_counts,
        shared: Some("pips.asp"),
        names: asp::names,
        ..Encoding::new(&ASP, "edges", asp::write)
    },
    Encoding {
        states_redundant: Model::has_value_counts,
        names: xcsp3::names,
        ..Encoding::new(&XCSP3, "edges", xcsp3::write)
    },
    Encoding {
        states_redundant: Model::has_value_counts,
        names: opb::numbers,
        ..Encoding::new(&OPB, "native", opb::write)
    },
    Encoding {
        names: lp::symbols,
        ..Encoding::new(&LP, "native", lp::write)
    },
    Encoding {
        states_redundant: Model::has_value_counts,
        ..Encoding::new(&IR, "native", ir::write)
    },
];

impl Encoding {
    /// An unpublished encoding in standard operators, without redundant facts, with the symbols of placements.
    const fn new(language: &'static Language, name: &'static str, write: WriteFile) -> Self {
        Encoding {
            language,
            name,
            citation: None,
            needs_grid: false,
            keeps_symmetry: false,
            only_for: None,
            states_redundant: |_| false,
            shared: None,
            statements: |_| 0,
            write,
            names: |model| Box::new(|id| model.placement_symbol(id).into()),
        }
    }

    /// The encoding with a name such as `dimacs/compact`.
    pub fn named(name: &str) -> Option<Encoding> {
        let (language, name) = name.split_once('/')?;
        Language::named(language)?.encoding(name)
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

    /// Whether its models of this puzzle state redundant facts.
    pub fn states_redundant(self, model: &Model) -> bool {
        (self.states_redundant)(model)
    }

    /// Whether it keeps to the standard of the language, as competitions require.
    pub fn is_standard(self) -> bool {
        self.only_for.is_none()
    }

    /// Fails if the language does not support the profile, or a submission would not be standard.
    pub fn check_profile(self, profile: Profile) -> Result<(), Inexpressible> {
        if profile == Profile::Submit && !self.is_standard() {
            return Err(Inexpressible::NotStandard(Box::new(self)));
        }
        let language = self.language;
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
        (self.language, self.name) == (other.language, other.name)
    }
}

impl Eq for Encoding {}

impl Hash for Encoding {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.language.name, self.name).hash(state);
    }
}

/// `minizinc/edges`.
impl fmt::Debug for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.language, self.name)
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
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
        "the encoding `{}` of {} always breaks symmetry: remove --no-symmetry", .0, .0.language
    )]
    Symmetry(Box<Encoding>),
    /// The encoding has operators that competitions do not accept.
    #[error(
        "the encoding `{}` uses operators of a single solver, which competitions do not accept; for a submission \
         choose {}", .0, submittable(.0.language)
    )]
    NotStandard(Box<Encoding>),
    /// The language does not support the profile.
    #[error("{language} does not support the profile `{}`: only {} does", .profile.name(), languages_with(*.profile))]
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

/// The encodings of a language that can be submitted.
fn submittable(language: &Language) -> String {
    let standard = language.encodings().iter().filter(|one| one.is_standard());
    let names: Vec<String> = standard.map(|one| format!("`{one}`")).collect();
    either(&names.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The languages that support a profile.
fn languages_with(profile: Profile) -> String {
    let languages = Language::ALL.into_iter();
    let names = languages.filter(|language| !language.extensions(profile).is_empty());
    let names: Vec<&str> = names.map(|language| language.name).collect();
    names.join(", ")
}
