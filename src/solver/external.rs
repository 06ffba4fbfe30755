//! External solvers: a model out to a program, its answers back as checked boards.
//!
//! A solver that enumerates by itself is run once and read as it prints. Any other is run again
//! and again, each time with the last solution excluded. Either way every board is decoded and
//! checked before anybody sees it, and seen once.

mod call;
mod core;
mod count;
mod proof;
mod round;
mod work;

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::decode::{DecodeError, Decoder};
use super::error::SolverError;
use super::misbehaviour::Misbehaviour;
use super::registry::Installed;
use super::task::{Found, Goal, Outcome, Stats, Stopped, Task};
use crate::backend::reply::{Answer, Status};
use crate::backend::{Emission, NameMap, Plan, Profile};
use crate::limits::{Stop, Watch};
use crate::lower::Unlowered;
use crate::puzzle::{Board, Dedup, check};

pub(super) use call::Call;
pub use core::Core;
pub(super) use core::core;
pub(crate) use proof::Said;

use round::{Question, Round, Toll};
use work::Work;

/// Solves a puzzle with an external solver. Boards go to `on_board` as they are found and
/// checked, each once; none go there when only a count is asked for. What it took, and what was
/// run, is in `stats` as far as it came, even if the solver cannot be believed.
pub(super) fn solve(
    call: Call<'_>,
    stats: &mut Stats,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, SolverError> {
    proof::refuse_in_vain(&call)?;
    let is_count = count::is_asked(&call)?;
    let begun = Instant::now();
    let steps = call.task.options.steps();
    let lowering = call.task.lowering(&steps, call.watch);
    stats.lower = begun.elapsed();
    let lowering = match lowering {
        Ok(lowering) => lowering,
        Err(Unlowered::TooLarge(size)) => return Err(size.into()),
        Err(Unlowered::Stopped(stop)) => return Ok(Outcome::open(0, stop.into())),
    };
    stats.lower = lowering.time;
    let started = Instant::now();
    let plan = Plan {
        encoding: call.solver.encoding,
        profile: if is_count {
            Profile::Count
        } else {
            Profile::Run
        },
        provenance: call.provenance(&lowering.lowered),
    };
    let emission = Emission::new(&lowering.lowered.model, &plan)?.until(call.watch);
    let mut work = call.work()?;
    let emitted = work.emit(&emission);
    let enumerates = call.task.goal != Goal::One && !call.solver.via.all.is_empty();
    let first = Round {
        call,
        work: &work,
        number: 1,
        spent: Duration::ZERO,
        question: match (is_count, enumerates) {
            (true, _) => Question::Count,
            (false, true) => Question::All,
            (false, false) => Question::One { excluded: &[] },
        },
    };
    stats.command = Some(first.command());
    stats.emit = started.elapsed();
    if let Some(stop) = call.watch.stopped() {
        return Ok(Outcome::open(0, stop.into()));
    }
    emitted?;
    stats.model_bytes = work.size();
    stats.model_sha256 = work.sha256(&call)?;
    if is_count {
        return count::count(&first, stats);
    }
    let names = OnceCell::new();
    let mut collector = Collector {
        call,
        emission: &emission,
        names: &names,
        decoder: None,
        on_board,
        enumerates,
        seen: Dedup::default(),
        excluded: Vec::new(),
        full: false,
        stopped: None,
        stats,
    };
    let outcome = collector.search(&work)?;
    if outcome.found == Found::Exactly(0) {
        stats.proof = proof::settle(&call, &work)?;
    }
    Ok(outcome)
}

/// Asks a solver about a model that is in a file already: see [`proof::refute`].
pub(crate) fn refute(
    solver: &Installed,
    task: &Task<'_>,
    model: &Path,
    watch: &Watch,
) -> Result<Said, SolverError> {
    let call = Call {
        solver,
        task,
        watch,
    };
    proof::refute(call, model)
}

/// Gathers answers over the runs of one task.
struct Collector<'a> {
    call: Call<'a>,
    emission: &'a Emission<'a>,
    /// The name map, from the first answer on: that of a large model takes longer to make than many
    /// a solver to say that there is no answer.
    names: &'a OnceCell<NameMap>,
    decoder: Option<Decoder<'a>>,
    on_board: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    /// The solver is asked for all solutions and enumerates them by itself.
    enumerates: bool,
    seen: Dedup,
    /// The placements of every answer, for the next run.
    excluded: Vec<Vec<String>>,
    /// There are as many boards as were asked for.
    full: bool,
    /// The watch said stop before an answer could be read.
    stopped: Option<Stop>,
    stats: &'a mut Stats,
}

