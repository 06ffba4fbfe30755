//! Solves the puzzles of `pipsc run`: in order, several at a time, or with several solvers each.

use std::collections::BTreeSet;

use super::report::{RunQuery, RunReport, log_times};
use super::{CallScope, ReadPuzzle, Run};
use crate::cli::args::warn_about;
use crate::cli::input::LoadedPuzzle;
use crate::cli::interrupt::TaskGuard;
use crate::cli::progress::Progress;
use crate::cli::{CliError, log};
use crate::exit::Exit;
use crate::parallel::{in_order, processors};
use crate::puzzle::{Board, Label, Puzzle};
use crate::solver::{
    CancelFlag, Comparison, Goal, KeepFolder, ProofRequest, Race, Solver, SolverOptions, Task,
    compare, race,
};

/// The minimum number of puzzles for which starting threads pays off.
const MANY: usize = 8;

/// The number of puzzles per thread in a chunk. Results of a chunk are kept in memory to be printed
/// in order.
const CHUNK: usize = 8;

/// The maximum number of boards of a puzzle that are kept by default.
const FEW: u64 = 100;

/// A puzzle with its pins and boards.
struct PreparedPuzzle {
    name: Label,
    /// The puzzle for output.
    puzzle: Puzzle,
    /// The puzzle with its board as pins, for the solver.
    extended: Puzzle,
    exclude: BTreeSet<Board>,
}

impl Run {
    /// Solves each puzzle with each solver, and reports the results in order.
    pub(super) fn solve_all(
        &self,
        puzzles: Vec<ReadPuzzle>,
        solvers: &[Solver],
        scope: CallScope,
        proof: Option<&ProofRequest>,
        ongoing: &TaskGuard,
        mut report: RunReport<'_>,
    ) -> Result<Exit, CliError> {
        let progress = Progress::of(puzzles.len());
        let threads = self.puzzles_at_a_time(puzzles.len(), solvers);
        let cancel = ongoing.cancel.child();
        let mut puzzles = puzzles
            .into_iter()
            .map(|(source, read, loaded)| {
                let instance = loaded.and_then(|loaded| self.instance(loaded));
                (source, read, instance)
            })
            .peekable();
        if threads == 1 {
            for (source, read, instance) in puzzles {
                match &instance {
                    Ok(instance) => {
                        let names: Vec<&str> = solvers.iter().map(Solver::name).collect();
                        progress.message(format!("{}: {}", instance.name, names.join(", ")));
                        let task = &self.task(instance, scope, proof, &cancel);
                        let puzzle = &instance.puzzle;
                        self.solve(&RunQuery { task, puzzle, read }, solvers, &mut report)?;
                    }
                    Err(failure) => report.fail(&source, None, failure)?,
                }
                progress.step();
            }
            drop(progress);
            return report.finish();
        }
        while puzzles.peek().is_some() {
            let chunk: Vec<_> = puzzles.by_ref().take(CHUNK * threads).collect();
            in_order(
                &chunk,
                threads,
                |_, (_, _, instance)| {
                    let instance = instance.as_ref().ok()?;
                    let task = self.task(instance, scope, proof, &cancel);
                    let finished: Vec<_> = solvers.iter().map(|one| one.collect(&task)).collect();
                    Some((task, &instance.puzzle, finished))
                },
                |index, collected| {
                    let (source, read, instance) = &chunk[index];
                    let mut reported = Ok(());
                    if let Some((task, puzzle, finished)) = collected {
                        let (task, read) = (&task, *read);
                        let query = RunQuery { task, puzzle, read };
                        let mut all = solvers.iter().zip(finished);
                        reported =
                            all.try_for_each(|(solver, one)| report.finished(&query, solver, one));
                    } else if let Err(failure) = instance {
                        reported = report.fail(source, None, failure);
                    }
                    if reported.is_err() {
                        cancel.cancel();
                    }
                    progress.step();
                    reported
                },
            )?;
        }
        drop(progress);
        report.finish()
    }

