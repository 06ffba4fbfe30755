//! Solves the puzzles of `pipsc run`: in order, several at a time, or with several solvers each.

use std::collections::BTreeSet;

use super::report::{RunQuery, RunReport, log_times};
use super::{CallScope, Run};
use crate::cli::input::LoadedPuzzle;
use crate::cli::interrupt::TaskGuard;
use crate::cli::progress::Progress;
use crate::cli::{CliError, log};
use crate::exit::Exit;
use crate::parallel::in_order;
use crate::puzzle::{Board, Label, Puzzle};
use crate::solver::{
    CancelFlag, Comparison, Goal, KeepFolder, ProofRequest, Race, Solver, SolverOptions, Task,
    compare, race,
};

/// A puzzle with its pins and boards.
pub(super) struct PreparedPuzzle {
    name: Label,
    /// The puzzle for output.
    puzzle: Puzzle,
    /// The puzzle with its board as pins, for the solver.
    extended: Puzzle,
    exclude: BTreeSet<Board>,
}

impl Run {
    /// Adds the pins, the board and the excluded boards to a puzzle, and prints its warnings.
    pub(super) fn prepare(
        &self,
        loaded: LoadedPuzzle,
        scope: CallScope,
    ) -> Result<PreparedPuzzle, CliError> {
        let board = self.board.beginning(&loaded)?;
        let exclude = self.exclude.boards(&loaded)?;
        loaded.warn(&match scope.one_puzzle {
            true => String::new(),
            false => format!("{}: ", loaded.name),
        });
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

    /// Solves each puzzle with each solver, and reports the results in order. A puzzle that cannot be
    /// read is reported by the name of its source.
    pub(super) fn solve_all(
        &self,
        puzzles: &[(String, Result<PreparedPuzzle, CliError>)],
        solvers: &[Solver],
        proof: Option<&ProofRequest>,
        guard: &TaskGuard,
        mut report: RunReport<'_>,
    ) -> Result<Exit, CliError> {
        let progress = Progress::of(puzzles.len());
        let (scope, cancel) = (report.scope, guard.cancel.child());
        let jobs = self.puzzles_at_a_time(solvers);
        if jobs == 1 {
            for (source, prepared) in puzzles {
                match prepared {
                    Ok(prepared) => {
                        let names: Vec<&str> = solvers.iter().map(Solver::name).collect();
                        progress.message(format!("{}: {}", prepared.name, names.join(", ")));
                        let task = self.task(prepared, scope, proof, &cancel);
                        self.solve(&task, &prepared.puzzle, solvers, &mut report)?;
                    }
                    Err(failure) => report.fail(source, None, failure)?,
                }
                progress.step();
            }
        } else {
            let collect = |prepared| {
                let task = self.task(prepared, scope, proof, &cancel);
                let finished: Vec<_> = solvers.iter().map(|one| one.collect(&task)).collect();
                (task, finished)
            };
            let work = |index: usize, _| puzzles[index].1.as_ref().ok().map(collect);
            in_order(puzzles, jobs, work, |index, solved| {
                let (source, prepared) = &puzzles[index];
                let reported = match (prepared, solved) {
                    (Ok(prepared), Some((task, finished))) => {
                        let mut results = solvers.iter().zip(finished);
                        results.try_for_each(|(solver, finished)| {
                            let (task, puzzle) = (&task, &prepared.puzzle);
                            let query = RunQuery {
                                task,
                                puzzle,
                                solver,
                            };
                            report.finished(&query, finished)
                        })
                    }
                    (Err(failure), _) => report.fail(source, None, failure),
                    (Ok(_), None) => Ok(()),
                };
                progress.step();
                // After an error the other results are not needed.
                reported.inspect_err(|_| cancel.cancel())
            })?;
        }
        drop(progress);
        report.finish()
    }

    /// The number of puzzles that are solved at a time. A memory limit is per puzzle, and memory within
    /// the process cannot be attributed to one.
    fn puzzles_at_a_time(&self, solvers: &[Solver]) -> usize {
        let is_external = |solver: &Solver| matches!(solver, Solver::External(_));
        match self.limits.memory_limit.is_some() && !solvers.iter().all(is_external) {
            true => 1,
            false => self.jobs as usize,
        }
    }

    fn task<'p>(
        &self,
        prepared: &'p PreparedPuzzle,
        scope: CallScope,
        proof: Option<&ProofRequest>,
        cancel: &CancelFlag,
    ) -> Task<'p> {
        let mut task = Task::new(&prepared.extended);
        task.goal = self.goal();
        task.limits = self.limits.limits(cancel);
        task.options = SolverOptions {
            seed: self.seed,
            threads: self.threads,
            cpu: None,
            arguments: self.extra.clone(),
            without: self.steps.without(),
            keep: self.keep(scope, prepared.name.raw()),
            proof: proof.cloned(),
            model_hash: false,
        };
        task.exclude = prepared.exclude.clone();
        task.name = prepared.name.clone();
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
        task: &Task<'_>,
        puzzle: &Puzzle,
        solvers: &[Solver],
        report: &mut RunReport<'_>,
    ) -> Result<(), CliError> {
        let queries = solvers.iter().map(|solver| RunQuery {
            task,
            puzzle,
            solver,
        });
        if self.race {
            let Race { finished, winner } = race(solvers, task);
            let first_good = finished.iter().position(|one| one.result.is_ok());
            let shown = winner.or(first_good).unwrap_or(0);
            for (index, (query, finished)) in queries.zip(finished).enumerate() {
                // The race stopped the other solvers; only their faults are printed.
                match &finished.result {
                    _ if index == shown => report.finished(&query, finished)?,
                    Err(problem) => log::warning(problem),
                    Ok(solved) => log_times(&query, &solved.stats),
                }
            }
        } else if self.agree {
            let Comparison {
                finished,
                disagreement,
            } = compare(solvers, task);
            for (query, finished) in queries.zip(finished) {
                report.finished(&query, finished)?;
            }
            if let Some(what) = disagreement {
                let message = format!("the solvers disagree: {what}");
                let failure = CliError::new(Exit::Rejected, message);
                report.fail(task.name.raw(), None, &failure)?;
            }
        } else {
            for query in queries {
                report.answer(&query, |on_board| query.solver.solve(task, on_board))?;
            }
        }
        Ok(())
    }
}
