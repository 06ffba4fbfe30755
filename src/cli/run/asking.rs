//! The questions: what each solver is asked about each puzzle, one after the other, beside each other or in a race.

use std::collections::BTreeSet;

use super::jobs::{self, Workers};
use super::report::{Query, Report};
use super::{Read, Run, Scope};
use crate::cli::args::warn_about;
use crate::cli::input::LoadedPuzzle;
use crate::cli::interrupt::TaskGuard;
use crate::cli::pins::pin;
use crate::cli::progress::Progress;
use crate::cli::{CliError, say};
use crate::exit::Exit;
use crate::parallel::processors;
use crate::puzzle::{Board, Label, Partial, Puzzle};
use crate::solver::{
    Cancel, Comparison, Finished, Goal, Keep, Options, Proof, Race, Solver, Stats, Task, compare,
    race,
};

/// From so many puzzles on it pays to start threads for them.
const MANY: usize = 8;

/// How many puzzles of a chunk each worker gets: results are kept until their turn.
const CHUNK: usize = 8;

/// The most boards of a puzzle that are kept, by default.
const FEW: u64 = 100;

/// A puzzle as it is asked about.
struct Pinned {
    /// With its pins.
    puzzle: Puzzle,
    /// What lies on the board already.
    board: Partial,
    /// The boards that do not count as solutions.
    exclude: BTreeSet<Board>,
    name: Label,
}

impl Run {
    /// Asks the solvers about each puzzle, and reports what they say.
    pub(super) fn answer_all(
        &self,
        puzzles: Vec<Read>,
        solvers: &[Solver],
        scope: Scope,
        proof: Option<Proof>,
        ongoing: &TaskGuard,
        mut report: Report<'_>,
    ) -> Result<Exit, CliError> {
        let workers = self.workers(puzzles.len(), solvers);
        if workers > 1 {
            let cancel = &ongoing.cancel;
            self.answer_beside(puzzles, solvers, workers, scope, cancel, &mut report)?;
            return report.finish();
        }
        let progress = Progress::of(puzzles.len());
        for (source, read, chosen) in puzzles {
            if let Ok(chosen) = &chosen {
                let names: Vec<&str> = solvers.iter().map(Solver::name).collect();
                progress.say(format!("{}: {}", chosen.name, names.join(", ")));
            }
            match chosen.and_then(|chosen| self.pinned(chosen)) {
                Ok(Pinned {
                    puzzle,
                    board,
                    exclude,
                    name,
                }) => {
                    let asked = puzzle.clone().extending(&board);
                    let asked =
                        asked.map_err(|error| CliError::usage(format!("the board: {error}")))?;
                    let mut task = self.task(&asked, name, scope, &ongoing.cancel);
                    task.exclude = exclude;
                    task.options.proof = proof.clone();
                    let (task, puzzle) = (&task, &puzzle);
                    self.solve(&Query { task, puzzle, read }, solvers, &mut report)?;
                }
                Err(failure) => report.failed(&source, &failure)?,
            }
            progress.step();
        }
        drop(progress);
        report.finish()
    }

    /// The same with several puzzles at a time: chunk by chunk, with the results in order.
    fn answer_beside(
        &self,
        puzzles: Vec<Read>,
        solvers: &[Solver],
        workers: usize,
        scope: Scope,
        cancel: &Cancel,
        report: &mut Report<'_>,
    ) -> Result<(), CliError> {
        let progress = Progress::of(puzzles.len());
        let workers = Workers {
            count: workers,
            stop: cancel.below(),
        };
        let mut puzzles = puzzles.into_iter().peekable();
        while puzzles.peek().is_some() {
            let chunk = puzzles.by_ref().take(CHUNK * workers.count);
            let chunk: Vec<_> = chunk
                .map(|(source, read, chosen)| {
                    (source, read, chosen.and_then(|chosen| self.pinned(chosen)))
                })
                .collect();
            let tasks: Vec<Option<Task<'_>>> = chunk
                .iter()
                .map(|(_, _, pinned)| {
                    let Pinned {
                        puzzle,
                        name,
                        exclude,
                        ..
                    } = pinned.as_ref().ok()?;
                    let mut task = self.task(puzzle, name.clone(), scope, &workers.stop);
                    task.exclude = exclude.clone();
                    Some(task)
                })
                .collect();
            jobs::solve::<CliError>(&tasks, solvers, &workers, &mut |at, finished| {
                let (source, read, pinned) = &chunk[at];
                match (pinned, &tasks[at]) {
                    (Ok(Pinned { puzzle, .. }), Some(task)) => {
                        let read = *read;
                        let asked = Query { task, puzzle, read };
                        for (solver, finished) in solvers.iter().zip(finished) {
                            report_finished(&asked, solver, finished, report)?;
                        }
                    }
                    (Err(failure), _) => report.failed(source, failure)?,
                    (Ok(_), None) => {}
                }
                progress.step();
                Ok(())
            })?;
        }
        Ok(())
    }