    /// The number of puzzles that are solved at a time. The default is one, unless the embedded
    /// solver has many puzzles with few boards each, without measurements or messages that would
    /// mix.
    fn puzzles_at_a_time(&self, puzzles: usize, solvers: &[Solver]) -> usize {
        let is_external = |solver: &Solver| matches!(solver, Solver::External(_));
        // A memory limit is per puzzle, and memory within the process cannot be attributed to one.
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
        let is_alone = self.race || self.agree || log::is_verbose() || self.board.board.is_some();
        if puzzles < MANY || !keeps_few || is_alone || !solvers.iter().all(is_embedded) {
            return 1;
        }
        processors()
    }

    /// A puzzle with its pins, its board, and its excluded boards.
    fn instance(&self, loaded: LoadedPuzzle) -> Result<PreparedPuzzle, CliError> {
        let board = self.board.beginning(&loaded)?;
        warn_about(&loaded);
        let exclude = self.exclude.boards(&loaded)?;
        let LoadedPuzzle { puzzle, name } = loaded;
        let puzzle = self.fix.pin(puzzle)?;
        let extended = puzzle.clone().extending(&board);
        let extended = extended.map_err(|error| CliError::usage(format!("the board: {error}")))?;
        Ok(PreparedPuzzle {
            name,
            puzzle,
            extended,
            exclude,
        })
    }

    fn task<'p>(
        &self,
        instance: &'p PreparedPuzzle,
        scope: CallScope,
        proof: Option<&ProofRequest>,
        cancel: &CancelFlag,
    ) -> Task<'p> {
        let mut task = Task::new(&instance.extended);
        task.goal = self.goal();
        task.limits = self.limits.limits(cancel);
        task.options = SolverOptions {
            seed: self.seed,
            threads: self.threads,
            cpu: None,
            arguments: self.extra.clone(),
            without: self.steps.without(),
            keep: self.keep(scope, instance.name.raw()),
            proof: proof.cloned(),
            model_hash: false,
        };
        task.exclude = instance.exclude.clone();
        task.name = instance.name.clone();
        task.log = &|line| log::detail(&line);
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

    /// The folder for kept files, one for each puzzle if there are several.
    fn keep(&self, scope: CallScope, puzzle: &str) -> Option<KeepFolder> {
        let mut folder = self.keep.clone()?;
        if !scope.one_puzzle {
            let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
            let name = puzzle.chars().map(|c| if is_plain(c) { c } else { '_' });
            folder.push(name.collect::<String>());
        }
        Some(match scope.one_solver {
            true => KeepFolder::In(folder),
            false => KeepFolder::BySolver(folder),
        })
    }

    /// Solves a puzzle with each solver. Boards are reported as they are found, unless all solvers
    /// run at once.
    fn solve(
        &self,
        query: &RunQuery<'_>,
        solvers: &[Solver],
        report: &mut RunReport<'_>,
    ) -> Result<(), CliError> {
        let task = query.task;
        if self.race {
            let Race { finished, winner } = race(solvers, task);
            let first_good = finished.iter().position(|one| one.result.is_ok());
            let shown = winner.or(first_good).unwrap_or(0);
            for (index, (solver, finished)) in solvers.iter().zip(finished).enumerate() {
                // The race stopped the other solvers; only their faults are printed.
                match &finished.result {
                    _ if index == shown => report.finished(query, solver, finished)?,
                    Err(problem) => log::warning(problem),
                    Ok(solved) => log_times(task, solver, &solved.stats),
                }
            }
        } else if self.agree {
            let Comparison {
                finished,
                disagreement,
            } = compare(solvers, task);
            for (solver, finished) in solvers.iter().zip(finished) {
                report.finished(query, solver, finished)?;
            }
            if let Some(what) = disagreement {
                let message = format!("the solvers disagree: {what}");
                let failure = CliError::new(Exit::Rejected, message);
                report.fail(task.name.raw(), None, &failure)?;
            }
        } else {
            for solver in solvers {
                report.answer(query, solver, |on_board| solver.solve(task, on_board))?;
            }
        }
        Ok(())
    }
}
