//! What `pipsc run` says: boards as they come and a verdict for people, one document for programs.

mod json;
mod lines;
mod pictures;

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use super::{ExitMeaning, Run, Scope};
use crate::cli::format::OutputFormat;
use crate::cli::output::Stream;
use crate::cli::{CliError, say};
use crate::exit::Exit;
use crate::formats::{BoardForm, BoardWriter};
use crate::puzzle::{Board, Puzzle};
use crate::solver::{Found, Goal, Outcome, Solved, Solver, SolverError, StopReason, Task};
use crate::visible;

/// The most boards that one JSON document holds. It is written at the end, so that all of them are
/// kept until then.
const MAX_IN_A_DOCUMENT: usize = 100_000;

/// What solvers are asked about one puzzle.
#[derive(Debug)]
pub(super) struct Query<'a> {
    pub(super) task: &'a Task<'a>,
    /// The puzzle as it is shown; what is asked may take some of its board for granted.
    pub(super) puzzle: &'a Puzzle,
    /// How long it took to read the puzzle.
    pub(super) read: Duration,
}

/// Where the boards go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Medium {
    /// Out as they come, as text.
    Stream,
    /// Out as they come, as lines for programs.
    Lines,
    /// Into one document for programs.
    Json,
    /// Into a picture of all of them.
    Drawing,
}

/// Gathers what is to be said, and what the exit code will be.
#[derive(Debug)]
pub(super) struct Report<'a> {
    run: &'a Run,
    format: OutputFormat,
    scope: Scope,
    exit: Exit,
    out: Stream<'a>,
    /// The results so far, for one document.
    results: Vec<String>,
    /// How many boards these have.
    held: usize,
}

/// The answer of a solver, on its way in.
#[derive(Debug)]
pub(super) struct Answer<'r, 'a> {
    report: &'r mut Report<'a>,
    asked: &'r Query<'r>,
    solver: &'r Solver,
    /// Writes what is printed as it comes, into this room.
    writer: BoardWriter<'r>,
    text: Vec<u8>,
    /// The boards that are needed at the end.
    boards: Vec<Board>,
    /// How many boards there were.
    taken: u64,
    /// Whether what came could be printed, or held.
    printed: Result<(), CliError>,
}

impl Answer<'_, '_> {
    /// Takes a board: prints it, or keeps it for the end.
    pub(super) fn take(&mut self, board: Board) -> ControlFlow<()> {
        self.taken += 1;
        self.printed = self.keep_or_print(board);
        match self.printed {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }

    fn keep_or_print(&mut self, board: Board) -> Result<(), CliError> {
        let run = self.report.run;
        self.text.clear();
        match self.report.medium() {
            Medium::Stream if run.unique => self.boards.push(board),
            Medium::Stream => {
                if self.report.format == OutputFormat::Text {
                    self.writer.write(&board, &mut self.text);
                    self.text.push(b'\n');
                } else {
                    let puzzle = self.asked.puzzle;
                    let written = self.report.board(puzzle, &board, &mut self.text);
                    written.map_err(CliError::internal)?;
                }
                return self.report.out.put(&self.text);
            }
            Medium::Lines => {
                lines::board(&self.writer, &board, &mut self.text);
                if run.unique {
                    self.boards.push(board);
                }
                return self.report.out.put(&self.text);
            }
            Medium::Json => {
                if self.report.held >= MAX_IN_A_DOCUMENT {
                    return Err(CliError::usage(format!(
                        "there are more than {MAX_IN_A_DOCUMENT} boards, too many for one JSON \
                         document: `--format jsonl` writes each as it is found, or ask for fewer \
                         with `--limit`"
                    )));
                }
                self.report.held += 1;
                self.boards.push(board);
            }
            Medium::Drawing if self.boards.len() < pictures::MOST => self.boards.push(board),
            Medium::Drawing => {}
        }
        Ok(())
    }

    /// Reports what the solver came to.
    pub(super) fn end(self, result: Result<Solved, SolverError>) -> Result<(), CliError> {
        let Answer {
            report,
            asked,
            solver,
            boards,
            taken,
            printed,
            ..
        } = self;
        match printed {
            // Too many for a document: that is all that there is to say of this one.
            Err(failure) if failure.exit == Exit::BadInput => {
                report.fail(asked, solver, &failure, taken)
            }
            Err(failure) => Err(failure),
            Ok(()) => report.conclude(asked, solver, result, &boards, taken),
        }
    }
}

impl<'a> Report<'a> {
    pub(super) fn new(run: &'a Run, format: OutputFormat, scope: Scope, out: Stream<'a>) -> Self {
        Report {
            run,
            format,
            scope,
            exit: Exit::Done,
            out,
            results: Vec::new(),
            held: 0,
        }
    }

