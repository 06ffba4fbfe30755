//! Who takes part in a bench, and how one run of each is made.

mod chosen;
mod own;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use self::own::{own, switches, whole};
use super::Bench;
use super::entrant::Entrant;
use crate::backend::Language;
use crate::bench::{Column, Question, Verdict};
use crate::checksum::sha256;
use crate::cli::say;
use crate::lower::{STEPS, Step};
use crate::solver::search::Search;
use crate::solver::{
    Cancel, Found, Goal, Limits, Outcome, Solver, SolverError, Stats, Stopped, Task,
};

/// Somebody who takes part.
#[derive(Debug)]
pub(super) struct Contestant {
    pub(super) column: Column,
    pub(super) version: Option<String>,
    /// The SHA-256 of its program, where that can be read.
    pub(super) program_sha256: Option<String>,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A program that is given a model.
    External(Solver),
    /// `pipsc run`.
    Embedded,
    /// `pipsc run --solver search`.
    Search(Search),
    /// `pipsc emit`.
    Emit(&'static Language),
    /// `pipsc --version`.
    Version,
    /// A program that does nothing.
    Nothing(PathBuf),
}

/// What a run is made with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Conditions<'a> {
    pub(super) bench: &'a Bench,
    /// This program.
    pub(super) program: &'a Path,
    /// For the files of processes of our own.
    pub(super) folder: &'a Path,
    pub(super) cancel: &'a Cancel,
}

/// What came of a run.
#[derive(Debug, Clone)]
pub(super) struct Measured {
    pub(super) verdict: Verdict,
    pub(super) found: Option<Found>,
    pub(super) problem: Option<String>,
    pub(super) stats: Stats,
}

impl Measured {
    /// A run that was no good, with what is known of it all the same.
    fn not(verdict: Verdict, problem: impl Into<String>, stats: Stats) -> Self {
        Measured {
            verdict,
            found: None,
            problem: Some(problem.into()),
            stats,
        }
    }
}

impl Contestant {
    /// The steps before what it is given.
    fn steps(&self) -> &[Step] {
        self.column.steps.as_deref().unwrap_or(&STEPS)
    }

    /// Makes a run. Nothing if it was cancelled.
    pub(super) fn run(&self, entrant: &Entrant, with: &Conditions<'_>) -> Option<Measured> {
        match &self.kind {
            Kind::External(solver) => self.external(solver, entrant, with),
            Kind::Embedded => self.in_process(None, entrant, with),
            Kind::Search(search) => self.in_process(Some(search), entrant, with),
            Kind::Emit(target) => {
                let mut arguments = vec!["emit".into(), "--target".into(), target.name.into()];
                arguments.extend(entrant.arguments());
                arguments.extend(switches(self.steps()).map(OsString::from));
                let (mut measured, printed) = own(arguments, with)?;
                measured.stats.model_bytes = printed.len() as u64;
                measured.stats.model_sha256 = Some(sha256(&printed));
                Some(measured)
            }
            Kind::Version => own(vec!["--version".into()], with).map(|(measured, _)| measured),
            Kind::Nothing(program) => {
                whole(program, Vec::new(), with).map(|(measured, _)| measured)
            }
        }
    }

    fn external(
        &self,
        solver: &Solver,
        entrant: &Entrant,
        with: &Conditions<'_>,
    ) -> Option<Measured> {
        let mut task = Task::new(&entrant.puzzle);
        task.name = entrant.name.clone();
        task.goal = match self.column.question {
            Question::One | Question::Nothing => Goal::One,
            Question::Unique => Goal::All { limit: Some(2) },
            Question::Count => Goal::Count { limit: None },
        };
        task.limits = Limits {
            time: Some(with.bench.time_limit),
            memory: with.bench.memory_limit,
            cancel: with.cancel.clone(),
        };
        let taken = self.steps();
        let without = STEPS.into_iter().filter(|step| !taken.contains(step));
        task.options.without = without.collect();
        task.options.model_hash = true;
        task.options.threads = with.bench.cores;
        task.options.cpu = with.bench.cpu_limit;
        task.observer = &|event| say::detail(event);
        let mut stats = Stats::default();
        let solved = solver.measure(&task, &mut stats, &mut |_| ControlFlow::Continue(()));
        let outcome = match solved {
            Ok(outcome) => outcome,
            Err(error) => {
                let verdict = match &error {
                    SolverError::Misbehaved { .. } => Verdict::Wrong,
                    _ => Verdict::Failed,
                };
                return Some(Measured::not(verdict, error.to_string(), stats));
            }
        };
        if outcome.stopped == Some(Stopped::Cancelled) {
            return None;
        }
        Some(Measured {
            verdict: verdict(&outcome),
            found: Some(outcome.found),
            problem: None,
            stats,
        })
    }
}

fn verdict(outcome: &Outcome) -> Verdict {
    if outcome.is_verdict() {
        Verdict::Answered
    } else {
        Verdict::Unanswered
    }
}
