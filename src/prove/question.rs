//! What is refuted: that a puzzle has a solution besides some boards, as a model in an encoding.

use std::collections::BTreeSet;
use std::io::Write;

use super::ProveError;
use super::checker::ProofFormat;
use crate::backend::{
    Emission, Encoding, Language, NameMap, Plan, Profile, Provenance, dimacs, opb,
};
use crate::limits::Budget;
use crate::lower::{AS_IT_STANDS, Lowered, lower_until};
use crate::model::Model;
use crate::puzzle::{Board, Puzzle};

/// The question whether a puzzle has a solution that is none of some boards.
#[derive(Debug)]
pub(super) struct Question<'a> {
    puzzle: Puzzle,
    boards: BTreeSet<Board>,
    instance: &'a str,
    lowered: Lowered,
    budget: &'a Budget,
}

impl<'a> Question<'a> {
    /// States it, with nothing found out or dropped beforehand.
    pub(super) fn new(
        puzzle: &Puzzle,
        boards: &[Board],
        instance: &'a str,
        budget: &'a Budget,
    ) -> Result<Self, ProveError> {
        let boards = boards.iter().cloned().collect();
        let lowered = lower_until(puzzle, &AS_IT_STANDS, budget)?.excluding(&boards);
        Ok(Question {
            puzzle: puzzle.clone(),
            boards,
            instance,
            lowered,
            budget,
        })
    }

    /// The puzzle.
    pub(super) fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The boards besides which a solution is asked for.
    pub(super) fn boards(&self) -> &BTreeSet<Board> {
        &self.boards
    }

    /// The constraints.
    pub(super) fn model(&self) -> &Model {
        &self.lowered.model
    }

    fn plan(&self, encoding: Encoding) -> Plan {
        Plan {
            encoding,
            profile: Profile::Run,
            // What the file asks for is not there: that is what the proof beside it shows.
            provenance: Provenance {
                satisfiable: Some(false),
                ..Provenance::of(&self.puzzle, self.instance, &self.lowered)
            },
        }
    }

    /// Writes the model.
    pub(super) fn write(&self, encoding: Encoding, out: &mut dyn Write) -> Result<(), ProveError> {
        let plan = self.plan(encoding);
        let emission = Emission::new(self.model(), &plan)?.until(self.budget);
        Ok(emission.write(0, out)?)
    }

    /// What the variables stand for.
    pub(super) fn names(&self, encoding: Encoding) -> Result<NameMap, ProveError> {
        let plan = self.plan(encoding);
        let emission = Emission::new(self.model(), &plan)?.until(self.budget);
        Ok(emission.names()?)
    }

    /// Writes what the variables stand for.
    pub(super) fn write_names(
        &self,
        encoding: Encoding,
        out: &mut dyn Write,
    ) -> Result<(), ProveError> {
        let plan = self.plan(encoding);
        let emission = Emission::new(self.model(), &plan)?.until(self.budget);
        Ok(emission.write_names(out)?)
    }
}

/// The encoding in which proofs by sums are written.
pub(super) const SUMS: Encoding = opb::NATIVE;

/// An encoding that proofs are about, by the names of its language and its own, with the formats of its
/// proofs.
pub(super) fn named(language: &str, encoding: &str) -> Option<(Encoding, &'static [ProofFormat])> {
    let found = Language::named(language)?.encoding(encoding)?;
    match found.language() == &dimacs::LANGUAGE {
        true => Some((found, &[ProofFormat::Drat, ProofFormat::Lrat])),
        false => (found == SUMS).then_some((found, &[ProofFormat::Pbp])),
    }
}