    fn medium(&self) -> Medium {
        match self.format {
            OutputFormat::Jsonl => Medium::Lines,
            OutputFormat::Json => Medium::Json,
            format if format.is_drawing() => Medium::Drawing,
            _ => Medium::Stream,
        }
    }

    /// Begins with what a solver answers. Where that is not plain from what was typed, it is said
    /// what is being solved and by whom.
    pub(super) fn answer<'r>(
        &'r mut self,
        asked: &'r Query<'_>,
        solver: &'r Solver,
    ) -> Result<Answer<'r, 'a>, CliError> {
        match self.medium() {
            Medium::Stream if !self.run.count => {
                if let Some(label) = self.label(asked, solver) {
                    self.out.put(format!("== {label}\n").as_bytes())?;
                }
            }
            Medium::Lines => {
                let line = lines::start(self.run, asked, solver);
                self.out.put(line.as_bytes())?;
            }
            Medium::Stream | Medium::Json | Medium::Drawing => {}
        }
        Ok(Answer {
            writer: BoardWriter::new(asked.puzzle, BoardForm::Drawing),
            text: Vec::new(),
            taken: 0,
            report: self,
            asked,
            solver,
            boards: Vec::new(),
            printed: Ok(()),
        })
    }

    /// Something went wrong before a solver could be asked, or after all were.
    pub(super) fn failed(&mut self, what: &str, failure: &CliError) -> Result<(), CliError> {
        say::failure(failure);
        self.exit = self.exit.max(failure.exit);
        match self.medium() {
            Medium::Json => {
                let error = json::error(what, failure).to_string();
                self.results.push(visible::json(&error));
                Ok(())
            }
            Medium::Lines => self.out.put(lines::error(what, failure).as_bytes()),
            Medium::Stream | Medium::Drawing => Ok(()),
        }
    }

    /// A solver gave no answer that can be reported.
    fn fail(
        &mut self,
        asked: &Query<'_>,
        solver: &Solver,
        failure: &CliError,
        checked: u64,
    ) -> Result<(), CliError> {
        say::failure(failure);
        self.exit = self.exit.max(failure.exit);
        match self.medium() {
            Medium::Json => {
                let failed = json::failure(asked, solver, failure).to_string();
                self.results.push(visible::json(&failed));
                Ok(())
            }
            Medium::Lines => {
                let line = lines::failed_end(asked, solver, failure, checked);
                self.out.put(line.as_bytes())
            }
            Medium::Stream | Medium::Drawing => Ok(()),
        }
    }

    pub(super) fn finish(mut self) -> Result<Exit, CliError> {
        if self.format == OutputFormat::Json {
            self.out.put_now(json::document(&self.results).as_bytes())?;
        }
        self.out.put_now(&[])?;
        Ok(self.exit)
    }

    fn label(&self, asked: &Query<'_>, solver: &Solver) -> Option<String> {
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
        asked: &Query<'_>,
        solver: &Solver,
        result: Result<Solved, SolverError>,
        boards: &[Board],
        taken: u64,
    ) -> Result<(), CliError> {
        let solved = match result {
            Ok(solved) => solved,
            Err(problem) => return self.fail(asked, solver, &problem.into(), taken),
        };
        let exit = exit(&solved.outcome, asked.task.goal, self.run.exit_code);
        self.exit = self.exit.max(exit);
        let is_noted = match self.medium() {
            Medium::Stream => !self.run.count || io::stderr().is_terminal(),
            Medium::Drawing => io::stderr().is_terminal(),
            Medium::Lines | Medium::Json => false,
        };
        let is_unsatisfiable = solved.outcome.found == Found::Exactly(0);
        if is_unsatisfiable && is_noted && asked.task.exclude.is_empty() {
            say::note(&"`pipsc explain FILE` says why there is no solution.");
        }
        if let Some(proof) = solved.stats.proof {
            say::note(&format!("The proof is {proof}."));
        }
        match self.medium() {
            Medium::Json => {
                let result = json::whole_result(self.run, asked, solver, &solved, boards);
                self.results.push(result);
            }
            Medium::Lines => {
                let line = lines::end(self.run, asked, solver, &solved, boards, taken);
                self.out.put_now(line.as_bytes())?;
            }
            Medium::Stream => {
                let mut text = Vec::new();
                self.text(asked, solver, &solved.outcome, boards, taken, &mut text)
                    .map_err(CliError::internal)?;
                self.out.put_now(&text)?;
            }
            Medium::Drawing => {
                return self.draw(asked, solver, &solved.outcome, boards);
            }
        }
        // Output that goes to a file is announced on stderr.
        if !self.out.is_stdout() {
            let verdict = self.verdict(solver, &solved.outcome);
            match self.label(asked, solver) {
                Some(label) => say::note(&format!("{label}: {verdict}")),
                None => say::note(&verdict),
            }
        }
        Ok(())
    }

