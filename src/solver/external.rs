//! External solvers: a model is written for a program, and its answers become checked boards.
//!
//! A solver that enumerates is run once, and its answers are read as it prints them. Any other solver is
//! run again for each board, with a blocking clause for the last board added to the model. Every board is
//! decoded and checked before it is passed on, and passed on once.

mod core;
mod proof;
mod run;
mod work_dir;

use std::cell::OnceCell;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::decode::{DecodeError, Decoder};
use super::error::SolverError;
use super::fault::SolverFault;
use super::process::ProcessError;
use super::registry::Installed;
use super::task::{Found, Goal, Keep, Outcome, Stats, Task};
use crate::backend::reply::{Answer, Status};
use crate::backend::{Emission, NameMap, Plan, Profile, Provenance};
use crate::limits::{Budget, StopReason};
use crate::lower::{LowerError, Lowered, Step};
use crate::puzzle::{Board, Dedup, check};

pub use core::Core;
pub(super) use core::core;
pub(crate) use proof::Said;

use run::{Question, SolverRun};
use work_dir::WorkDir;

/// A solver and its task.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) solver: &'a Installed,
    pub(super) task: &'a Task<'a>,
    /// The limits of the task, with the caller's cancellation.
    pub(super) budget: &'a Budget,
}

impl Call<'_> {
    fn name(&self) -> &str {
        &self.solver.entry.name
    }

    fn blame(&self, problem: SolverFault) -> SolverError {
        SolverError::misbehaved(self.name(), problem)
    }

    fn unsupported(&self, problem: impl Into<String>) -> SolverError {
        SolverError::Unsupported {
            solver: self.name().to_owned(),
            problem: problem.into(),
        }
    }

    fn not_run(&self, problem: ProcessError) -> SolverError {
        SolverError::Run {
            solver: self.name().to_owned(),
            problem,
        }
    }

    fn provenance(&self, lowered: &Lowered) -> Provenance {
        Provenance::of(self.task.puzzle(), self.task.name.raw(), lowered)
    }

    fn work_dir(&self) -> Result<WorkDir, SolverError> {
        WorkDir::new(self.task.options.keep.as_ref().map(|keep| match keep {
            Keep::In(folder) => folder.clone(),
            Keep::BySolver(folder) => folder.join(self.name()),
        }))
    }

    /// The most boards that are needed.
    fn limit(&self) -> Option<u64> {
        match self.task.goal {
            Goal::One => Some(1),
            Goal::All { limit } | Goal::Count { limit } => limit,
        }
    }

    /// The question that the solver is asked first.
    ///
    /// # Errors
    /// If it only counts and is asked for boards, or for a count of something other than solutions.
    fn question(&self) -> Result<Question, SolverError> {
        let counts = match self.task.goal {
            Goal::Count { .. } => self.solver.counts(),
            Goal::One | Goal::All { .. } if self.solver.shows_boards() => false,
            // Whether there is more than one is a question about the number.
            Goal::All { limit: Some(2) } => true,
            Goal::One | Goal::All { .. } => {
                let problem = "it says how many solutions there are and shows none; ask it with \
                               --count or --unique";
                return Err(self.unsupported(problem));
            }
        };
        if counts && self.task.options.without.contains(&Step::Symmetry) {
            let problem = "it counts assignments, and with --no-symmetry a solution has several";
            return Err(self.unsupported(problem));
        }
        let enumerates = self.task.goal != Goal::One && !self.solver.command.options.all.is_empty();
        Ok(match (counts, enumerates) {
            (true, _) => Question::Count,
            (false, true) => Question::All,
            (false, false) => Question::One,
        })
    }

    /// The outcome of a solver that does not know. If it was passed the time limit, it ends a little
    /// before it.
    fn unknown(&self, count: u128) -> Outcome {
        let nearly = Instant::now() + Duration::from_millis(200);
        let is_late = self.budget.deadline().is_some_and(|end| nearly >= end);
        let why = if is_late {
            StopReason::TimeLimit
        } else {
            StopReason::GaveUp
        };
        Outcome::open(count, why)
    }
}

