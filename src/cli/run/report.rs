//! The output of `pipsc run`: boards as they are found and the verdict, JSON, or pictures.

use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::Path;

use serde_json::{Value, json};

use super::{CallScope, ExitMeaning, Run, json};
use crate::cli::draw::{PageContent, page_models};
use crate::cli::format::OutputFormat;
use crate::cli::output::OutputTarget;
use crate::cli::verdict::{sentence, verdict};
use crate::cli::{CliError, log, terminal};
use crate::exit::Exit;
use crate::formats::{self, BoardForm, BoardWriter};
use crate::json::{LineStyle, ObjectWriter};
use crate::puzzle::{Board, Puzzle};
use crate::render::Picture;
use crate::solver::{
    Goal, Outcome, RunStats, SolutionCount, SolvedTask, Solver, SolverError, SolverRunResult,
    StopReason, Task,
};
use crate::visible::spaced;

/// The maximum number of boards in one JSON document, which is kept in memory and written at the
/// end.
const MAX_IN_A_DOCUMENT: usize = 100_000;

/// The maximum number of boards in one drawing.
const MAX_DRAWN: usize = 100;

/// A puzzle, its task, and a solver.
pub(super) struct RunQuery<'a> {
    pub(super) task: &'a Task<'a>,
    /// The puzzle for output. The task's puzzle may have additional pins.
    pub(super) puzzle: &'a Puzzle,
    pub(super) solver: &'a Solver,
}

/// Receives the boards that a solver finds.
type OnBoard<'b> = &'b mut dyn FnMut(Board) -> ControlFlow<()>;

/// Writes results.
pub(super) struct RunReport<'a> {
    run: &'a Run,
    format: OutputFormat,
    pub(super) scope: CallScope,
    /// The output of pictures.
    target: OutputTarget,
    exit: Exit,
    /// The output of texts.
    out: &'a mut dyn Write,
    /// The path of the file `out`; none for standard output.
    path: Option<&'a Path>,
    /// The results so far, for one JSON document.
    results: Vec<Value>,
    /// The number of boards in `results`.
    held: usize,
}

impl<'a> RunReport<'a> {
    pub(super) fn new(
        run: &'a Run,
        format: OutputFormat,
        scope: CallScope,
        target: OutputTarget,
        out: &'a mut dyn Write,
        path: Option<&'a Path>,
    ) -> Self {
        RunReport {
            run,
            format,
            scope,
            target,
            exit: Exit::Done,
            out,
            path,
            results: Vec::new(),
            held: 0,
        }
    }

