//! Proving by a few sums: that dominoes cannot cover a board, or that rules ask for more than the dominoes
//! have.

mod shortfall;
mod tiling;

use super::checker::{Checker, Form, Written};
use super::folder::{ProofFile, Refutation, place};
use super::prover::{OURSELVES, Prover};
use super::{Claim, ProveError, question};
use crate::deduce::{Shortfall, Untileable};

/// What a few sums show to be impossible.
enum Reason {
    /// Dominoes cannot cover the board.
    Untileable(Untileable),
    /// The rules ask for more than the dominoes have.
    Shortfall(Shortfall),
}

impl Prover<'_> {
    /// The refutation by sums, where there is a reason for one and somebody who can check it.
    pub(super) fn by_sums(&mut self) -> Result<Option<Refutation>, ProveError> {
        (self.report)("looking for a reason that can be written as a few sums");
        let untileable = Untileable::of(self.puzzle, self.budget)?.map(Reason::Untileable);
        let reason = untileable.or_else(|| Shortfall::of(self.puzzle).map(Reason::Shortfall));
        let Some(reason) = reason else {
            return Ok(None);
        };
        if let Some(claim @ Claim::Unique) = self.wish.claim {
            return Err(ProveError::untrue(claim, "no solution"));
        }
        self.try_out(&[Checker::VeriPb])?;
        // Without somebody to check the sums, clauses can show small shortfalls as well.
        match &reason {
            Reason::Shortfall(_) if self.needed(Checker::VeriPb).is_err() => Ok(None),
            Reason::Shortfall(_) | Reason::Untileable(_) => self.summed(&reason).map(Some),
        }
    }

    /// The refutation of what a few sums show to be impossible.
    fn summed(&mut self, reason: &Reason) -> Result<Refutation, ProveError> {
        let encoding = question::SUMS;
        let _ = self.needed(Checker::VeriPb)?;
        let question = self.question(&[])?;
        let mut refutation = self.begun(&question, encoding)?;
        let file = |name: &str| place(encoding, name);
        let model = self
            .draft
            .write(&refutation.model, |out| question.write(encoding, out))?;
        let _ = self.draft.write(&file(Form::Pbp.file()), |out| {
            let model = question.model();
            match reason {
                Reason::Untileable(reason) => tiling::write(model, reason, self.budget, out)?,
                Reason::Shortfall(reason) => {
                    shortfall::write(self.puzzle, model, reason, self.budget, out)?;
                }
            }
            Ok(())
        })?;
        let checked_by = self.opinion(encoding, Written::Opb, &model, Form::Pbp)?;
        refutation.proofs.push(ProofFile {
            form: Form::Pbp,
            file: file(Form::Pbp.file()),
            made_by: OURSELVES.into(),
            checked_by,
        });
        Ok(refutation)
    }
}
