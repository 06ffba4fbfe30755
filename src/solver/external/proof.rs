//! Proofs that there is no solution, and their checker.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use super::Call;
use super::run::{Question, SolverRun};
use super::work_dir::{WorkDir, failed};
use crate::backend::reply::{Answer, Status};
use crate::limits::StopReason;
use crate::solver::error::SolverError;
use crate::solver::fault::SolverFault;
use crate::solver::process::{self, ProcessCommand, ProcessLimits, ProcessStop};
use crate::solver::task::{Goal, ProofState, Stats};

/// Refuses a proof that the solver cannot write, before it is run.
pub(super) fn refuse_in_vain(call: &Call<'_>) -> Result<(), SolverError> {
    if call.task.options.proof.is_none() {
        return Ok(());
    }
    if call.solver.command.options.proof.is_empty() {
        return Err(call.unsupported("it writes no proof"));
    }
    match call.task.goal {
        Goal::One => Ok(()),
        Goal::All { .. } | Goal::Count { .. } => {
            Err(call.unsupported("a proof is for one question; it cannot be had for all solutions"))
        }
    }
}

/// Copies the proof to where it was asked for, and has it checked within the limits of the task.
pub(super) fn settle(call: &Call<'_>, work: &WorkDir) -> Result<Option<ProofState>, SolverError> {
    let Some(wanted) = &call.task.options.proof else {
        return Ok(None);
    };
    let written = work.proof();
    let _ = fs::copy(&written, &wanted.file).map_err(|problem| failed(&wanted.file, problem))?;
    let Some(checker) = &wanted.checker else {
        return Ok(Some(ProofState::NoChecker));
    };
    verify(call, work, checker, &written).map(Some)
}

/// The verdict of a solver on a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Said {
    /// It has no solution; the proof is where the task wants it.
    Refuted,
    /// It has this one, which is not checked.
    Answered(Answer),
    /// It was stopped, or does not know.
    Open(StopReason),
}

/// Asks a solver about a model that is in a file already, with a proof if the task asks for one.
pub(super) fn refute(call: Call<'_>, model: &Path) -> Result<Said, SolverError> {
    refuse_in_vain(&call)?;
    let work = WorkDir::on(model)?;
    let run = SolverRun {
        call,
        work: &work,
        model: work.model(),
        question: Question::One,
    };
    let mut found = None;
    let verdict = run.run(&mut Stats::default(), &mut |answer| {
        let _ = found.get_or_insert_with(|| answer.clone());
        Ok(ControlFlow::Continue(()))
    })?;
    let inconsistent = |problem: &str| Err(call.blame(SolverFault::Inconsistent(problem.into())));
    match (verdict, found) {
        (Err(why), _) => Ok(Said::Open(why)),
        (Ok(Status::Unknown), _) => Ok(Said::Open(StopReason::GaveUp)),
        (Ok(Status::Satisfiable | Status::Exhausted), Some(answer)) => Ok(Said::Answered(answer)),
        (Ok(Status::Satisfiable | Status::Exhausted), None) => {
            inconsistent("it says satisfiable and gives no answer")
        }
        (Ok(Status::Counted(_)), _) => inconsistent("it gives a number and was asked for a proof"),
        (Ok(Status::Unsatisfiable), Some(_)) => {
            inconsistent("it gives an answer and says that there is none")
        }
        (Ok(Status::Unsatisfiable), None) => settle(&call, &work).map(|_| Said::Refuted),
    }
}

fn verify(
    call: &Call<'_>,
    work: &WorkDir,
    checker: &Path,
    proof: &Path,
) -> Result<ProofState, SolverError> {
    let command = ProcessCommand {
        program: checker.to_owned(),
        arguments: vec![work.model().into(), proof.into()],
        folder: work.folder().to_owned(),
    };
    let limits = ProcessLimits {
        deadline: call.budget.deadline(),
        memory: call.task.limits.memory,
        cancel: call.budget.cancel().clone(),
        ..ProcessLimits::default()
    };
    let mut verdict = None;
    let run = process::run(&command, &limits, &mut |line| {
        if line.starts_with(b"s ") {
            verdict = Some(String::from_utf8_lossy(&line[2..]).trim().to_owned());
        }
        ControlFlow::Continue(())
    })
    .map_err(|problem| call.not_run(problem))?;
    match (run.stop, verdict.as_deref()) {
        (Some(ProcessStop::Limit(_)), _) => Ok(ProofState::Unfinished),
        (None, Some("VERIFIED")) => Ok(ProofState::Verified),
        (_, said) => {
            let said = said.unwrap_or("it gives no verdict").to_owned();
            Err(call.blame(SolverFault::Proof(said)))
        }
    }
}
