//! Runs a schedule: interleaves configurations and reports each record when its run ends.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::machine::Machine;
use super::record::{BenchGoal, Configuration, RunKey, RunLimits, RunRecord, RunVerdict};
use super::shard::Shard;
use crate::formats::{self, Format};
use crate::limits::{Budget, CancelFlag, Limits};
use crate::lower::{STEPS, lower_until};
use crate::puzzle::{Label, Puzzle};
use crate::solver::{Goal, RunStats, SolutionCount, Solver, SolverError, StopReason, Task};

/// The smallest puzzle. The time of a solver on it is its start-up time.
const SMALLEST: &str = "**\n\n00\n";

/// The minimum number of start-up runs per configuration.
const START_UPS: u32 = 3;

/// The time limit for deciding whether pruning alone solves a puzzle.
const PRUNE_TIME_LIMIT: Duration = Duration::from_secs(5);

/// A configuration with its solver.
#[derive(Debug)]
pub(crate) struct Competitor {
    pub configuration: Configuration,
    pub solver: Solver,
    /// The SHA-256 of the solver's program, if it can be read.
    pub program_sha256: Option<String>,
}

/// A puzzle of a benchmark.
#[derive(Debug)]
pub(crate) struct BenchInstance {
    name: Label,
    puzzle: Puzzle,
    digest: String,
    solved_by_pruning: bool,
    start_up: bool,
}

impl BenchInstance {
    pub(crate) fn new(name: Label, puzzle: Puzzle, cancel: &CancelFlag) -> Self {
        // A puzzle that takes longer to prune, or is too large, counts as undecided.
        let budget = Budget::new(&Limits {
            time: Some(PRUNE_TIME_LIMIT),
            cancel: cancel.clone(),
            ..Limits::default()
        });
        let solved_by_pruning = lower_until(&puzzle, &STEPS, &budget)
            .is_ok_and(|lowered| lowered.model.placements.len() <= puzzle.dominoes().len());
        BenchInstance {
            name,
            digest: puzzle.digest(),
            puzzle,
            solved_by_pruning,
            start_up: false,
        }
    }

    /// The puzzle for start-up times.
    pub(crate) fn smallest() -> Option<Self> {
        let document = formats::read(SMALLEST.as_bytes(), Some(Format::Text)).ok()?;
        let puzzle = document.pick(None).ok()?.clone();
        Some(BenchInstance {
            start_up: true,
            ..BenchInstance::new("start-up".into(), puzzle, &CancelFlag::default())
        })
    }
}

/// The repeats, limits and concurrency of a benchmark.
#[derive(Debug, Clone)]
pub(crate) struct Schedule {
    pub repeats: u32,
    /// Whether each repeat has its own seed.
    pub seeds: bool,
    pub limits: RunLimits,
    pub shard: Option<Shard>,
    /// The number of concurrent runs.
    pub jobs: u16,
}

/// A run of the schedule.
#[derive(Debug)]
struct ScheduledRun<'a> {
    key: RunKey,
    competitor: &'a Competitor,
    instance: &'a BenchInstance,
}

/// Runs competitors on instances.
#[derive(Debug)]
pub(crate) struct Runner<'a> {
    pub competitors: &'a [Competitor],
    pub instances: &'a [BenchInstance],
    pub schedule: &'a Schedule,
    pub cancel: &'a CancelFlag,
    pub machine: &'a Machine,
    /// Receives the log lines of solvers.
    pub log: fn(fmt::Arguments<'_>),
}