    /// How many puzzles are solved at a time. By default one where runs would share what is measured or
    /// said of them, where boards would have to be kept, and where threads would not pay.
    fn workers(&self, puzzles: usize, solvers: &[Solver]) -> usize {
        let is_external = |solver: &Solver| matches!(solver, Solver::External(_));
        // In process, the memory of one puzzle cannot be told from that of another.
        if self.limits.memory_limit.is_some() && !solvers.iter().all(is_external) {
            return 1;
        }
        if let Some(jobs) = self.jobs {
            return jobs as usize;
        }
        let is_embedded = |solver: &Solver| matches!(solver, Solver::Embedded);
        let keeps_few = match self.goal() {
            Goal::One | Goal::Count { .. } => true,
            Goal::All { limit } => limit.is_some_and(|limit| limit <= FEW),
        };
        let is_alone = self.race || self.agree || say::is_verbose() || self.board.board.is_some();
        if puzzles < MANY || !keeps_few || is_alone || !solvers.iter().all(is_embedded) {
            return 1;
        }
        processors()
    }

    /// The puzzle with its pins, and what is on its board.
    fn pinned(&self, chosen: LoadedPuzzle) -> Result<Pinned, CliError> {
        let board = self.board.beginning(&chosen)?;
        warn_about(&chosen);
        let exclude = self.exclude.boards(&chosen)?;
        let LoadedPuzzle { puzzle, name, .. } = chosen;
        Ok(Pinned {
            puzzle: pin(puzzle, &self.fix)?,
            board,
            exclude,
            name,
        })
    }

    /// What solvers are asked about a puzzle.
    fn task<'p>(&self, puzzle: &'p Puzzle, name: Label, scope: Scope, cancel: &Cancel) -> Task<'p> {
        let mut task = Task::new(puzzle);
        task.goal = self.goal();
        task.limits = self.limits.limits(cancel);
        task.options = self.options(scope, name.raw());
        task.name = name;
        task.observer = &|event| say::detail(event);
        task
    }

    fn goal(&self) -> Goal {
        match (self.unique, self.count, self.all, self.limit) {
            (true, ..) => Goal::All { limit: Some(2) },
            (_, true, _, limit) => Goal::Count { limit },
            (_, _, true, limit) | (_, _, _, limit @ Some(_)) => Goal::All { limit },
            _ => Goal::One,
        }
    }

    fn options(&self, scope: Scope, puzzle: &str) -> Options {
        let plain = |c: char| match c {
            c if c.is_alphanumeric() || "-_.".contains(c) => c,
            _ => '_',
        };
        let keep = self.keep.clone().map(|folder| {
            let folder = if scope.one_puzzle {
                folder
            } else {
                folder.join(puzzle.chars().map(plain).collect::<String>())
            };
            if scope.one_solver {
                Keep::In(folder)
            } else {
                Keep::BySolver(folder)
            }
        });
        Options {
            seed: self.seed,
            threads: self.threads,
            cpu: None,
            arguments: self.extra.clone(),
            without: self.steps.without(),
            keep,
            proof: None,
            model_hash: false,
        }
    }

    fn solve(
        &self,
        asked: &Query<'_>,
        solvers: &[Solver],
        report: &mut Report<'_>,
    ) -> Result<(), CliError> {
        let task = asked.task;
        if self.race {
            let Race { finished, winner } = race(solvers, task);
            let first_good = finished.iter().position(|one| one.result.is_ok());
            let shown = winner.or(first_good).unwrap_or(0);
            for (index, (solver, finished)) in solvers.iter().zip(finished).enumerate() {
                // The others were stopped; only their faults are worth a word.
                match &finished.result {
                    _ if index == shown => report_finished(asked, solver, finished, report)?,
                    Err(problem) => say::warning(problem),
                    Ok(solved) => say_times(task, solver, &solved.stats),
                }
            }
            return Ok(());
        }
        if self.agree {
            let Comparison {
                finished,
                disagreement,
            } = compare(solvers, task);
            for (solver, finished) in solvers.iter().zip(finished) {
                report_finished(asked, solver, finished, report)?;
            }
            return match disagreement {
                Some(what) => report.failed(
                    task.name.raw(),
                    &CliError::new(Exit::Rejected, format!("the solvers disagree: {what}")),
                ),
                None => Ok(()),
            };
        }
        for solver in solvers {
            let mut answer = report.answer(asked, solver)?;
            let result = solver.solve(task, &mut |board| answer.take(board));
            if let Ok(solved) = &result {
                say_times(task, solver, &solved.stats);
            }
            answer.end(result)?;
        }
        Ok(())
    }
}

/// Reports what a solver came to that ran beside others.
fn report_finished(
    asked: &Query<'_>,
    solver: &Solver,
    finished: Finished,
    report: &mut Report<'_>,
) -> Result<(), CliError> {
    if let Ok(solved) = &finished.result {
        say_times(asked.task, solver, &solved.stats);
    }
    let mut answer = report.answer(asked, solver)?;
    for board in finished.boards {
        if answer.take(board).is_break() {
            break;
        }
    }
    answer.end(finished.result)
}

/// Says how long everything took.
fn say_times(task: &Task<'_>, solver: &Solver, stats: &Stats) {
    let (name, solve) = (&task.name, stats.solve);
    match solver {
        Solver::Embedded => say::detail(&format_args!("{name}: solved in {solve:.1?}")),
        Solver::Search(_) => {
            let counted = stats.statistics.iter();
            let counted: Vec<String> = counted
                .map(|(what, number)| format!("{what} {number}"))
                .collect();
            say::detail(&format_args!(
                "{name}: searched for {solve:.1?}; {}",
                counted.join(", ")
            ));
        }
        Solver::External(_) => say::detail(&format_args!(
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