    /// Runs a solver, and reports its boards as they are found and its verdict.
    pub(super) fn answer(
        &mut self,
        query: &RunQuery<'_>,
        solve: impl FnOnce(OnBoard<'_>) -> Result<SolvedTask, SolverError>,
    ) -> Result<(), CliError> {
        match self.format {
            OutputFormat::Jsonl => self.put(json::line("start", json::start(self.run, query)))?,
            OutputFormat::Json => {}
            format if format.is_drawing() || self.run.count => {}
            _ => {
                if let Some(label) = self.label(query) {
                    self.put(format!("== {label}\n"))?;
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
            log_times(query, &solved.stats);
        }
        let failure = match (written, result) {
            (Ok(()), Ok(solved)) => return self.conclude(query, &solved, &kept, found),
            (Ok(()), Err(problem)) => problem.into(),
            // Too many boards for a document end only this result.
            (Err(failure), _) if failure.exit == Exit::BadInput => failure,
            (Err(failure), _) => return Err(failure),
        };
        self.fail(query.task.name.raw(), Some((query.solver, found)), &failure)
    }

    /// Reports the result of a finished solver.
    pub(super) fn finished(
        &mut self,
        query: &RunQuery<'_>,
        finished: SolverRunResult,
    ) -> Result<(), CliError> {
        self.answer(query, |on_board| {
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
        match self.format {
            OutputFormat::Json if self.held >= MAX_IN_A_DOCUMENT => {
                return Err(CliError::usage(format!(
                    "there are more than {MAX_IN_A_DOCUMENT} boards, too many for one JSON \
                     document: `--format jsonl` writes each as it is found, or limit them with \
                     `--limit`"
                )));
            }
            OutputFormat::Json => {
                self.held += 1;
                kept.push(board);
            }
            OutputFormat::Jsonl => {
                let mut text = b"{\"type\":\"board\",".to_vec();
                writer.write_fields(&(&board).into(), &mut text);
                text.extend_from_slice(b"}\n");
                self.put(text)?;
                if self.run.unique {
                    kept.push(board);
                }
            }
            format if format.is_drawing() => {
                if kept.len() < MAX_DRAWN {
                    kept.push(board);
                }
            }
            _ if self.run.unique => kept.push(board),
            OutputFormat::Text => {
                let mut text = Vec::new();
                writer.write(&(&board).into(), &mut text);
                text.push(b'\n');
                self.put(text)?;
            }
            _ => self.put(self.picture_text(puzzle, &board, None))?,
        }
        Ok(())
    }

    /// Reports an error of a puzzle, or of a solver after a number of boards.
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
            (OutputFormat::Json, _) => self.results.push(value),
            (OutputFormat::Jsonl, Some((_, checked))) => {
                value["checked"] = json!(checked);
                self.put(json::line("end", value))?;
            }
            (OutputFormat::Jsonl, None) => self.put(json::line("error", value))?,
            _ => {}
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> Result<Exit, CliError> {
        if self.format == OutputFormat::Json {
            let mut document = ObjectWriter::new(LineStyle::Compact);
            document.field("pipsc", env!("CARGO_PKG_VERSION"));
            document.list("results", std::mem::take(&mut self.results));
            self.put(document.end())?;
        }
        Ok(self.exit)
    }

    /// Writes a text of whole lines. Standard output is flushed after each line.
    fn put(&mut self, text: impl AsRef<[u8]>) -> Result<(), CliError> {
        let path = self.path.unwrap_or(Path::new("standard output"));
        terminal::suspend_progress(|| self.out.write_all(text.as_ref()))
            .map_err(|problem| CliError::writing(path, problem))
    }

    /// The name of the puzzle if the call has several, and of the solver if it has several.
    fn label(&self, query: &RunQuery<'_>) -> Option<String> {
        let (puzzle, solver) = (&query.task.name, query.solver.name());
        match (self.scope.one_puzzle, self.scope.one_solver) {
            (true, true) => None,
            (true, false) => Some(solver.to_owned()),
            (false, true) => Some(puzzle.to_string()),
            (false, false) => Some(format!("{puzzle}, {solver}")),
        }
    }

    /// Text prefixed with the label, if there is one.
    fn labelled(&self, query: &RunQuery<'_>, text: &str) -> String {
        match self.label(query) {
            Some(label) => format!("{label}: {text}"),
            None => text.to_owned(),
        }
    }

    /// Reports the verdict of a solver that found `found` boards, some of which were kept.
    fn conclude(
        &mut self,
        query: &RunQuery<'_>,
        solved: &SolvedTask,
        boards: &[Board],
        found: u64,
    ) -> Result<(), CliError> {
        let outcome = &solved.outcome;
        let exit = exit(outcome, query.task.goal, self.run.exit_code);
        self.exit = self.exit.max(exit);
        if let Some(proof) = solved.stats.proof {
            log::note(&format!("The proof is {proof}."));
        }
        match self.format {
            OutputFormat::Json => {
                let mut value = json::result(self.run, query, solved, boards);
                if !self.run.count {
                    let boards = boards.iter();
                    let boards = boards.map(|board| formats::board_value(query.puzzle, board));
                    value["boards"] = boards.collect();
                }
                self.results.push(value);
            }
            OutputFormat::Jsonl => {
                let mut value = json::result(self.run, query, solved, boards);
                value["checked"] = json!(found);
                self.put(json::line("end", value))?;
            }
            format if format.is_drawing() => self.draw(query, outcome, boards)?,
            _ if self.run.count => self.put(self.count_text(query, outcome))?,
            _ => self.put(self.verdict_text(query, outcome, boards, found))?,
        }
        if self.path.is_some() && !self.format.is_drawing() {
            log::note(&self.labelled(query, &self.verdict(query, outcome)));
        }
        let is_noted = match self.format {
            OutputFormat::Json | OutputFormat::Jsonl => false,
            format if format.is_drawing() || self.run.count => io::stderr().is_terminal(),
            _ => true,
        };
        if outcome.found == SolutionCount::Exactly(0) && is_noted && query.task.exclude.is_empty() {
            log::note(&"`pipsc explain FILE` shows why there is no solution.");
        }
        Ok(())
    }

    fn count_text(&self, query: &RunQuery<'_>, outcome: &Outcome) -> String {
        if let Some(why) = why(outcome.stopped) {
            log::note(&format!("The count is not finished: {why}."));
        } else if !query.solver.shows_boards() {
            let name = query.solver.name();
            log::note(&format!(
                "The count is that of {name}, which prints no boards to check."
            ));
        }
        let count = match outcome.found {
            SolutionCount::Exactly(count) => count.to_string(),
            SolutionCount::AtLeast(count) => format!("at least {count}"),
        };
        self.labelled(query, &count) + "\n"
    }

    /// The boards of `--unique` and where two differ, and the verdict.
    fn verdict_text(
        &self,
        query: &RunQuery<'_>,
        outcome: &Outcome,
        boards: &[Board],
        found: u64,
    ) -> String {
        let puzzle = query.puzzle;
        let is_text = self.format == OutputFormat::Text;
        let mut text = String::new();
        for board in boards {
            text += &match is_text {
                true => formats::write_board(puzzle, board) + "\n",
                false => self.picture_text(puzzle, board, other(board, boards)),
            };
        }
        if let ([one, other], true) = (boards, is_text) {
            let cells = one.differences(other).into_iter();
            let names = spaced(cells.map(|cell| &puzzle.cell(cell).name));
            text += &format!("# they differ at {names}\n\n");
        }
        let verdict = self.verdict(query, outcome);
        // Written as a comment, so that the output remains a readable file of boards.
        let is_comment = is_text && (found > 0 || self.label(query).is_some());
        text + if is_comment { "# " } else { "" } + &verdict + "\n"
    }

    /// Draws the boards of a result, and prints its verdict on stderr.
    fn draw(
        &self,
        query: &RunQuery<'_>,
        outcome: &Outcome,
        boards: &[Board],
    ) -> Result<(), CliError> {
        let (puzzle, name) = (query.puzzle, &query.task.name);
        let mut summary = self.verdict(query, outcome);
        let found = outcome.found.count();
        if found > boards.len() as u128 {
            summary += &format!("; showing {} of {found}", boards.len());
        }
        // Pages mark the differences themselves.
        let is_marked = self.run.unique && self.format != OutputFormat::Html;
        let pictures = boards.iter().map(|board| {
            let other = other(board, boards).filter(|_| is_marked);
            self.picture(puzzle, board, other)
        });
        let pictures = pictures.collect();
        let file = if self.scope.one_solver || self.run.race {
            name.raw().to_owned()
        } else {
            format!("{}-{}", name.raw(), query.solver.name())
        };
        let page = || PageContent {
            verdict: Some(sentence(&summary)),
            faults: Vec::new(),
            models: page_models(puzzle, name, "PUZZLE"),
        };
        let alone = Picture::new(puzzle).with_labels(self.run.labels);
        let draw = &self.run.draw;
        draw.write(&self.target, &file, self.format, alone, pictures, page)?;
        log::note(&self.labelled(query, &summary));
        Ok(())
    }

    /// A picture of a board, with marks where it differs from another.
    fn picture<'p>(
        &self,
        puzzle: &'p Puzzle,
        board: &'p Board,
        other: Option<&Board>,
    ) -> Picture<'p> {
        let picture = Picture::new(puzzle).with_labels(self.run.labels);
        let picture = picture.with_board(board);
        match other {
            Some(other) => picture.marking_cells(board.differences(other)),
            None => picture,
        }
    }

    fn picture_text(&self, puzzle: &Puzzle, board: &Board, other: Option<&Board>) -> String {
        let picture = self.picture(puzzle, board, other);
        picture.text(self.run.draw.text_style()) + "\n"
    }

    /// The verdict as text.
    fn verdict(&self, query: &RunQuery<'_>, outcome: &Outcome) -> String {
        let Outcome { found, stopped } = *outcome;
        let solver = query.solver;
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

/// The other one of two boards.
fn other<'b>(board: &Board, boards: &'b [Board]) -> Option<&'b Board> {
    match boards {
        [one, other] if one == board => Some(other),
        [one, _] => Some(one),
        _ => None,
    }
}

/// The reason why a solver stopped early, unless it reached the goal.
fn why(stopped: Option<StopReason>) -> Option<StopReason> {
    stopped.filter(|&why| why != StopReason::Enough)
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

/// Logs the times and the statistics of a solver.
pub(super) fn log_times(query: &RunQuery<'_>, stats: &RunStats) {
    let (name, solver) = (&query.task.name, query.solver.name());
    let mut text = format!("{name}: {solver} solved in {:.1?}", stats.solve);
    if let Solver::External(_) = query.solver {
        text += &format!(
            " ({} runs); wrote {} bytes in {:.1?}, decoded in {:.1?}, checked in {:.1?}",
            stats.runs, stats.model_bytes, stats.emit, stats.decode, stats.check
        );
    }
    for (what, number) in stats.statistics.iter() {
        text += &format!("; {what} {number}");
    }
    log::detail(&text);
}