    fn text(
        &self,
        asked: &Query<'_>,
        solver: &Solver,
        outcome: &Outcome,
        boards: &[Board],
        taken: u64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.run.count {
            let count = match outcome.found {
                Found::Exactly(count) => count.to_string(),
                Found::AtLeast(count) => format!("at least {count}"),
            };
            if let Some(why) = why(outcome.stopped) {
                say::note(&format!("The count is not finished: {why}."));
            } else if !solver.shows_boards() {
                let name = solver.name();
                say::note(&format!(
                    "This is what {name} says, which shows no boards that could be checked."
                ));
            }
            return match self.label(asked, solver) {
                Some(label) => writeln!(out, "{label}: {count}"),
                None => writeln!(out, "{count}"),
            };
        }
        // Nothing but lines of values.
        let lines = self.format == OutputFormat::Compact;
        match boards {
            [one, other] if self.run.unique && self.format == OutputFormat::Picture => {
                self.differing(asked.puzzle, one, other, out)?;
            }
            _ if self.run.unique => {
                for board in boards {
                    self.board(asked.puzzle, board, out)?;
                }
                if let ([one, other], false) = (boards, lines) {
                    let marks = pictures::difference(asked.puzzle, one, other);
                    writeln!(out, "# they differ at *:\n{}", pictures::commented(&marks))?;
                }
            }
            _ => {}
        }
        let verdict = self.verdict(solver, outcome);
        if lines {
            say::note(&verdict);
        } else {
            // Behind `#` it does not break the file of boards that this output is.
            let has_boards = taken > 0 || !boards.is_empty();
            let is_one_of_many = self.label(asked, solver).is_some();
            let is_comment = self.format == OutputFormat::Text && (has_boards || is_one_of_many);
            writeln!(out, "{}{verdict}", if is_comment { "# " } else { "" })?;
        }
        Ok(())
    }

    /// The last line.
    fn verdict(&self, solver: &Solver, outcome: &Outcome) -> String {
        let why = why(outcome.stopped).unwrap_or_default();
        let says = match solver {
            Solver::Embedded | Solver::Search(_) => String::new(),
            Solver::External(_) => format!(", says {}", solver.name()),
        };
        match (outcome.found, outcome.stopped) {
            (Found::Exactly(0), _) if self.run.board.board.is_some() => {
                format!("no solution has what is on this board{says}")
            }
            (Found::Exactly(0), _) => format!("no solution{says}"),
            (Found::AtLeast(0), _) => format!("no verdict: {why}"),
            (Found::Exactly(1), _) if self.run.unique => format!("unique{says}"),
            (_, Some(StopReason::Enough) | None) if self.run.unique => {
                let says = if solver.shows_boards() { "" } else { &says };
                format!("not unique{says}")
            }
            (Found::AtLeast(1), _) if self.run.unique => {
                format!("a solution, checked; whether it is the only one is open: {why}")
            }
            // No board was found.
            (Found::Exactly(1), _) if !solver.shows_boards() => format!("one solution{says}"),
            (Found::Exactly(all), _) if !solver.shows_boards() => {
                format!("{all} solutions{says}")
            }
            (Found::AtLeast(some), _) if !solver.shows_boards() => {
                format!("at least {some} solutions{says}")
            }
            (Found::Exactly(1), _) => format!("the only solution{says}; checked"),
            (Found::Exactly(all), _) => format!("all {all} solutions{says}; each checked"),
            (Found::AtLeast(1), Some(StopReason::Enough)) => "a solution, checked".into(),
            (Found::AtLeast(some), Some(StopReason::Enough)) => {
                format!("at least {some} solutions, each checked: the limit was reached")
            }
            (Found::AtLeast(some), _) => {
                format!("at least {some} solutions, each checked: {why}")
            }
        }
    }
}

/// Why a solver stopped before it had gone through everything, unless the goal was reached.
fn why(stopped: Option<StopReason>) -> Option<&'static str> {
    Some(match stopped? {
        StopReason::Enough => return None,
        StopReason::TimeLimit => "the time limit was reached",
        StopReason::MemoryLimit => "the memory limit was reached",
        StopReason::Cancelled => "it was stopped",
        StopReason::GaveUp => "the solver gave up",
    })
}

/// The exit code of one result.
fn exit(outcome: &Outcome, goal: Goal, meaning: ExitMeaning) -> Exit {
    if meaning == ExitMeaning::Unique {
        return match outcome.found {
            Found::Exactly(0) => Exit::Unsatisfiable,
            Found::Exactly(1) => Exit::Done,
            Found::AtLeast(0 | 1) => Exit::NoVerdict,
            Found::Exactly(_) | Found::AtLeast(_) => Exit::Satisfiable,
        };
    }
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
        (_, Some(StopReason::Enough)) => Exit::Done,
        (Found::AtLeast(_), _) if matches!(goal, Goal::One) => Exit::Done,
        _ => Exit::NoVerdict,
    }
}
