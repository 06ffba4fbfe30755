//! The output of `pipsc run`: boards as they are found and the verdict, JSON, or pictures.

use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::Duration;

use serde_json::json;

use super::{CallScope, ExitMeaning, Run, json, pictures};
use crate::cli::format::OutputFormat;
use crate::cli::output::{OutputStream, OutputTarget};
use crate::cli::verdict::verdict;
use crate::cli::{CliError, log};
use crate::exit::Exit;
use crate::formats::{self, BoardForm, BoardWriter};
use crate::puzzle::{Board, Puzzle};
use crate::render::Picture;
use crate::solver::{
    Goal, Outcome, RunStats, SolutionCount, SolvedTask, Solver, SolverError, SolverRunResult,
    StopReason, Task,
};
use crate::visible;

/// The maximum number of boards in one JSON document, which is kept in memory and written at the
/// end.
const MAX_IN_A_DOCUMENT: usize = 100_000;

/// A puzzle and its task.
pub(super) struct RunQuery<'a> {
    pub(super) task: &'a Task<'a>,
    /// The puzzle for output. The task's puzzle may have additional pins.
    pub(super) puzzle: &'a Puzzle,
    /// The time for reading the puzzle.
    pub(super) read: Duration,
}

/// Receives the boards that a solver finds.
pub(super) type OnBoard<'b> = &'b mut dyn FnMut(Board) -> ControlFlow<()>;

/// Writes results.
pub(super) struct RunReport<'a> {
    pub(super) run: &'a Run,
    pub(super) format: OutputFormat,
    pub(super) scope: CallScope,
    /// The output of pictures.
    pub(super) target: OutputTarget,
    exit: Exit,
    out: OutputStream<'a>,
    /// The results so far, for one JSON document.
    results: Vec<String>,
    /// The number of boards in `results`.
    held: usize,
}

impl<'a> RunReport<'a> {
    pub(super) fn new(
        run: &'a Run,
        format: OutputFormat,
        scope: CallScope,
        target: OutputTarget,
        out: OutputStream<'a>,
    ) -> Self {
        RunReport {
            run,
            format,
            scope,
            target,
            exit: Exit::Done,
            out,
            results: Vec::new(),
            held: 0,
        }
    }

