//! What is refuted: that a puzzle has a solution besides some boards, as a model in an encoding.

use std::collections::HashMap;
use std::io::{self, BufReader, Write};

use super::ProveError;
use super::checker::Written;
use crate::backend::{
    Emission, Encoding, Language, NameMap, Plan, Profile, Provenance, dimacs, opb,
};
use crate::limits::Watch;
use crate::lower::{AS_IT_STANDS, Lowered, lower_until};
use crate::model::Model;
use crate::puzzle::{Board, Placed, Puzzle};

/// The question whether a puzzle has a solution, or one more.
#[derive(Debug)]
pub(super) struct Question<'a> {
    puzzle: &'a Puzzle,
    instance: &'a str,
    lowered: Lowered,
    watch: &'a Watch,
}

impl<'a> Question<'a> {
    /// States it, with nothing found out or dropped beforehand.
    pub(super) fn new(
        puzzle: &'a Puzzle,
        instance: &'a str,
        watch: &'a Watch,
    ) -> Result<Self, ProveError> {
        let lowered = lower_until(puzzle, &AS_IT_STANDS, watch)?;
        Ok(Question {
            puzzle,
            instance,
            lowered,
            watch,
        })
    }

    /// The constraints, without the boards.
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
                ..Provenance::of(self.puzzle, self.instance, &self.lowered)
            },
        }
    }

    /// Writes the model that there is a solution which is none of these boards.
    pub(super) fn write(
        &self,
        encoding: Encoding,
        boards: &[Board],
        out: &mut dyn Write,
    ) -> Result<(), ProveError> {
        let plan = self.plan(encoding);
        let emission = Emission::new(self.model(), &plan)?.until(self.watch);
        if boards.is_empty() {
            return Ok(emission.write(0, out)?);
        }
        let mut whole = Vec::new();
        emission.write(0, &mut whole)?;
        let names = emission.names()?;
        let named: HashMap<Placed, &str> = names
            .resolve(self.puzzle)
            .map_err(|problem| io::Error::other(problem.to_string()))?
            .into_iter()
            .map(|(name, placed)| (placed, name))
            .collect();
        let unnamed = || io::Error::other("a board has a placement that the model does not name");
        let mut answers = Vec::with_capacity(boards.len());
        for board in boards {
            let placed = board.placements().iter();
            let placed = placed.map(|placed| named.get(placed).map(|name| (*name).to_owned()));
            answers.push(placed.collect::<Option<Vec<_>>>().ok_or_else(unnamed)?);
        }
        let exchange = encoding.language().exchange;
        let exchange = exchange.ok_or_else(|| io::Error::other("nobody excludes answers here"))?;
        Ok((exchange.exclude)(
            &mut BufReader::new(&whole[..]),
            out,
            &answers,
        )?)
    }

    /// What the variables stand for.
    pub(super) fn names(&self, encoding: Encoding) -> Result<NameMap, ProveError> {
        let plan = self.plan(encoding);
        let emission = Emission::new(self.model(), &plan)?.until(self.watch);
        Ok(emission.names()?)
    }

    /// Writes what the variables stand for.
    pub(super) fn write_names(
        &self,
        encoding: Encoding,
        out: &mut dyn Write,
    ) -> Result<(), ProveError> {
        let plan = self.plan(encoding);
        let emission = Emission::new(self.model(), &plan)?.until(self.watch);
        Ok(emission.write_names(out)?)
    }
}

/// The encodings whose models proofs are about, each with the form of its file: the CNF that is written
/// by default comes first.
pub(super) fn encodings() -> impl Iterator<Item = (Encoding, Written)> {
    let cnf = dimacs::LANGUAGE.encodings.iter();
    let cnf = cnf.map(|&encoding| (encoding, Written::Cnf));
    cnf.chain([(SUMS, Written::Opb)])
}

/// The encoding in which proofs by sums are written.
pub(super) const SUMS: Encoding = Encoding::Opb(opb::Encoding::Native);

/// One of the encodings that proofs are about, by the names of its language and its own.
pub(super) fn named(language: &str, encoding: &str) -> Option<(Encoding, Written)> {
    let language = Language::named(language)?;
    encodings().find(|(one, _)| one.language() == language && one.name() == encoding)
}
