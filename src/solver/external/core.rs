//! Cores: which rules an external solver blames for there being no solution.
//!
//! The model must say every rule apart, so nothing may have been pruned by one. What comes back is
//! the solver's word, in terms of the model's origins; nobody has checked it.

use std::ops::ControlFlow;
use std::time::Instant;

use super::round::Round;
use super::work::Work;
use super::{Request, SolverError};
use crate::backend::Profile;
use crate::backend::reply::Status;
use crate::model::Origin;
use crate::solver::process::Halt;
use crate::solver::task::Stopped;

/// What a solver says to the question for a core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Core {
    /// The constraints with these origins exclude each other. They need not be the fewest.
    Blamed(Vec<Origin>),
    /// There is a solution.
    Satisfiable,
    /// It came to no verdict.
    Stopped(Stopped),
}

/// Asks an SMT solver which of a model's constraints exclude each other.
pub fn core(request: &Request<'_>) -> Result<Core, SolverError> {
    let entry = request.solver.entry;
    let ask = entry
        .exchange
        .core
        .ok_or_else(|| SolverError::Unsupported {
            solver: entry.name.clone(),
            problem: "only SMT solvers say which rules contradict each other".into(),
        })?;
    let mut work = Work::new(request.keep)?;
    let extension = entry.encoding.extensions(Profile::Run)[0];
    work.emit_core_question(extension, |out| ask(request.model, request.provenance, out))?;
    let round = Round {
        request,
        work: &work,
        number: 1,
        deadline: request.limits.time.map(|time| Instant::now() + time),
        native: false,
        core: true,
        excluded: &[],
    };
    let mut names = None;
    let ended = round.run(&mut |answer| {
        names = Some(answer.true_names.clone());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(match ended.verdict {
        Err(Halt::Time) => Core::Stopped(Stopped::TimeLimit),
        Err(Halt::Memory) => Core::Stopped(Stopped::MemoryLimit),
        Err(Halt::Cancelled) => Core::Stopped(Stopped::Cancelled),
        Err(Halt::Enough | Halt::Flood(_)) | Ok(Status::Unknown) => Core::Stopped(Stopped::GaveUp),
        Ok(Status::Satisfiable | Status::Exhausted) => Core::Satisfiable,
        Ok(Status::Unsatisfiable) => {
            let names = names.unwrap_or_default();
            let blamed = names.iter().map(|name| origin(request, name));
            Core::Blamed(blamed.collect::<Result<_, _>>()?)
        }
    })
}

/// The origin that bears a name.
fn origin(request: &Request<'_>, name: &str) -> Result<Origin, SolverError> {
    let mut origins = request.model.constraints.iter().map(|c| c.origin);
    origins
        .find(|&origin| request.model.origin_symbol(origin) == name)
        .ok_or_else(|| SolverError::Inconsistent {
            solver: request.solver.entry.name.clone(),
            problem: format!("its core names `{name}`, which the model does not"),
        })
}
