//! External solvers: writes a model, runs a program, and decodes and checks its answers.
//!
//! A solver that enumerates runs once, and its answers are read while it prints them. Any other solver
//! runs again for each board, with a blocking clause for the last board added to the model. Every board
//! is decoded and checked before it is returned, and returned once.

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
use super::registry::InstalledSolver;
use super::task::{Goal, Outcome, RunStats, SolutionCount, Task};
use crate::backend::reply::{Answer, ReplyStatus};
use crate::backend::{Emission, NameMap, Profile, Provenance};
use crate::limits::{Budget, StopReason};
use crate::lower::{LowerError, LoweringStep};
use crate::puzzle::{Board, Dedup, check};

use run::{RunQuestion, SolverRun};
use work_dir::WorkDir;

/// Fails if the task requires a proof that the solver cannot write.
fn refuse_proof(solver: &InstalledSolver, task: &Task<'_>) -> Result<(), SolverError> {
    let problem = match task.goal {
        _ if task.options.proof.is_none() => return Ok(()),
        _ if solver.command.options.proof.is_empty() => "it writes no proof",
        Goal::One => return Ok(()),
        Goal::All { .. } | Goal::Count { .. } => {
            "a proof is of one verdict; --all and --count have none"
        }
    };
    Err(SolverError::unsupported(&solver.entry.name, problem))
}

/// Selects the query that reaches the goal.
///
/// # Errors
/// If the solver only counts and the goal needs boards, or its count would not be that of solutions.
fn question(solver: &InstalledSolver, task: &Task<'_>) -> Result<RunQuestion, SolverError> {
    refuse_proof(solver, task)?;
    let counts = match task.goal {
        Goal::Count { .. } => solver.counts(),
        Goal::One | Goal::All { .. } if solver.shows_boards() => false,
        // A count decides uniqueness.
        Goal::All { limit: Some(2) } => true,
        Goal::One | Goal::All { .. } => {
            let problem =
                "it prints the number of solutions and no boards; use --count or --unique";
            return Err(SolverError::unsupported(&solver.entry.name, problem));
        }
    };
    if counts && task.options.without.contains(&LoweringStep::Symmetry) {
        let problem = "it counts assignments, and with --no-symmetry a solution has several";
        return Err(SolverError::unsupported(&solver.entry.name, problem));
    }
    let enumerates = task.goal != Goal::One && !solver.command.options.all.is_empty();
    Ok(match (counts, enumerates) {
        (true, _) => RunQuestion::Count,
        (false, true) => RunQuestion::All,
        (false, false) => RunQuestion::One,
    })
}

