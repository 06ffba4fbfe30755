//! Cores: which rules an external solver blames for there being no solution.
//!
//! The model says every rule apart, so nothing is pruned by one. What comes back is the solver's
//! word, in terms of the model's origins; nobody has checked it.

use std::ops::ControlFlow;
use std::time::Duration;

use super::call::Call;
use super::round::{Question, Round, Toll};
use crate::backend::reply::Status;
use crate::limits::Until;
use crate::lower::{Step, Unlowered};
use crate::model::{Model, Origin};
use crate::solver::error::SolverError;
use crate::solver::misbehaviour::Misbehaviour;
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

/// Asks an SMT solver which of a puzzle's constraints exclude each other.
pub(in crate::solver) fn core(call: Call<'_>) -> Result<Core, SolverError> {
    let entry = &call.solver.entry;
    let Some(ask) = entry.exchange.core else {
        return Err(call.unsupported("only SMT solvers say which rules contradict each other"));
    };
    let steps = [Step::Symmetry];
    let lowered = match call.task.lowering(&steps, call.watch) {
        Ok(lowering) => &lowering.lowered,
        Err(Unlowered::TooLarge(size)) => return Err(size.into()),
        Err(Unlowered::Stopped(stop)) => return Ok(Core::Stopped(stop.into())),
    };
    let model = &lowered.model;
    let provenance = call.provenance(lowered);
    let mut work = call.work()?;
    let extension = entry.encoding.language().run_extensions[0];
    let emitted = work.emit_core_question(extension, |out| {
        ask(model, &provenance, &mut Until::new(out, call.watch))
    });
    if let Some(stop) = call.watch.stopped() {
        return Ok(Core::Stopped(stop.into()));
    }
    emitted?;
    let round = Round {
        call,
        work: &work,
        number: 1,
        spent: Duration::ZERO,
        question: Question::Core,
    };
    let mut names = None;
    let verdict = round.run(&mut Toll::default(), &mut |answer| {
        names = Some(answer.true_names.clone());
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(match verdict {
        Err(why) => Core::Stopped(why),
        Ok(Status::Unknown) => Core::Stopped(Stopped::GaveUp),
        Ok(Status::Satisfiable | Status::Exhausted | Status::Counted(_)) => Core::Satisfiable,
        Ok(Status::Unsatisfiable) => {
            let names = names.unwrap_or_default();
            let blamed = names.iter().map(|name| {
                origin(model, name).ok_or_else(|| {
                    let problem = format!("its core names `{name}`, which the model does not");
                    call.blame(Misbehaviour::Inconsistent(problem))
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