/// Solves a puzzle with an external solver. Boards go to `on_board` as they are found and checked, each
/// once; none when only a count is asked for. What it took, and what was run, is in `stats` even if the
/// solver fails.
pub(super) fn solve(
    call: Call<'_>,
    stats: &mut Stats,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, SolverError> {
    proof::refuse_in_vain(&call)?;
    let question = call.question()?;
    let begun = Instant::now();
    let lowering = call.task.lowering(&call.task.options.steps(), call.budget);
    stats.lower = begun.elapsed();
    let lowering = match lowering {
        Ok(lowering) => lowering,
        Err(LowerError::TooLarge(size)) => return Err(size.into()),
        Err(LowerError::Stopped(stop)) => return Ok(Outcome::open(0, stop)),
    };
    stats.lower = lowering.time;
    let started = Instant::now();
    let plan = Plan {
        encoding: call.solver.encoding,
        profile: match question {
            Question::Count => Profile::Count,
            Question::One | Question::All | Question::Core => Profile::Run,
        },
        provenance: call.provenance(&lowering.lowered),
    };
    let emission = Emission::new(&lowering.lowered.model, &plan)?.until(call.budget);
    let mut work = call.work_dir()?;
    let emitted = work.emit(&emission);
    let run = SolverRun {
        call,
        work: &work,
        model: work.model(),
        question,
    };
    stats.command = Some(run.shown_command()?);
    stats.emit = started.elapsed();
    if let Some(stop) = call.budget.stopped() {
        return Ok(Outcome::open(0, stop));
    }
    emitted?;
    stats.model_bytes = work.size();
    if call.task.options.model_hash {
        stats.model_sha256 = Some(work.sha256()?);
    }
    if question == Question::Count {
        return count(&run, stats);
    }
    let names = OnceCell::new();
    let boards = BoardCollector {
        call,
        emission: &emission,
        names: &names,
        decoder: None,
        on_board,
        question,
        seen: Dedup::default(),
        answers: HashSet::new(),
        last: Vec::new(),
        is_full: false,
        stopped: None,
        decode: Duration::ZERO,
        check: Duration::ZERO,
    };
    let outcome = boards.search(&work, stats)?;
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
    budget: &Budget,
) -> Result<Said, SolverError> {
    let call = Call {
        solver,
        task,
        budget,
    };
    proof::refute(call, model)
}

/// Asks a model counter. It shows no board, so there is nothing to check; [`super::race`] and
/// [`super::compare`] can confirm it. Reported up to the limit of the goal, as by those that enumerate.
fn count(run: &SolverRun<'_>, stats: &mut Stats) -> Result<Outcome, SolverError> {
    let call = run.call;
    let verdict = run.run(stats, &mut |_| Ok(ControlFlow::Continue(())))?;
    Ok(match verdict {
        Err(why) => Outcome::open(0, why),
        Ok(Status::Unsatisfiable) => Outcome::complete(0),
        Ok(Status::Counted(all)) => match call.limit().map(u128::from) {
            Some(limit) if all >= limit => Outcome::open(limit, StopReason::Enough),
            // The number did not fit.
            _ if all == u128::MAX => Outcome::open(all, StopReason::GaveUp),
            _ => Outcome::complete(all),
        },
        Ok(Status::Unknown) => call.unknown(0),
        Ok(Status::Satisfiable | Status::Exhausted) => {
            let problem = "it says satisfiable and gives no number";
            return Err(call.blame(SolverFault::Inconsistent(problem.into())));
        }
    })
}

/// Decodes, checks and passes on the answers of one or several runs.
struct BoardCollector<'a> {
    call: Call<'a>,
    emission: &'a Emission<'a>,
    /// The name map, made for the first answer: for a large model that can take longer than the solver
    /// takes to say that there is none.
    names: &'a OnceCell<NameMap>,
    decoder: Option<Decoder<'a>>,
    on_board: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    question: Question,
    seen: Dedup,
    /// The placements of every answer of a solver that does not enumerate, and of the last one.
    answers: HashSet<Vec<String>>,
    last: Vec<String>,
    /// As many boards were found as are needed.
    is_full: bool,
    /// A limit was reached before an answer could be decoded.
    stopped: Option<StopReason>,
    decode: Duration,
    check: Duration,
}

impl BoardCollector<'_> {
    fn search(mut self, work: &WorkDir, stats: &mut Stats) -> Result<Outcome, SolverError> {
        let mut model = work.model().to_owned();
        loop {
            let run = SolverRun {
                call: self.call,
                work,
                model: &model,
                question: self.question,
            };
            let answers = self.answers.len();
            let verdict = run.run(stats, &mut |answer| self.take(answer));
            (stats.decode, stats.check) = (self.decode, self.check);
            let verdict = verdict?;
            let count = u128::from(self.seen.different());
            if let Some(stop) = self.stopped {
                return Ok(Outcome::open(count, stop));
            }
            match verdict {
                Err(why) => return Ok(Outcome::open(count, why)),
                // A solver that ends by itself just then says no more than one that is stopped.
                Ok(Status::Satisfiable | Status::Exhausted) if self.is_full => {
                    return Ok(Outcome::open(count, StopReason::Enough));
                }
                Ok(Status::Unsatisfiable | Status::Exhausted) => {
                    return Ok(Outcome::complete(count));
                }
                Ok(Status::Unknown) => return Ok(self.call.unknown(count)),
                Ok(Status::Satisfiable) if self.question == Question::All => {
                    return Ok(Outcome::open(count, StopReason::GaveUp));
                }
                // Another answer for a known board, where symmetry is not broken, is progress as well.
                Ok(Status::Satisfiable) if self.answers.len() > answers => {}
                Ok(Status::Satisfiable | Status::Counted(_)) => {
                    let problem = "it says satisfiable and gives no answer";
                    return Err(self.call.blame(SolverFault::Inconsistent(problem.into())));
                }
            }
            let exclude = self.call.solver.entry.protocol.exclude;
            model = work.exclude(&model, stats.runs + 1, exclude, &self.last)?;
        }
    }

    /// Decodes, checks and passes on one answer.
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
        let violations = check(self.call.task.puzzle(), &board);
        self.decode += decoded - started;
        self.check += decoded.elapsed();
        if !violations.is_empty() {
            return Err(self.call.blame(DecodeError::Rejected(violations).into()));
        }
        if self.call.task.exclude.contains(&board) {
            return Err(self.call.blame(SolverFault::Repeated));
        }
        if self.question != Question::All {
            self.last = decoder.placements(answer);
            if !self.answers.insert(self.last.clone()) {
                return Err(self.call.blame(SolverFault::Repeated));
            }
        }
        if self.seen.before(&board).is_some() {
            return Ok(ControlFlow::Continue(()));
        }
        let is_wanted = !matches!(self.call.task.goal, Goal::Count { .. });
        let is_refused = is_wanted && (self.on_board)(board).is_break();
        let limit = self.call.limit();
        self.is_full = is_refused || limit.is_some_and(|limit| self.seen.different() >= limit);
        // A solver that does not enumerate ends by itself after one answer, and its exit code counts.
        if self.is_full && self.question == Question::All {
            return Ok(ControlFlow::Break(()));
        }
        Ok(ControlFlow::Continue(()))
    }
}
