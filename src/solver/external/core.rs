//! Unsatisfiable cores of SMT solvers.
//!
//! The model names every rule and is not pruned by any. The core is not checked.

use std::ops::ControlFlow;

use super::Call;
use super::run::{Question, SolverRun};
use crate::backend::reply::Status;
use crate::limits::StopReason;
use crate::limits::Until;
use crate::lower::{LowerError, Step};
use crate::model::{Model, Origin};
use crate::solver::error::SolverError;
use crate::solver::fault::SolverFault;
use crate::solver::task::Stats;

/// What a solver says to the question for a core.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Core {
    /// The constraints with these origins exclude each other. They need not be the fewest.
    Blamed(Vec<Origin>),
    /// There is a solution.
    Satisfiable,
    /// It came to no verdict.
    Stopped(StopReason),
}

/// Asks an SMT solver which of a puzzle's constraints exclude each other.
pub(in crate::solver) fn core(call: Call<'_>) -> Result<Core, SolverError> {
    let entry = &call.solver.entry;
    let Some(ask) = entry.protocol.core else {
        return Err(call.unsupported("only SMT solvers say which rules contradict each other"));
    };
    let steps = [Step::Symmetry];
    let lowered = match call.task.lowering(&steps, call.budget) {
        Ok(lowering) => &lowering.lowered,
        Err(LowerError::TooLarge(size)) => return Err(size.into()),
        Err(LowerError::Stopped(stop)) => return Ok(Core::Stopped(stop)),
    };
    let model = &lowered.model;
    let provenance = call.provenance(lowered);
    let mut work = call.work_dir()?;
    let extension = entry.encoding.language().run_extensions[0];
    let emitted = work.emit_core_question(extension, |out| {
        ask(model, &provenance, &mut Until::new(out, call.budget))
    });
    if let Some(stop) = call.budget.stopped() {
        return Ok(Core::Stopped(stop));
    }
    emitted?;
    let run = SolverRun {
        call,
        work: &work,
        model: work.model(),
        question: Question::Core,
    };
    let mut names = None;
    let verdict = run.run(&mut Stats::default(), &mut |answer| {
        names = Some(answer.true_names.clone());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(match verdict {
        Err(why) => Core::Stopped(why),
        Ok(Status::Unknown) => Core::Stopped(StopReason::GaveUp),
        Ok(Status::Satisfiable | Status::Exhausted | Status::Counted(_)) => Core::Satisfiable,
        Ok(Status::Unsatisfiable) => {
            let names = names.unwrap_or_default();
            let blamed = names.iter().map(|name| {
                origin(model, name).ok_or_else(|| {
                    let problem = format!("its core names `{name}`, which the model does not");
                    call.blame(SolverFault::Inconsistent(problem))
                })
            });
            Core::Blamed(blamed.collect::<Result<_, _>>()?)
        }
    })
}

/// The origin that bears a name.
fn origin(model: &Model, name: &str) -> Option<Origin> {
    let mut origins = model.constraints.iter().map(|c| c.origin);
    origins.find(|&origin| model.origin_symbol(origin) == name)
}