impl<'a> Runner<'a> {
    /// The runs in order. All configurations try a puzzle before the next puzzle, in rotating
    /// order, and all puzzles are tried before any is repeated, so that noise affects all
    /// configurations alike. Equal puzzles count once.
    fn runs(&self) -> Vec<ScheduledRun<'a>> {
        let Schedule {
            repeats,
            seeds,
            ref limits,
            shard,
            ..
        } = *self.schedule;
        let mut seen = HashSet::new();
        let mut runs = Vec::new();
        for repeat in 1..=repeats.max(START_UPS) {
            for (nth, instance) in self.instances.iter().enumerate() {
                if repeat > repeats && !instance.start_up {
                    continue;
                }
                let seed = (seeds && !instance.start_up).then_some(repeat.into());
                let count = self.competitors.len();
                for step in 0..count {
                    let competitor = &self.competitors[(nth + repeat as usize + step) % count];
                    let key = RunKey::new(
                        &instance.digest,
                        &competitor.configuration,
                        instance.start_up,
                        limits,
                        seed,
                        repeat,
                    );
                    let is_due = shard.is_none_or(|shard| shard.has(&key));
                    if is_due && seen.insert(key.clone()) {
                        runs.push(ScheduledRun {
                            key,
                            competitor,
                            instance,
                        });
                    }
                }
            }
        }
        runs
    }

    /// The number of runs that are not in `done`.
    pub(crate) fn due(&self, done: &HashSet<RunKey>) -> usize {
        let runs = self.runs().into_iter();
        runs.filter(|run| !done.contains(&run.key)).count()
    }

    /// Makes every run that is not in `done`. `begins` is called before each run, and `ended` with
    /// its record; an error of `ended` stops the benchmark.
    pub(crate) fn run<E>(
        &self,
        done: &HashSet<RunKey>,
        begins: &(dyn Fn(String) + Sync),
        ended: &mut dyn FnMut(RunRecord) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut runs = self.runs();
        runs.retain(|run| !done.contains(&run.key));
        let queue = Mutex::new(runs.into_iter());
        let stop = self.cancel.child();
        thread::scope(|scope| {
            let (sender, finished) = channel();
            for _ in 0..self.schedule.jobs {
                let (sender, queue, stop) = (sender.clone(), &queue, &stop);
                let _ = scope.spawn(move || {
                    while !stop.is_cancelled() {
                        let next = queue.lock().ok().and_then(|mut queue| queue.next());
                        let Some(run) = next else { break };
                        let configuration = &run.competitor.configuration;
                        begins(format!("{}, {configuration}", run.instance.name));
                        let record = self.measure(&run, stop);
                        if record.is_none_or(|record| sender.send(record).is_err()) {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for record in finished {
                if let Err(problem) = ended(record) {
                    stop.cancel();
                    return Err(problem);
                }
            }
            Ok(())
        })
    }

    /// Makes one run; `None` if it was cancelled.
    fn measure(&self, run: &ScheduledRun<'_>, stop: &CancelFlag) -> Option<RunRecord> {
        let (competitor, instance) = (run.competitor, run.instance);
        let (configuration, solver) = (&competitor.configuration, &competitor.solver);
        let limits = &self.schedule.limits;
        let is_external = matches!(solver, Solver::External(_));
        let mut task = Task::new(&instance.puzzle);
        task.name = instance.name.clone();
        task.goal = match configuration.question {
            BenchGoal::One => Goal::One,
            BenchGoal::Unique => Goal::All { limit: Some(2) },
            BenchGoal::Count => Goal::Count { limit: None },
        };
        // In-process solvers have one thread, so a wall-clock limit bounds their processor time.
        let time = match limits.cpu_limit {
            Some(cpu) if !is_external => limits.time_limit.min(cpu),
            _ => limits.time_limit,
        };
        task.limits = Limits {
            time: Some(Duration::from_secs_f64(time)),
            memory: limits.memory_limit,
            cancel: stop.clone(),
        };
        let steps = STEPS.into_iter();
        task.options.without = steps.filter(|s| !configuration.steps.contains(s)).collect();
        task.options.model_hash = true;
        task.options.seed = run.key.seed;
        task.options.cpu = limits.cpu_limit.map(Duration::from_secs_f64);
        task.log = &self.log;
        let mut stats = RunStats::default();
        let started = now();
        let budget = Budget::new(&task.limits);
        let ignore_board = &mut |_| ControlFlow::Continue(());
        let solved = solver.run(&task, &budget, &mut stats, ignore_board);
        let (verdict, found, problem) = match solved {
            Ok(outcome) if outcome.stopped == Some(StopReason::Cancelled) => return None,
            Ok(outcome) if outcome.is_verdict() => {
                (RunVerdict::Answered, Some(outcome.found), None)
            }
            Ok(outcome) => (RunVerdict::Unanswered, Some(outcome.found), None),
            // Errors during cancellation are not errors of the solver.
            Err(_) if stop.is_cancelled() => return None,
            Err(error @ SolverError::Misbehaved { .. }) => {
                (RunVerdict::Wrong, None, Some(error.to_string()))
            }
            Err(error) => (RunVerdict::Failed, None, Some(error.to_string())),
        };
        let prepared = (stats.lower + stats.emit).as_secs_f64();
        Some(RunRecord {
            puzzle: instance.name.clone(),
            digest: instance.digest.clone(),
            dominoes: instance.puzzle.dominoes().len(),
            known: instance.puzzle.solution().is_some(),
            decided: instance.solved_by_pruning,
            start_up: instance.start_up,
            configuration: configuration.clone(),
            version: solver.version().map(Label::from),
            repeat: run.key.repeat,
            seed: run.key.seed,
            started,
            limits: *limits,
            jobs: self.schedule.jobs.into(),
            verdict,
            solutions: found.map(|found| found.count().to_string()),
            exact: found.is_some_and(SolutionCount::is_exact),
            problem: problem.map(Label::from),
            wall: stats.solve.as_secs_f64() + if is_external { 0.0 } else { prepared },
            cpu: stats.cpu.as_secs_f64(),
            emit: if is_external { prepared } else { 0.0 },
            memory: if is_external { stats.peak_memory } else { 0 },
            model_bytes: stats.model_bytes,
            model_sha256: stats.model_sha256,
            command: stats.command.map(Label::from),
            program_sha256: competitor.program_sha256.clone(),
            pipsc: env!("CARGO_PKG_VERSION").into(),
            machine: self.machine.clone(),
            statistics: stats.statistics,
        })
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_millis() as u64)
}
