//! Proofs that there is no solution, and their checker.

use std::fmt;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use super::work::{Work, failed};
use super::{Request, SolverError};
use crate::solver::process::{self, Bounds, Halt, Job};
use crate::solver::task::Goal;

/// The proof's name in the solver's folder.
pub(super) const FILE: &str = "proof.drat";

/// What became of a proof that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProofState {
    /// A checker has accepted it.
    Verified,
    /// There is no checker.
    NoChecker,
    /// The checker was stopped before it had an opinion.
    Unfinished,
}

impl fmt::Display for ProofState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofState::Verified => "verified",
            ProofState::NoChecker => "not checked, because no checker is installed",
            ProofState::Unfinished => "not checked within the limits",
        })
    }
}

/// Says at once, and not after an hour, that there will be no proof.
pub(super) fn refuse_in_vain(request: &Request<'_>) -> Result<(), SolverError> {
    let problem = match request.proof {
        None => return Ok(()),
        Some(_) if request.solver.via.proof.is_empty() => "it writes no proof",
        Some(_) if !matches!(request.goal, Goal::One) => {
            "a proof is for one question; it cannot be had for all solutions"
        }
        Some(_) => return Ok(()),
    };
    Err(SolverError::Unsupported {
        solver: request.solver.entry.name.clone(),
        problem: problem.into(),
    })
}

/// Puts the proof where it was asked for, and has it checked.
pub(super) fn settle(
    request: &Request<'_>,
    work: &Work,
) -> Result<Option<ProofState>, SolverError> {
    let Some(wanted) = request.proof else {
        return Ok(None);
    };
    let written = work.folder().join(FILE);
    let _ = fs::copy(&written, wanted).map_err(|problem| failed(wanted, problem))?;
    let Some(checker) = request.checker else {
        return Ok(Some(ProofState::NoChecker));
    };
    verify(request, work, checker, &written).map(Some)
}

fn verify(
    request: &Request<'_>,
    work: &Work,
    checker: &Path,
    proof: &Path,
) -> Result<ProofState, SolverError> {
    let solver = || request.solver.entry.name.clone();
    let job = Job {
        guard: request.guard.to_owned(),
        program: checker.to_owned(),
        arguments: vec![work.model().into(), proof.into()],
        folder: work.folder().to_owned(),
        disposable: !work.is_kept(),
    };
    let bounds = Bounds {
        memory: request.limits.memory,
        cancel: request.limits.cancel.clone(),
        ..Bounds::default()
    };
    let mut verdict = None;
    let run = process::run(&job, &bounds, &mut |line| {
        if line.starts_with(b"s ") {
            verdict = Some(String::from_utf8_lossy(&line[2..]).trim().to_owned());
        }
        ControlFlow::Continue(())
    })
    .map_err(|problem| SolverError::Run {
        solver: solver(),
        problem,
    })?;
    match (run.halt, verdict.as_deref()) {
        (Some(Halt::Memory | Halt::Cancelled | Halt::Time), _) => Ok(ProofState::Unfinished),
        (None, Some("VERIFIED")) => Ok(ProofState::Verified),
        (_, said) => Err(SolverError::Proof {
            solver: solver(),
            problem: said.unwrap_or("it gives no verdict").to_owned(),
        }),
    }
}
