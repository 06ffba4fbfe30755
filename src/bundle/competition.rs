//! The competitions: what each wants to be handed in, in which form, and by which rules.
//!
//! One file a competition. Its rules are small named checks, which are made of every file before it
//! gets its name, and once more by [`inspect`](super::inspect()).

mod minizinc_challenge;
mod model_counting;
mod pb_competition;
mod sat_competition;
mod smt_lib;
mod xcsp3;

use std::fmt;
use std::str::FromStr;

pub(super) use model_counting::expected as expected_count;

use super::rule::Rule;
use crate::backend::{Language, Profile, Signature};
use crate::nearest::{UnknownName, choose};

/// A competition, or a library of instances, that takes submissions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Competition {
    /// The MiniZinc Challenge.
    MiniZincChallenge,
    /// The main track of the SAT Competition.
    SatCompetition,
    /// The library of the SMT community, which its competition draws from.
    SmtLib,
    /// The linear decision track of the Pseudo-Boolean Competition.
    PbCompetition,
    /// The main CSP track of the XCSP3 Competition.
    Xcsp3,
    /// The projected track of the Model Counting Competition.
    ModelCounting,
}

/// What a competition wants to be handed in.
#[derive(Debug)]
pub(super) struct Terms {
    /// What people type.
    pub(super) name: &'static str,
    /// What people call it.
    pub(super) title: &'static str,
    /// What it takes, in a line.
    pub(super) about: &'static str,
    /// The language of its instances.
    pub(super) language: &'static Language,
    /// What their files are for.
    pub(super) profile: Profile,
    /// Whether they are packed.
    pub(super) is_packed: bool,
    /// Under which licence its files are.
    pub(super) licence: Licence,
    /// Whether one instance is a toy, with which a submission is tried out.
    pub(super) has_toy: bool,
    /// Whether it asks for the number of solutions.
    pub(super) asks_count: bool,
    /// In which form it wants to be told about the instances.
    pub(super) description: DescriptionForm,
    /// Where the file of an instance goes, by its name in the language.
    pub(super) path: fn(&Address<'_>) -> String,
    /// What it accepts.
    pub(super) rules: &'static [Rule],
    /// The recipes of the instances that are handed in where nobody names others.
    pub(super) shipped: &'static str,
}

/// Under which licence files are handed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Licence {
    /// MIT.
    Mit,
    /// Creative Commons, by attribution, 4.0.
    CcBy,
}

impl Licence {
    /// By the list of SPDX.
    pub(super) fn spdx(self) -> &'static str {
        match self {
            Licence::Mit => "MIT",
            Licence::CcBy => "CC-BY-4.0",
        }
    }
}

/// The form of a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DescriptionForm {
    /// A page in Markdown.
    Markdown,
    /// LaTeX in the style of IEEE's proceedings, of one or two pages.
    Ieee,
    /// LaTeX as it comes.
    Latex,
}

impl DescriptionForm {
    /// The name of its file.
    pub(super) fn file(self) -> &'static str {
        match self {
            DescriptionForm::Markdown => "DESCRIPTION.md",
            DescriptionForm::Ieee | DescriptionForm::Latex => "description.tex",
        }
    }
}

/// What decides where the file of an instance goes.
#[derive(Debug)]
pub(super) struct Address<'a> {
    /// What is in the file.
    pub(super) text: &'a str,
    /// Who hands in, and when.
    pub(super) signature: &'a Signature,
    /// The family, or whatever the instance belongs to.
    pub(super) family: &'a str,
    /// The file's own name, without `.xz`.
    pub(super) file: &'a str,
}

impl Competition {
    /// Every competition.
    pub const ALL: [Competition; 6] = [
        Competition::MiniZincChallenge,
        Competition::SatCompetition,
        Competition::SmtLib,
        Competition::PbCompetition,
        Competition::Xcsp3,
        Competition::ModelCounting,
    ];

    pub(super) fn terms(self) -> &'static Terms {
        match self {
            Competition::MiniZincChallenge => &minizinc_challenge::TERMS,
            Competition::SatCompetition => &sat_competition::TERMS,
            Competition::SmtLib => &smt_lib::TERMS,
            Competition::PbCompetition => &pb_competition::TERMS,
            Competition::Xcsp3 => &xcsp3::TERMS,
            Competition::ModelCounting => &model_counting::TERMS,
        }
    }

    /// What people type.
    pub fn name(self) -> &'static str {
        self.terms().name
    }

    /// What people call it.
    pub fn title(self) -> &'static str {
        self.terms().title
    }

    /// What it takes, in a line.
    pub fn about(self) -> &'static str {
        self.terms().about
    }

    /// The language of its instances.
    pub fn language(self) -> &'static Language {
        self.terms().language
    }
}

impl fmt::Display for Competition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Competition {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, UnknownName> {
        choose("competition", Competition::ALL, Competition::name, word)
    }
}
