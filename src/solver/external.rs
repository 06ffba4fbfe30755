//! External solvers: a model out to a program, its answers back as checked boards.
//!
//! A solver that enumerates by itself is run once and read as it prints. Any other is run again
//! and again, each time with the last solution excluded. Either way every board is decoded and
//! checked before anybody sees it, and seen once.

mod core;
mod error;
mod proof;
mod round;
mod work;

use std::collections::HashSet;
use std::ffi::OsString;
use std::fmt;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, Instant};

use super::decode::{DecodeError, Decoder};
use super::process::Halt;
use super::registry::Found as FoundSolver;
use super::task::{Found, Goal, Limits, Outcome, Stopped};
use crate::backend::reply::{Answer, Status};
use crate::backend::{Emission, Encoding, NameMap, Plan, Profile, Provenance};
use crate::model::Model;
use crate::puzzle::{Board, Puzzle, check};

pub use core::{Core, core};
pub use error::{Excerpt, SolverError};
pub use proof::ProofState;

use round::Round;
use work::Work;

/// What a solver is asked, and how it is run.
#[derive(Debug, Clone)]
pub struct Request<'a> {
    /// The puzzle, against which every board is checked.
    pub puzzle: &'a Puzzle,
    /// The puzzle as constraints.
    pub model: &'a Model,
    /// What to write in the model's header.
    pub provenance: &'a Provenance,
    /// The solver.
    pub solver: &'a FoundSolver<'a>,
    /// The encoding.
    pub encoding: Encoding,
    /// What is asked for.
    pub goal: Goal,
    /// How far it may go.
    pub limits: &'a Limits,
    /// The seed, for solvers that take one.
    pub seed: Option<u64>,
    /// The number of threads, for solvers that take one.
    pub threads: Option<u32>,
    /// Arguments of the user's own.
    pub extra: &'a [OsString],
    /// The program that stands guard, `pipsc` itself.
    pub guard: &'a Path,
    /// A folder to leave everything in.
    pub keep: Option<&'a Path>,
    /// A file for the proof that there is no solution.
    pub proof: Option<&'a Path>,
    /// The program that checks proofs, if there is one.
    pub checker: Option<&'a Path>,
    /// Told the command line of every run before it starts.
    pub announce: fn(&dyn fmt::Display),
}

/// What it took.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stats {
    /// The size of the emitted model, in bytes.
    pub model_bytes: u64,
    /// How often the solver was run.
    pub runs: u64,
    /// Writing the model.
    pub emit: Duration,
    /// Running the solver, from start to end.
    pub solve: Duration,
    /// Turning answers into boards.
    pub decode: Duration,
    /// Checking boards.
    pub check: Duration,
    /// The solver's processor time.
    pub cpu: Duration,
    /// The most memory that the solver held, in bytes.
    pub peak_memory: u64,
    /// What became of the proof.
    pub proof: Option<ProofState>,
}

/// Solves a puzzle with an external solver. Boards go to `on_board` as they are found and
/// checked, each once; none go there when only a count is asked for.
pub fn solve(
    request: &Request<'_>,
    on_board: &mut dyn FnMut(Board) -> ControlFlow<()>,
) -> Result<(Outcome, Stats), SolverError> {
    let started = Instant::now();
    proof::refuse_in_vain(request)?;
    let plan = Plan {
        encoding: request.encoding,
        profile: Profile::Run,
        provenance: request.provenance.clone(),
    };
    let emission = Emission::new(request.model, &plan)?;
    let mut work = Work::new(request.keep)?;
    work.emit(&emission)?;
    let names: NameMap = emission.names();
    let mut collector = Collector {
        request,
        decoder: Decoder::new(request.puzzle, &names)?,
        on_board,
        native: false,
        seen: HashSet::new(),
        excluded: Vec::new(),
        full: false,
        stats: Stats {
            model_bytes: work.size(),
            emit: started.elapsed(),
            ..Stats::default()
        },
    };
    let outcome = collector.search(&work, started)?;
    let mut stats = collector.stats;
    if outcome.found == Found::Exactly(0) {
        stats.proof = proof::settle(request, &work)?;
    }
    Ok((outcome, stats))
}

