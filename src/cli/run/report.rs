//! What `pipsc run` says: boards as they come and a verdict for people, one document for programs.

mod json;
mod pictures;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use serde_json::{Value, json};

use super::attempt::{Attempt, Prepared, Session, Solver};
use super::format::{Medium, RunFormat};
use super::unique::difference;
use super::{ExitMeaning, Run};
use crate::cli::{Failure, output, say};
use crate::exit::Exit;
use crate::puzzle::Board;
use crate::solver::task::{Found, Goal, Outcome, Stopped};

type OnBoard<'a> = dyn FnMut(Board) -> ControlFlow<()> + 'a;

/// Gathers what is to be said, and what the exit code will be.
pub(super) struct Report<'a> {
    run: &'a Run,
    session: &'a Session<'a>,
    exit: Exit,
    /// The results so far, for programs.
    results: Vec<Value>,
}

impl<'a> Report<'a> {
    pub(super) fn new(session: &'a Session<'a>) -> Self {
        Report {
            run: session.run,
            session,
            exit: Exit::Done,
            results: Vec::new(),
        }
    }

    /// Runs an attempt and reports it; boards are printed as they come.
    pub(super) fn attempt(
        &mut self,
        prepared: &Prepared,
        solver: &Solver<'_>,
        work: impl FnOnce(&mut OnBoard<'_>) -> Result<Attempt, Failure>,
    ) -> Result<(), Failure> {
        self.heading(prepared, solver)?;
        let medium = self.run.format.medium();
        let stream = medium == Medium::Stream && !self.run.unique;
        let mut boards = Vec::new();
        let mut closed = Ok(());
        let attempt = work(&mut |board| {
            if !stream {
                if medium == Medium::Json || boards.len() < pictures::MOST {
                    boards.push(board);
                }
                return ControlFlow::Continue(());
            }
            closed = output::to_stdout(|out| self.board(&prepared.puzzle, &board, out));
            match closed {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        closed?;
        self.conclude(prepared, solver, attempt, boards)
    }

    /// Reports an attempt that is over.
    pub(super) fn collected(
        &mut self,
        prepared: &Prepared,
        solver: &Solver<'_>,
        attempt: Result<Attempt, Failure>,
        mut boards: Vec<Board>,
    ) -> Result<(), Failure> {
        self.heading(prepared, solver)?;
        match self.run.format.medium() {
            Medium::Stream if !self.run.unique => output::to_stdout(|out| {
                boards
                    .iter()
                    .try_for_each(|board| self.board(&prepared.puzzle, board, out))
            })?,
            Medium::Stream | Medium::Json => {}
            Medium::Drawing(_) => boards.truncate(pictures::MOST),
        }
        self.conclude(prepared, solver, attempt, boards)
    }

    /// Something went wrong before a solver could be asked, or after all were.
    pub(super) fn failed(&mut self, what: &Path, failure: Failure) -> Result<(), Failure> {
        if let Failure::ClosedPipe = failure {
            return Err(failure);
        }
        say::error(&failure);
        self.worse(failure.exit());
        self.results.push(json!({
            "puzzle": what.display().to_string(),
            "error": { "message": failure.to_string(), "exit": failure.exit().code() },
        }));
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Exit, Failure> {
        if self.run.format == RunFormat::Json {
            let document = json!({
                "pipsc": env!("CARGO_PKG_VERSION"),
                "results": self.results,
            });
            output::to_stdout(|out| writeln!(out, "{document:#}"))?;
        }
        Ok(self.exit)
    }

    /// What is being solved and by whom, where that is not plain from what was typed.
    fn heading(&self, prepared: &Prepared, solver: &Solver<'_>) -> Result<(), Failure> {
        match self.label(prepared, solver) {
            Some(label) if self.run.format.medium() == Medium::Stream && !self.run.count => {
                output::to_stdout(|out| writeln!(out, "== {label}"))
            }
            _ => Ok(()),
        }
    }

    fn label(&self, prepared: &Prepared, solver: &Solver<'_>) -> Option<String> {
        match (self.session.one_puzzle, self.session.one_solver) {
            (true, true) => None,
            (true, false) => Some(solver.name().to_owned()),
            (false, true) => Some(prepared.name.clone()),
            (false, false) => Some(format!("{}, {}", prepared.name, solver.name())),
        }
    }

    fn conclude(
        &mut self,
        prepared: &Prepared,
        solver: &Solver<'_>,
        attempt: Result<Attempt, Failure>,
        boards: Vec<Board>,
    ) -> Result<(), Failure> {
        let attempt = match attempt {
            Ok(attempt) => attempt,
            Err(failure @ Failure::ClosedPipe) => return Err(failure),
            Err(failure) => {
                say::error(&failure);
                self.worse(failure.exit());
                self.results.push(json::failure(prepared, solver, &failure));
                return Ok(());
            }
        };
        let goal = self.run.goal();
        self.worse(exit(&attempt.outcome, goal, self.run));
        if let Some(proof) = attempt.stats.proof {
            say::note(&format!("the proof is {proof}"));
        }
        match self.run.format.medium() {
            Medium::Json => {
                let value = json::result(self.run, prepared, solver, &attempt, &boards);
                self.results.push(value);
                Ok(())
            }
            Medium::Stream => {
                output::to_stdout(|out| self.text(prepared, solver, &attempt.outcome, &boards, out))
            }
            Medium::Drawing(drawing) => {
                self.draw(drawing, prepared, solver, &attempt.outcome, &boards)
            }
        }
    }

    fn text(
        &self,
        prepared: &Prepared,
        solver: &Solver<'_>,
        outcome: &Outcome,
        boards: &[Board],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.run.count {
            let count = match outcome.found {
                Found::Exactly(count) => count.to_string(),
                Found::AtLeast(count) => format!("at least {count}"),
            };
            return match self.label(prepared, solver) {
                Some(label) => writeln!(out, "{label}: {count}"),
                None => writeln!(out, "{count}"),
            };
        }
        // Nothing but lines of values.
        let lines = self.run.format == RunFormat::Compact;
        if self.run.unique {
            for board in boards {
                self.board(&prepared.puzzle, board, out)?;
            }
            if let ([one, other], false) = (boards, lines) {
                let marks = difference(&prepared.puzzle, one, other);
                writeln!(out, "they differ at *:\n{marks}")?;
            }
        }
        let verdict = self.verdict(solver, outcome);
        if lines {
            say::note(&verdict);
            return Ok(());
        }
        writeln!(out, "{verdict}")
    }

    /// The last line.
    fn verdict(&self, solver: &Solver<'_>, outcome: &Outcome) -> String {
        let why = match outcome.stopped {
            None | Some(Stopped::Enough) => "",
            Some(Stopped::TimeLimit) => "the time limit was reached",
            Some(Stopped::MemoryLimit) => "the memory limit was reached",
            Some(Stopped::Cancelled) => "it was stopped",
            Some(Stopped::GaveUp) => "the solver gave up",
        };
        let says = match solver {
            Solver::Embedded => String::new(),
            Solver::External { .. } => format!(", says {}", solver.name()),
        };
        match (outcome.found, outcome.stopped) {
            (Found::Exactly(0), _) => format!("no solution{says}"),
            (Found::AtLeast(0), _) => format!("no verdict: {why}"),
            (Found::Exactly(1), _) if self.run.unique => format!("unique{says}"),
            (_, Some(Stopped::Enough) | None) if self.run.unique => "not unique".into(),
            (Found::AtLeast(1), _) if self.run.unique => {
                format!("a solution, checked; whether it is the only one is open: {why}")
            }
            (Found::Exactly(1), _) => format!("the only solution{says}; checked"),
            (Found::Exactly(all), _) => format!("all {all} solutions{says}; each checked"),
            (Found::AtLeast(1), Some(Stopped::Enough)) => "a solution, checked".into(),
            (Found::AtLeast(some), Some(Stopped::Enough)) => {
                format!("at least {some} solutions, each checked: the limit was reached")
            }
            (Found::AtLeast(some), _) => {
                format!("at least {some} solutions, each checked: {why}")
            }
        }
    }

    /// The exit code of several results is that of the worst.
    fn worse(&mut self, exit: Exit) {
        let badness = |exit: Exit| match exit {
            Exit::Done => 0,
            Exit::Satisfiable => 1,
            Exit::Unsatisfiable => 2,
            Exit::NoVerdict => 3,
            Exit::NoSolver => 4,
            Exit::BadInput => 5,
            Exit::Rejected => 6,
            Exit::Unexpected => 7,
            Exit::Interrupted => 8,
        };
        if badness(exit) > badness(self.exit) {
            self.exit = exit;
        }
    }
}

/// The exit code of one result.
fn exit(outcome: &Outcome, goal: Goal, run: &Run) -> Exit {
    if run.exit_code == ExitMeaning::Sat {
        return match outcome.found {
            Found::Exactly(0) => Exit::Unsatisfiable,
            Found::AtLeast(0) => Exit::Done,
            Found::Exactly(_) | Found::AtLeast(_) => Exit::Satisfiable,
        };
    }
    match (outcome.found, outcome.stopped) {
        (Found::Exactly(_), _) | (_, None) => Exit::Done,
        (Found::AtLeast(0), _) => Exit::NoVerdict,
        (_, Some(Stopped::Enough)) => Exit::Done,
        (Found::AtLeast(_), _) if matches!(goal, Goal::One) => Exit::Done,
        _ => Exit::NoVerdict,
    }
}
