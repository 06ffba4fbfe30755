//! Refutations by clauses: a solver proves that there is no other solution.

use std::collections::BTreeMap;

use super::blocked::BlockedModel;
use super::checker::{ProofFormat, RATE};
use super::folder::{ProofEncoding, Refutation};
use super::prover::Prover;
use super::{Claim, MAX_BOARDS, ProveError};
use crate::formats;
use crate::limits::StopReason;
use crate::puzzle::Board;
use crate::solver::external::refute;
use crate::solver::{
    Goal, InstalledSolver, ProofRequest, SolutionCount, Solver, SolverError, SolverFault,
    SolverRunResult, Task, decode,
};

impl Prover<'_> {
    /// Returns all solutions, and a solver's refutations of any other.
    pub(super) fn by_clauses(&mut self) -> Result<(Vec<Board>, Vec<Refutation>), ProveError> {
        let solver = self.tools.solver(self.options.solver.as_deref())?;
        // `rate` converts DRAT to LRAT.
        self.need(RATE)?;
        let encodings = match &self.options.encodings[..] {
            [] => vec![ProofEncoding::compact()],
            chosen => chosen.to_vec(),
        };
        let first = encodings[0];
        let boards = self.boards(&solver, first)?;
        let model = self.blocked(&boards)?;
        let mut refutations = vec![self.checked(&solver, first)?];
        for &encoding in &encodings[1..] {
            if let Some(board) = self.ask(&model, &solver, encoding)? {
                return Err(self.contradiction(&solver, encoding, &board));
            }
            refutations.push(self.checked(&solver, encoding)?);
        }
        Ok((boards, refutations))
    }

    /// Returns all solutions, sorted, after a refutation of any other in the encoding.
    fn boards(
        &mut self,
        solver: &InstalledSolver,
        encoding: ProofEncoding,
    ) -> Result<Vec<Board>, ProveError> {
        let claim = self.options.claim;
        let mut boards = Vec::new();
        if claim != Some(Claim::Count) {
            for _ in 0..2 {
                let model = self.blocked(&boards)?;
                let Some(board) = self.ask(&model, solver, encoding)? else {
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
        let model = self.blocked(&all)?;
        match self.ask(&model, solver, encoding)? {
            None => Ok(all),
            Some(board) => Err(self.contradiction(solver, encoding, &board)),
        }
    }

    fn contradiction(
        &self,
        solver: &InstalledSolver,
        encoding: ProofEncoding,
        board: &Board,
    ) -> ProveError {
        ProveError::Disagreement(format!(
            "{} found a solution in the encoding {encoding} that others have ruled out:\n{}",
            solver.entry.name,
            formats::write_board(self.puzzle, board)
        ))
    }

    /// Enumerates all solutions with the embedded solver, sorted.
    fn enumerate(&mut self) -> Result<Vec<Board>, ProveError> {
        (self.on_progress)("finding every solution");
        let mut task = Task::new(self.puzzle);
        task.goal = Goal::All {
            limit: Some(MAX_BOARDS + 1),
        };
        task.limits = self.options.limits.after(self.begun.elapsed());
        let SolverRunResult { result, mut boards } = Solver::Embedded.collect(&task);
        let solved = result?;
        if boards.len() as u64 > MAX_BOARDS {
            return Err(ProveError::TooMany);
        }
        match (solved.outcome.found, solved.outcome.stopped) {
            (SolutionCount::Exactly(_), _) => {}
            (SolutionCount::AtLeast(_), Some(why)) => {
                return Err(stopped(why, "the embedded solver"));
            }
            (SolutionCount::AtLeast(_), None) => {
                return Err(ProveError::GaveUp("the embedded solver".into()));
            }
        }
        boards.sort_unstable();
        boards.dedup();
        Ok(boards)
    }

    /// Returns a solution other than some boards, or `None` with a proof that there is none.
    fn ask(
        &mut self,
        model: &BlockedModel<'_>,
        solver: &InstalledSolver,
        encoding: ProofEncoding,
    ) -> Result<Option<Board>, ProveError> {
        let name = &solver.entry.name;
        (self.on_progress)(&match model.boards.len() {
            0 => format!("{name}: is there a solution? ({encoding})"),
            1 => format!("{name}: is there another solution? ({encoding})"),
            many => format!("{name}: is there one more besides {many}? ({encoding})"),
        });
        let file = self.draft.write(&encoding.model(), |out| {
            model.write(encoding.encoding(), out)
        })?;
        let mut task = Task::new(self.puzzle);
        task.limits = self.options.limits.after(self.begun.elapsed());
        task.options.proof = Some(ProofRequest {
            file: self.draft.path(&encoding.proof(ProofFormat::Drat))?,
            checker: None,
        });
        let blame = |problem| ProveError::from(SolverError::misbehaved(name, problem));
        match refute(solver, &task, &file, self.budget)? {
            Ok(None) => Ok(None),
            Err(why) => Err(stopped(why, name)),
            Ok(Some(answer)) => {
                let names = model.names(encoding.encoding())?;
                let board = decode(self.puzzle, &names, &answer);
                let board = board.map_err(|problem| blame(SolverFault::from(problem)))?;
                if model.boards.contains(&board) {
                    return Err(blame(SolverFault::Repeated));
                }
                Ok(Some(board))
            }
        }
    }

    /// Checks the proof of a model that a solver has refuted, and its conversion to LRAT.
    fn checked(
        &mut self,
        solver: &InstalledSolver,
        encoding: ProofEncoding,
    ) -> Result<Refutation, ProveError> {
        let mut checked_by = BTreeMap::new();
        for &format in encoding.formats() {
            let _ = checked_by.insert(format, self.check(encoding, format)?);
        }
        checked_by.retain(|_, titles| !titles.is_empty());
        let version = solver.version.as_ref().map(|version| format!(" {version}"));
        Ok(Refutation {
            encoding,
            made_by: format!("{}{}", solver.entry.name, version.unwrap_or_default()),
            checked_by,
        })
    }
}

fn stopped(why: StopReason, who: &str) -> ProveError {
    match why {
        StopReason::Enough | StopReason::GaveUp => ProveError::GaveUp(who.into()),
        why => ProveError::Stopped(why),
    }
}