    /// Runs a solver, and reports its boards as they are found and its verdict.
    pub(super) fn answer(
        &mut self,
        query: &RunQuery<'_>,
        solver: &Solver,
        solve: impl FnOnce(OnBoard<'_>) -> Result<SolvedTask, SolverError>,
    ) -> Result<(), CliError> {
        match self.format {
            OutputFormat::Jsonl => {
                let line = json::line("start", json::start(self.run, query, solver));
                self.out.put(line.as_bytes())?;
            }
            OutputFormat::Json => {}
            format if format.is_drawing() || self.run.count => {}
            _ => {
                if let Some(label) = self.label(query, solver) {
                    self.out.put(format!("== {label}\n").as_bytes())?;
                }
            }
        }
        let writer = BoardWriter::new(query.puzzle, BoardForm::Drawing);
        let (mut kept, mut found) = (Vec::new(), 0);
        let mut written = Ok(());
        let result = solve(&mut |board| {
            found += 1;
            written = self.board(query.puzzle, board, &writer, &mut kept);
            match written {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        if let Ok(solved) = &result {
            log_times(query.task, solver, &solved.stats);
        }
        let failure = match (written, result) {
            (Ok(()), Ok(solved)) => return self.conclude(query, solver, &solved, &kept, found),
            (Ok(()), Err(problem)) => problem.into(),
            // Too many boards for a document end only this result.
            (Err(failure), _) if failure.exit == Exit::BadInput => failure,
            (Err(failure), _) => return Err(failure),
        };
        self.fail(query.task.name.raw(), Some((solver, found)), &failure)
    }

    /// Reports the result of a finished solver.
    pub(super) fn finished(
        &mut self,
        query: &RunQuery<'_>,
        solver: &Solver,
        finished: SolverRunResult,
    ) -> Result<(), CliError> {
        self.answer(query, solver, |on_board| {
            let _ = finished.boards.into_iter().try_for_each(on_board);
            finished.result
        })
    }

    /// Writes a board, or keeps it for the document or the drawing at the end.
    fn board(
        &mut self,
        puzzle: &Puzzle,
        board: Board,
        writer: &BoardWriter<'_>,
        kept: &mut Vec<Board>,
    ) -> Result<(), CliError> {
        let mut text = Vec::new();
        match self.format {
            OutputFormat::Json if self.held >= MAX_IN_A_DOCUMENT => {
                return Err(CliError::usage(format!(
                    "there are more than {MAX_IN_A_DOCUMENT} boards, too many for one JSON \
                     document: `--format jsonl` writes each as it is found, or ask for fewer with \
                     `--limit`"
                )));
            }
            OutputFormat::Json => {
                self.held += 1;
                kept.push(board);
            }
            OutputFormat::Jsonl => {
                text.extend_from_slice(b"{\"type\":\"board\",");
                writer.write_fields(&(&board).into(), &mut text);
                text.extend_from_slice(b"}\n");
                if self.run.unique {
                    kept.push(board);
                }
            }
            format if format.is_drawing() => {
                if kept.len() < pictures::MAX_BOARDS {
                    kept.push(board);
                }
            }
            _ if self.run.unique => kept.push(board),
            OutputFormat::Text => {
                writer.write(&(&board).into(), &mut text);
                text.push(b'\n');
            }
            _ => text = self.board_text(puzzle, &board).into_bytes(),
        }
        match text.is_empty() {
            true => Ok(()),
            false => self.out.put(&text),
        }
    }

    /// Reports an error of a puzzle, or of a solver that has found `boards` boards.
    pub(super) fn fail(
        &mut self,
        puzzle: &str,
        attempt: Option<(&Solver, u64)>,
        failure: &CliError,
    ) -> Result<(), CliError> {
        log::failure(failure);
        self.exit = self.exit.max(failure.exit);
        let mut value = json!({ "puzzle": puzzle });
        if let Some((solver, _)) = attempt {
            value["solver"] = json::solver_value(solver);
        }
        value["error"] = json!({ "message": failure.to_string(), "exit": failure.exit.code() });
        match (self.format, attempt) {
            (OutputFormat::Json, _) => self.results.push(visible::json(&value.to_string())),
            (OutputFormat::Jsonl, Some((_, checked))) => {
                value["checked"] = json!(checked);
                self.out.put(json::line("end", value).as_bytes())?;
            }
            (OutputFormat::Jsonl, None) => {
                self.out.put(json::line("error", value).as_bytes())?;
            }
            _ => {}
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Exit, CliError> {
        if self.format == OutputFormat::Json {
            self.out.put(json::document(&self.results).as_bytes())?;
        }
        self.out.put_now(&[])?;
        Ok(self.exit)
    }

    /// The name of the puzzle if the call has several, and of the solver if it has several.
    fn label(&self, query: &RunQuery<'_>, solver: &Solver) -> Option<String> {
        let puzzle = &query.task.name;
        match (self.scope.one_puzzle, self.scope.one_solver) {
            (true, true) => None,
            (true, false) => Some(solver.name().to_owned()),
            (false, true) => Some(puzzle.to_string()),
            (false, false) => Some(format!("{puzzle}, {}", solver.name())),
        }
    }

    /// Text prefixed with the label, if there is one.
    pub(super) fn labelled(&self, query: &RunQuery<'_>, solver: &Solver, text: &str) -> String {
        match self.label(query, solver) {
            Some(label) => format!("{label}: {text}"),
            None => text.to_owned(),
        }
    }

    fn conclude(
        &mut self,
        query: &RunQuery<'_>,
        solver: &Solver,
        solved: &SolvedTask,
        boards: &[Board],
        found: u64,
    ) -> Result<(), CliError> {
        let outcome = &solved.outcome;
        let exit = exit(outcome, query.task.goal, self.run.exit_code);
        self.exit = self.exit.max(exit);
        let is_noted = match self.format {
            OutputFormat::Json | OutputFormat::Jsonl => false,
            format if format.is_drawing() || self.run.count => io::stderr().is_terminal(),
            _ => true,
        };
        if let Some(proof) = solved.stats.proof {
            log::note(&format!("The proof is {proof}."));
        }
        match self.format {
            OutputFormat::Json => {
                let result = json::result_with_boards(self.run, query, solver, solved, boards);
                self.results.push(result);
            }
            OutputFormat::Jsonl => {
                let mut value = json::result(self.run, query, solver, solved, boards);
                value["checked"] = json!(found);
                self.out.put_now(json::line("end", value).as_bytes())?;
            }
            format if format.is_drawing() => self.draw(query, solver, outcome, boards)?,
            _ => {
                let text = match self.run.count {
                    true => self.count_text(query, solver, outcome),
                    false => self.verdict_text(query, solver, outcome, boards, found),
                };
                self.out.put_now(text.as_bytes())?;
            }
        }
        if !self.out.is_stdout() && !self.format.is_drawing() {
            let verdict = self.verdict(solver, outcome);
            log::note(&self.labelled(query, solver, &verdict));
        }
        if outcome.found == SolutionCount::Exactly(0) && is_noted && query.task.exclude.is_empty() {
            log::note(&"`pipsc explain FILE` shows why there is no solution.");
        }
        Ok(())
    }

    fn count_text(&self, query: &RunQuery<'_>, solver: &Solver, outcome: &Outcome) -> String {
        if let Some(why) = why(outcome.stopped) {
            log::note(&format!("The count is not finished: {why}."));
        } else if !solver.shows_boards() {
            let name = solver.name();
            log::note(&format!(
                "The count is that of {name}, which prints no boards to check."
            ));
        }
        let count = match outcome.found {
            SolutionCount::Exactly(count) => count.to_string(),
            SolutionCount::AtLeast(count) => format!("at least {count}"),
        };
        self.labelled(query, solver, &count) + "\n"
    }

    /// The boards of `--unique`, and the verdict.
    fn verdict_text(
        &self,
        query: &RunQuery<'_>,
        solver: &Solver,
        outcome: &Outcome,
        boards: &[Board],
        found: u64,
    ) -> String {
        let puzzle = query.puzzle;
        let mut text = String::new();
        match boards {
            [one, other] if self.format == OutputFormat::Picture => {
                let cells = one.differences(other);
                for board in [one, other] {
                    let picture = self.picture(puzzle).with_board(board);
                    let picture = picture.marking_cells(cells.iter().copied());
                    text += &line(picture.text(self.run.draw.text_style()));
                }
            }
            _ => {
                for board in boards {
                    text += &self.board_text(puzzle, board);
                }
                if let [one, other] = boards {
                    text += "# they differ at *:\n";
                    for marks in pictures::difference(puzzle, one, other).lines() {
                        text += &format!("# {marks}\n");
                    }
                    text += "\n";
                }
            }
        }
        let verdict = self.verdict(solver, outcome);
        // Written as a comment, so that the output remains a readable file of boards.
        let is_comment =
            self.format == OutputFormat::Text && (found > 0 || self.label(query, solver).is_some());
        text + if is_comment { "# " } else { "" } + &line(verdict)
    }

    /// A board as text.
    fn board_text(&self, puzzle: &Puzzle, board: &Board) -> String {
        line(match self.format {
            OutputFormat::Picture => {
                let picture = self.picture(puzzle).with_board(board);
                picture.text(self.run.draw.text_style())
            }
            _ => formats::write_board(puzzle, board),
        })
    }

    pub(super) fn picture<'p>(&self, puzzle: &'p Puzzle) -> Picture<'p> {
        Picture::new(puzzle).with_labels(self.run.labels)
    }

    /// The verdict in words.
    pub(super) fn verdict(&self, solver: &Solver, outcome: &Outcome) -> String {
        let Outcome { found, stopped } = *outcome;
        let source = match solver {
            Solver::Embedded | Solver::Search(_) => None,
            Solver::External(_) => Some(solver.name()),
        };
        let by = source.map_or_else(String::new, |name| format!(", according to {name}"));
        match (found, why(stopped)) {
            (SolutionCount::Exactly(0), _) if self.run.board.board.is_some() => {
                format!("no solution continues this board{by}")
            }
            (SolutionCount::Exactly(1), _) if self.run.unique => format!("unique{by}"),
            (SolutionCount::Exactly(2..) | SolutionCount::AtLeast(2..), _) if self.run.unique => {
                let by = if solver.shows_boards() { "" } else { &by };
                format!("not unique{by}")
            }
            (SolutionCount::AtLeast(1), Some(why)) if self.run.unique => {
                format!("a solution, checked; whether it is the only one is open: {why}")
            }
            _ => verdict(found, stopped, source, solver.shows_boards()),
        }
    }
}

/// The reason why a solver stopped early, unless it reached the goal.
fn why(stopped: Option<StopReason>) -> Option<String> {
    let early = stopped.filter(|&why| why != StopReason::Enough)?;
    Some(early.to_string())
}

/// The exit status of one result.
fn exit(outcome: &Outcome, goal: Goal, meaning: ExitMeaning) -> Exit {
    match (meaning, outcome.found, outcome.stopped) {
        (ExitMeaning::Sat, SolutionCount::Exactly(0), _) => Exit::Unsatisfiable,
        (ExitMeaning::Sat, SolutionCount::AtLeast(0), _) => Exit::Done,
        (ExitMeaning::Sat, ..) => Exit::Satisfiable,
        (ExitMeaning::Verdict, SolutionCount::Exactly(_), _) => Exit::Done,
        (ExitMeaning::Verdict, SolutionCount::AtLeast(0), Some(_)) => Exit::NoVerdict,
        (ExitMeaning::Verdict, _, None | Some(StopReason::Enough)) => Exit::Done,
        (ExitMeaning::Verdict, ..) if goal == Goal::One => Exit::Done,
        (ExitMeaning::Verdict, ..) => Exit::NoVerdict,
    }
}

/// Logs the times of a solver.
pub(super) fn log_times(task: &Task<'_>, solver: &Solver, stats: &RunStats) {
    let (name, solve) = (&task.name, stats.solve);
    match solver {
        Solver::Embedded => log::detail(&format_args!("{name}: solved in {solve:.1?}")),
        Solver::Search(_) => {
            let counts = stats.statistics.iter();
            let counts: Vec<String> = counts
                .map(|(what, number)| format!("{what} {number}"))
                .collect();
            log::detail(&format_args!(
                "{name}: searched for {solve:.1?}; {}",
                counts.join(", ")
            ));
        }
        Solver::External(_) => log::detail(&format_args!(
            "{name}: wrote {} bytes in {:.1?}, {} took {solve:.1?} in {} run{}, read back in \
             {:.1?}, checked in {:.1?}",
            stats.model_bytes,
            stats.emit,
            solver.name(),
            stats.runs,
            if stats.runs == 1 { "" } else { "s" },
            stats.decode,
            stats.check
        )),
    }
}

/// Text with a line break.
fn line(text: impl Display) -> String {
    format!("{text}\n")
}