impl Collector<'_> {
    fn search(&mut self, work: &Work) -> Result<Outcome, SolverError> {
        loop {
            self.stats.runs += 1;
            let excluded = self.excluded.clone();
            let round = Round {
                call: self.call,
                work,
                number: self.stats.runs,
                spent: self.stats.cpu,
                question: if self.enumerates {
                    Question::All
                } else {
                    Question::One {
                        excluded: &excluded,
                    }
                },
            };
            let mut toll = Toll::default();
            let verdict = round.run(&mut toll, &mut |answer| self.take(answer));
            toll.add_to(self.stats);
            let verdict = verdict?;

            let count = u128::from(self.seen.different());
            let open = |why| Outcome::open(count, why);
            if let Some(stop) = self.stopped {
                return Ok(open(stop.into()));
            }
            return Ok(match verdict {
                Err(why) => open(why),
                Ok(Status::Unsatisfiable | Status::Exhausted) => Outcome::complete(count),
                Ok(Status::Unknown) if is_due(self.call.watch.deadline()) => {
                    open(Stopped::TimeLimit)
                }
                Ok(Status::Unknown) => open(Stopped::GaveUp),
                Ok(Status::Satisfiable) if self.full => open(Stopped::Enough),
                Ok(Status::Satisfiable) if self.enumerates => open(Stopped::GaveUp),
                // An answer that is another way to write a board we have, where symmetry is not
                // broken, has been excluded as well: it still is progress.
                Ok(Status::Satisfiable) if self.excluded.len() > excluded.len() => continue,
                Ok(Status::Satisfiable | Status::Counted(_)) => {
                    let problem = "it says satisfiable and gives no answer";
                    return Err(self.call.blame(Misbehaviour::Inconsistent(problem.into())));
                }
            });
        }
    }

    /// Decodes, checks and hands on one answer.
    fn take(&mut self, answer: &Answer) -> Result<ControlFlow<()>, SolverError> {
        let started = Instant::now();
        let decoder = match self.decoder.take() {
            Some(decoder) => decoder,
            None => match self.emission.names() {
                Ok(names) => {
                    Decoder::new(self.call.task.puzzle(), self.names.get_or_init(|| names))?
                }
                Err(stop) => {
                    self.stopped = Some(stop);
                    return Ok(ControlFlow::Break(()));
                }
            },
        };
        let decoder = self.decoder.insert(decoder);
        let board = decoder.board(answer);
        let decoded = Instant::now();
        let faults = check(self.call.task.puzzle(), &board);
        self.stats.decode += decoded - started;
        self.stats.check += decoded.elapsed();
        if !faults.is_empty() {
            return Err(self.call.blame(DecodeError::Rejected(faults).into()));
        }
        if !self.enumerates {
            let names = decoder.placements(answer);
            if self.excluded.contains(&names) {
                return Err(self.call.blame(Misbehaviour::Repeated));
            }
            self.excluded.push(names);
        }
        if self.seen.before(&board).is_some() {
            return Ok(ControlFlow::Continue(()));
        }
        let (limit, wanted) = match self.call.task.goal {
            Goal::One => (Some(1), true),
            Goal::All { limit } => (limit, true),
            Goal::Count { limit } => (limit, false),
        };
        let refused = wanted && (self.on_board)(board).is_break();
        self.full = refused || limit.is_some_and(|limit| self.seen.different() >= limit);
        // One answer is all that a solver gives which does not enumerate: it may end by itself,
        // so that its exit code has its say.
        if self.full && self.enumerates {
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Tells whether a solver that does not know was told of the limit: it ends a little before it.
fn is_due(deadline: Option<Instant>) -> bool {
    deadline.is_some_and(|end| Instant::now() + Duration::from_millis(200) >= end)
}