/// Solves a puzzle with an external solver. Calls `on_board` with each board once, when it is found and
/// checked; a count makes no calls. Fills in `stats` even if the solver fails.
pub(super) fn solve(
    solver: &InstalledSolver,
    task: &Task<'_>,
    steps: &[LoweringStep],
    budget: &Budget,
    stats: &mut RunStats,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<Outcome, SolverError> {
    let question = question(solver, task)?;
    let lowering = match stats.lower(task, steps, budget) {
        Ok(lowering) => lowering,
        Err(LowerError::TooLarge(size)) => return Err(size.into()),
        Err(LowerError::Stopped(stop)) => return Ok(Outcome::open(0, stop)),
    };
    let started = Instant::now();
    let profile = match question {
        RunQuestion::Count => Profile::Count,
        RunQuestion::One | RunQuestion::All => Profile::Run,
    };
    let lowered = &lowering.lowered;
    let provenance = Provenance::of(task.puzzle(), task.name.raw(), lowered);
    let emission = Emission::new(&lowered.model, solver.encoding, profile, provenance)?;
    let emission = emission.until(budget);
    let mut run = SolverRun {
        solver,
        task,
        budget,
        question,
        work: WorkDir::of(solver, task)?,
    };
    let emitted = run.work.emit(&emission);
    stats.command = Some(run.shown_command()?);
    stats.emit = started.elapsed();
    if let Some(stop) = budget.stopped() {
        return Ok(Outcome::open(0, stop));
    }
    emitted?;
    stats.model_bytes = run.work.size();
    if task.options.model_hash {
        stats.model_sha256 = Some(run.work.sha256()?);
    }
    if question == RunQuestion::Count {
        return count(&run, stats);
    }
    let names = OnceCell::new();
    let boards = BoardCollector {
        run: &run,
        emission: &emission,
        names: &names,
        decoder: None,
        on_board,
        seen: Dedup::default(),
        answers: HashSet::new(),
        last: Vec::new(),
        is_full: false,
        failed: None,
        decode: Duration::ZERO,
        check: Duration::ZERO,
    };
    let outcome = boards.search(stats)?;
    if outcome.found == SolutionCount::Exactly(0) {
        stats.proof = run.deliver_proof()?;
    }
    Ok(outcome)
}

/// Runs a model counter. It returns no boards to check; [`super::compare`] can confirm its count. The
/// count is capped at the limit of the goal, as for solvers that enumerate.
fn count(run: &SolverRun<'_>, stats: &mut RunStats) -> Result<Outcome, SolverError> {
    let ignore = &mut |_: &Answer| ControlFlow::Continue(());
    Ok(match run.run(run.work.model(), stats, ignore)? {
        Err(why) => Outcome::open(0, why),
        Ok(ReplyStatus::Unsatisfiable) => Outcome::complete(0),
        Ok(ReplyStatus::Counted(all)) => match run.task.goal.limit().map(u128::from) {
            Some(limit) if all >= limit => Outcome::open(limit, StopReason::Enough),
            // The count is saturated.
            _ if all == u128::MAX => Outcome::open(all, StopReason::GaveUp),
            _ => Outcome::complete(all),
        },
        Ok(ReplyStatus::Unknown) => run.unknown(0),
        Ok(ReplyStatus::Satisfiable | ReplyStatus::Exhausted) => {
            return Err(run.inconsistent("the reply is satisfiable without a number"));
        }
    })
}

/// Runs a solver on an existing model file, with a proof if the task requires one. Returns its answer,
/// unchecked; `None` if the model has no solution.
pub(crate) fn refute(
    solver: &InstalledSolver,
    task: &Task<'_>,
    model: &Path,
    budget: &Budget,
) -> Result<Result<Option<Answer>, StopReason>, SolverError> {
    refuse_proof(solver, task)?;
    let run = SolverRun {
        solver,
        task,
        budget,
        question: RunQuestion::One,
        work: WorkDir::on(model)?,
    };
    let mut answer = None;
    let verdict = run.run(run.work.model(), &mut RunStats::default(), &mut |first| {
        let _ = answer.get_or_insert_with(|| first.clone());
        ControlFlow::Continue(())
    })?;
    match (verdict, answer) {
        (Err(why), _) => Ok(Err(why)),
        (Ok(ReplyStatus::Unknown), _) => Ok(Err(StopReason::GaveUp)),
        (Ok(ReplyStatus::Satisfiable | ReplyStatus::Exhausted), Some(answer)) => {
            Ok(Ok(Some(answer)))
        }
        (Ok(ReplyStatus::Unsatisfiable), None) => run.deliver_proof().map(|_| Ok(None)),
        (Ok(_), _) => Err(run.inconsistent("its verdict and its answers contradict each other")),
    }
}

/// Decodes and checks the answers of all runs, and returns their boards.
struct BoardCollector<'a> {
    run: &'a SolverRun<'a>,
    emission: &'a Emission<'a>,
    /// The name map, created for the first answer: for a large model, that can take longer than a proof
    /// of unsatisfiability.
    names: &'a OnceCell<NameMap>,
    decoder: Option<Decoder<'a>>,
    on_board: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    seen: Dedup,
    /// Placements of every answer of a solver that does not enumerate.
    answers: HashSet<Vec<String>>,
    /// Placements of the last answer of a solver that does not enumerate.
    last: Vec<String>,
    /// Whether the goal's limit is reached.
    is_full: bool,
    /// The fault of a wrong answer, or the limit that stopped decoding.
    failed: Option<Result<StopReason, SolverError>>,
    decode: Duration,
    check: Duration,
}

