//! A proof in the making: what every way of proving needs.

use std::path::Path;

use super::checker::{Checker, Form, Heard, Opinion, Tried, Unasked, Written};
use super::folder::{Draft, NAMES, PRINTED, Refutation, folder_of, model_file, place};
use super::question::Question;
use super::tools::{Checkers, Tools};
use super::{Claim, ProveError, Report};
use crate::backend::Encoding;
use crate::clock::Instant;
use crate::limits::{Budget, Limits};
use crate::puzzle::{Board, Puzzle};

/// What is wanted.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// What is to be proved; without it, what turns out to be the case.
    pub claim: Option<Claim>,
    /// The encodings of CNF that are refuted, each by itself; without them, the default one.
    pub encodings: Vec<Encoding>,
    /// The solver that is to write the proofs; without it, the first that is there. With it, there is a
    /// proof by this solver even where a few sums would do.
    pub solver: Option<String>,
    /// How far the work may go.
    pub limits: Limits,
    /// The certificate of another puzzle may be replaced.
    pub force: bool,
}

/// Who made what this program made.
pub(super) const OURSELVES: &str = concat!("pipsc ", env!("CARGO_PKG_VERSION"));

/// A proof in the making.
pub(super) struct Prover<'a> {
    pub(super) puzzle: &'a Puzzle,
    pub(super) instance: &'a str,
    pub(super) wish: &'a Wish,
    pub(super) tools: &'a Tools<'a>,
    pub(super) budget: &'a Budget,
    pub(super) begun: Instant,
    pub(super) draft: &'a Draft,
    pub(super) checkers: Checkers,
    pub(super) report: &'a mut Report<'a>,
}

impl<'a> Prover<'a> {
    /// Is there a solution besides these?
    pub(super) fn question(&self, boards: &[Board]) -> Result<Question<'a>, ProveError> {
        Question::new(self.puzzle, boards, self.instance, self.budget)
    }

    /// Tries checkers out.
    pub(super) fn try_out(&mut self, wanted: &[Checker]) -> Result<(), ProveError> {
        (self.report)("trying out the checkers");
        self.checkers = self.tools.checkers(wanted, self.budget);
        Ok(self.budget.check()?)
    }

    /// A checker without which there is no certificate.
    pub(super) fn needed(&self, checker: Checker) -> Result<Tried, ProveError> {
        self.checkers
            .get(checker)
            .cloned()
            .map_err(ProveError::NoChecker)
    }

    /// A refutation without proofs yet; its names are written.
    pub(super) fn begun(
        &self,
        question: &Question<'_>,
        encoding: Encoding,
    ) -> Result<Refutation, ProveError> {
        let language = encoding.language().name;
        let refutation = Refutation {
            language: language.into(),
            encoding: encoding.name().into(),
            model: place(encoding, &model_file(encoding)),
            names: place(encoding, NAMES),
            proofs: Vec::new(),
        };
        let _ = self
            .draft
            .write(&refutation.names, |out| question.write_names(encoding, out))?;
        Ok(refutation)
    }

    /// Has a proof of the draft checked by whoever reads its form, if somebody does: their name.
    pub(super) fn opinion(
        &mut self,
        encoding: Encoding,
        written: Written,
        model: &Path,
        form: Form,
    ) -> Result<Option<String>, ProveError> {
        let checker = match self.checkers.get(form.checker()) {
            Ok(checker) => checker.clone(),
            Err(Unasked::Missing(_)) => return Ok(None),
            // One that is there and cannot be believed is no reason to say nothing.
            Err(why) => return Err(ProveError::NoChecker(why)),
        };
        (self.report)(&format!(
            "{}: checking the proof ({encoding})",
            checker.title
        ));
        let proof = place(encoding, form.file());
        let proof = self.draft.path(&proof)?;
        let heard = checker.ask(written, model, &proof, self.budget)?;
        self.accept(&checker, &folder_of(encoding), heard)?;
        Ok(Some(checker.title))
    }

    /// Keeps what a checker printed, if it accepts the proof.
    pub(super) fn accept(
        &self,
        checker: &Tried,
        folder: &str,
        heard: Heard,
    ) -> Result<(), ProveError> {
        match heard.opinion {
            Opinion::Accepts => {
                let name = format!("{folder}/{}{PRINTED}", checker.checker.name());
                let _ = self
                    .draft
                    .write(&name, |out| Ok(out.write_all(heard.output.as_bytes())?))?;
                Ok(())
            }
            Opinion::Stopped(stop) => Err(ProveError::Stopped(stop)),
            Opinion::Refuses(said) => Err(ProveError::Refused {
                checker: checker.title.clone(),
                proof: folder.to_owned(),
                said,
            }),
        }
    }
}
