//! Counts: how many solutions there are, by the word of a model counter. It shows no board, so there
//! is nothing to check; `Race` and `compare` can hold it against others.

use std::ops::ControlFlow;

use super::call::Call;
use super::is_due;
use super::round::{Round, Toll};
use crate::backend::reply::Status;
use crate::lower::Step;
use crate::solver::error::SolverError;
use crate::solver::misbehaviour::Misbehaviour;
use crate::solver::task::{Goal, Outcome, Stats, Stopped};

/// Tells whether the solver is asked for a number alone. One that knows no other question is
/// refused what it cannot answer: boards, and counts of what is not one assignment a solution.
pub(super) fn is_asked(call: &Call<'_>) -> Result<bool, SolverError> {
    let is_asked = match call.task.goal {
        Goal::Count { .. } => call.solver.via.count.is_some(),
        Goal::One | Goal::All { .. } if call.solver.shows_boards() => false,
        // Whether there is more than one is a question about the number.
        Goal::All { limit: Some(2) } => true,
        Goal::One | Goal::All { .. } => {
            let problem = "it says how many solutions there are and shows none; ask it with \
                           --count or --unique";
            return Err(call.unsupported(problem));
        }
    };
    if is_asked && call.task.options.without.contains(&Step::Symmetry) {
        let problem = "it counts assignments, and with --no-symmetry a solution has several";
        return Err(call.unsupported(problem));
    }
    Ok(is_asked)
}

/// Asks for the number. It is told up to the limit of the goal, as others do who count one by one.
pub(super) fn count(round: &Round<'_>, stats: &mut Stats) -> Result<Outcome, SolverError> {
    let call = round.call;
    stats.runs = 1;
    let mut toll = Toll::default();
    let verdict = round.run(&mut toll, &mut |_| Ok(ControlFlow::Continue(())));
    toll.add_to(stats);
    let limit = match call.task.goal {
        Goal::One => Some(1),
        Goal::All { limit } | Goal::Count { limit } => limit,
    };
    Ok(match verdict? {
        Err(why) => Outcome::open(0, why),
        Ok(Status::Unsatisfiable) => Outcome::complete(0),
        Ok(Status::Counted(all)) => match limit.map(u128::from) {
            Some(limit) if all >= limit => Outcome::open(limit, Stopped::Enough),
            // It could be any number above.
            _ if all == u128::MAX => Outcome::open(all, Stopped::GaveUp),
            _ => Outcome::complete(all),
        },
        Ok(Status::Unknown) if is_due(call.watch.deadline()) => {
            Outcome::open(0, Stopped::TimeLimit)
        }
        Ok(Status::Unknown) => Outcome::open(0, Stopped::GaveUp),
        Ok(Status::Satisfiable | Status::Exhausted) => {
            let problem = "it says satisfiable and gives no number";
            return Err(call.blame(Misbehaviour::Inconsistent(problem.into())));
        }
    })
}