impl BoardCollector<'_> {
    fn search(mut self, stats: &mut RunStats) -> Result<Outcome, SolverError> {
        let run = self.run;
        let mut model = run.work.model().to_owned();
        loop {
            let answers = self.answers.len();
            let verdict = run.run(&model, stats, &mut |answer| {
                let taken = self.take(answer);
                taken.unwrap_or_else(|failed| {
                    self.failed = Some(failed);
                    ControlFlow::Break(())
                })
            });
            (stats.decode, stats.check) = (self.decode, self.check);
            let count = u128::from(self.seen.distinct());
            if let Some(failed) = self.failed {
                return failed.map(|stop| Outcome::open(count, stop));
            }
            match verdict? {
                Err(why) => return Ok(Outcome::open(count, why)),
                // If the limit is reached, the end of the solver proves nothing more.
                Ok(ReplyStatus::Satisfiable | ReplyStatus::Exhausted) if self.is_full => {
                    return Ok(Outcome::open(count, StopReason::Enough));
                }
                Ok(ReplyStatus::Unsatisfiable | ReplyStatus::Exhausted) => {
                    return Ok(Outcome::complete(count));
                }
                Ok(ReplyStatus::Unknown) => return Ok(run.unknown(count)),
                Ok(ReplyStatus::Satisfiable) if run.question == RunQuestion::All => {
                    return Ok(Outcome::open(count, StopReason::GaveUp));
                }
                // Without symmetry breaking, another answer for a known board is progress, too.
                Ok(ReplyStatus::Satisfiable) if self.answers.len() > answers => {}
                Ok(ReplyStatus::Satisfiable | ReplyStatus::Counted(_)) => {
                    return Err(run.inconsistent("the reply is satisfiable without an answer"));
                }
            }
            let blocking = run.solver.entry.protocol.blocking;
            model = (run.work).exclude(&model, stats.runs + 1, blocking, &self.last)?;
        }
    }

    /// Decodes and checks one answer, and returns its board. Fails with the limit reached, or with a fault.
    fn take(
        &mut self,
        answer: &Answer,
    ) -> Result<ControlFlow<()>, Result<StopReason, SolverError>> {
        let SolverRun { task, question, .. } = *self.run;
        let wrong = |fault: SolverFault| Err(Err(self.run.blame(fault)));
        let started = Instant::now();
        let decoder = match &mut self.decoder {
            Some(decoder) => decoder,
            none => {
                let names = self.names.get_or_init(|| self.emission.names());
                none.insert(Decoder::new(task.puzzle(), names).map_err(|e| Err(e.into()))?)
            }
        };
        let board = decoder.board(answer);
        let decoded = Instant::now();
        let violations = check(task.puzzle(), &board);
        self.decode += decoded - started;
        self.check += decoded.elapsed();
        if !violations.is_empty() {
            return wrong(DecodeError::Rejected(violations).into());
        }
        if task.exclude.contains(&board) {
            return wrong(SolverFault::Repeated);
        }
        if question != RunQuestion::All {
            let names = decoder.placements(answer).into_iter();
            self.last = names.map(str::to_owned).collect();
            if !self.answers.insert(self.last.clone()) {
                return wrong(SolverFault::Repeated);
            }
        }
        if self.seen.insert(&board).is_some() {
            return Ok(ControlFlow::Continue(()));
        }
        let is_wanted = !matches!(task.goal, Goal::Count { .. });
        let is_refused = is_wanted && (self.on_board)(board).is_break();
        let limit = task.goal.limit();
        self.is_full = is_refused || limit.is_some_and(|limit| self.seen.distinct() >= limit);
        // A solver that does not enumerate ends after one answer, and its exit code is checked.
        Ok(match self.is_full && question == RunQuestion::All {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }
}