/// Gathers answers over the runs of one task.
struct Collector<'a> {
    request: &'a Request<'a>,
    decoder: Decoder<'a>,
    on_board: &'a mut dyn FnMut(Board) -> ControlFlow<()>,
    /// The solver enumerates by itself.
    native: bool,
    seen: HashSet<Board>,
    /// The placements of every answer, for the next run.
    excluded: Vec<Vec<String>>,
    /// There are as many boards as were asked for.
    full: bool,
    stats: Stats,
}

impl Collector<'_> {
    fn search(&mut self, work: &Work, started: Instant) -> Result<Outcome, SolverError> {
        let request = self.request;
        let single = matches!(request.goal, Goal::One);
        self.native = !single && !request.solver.via.all.is_empty();
        let deadline = request.limits.time.map(|time| started + time);
        loop {
            self.stats.runs += 1;
            let excluded = self.excluded.clone();
            let round = Round {
                request,
                work,
                number: self.stats.runs,
                deadline,
                native: self.native,
                core: false,
                excluded: &excluded,
            };
            let ended = round.run(&mut |answer| self.take(answer))?;
            self.stats.solve += ended.wall;
            self.stats.cpu += ended.usage.cpu;
            self.stats.peak_memory = self.stats.peak_memory.max(ended.usage.peak_memory);

            let count = self.seen.len() as u128;
            let open = |stopped| Outcome {
                found: Found::AtLeast(count),
                stopped: Some(stopped),
            };
            let complete = Outcome {
                found: Found::Exactly(count),
                stopped: None,
            };
            return Ok(match ended.verdict {
                Err(Halt::Time) => open(Stopped::TimeLimit),
                Err(Halt::Memory) => open(Stopped::MemoryLimit),
                Err(Halt::Cancelled) => open(Stopped::Cancelled),
                Err(Halt::Enough | Halt::Flood(_)) => open(Stopped::Enough),
                Ok(Status::Unsatisfiable | Status::Exhausted) => complete,
                Ok(Status::Unknown) if overdue(deadline) => open(Stopped::TimeLimit),
                Ok(Status::Unknown) => open(Stopped::GaveUp),
                Ok(Status::Satisfiable) if self.full => open(Stopped::Enough),
                Ok(Status::Satisfiable) if self.native => open(Stopped::GaveUp),
                // An answer that is another way to write a board we have, where symmetry is not
                // broken, has been excluded as well: it still is progress.
                Ok(Status::Satisfiable) if self.excluded.len() > excluded.len() => continue,
                Ok(Status::Satisfiable) => {
                    return Err(SolverError::Inconsistent {
                        solver: request.solver.entry.name.clone(),
                        problem: "it says satisfiable and gives no answer".into(),
                    });
                }
            });
        }
    }

    /// Decodes, checks and hands on one answer.
    fn take(&mut self, answer: &Answer) -> Result<ControlFlow<()>, SolverError> {
        let solver = || self.request.solver.entry.name.clone();
        let started = Instant::now();
        let board = self.decoder.board(answer);
        let decoded = Instant::now();
        let faults = check(self.request.puzzle, &board);
        self.stats.decode += decoded - started;
        self.stats.check += decoded.elapsed();
        if !faults.is_empty() {
            return Err(SolverError::Rejected {
                solver: solver(),
                problem: DecodeError::Rejected(faults),
            });
        }
        if !self.native {
            let names = self.decoder.placements(answer);
            if self.excluded.contains(&names) {
                return Err(SolverError::Repeated { solver: solver() });
            }
            self.excluded.push(names);
        }
        if !self.seen.insert(board.clone()) {
            return Ok(ControlFlow::Continue(()));
        }
        let (limit, wanted) = match self.request.goal {
            Goal::One => (Some(1), true),
            Goal::All { limit } => (limit, true),
            Goal::Count { limit } => (limit, false),
        };
        let refused = wanted && (self.on_board)(board).is_break();
        self.full = refused || limit.is_some_and(|limit| self.seen.len() as u64 >= limit);
        // One answer is all that a solver gives which does not enumerate: it may end by itself,
        // so that its exit code has its say.
        Ok(match self.full && self.native {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        })
    }
}

fn overdue(deadline: Option<Instant>) -> bool {
    // A solver that was told of the limit ends a little before it.
    deadline.is_some_and(|end| Instant::now() + Duration::from_millis(200) >= end)
}
