//! What `pipsc run` says: boards as they come and a verdict for people, one document for programs.

mod json;
mod pictures;

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use serde_json::{Value, json};

use super::format::{Medium, RunFormat};
use super::{ExitMeaning, Run, Scope};
use crate::cli::{Failure, output, say};
use crate::exit::Exit;
use crate::puzzle::Board;
use crate::solver::{Found, Goal, Outcome, Solved, Solver, SolverError, Stopped, Task};

/// What solvers are asked about one puzzle.
#[derive(Debug)]
pub(super) struct Asked<'a> {
    pub(super) task: Task<'a>,
    /// How long it took to read the puzzle.
    pub(super) read: Duration,
}

/// Gathers what is to be said, and what the exit code will be.
#[derive(Debug)]
pub(super) struct Report<'a> {
    run: &'a Run,
    scope: Scope,
    exit: Exit,
    /// The results so far, for programs.
    results: Vec<Value>,
}

/// The answer of a solver, on its way in.
#[derive(Debug)]
pub(super) struct Answer<'r, 'a> {
    report: &'r mut Report<'a>,
    asked: &'r Asked<'r>,
    solver: &'r Solver,
    /// The boards that are not printed as they come.
    boards: Vec<Board>,
    /// Whether what came could be printed.
    printed: Result<(), Failure>,
}

impl Answer<'_, '_> {
    /// Takes a board: prints it, or keeps it for the end.
    pub(super) fn take(&mut self, board: Board) -> ControlFlow<()> {
        let run = self.report.run;
        match run.format().medium() {
            Medium::Stream if !run.unique => {
                let puzzle = self.asked.task.puzzle();
                self.printed = output::to_stdout(|out| self.report.board(puzzle, &board, out));
                if self.printed.is_err() {
                    return ControlFlow::Break(());
                }
            }
            Medium::Stream | Medium::Json => self.boards.push(board),
            Medium::Drawing(_) if self.boards.len() < pictures::MOST => self.boards.push(board),
            Medium::Drawing(_) => {}
        }
        ControlFlow::Continue(())
    }

    /// Reports what the solver came to.
    pub(super) fn end(self, result: Result<Solved, SolverError>) -> Result<(), Failure> {
        let Answer {
            report,
            asked,
            solver,
            boards,
            printed,
        } = self;
        printed?;
        report.conclude(asked, solver, result, &boards)
    }
}

impl<'a> Report<'a> {
    pub(super) fn new(run: &'a Run, scope: Scope) -> Self {
        Report {
            run,
            scope,
            exit: Exit::Done,
            results: Vec::new(),
        }
    }

    /// Begins with what a solver answers. Where that is not plain from what was typed, it is said
    /// what is being solved and by whom.
    pub(super) fn answer<'r>(
        &'r mut self,
        asked: &'r Asked<'_>,
        solver: &'r Solver,
    ) -> Result<Answer<'r, 'a>, Failure> {
        if self.run.format().medium() == Medium::Stream
            && !self.run.count
            && let Some(label) = self.label(asked, solver)
        {
            output::to_stdout(|out| writeln!(out, "== {label}"))?;
        }
        Ok(Answer {
            report: self,
            asked,
            solver,
            boards: Vec::new(),
            printed: Ok(()),
        })
    }

    /// Something went wrong before a solver could be asked, or after all were.
    pub(super) fn failed(&mut self, what: &str, failure: Failure) -> Result<(), Failure> {
        if let Failure::ClosedPipe = failure {
            return Err(failure);
        }
        say::error(&failure);
        self.exit = self.exit.max(failure.exit());
        self.results.push(json!({
            "puzzle": what,
            "error": { "message": failure.to_string(), "exit": failure.exit().code() },
        }));
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Exit, Failure> {
        if self.run.format() == RunFormat::Json {
            let document = json!({
                "pipsc": env!("CARGO_PKG_VERSION"),
                "results": self.results,
            });
            output::to_stdout(|out| writeln!(out, "{}", crate::json::document(&document)))?;
        }
        Ok(self.exit)
    }

    fn label(&self, asked: &Asked<'_>, solver: &Solver) -> Option<String> {
        let puzzle = &asked.task.name;
        match (self.scope.one_puzzle, self.scope.one_solver) {
            (true, true) => None,
            (true, false) => Some(solver.name().to_owned()),
            (false, true) => Some(puzzle.to_string()),
            (false, false) => Some(format!("{puzzle}, {}", solver.name())),
        }
    }

    fn conclude(
        &mut self,
        asked: &Asked<'_>,
        solver: &Solver,
        result: Result<Solved, SolverError>,
        boards: &[Board],
    ) -> Result<(), Failure> {
        let solved = match result {
            Ok(solved) => solved,
            Err(problem) => {
                let failure = Failure::from(problem);
                say::error(&failure);
                self.exit = self.exit.max(failure.exit());
                self.results.push(json::failure(asked, solver, &failure));
                return Ok(());
            }
        };
        let exit = exit(&solved.outcome, asked.task.goal, self.run.exit_code);
        self.exit = self.exit.max(exit);
        if let Some(proof) = solved.stats.proof {
            say::note(&format!("The proof is {proof}."));
        }
        match self.run.format().medium() {
            Medium::Json => {
                let value = json::result(self.run, asked, solver, &solved, boards);
                self.results.push(value);
                Ok(())
            }
            Medium::Stream => {
                output::to_stdout(|out| self.text(asked, solver, &solved.outcome, boards, out))
            }
            Medium::Drawing(drawing) => self.draw(drawing, asked, solver, &solved.outcome, boards),
        }
    }

    fn text(
        &self,
        asked: &Asked<'_>,
        solver: &Solver,
        outcome: &Outcome,
        boards: &[Board],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.run.count {
            let count = match outcome.found {
                Found::Exactly(count) => count.to_string(),
                Found::AtLeast(count) => format!("at least {count}"),
            };
            return match self.label(asked, solver) {
                Some(label) => writeln!(out, "{label}: {count}"),
                None => writeln!(out, "{count}"),
            };
        }
        // Nothing but lines of values.
        let lines = self.run.format() == RunFormat::Compact;
        if self.run.unique {
            for board in boards {
                self.board(asked.task.puzzle(), board, out)?;
            }
            if let ([one, other], false) = (boards, lines) {
                let marks = pictures::difference(asked.task.puzzle(), one, other);
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
    fn verdict(&self, solver: &Solver, outcome: &Outcome) -> String {
        let why = match outcome.stopped {
            None | Some(Stopped::Enough) => "",
            Some(Stopped::TimeLimit) => "the time limit was reached",
            Some(Stopped::MemoryLimit) => "the memory limit was reached",
            Some(Stopped::Cancelled) => "it was stopped",
            Some(Stopped::GaveUp) => "the solver gave up",
        };
        let says = match solver {
            Solver::Embedded => String::new(),
            Solver::External(_) => format!(", says {}", solver.name()),
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
}

/// The exit code of one result.
fn exit(outcome: &Outcome, goal: Goal, meaning: ExitMeaning) -> Exit {
    if meaning == ExitMeaning::Sat {
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
