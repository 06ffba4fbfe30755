//! Refutations by clauses: a solver proves that there is no other solution.

use std::ops::ControlFlow;

use super::checker::{ProofFormat, RATE};
use super::folder::{ProofFile, Refutation, model_file, place};
use super::prover::Prover;
use super::question::Question;
use super::{Claim, MAX_BOARDS, ProveError};
use crate::backend::{Encoding, dimacs};
use crate::formats;
use crate::limits::StopReason;
use crate::puzzle::{Board, check};
use crate::solver::external::{RefuteVerdict, refute};
use crate::solver::{
    DecodeError, Decoder, Found, Goal, Installed, Proof, Solver, SolverError, SolverFault, Task,
};

impl Prover<'_> {
    /// All solutions, and a solver's refutations that there are others.
    pub(super) fn by_clauses(&mut self) -> Result<(Vec<Board>, Vec<Refutation>), ProveError> {
        let solver = self.tools.solver(self.options.solver.as_deref())?;
        // It converts DRAT to LRAT.
        let _ = self.needed(RATE)?;
        let encodings = match &self.options.encodings[..] {
            [] => vec![dimacs::COMPACT],
            chosen => chosen.to_vec(),
        };
        let first = encodings[0];
        let boards = self.boards(&solver, first)?;
        let question = self.question(&boards)?;
        let mut refutations = vec![self.checked(&question, &solver, first)?];
        for &encoding in &encodings[1..] {
            if let Some(board) = self.ask(&question, &solver, encoding)? {
                return Err(self.contradiction(&solver, encoding, &board));
            }
            refutations.push(self.checked(&question, &solver, encoding)?);
        }
        Ok((boards, refutations))
    }

    /// All solutions, sorted. The model in the encoding that there is another one has been refuted.
    fn boards(&mut self, solver: &Installed, encoding: Encoding) -> Result<Vec<Board>, ProveError> {
        let claim = self.options.claim;
        let mut boards = Vec::new();
        if claim != Some(Claim::Count) {
            for _ in 0..2 {
                let question = self.question(&boards)?;
                let Some(board) = self.ask(&question, solver, encoding)? else {
                    return match (claim, boards.len()) {
                        (Some(claim @ Claim::Unique), 0) => {
                            Err(ProveError::untrue(claim, "no solution"))
                        }
                        (_, _) => Ok(boards),
                    };
                };
                boards.push(board);
                match (claim, boards.len()) {
                    (Some(claim @ Claim::None), _) => {
                        return Err(ProveError::Untrue {
                            asked: claim,
                            found: "a solution".into(),
                            board: boards.pop().map(Box::new),
                        });
                    }
                    (Some(claim @ Claim::Unique), 2) => {
                        return Err(ProveError::untrue(claim, "more than one solution"));
                    }
                    (_, _) => {}
                }
            }
        }
        let all = self.enumerate()?;
        if let Some(missed) = boards
            .iter()
            .find(|board| all.binary_search(board).is_err())
        {
            return Err(self.contradiction(solver, encoding, missed));
        }
        let question = self.question(&all)?;
        match self.ask(&question, solver, encoding)? {
            None => Ok(all),
            Some(board) => Err(self.contradiction(solver, encoding, &board)),
        }
    }

    fn contradiction(&self, solver: &Installed, encoding: Encoding, board: &Board) -> ProveError {
        ProveError::Disagreement(format!(
            "{} found a solution in the encoding {encoding} that others have ruled out:\n{}",
            solver.entry.name,
            formats::write_board(self.puzzle, board)
        ))
    }

    /// Every solution, sorted, found by the embedded solver.
    fn enumerate(&mut self) -> Result<Vec<Board>, ProveError> {
        (self.report)("finding every solution");
        let mut task = Task::new(self.puzzle);
        task.goal = Goal::All {
            limit: Some(MAX_BOARDS + 1),
        };
        task.limits = self.options.limits.after(self.begun.elapsed());
        let mut boards = Vec::new();
        let solved = Solver::Embedded.solve(&task, &mut |board| {
            boards.push(board);
            ControlFlow::Continue(())
        })?;
        if boards.len() as u64 > MAX_BOARDS {
            return Err(ProveError::TooMany);
        }
        match (solved.outcome.found, solved.outcome.stopped) {
            (Found::Exactly(_), _) => {}
            (Found::AtLeast(_), Some(why)) => return Err(stopped(why, "the embedded solver")),
            (Found::AtLeast(_), None) => {
                return Err(ProveError::GaveUp("the embedded solver".into()));
            }
        }
        boards.sort_unstable();
        boards.dedup();
        Ok(boards)
    }

    /// A solution besides some boards, or none and the proof of that.
    fn ask(
        &mut self,
        question: &Question<'_>,
        solver: &Installed,
        encoding: Encoding,
    ) -> Result<Option<Board>, ProveError> {
        let name = &solver.entry.name;
        (self.report)(&match question.boards().len() {
            0 => format!("{name}: is there a solution? ({encoding})"),
            1 => format!("{name}: is there another solution? ({encoding})"),
            many => format!("{name}: is there one more besides {many}? ({encoding})"),
        });
        let model = place(encoding, &model_file(encoding));
        let model = self
            .draft
            .write(&model, |out| question.write(encoding, out))?;
        let mut task = Task::new(question.puzzle());
        task.limits = self.options.limits.after(self.begun.elapsed());
        task.options.proof = Some(Proof {
            file: self
                .draft
                .path(&place(encoding, ProofFormat::Drat.file()))?,
            checker: None,
        });
        let blame = |problem| ProveError::from(SolverError::misbehaved(name, problem));
        match refute(solver, &task, &model, self.budget)? {
            RefuteVerdict::Refuted => Ok(None),
            RefuteVerdict::Open(why) => Err(stopped(why, name)),
            RefuteVerdict::Answered(answer) => {
                let names = question.names(encoding)?;
                let decoder = Decoder::new(question.puzzle(), &names);
                let decoder =
                    decoder.map_err(|problem| ProveError::Internal(problem.to_string()))?;
                let board = decoder.board(&answer);
                let faults = check(question.puzzle(), &board);
                if !faults.is_empty() {
                    return Err(blame(SolverFault::from(DecodeError::Rejected(faults))));
                }
                if question.boards().contains(&board) {
                    return Err(blame(SolverFault::Repeated));
                }
                Ok(Some(board))
            }
        }
    }

    /// A model that a solver has refuted, with its proofs, as the checkers accept them.
    fn checked(
        &mut self,
        question: &Question<'_>,
        solver: &Installed,
        encoding: Encoding,
    ) -> Result<Refutation, ProveError> {
        let mut refutation = self.begin(question, encoding)?;
        let file = |format: ProofFormat| place(encoding, format.file());
        let model = self.draft.path(&refutation.model)?;
        let drat = self.draft.path(&file(ProofFormat::Drat))?;
        let lrat = self.draft.path(&file(ProofFormat::Lrat))?;
        let rate = self.needed(RATE)?;
        (self.report)(&format!("{}: checking the proof ({encoding})", rate.title));
        let verdict = rate.convert_to_lrat(&model, &drat, &lrat, self.budget)?;
        self.accept(&rate, encoding, verdict)?;
        let version = solver.version.as_ref().map(|version| format!(" {version}"));
        refutation.proofs.push(ProofFile {
            form: ProofFormat::Drat,
            file: file(ProofFormat::Drat),
            made_by: format!("{}{}", solver.entry.name, version.unwrap_or_default()),
            checked_by: self.check(encoding, ProofFormat::Drat, Some(&rate))?,
        });
        refutation.proofs.push(ProofFile {
            form: ProofFormat::Lrat,
            file: file(ProofFormat::Lrat),
            made_by: rate.title,
            checked_by: self.check(encoding, ProofFormat::Lrat, None)?,
        });
        Ok(refutation)
    }
}

fn stopped(why: StopReason, who: &str) -> ProveError {
    match why {
        StopReason::Enough | StopReason::GaveUp => ProveError::GaveUp(who.into()),
        why => ProveError::Stopped(why),
    }
}
