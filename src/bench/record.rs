//! The record of a run in a results file.

use std::fmt;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use super::machine::Machine;
use crate::lower::{AS_IT_STANDS, LoweringStep, STEPS};
use crate::puzzle::Label;
use crate::solver::{SolutionCount, Statistics};

/// The goal of a run.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ValueEnum,
)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BenchGoal {
    /// A solution, or the proof that there is none
    One,
    /// Is there exactly one solution?
    Unique,
    /// How many solutions are there?
    Count,
}

/// A measured configuration: a solver, an encoding, a goal, and the lowering steps.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Configuration {
    pub question: BenchGoal,
    pub solver: Label,
    /// The encoding, or the strategy of plain search.
    pub encoding: Option<Label>,
    /// The lowering steps in order.
    pub steps: Vec<LoweringStep>,
}

/// A short name of the lowering steps.
pub(crate) fn terms(steps: &[LoweringStep]) -> String {
    let (base, usual) = if steps.contains(&LoweringStep::Prune) {
        ("pruned", &STEPS[..])
    } else {
        ("whole", &AS_IT_STANDS[..])
    };
    let without = usual.iter().filter(|step| !steps.contains(step));
    let without: Vec<&str> = without.map(|step| step.name()).collect();
    match without.as_slice() {
        [] => base.into(),
        without => format!("{base} without {}", without.join(" and ")),
    }
}

impl fmt::Display for Configuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.solver.fmt(f)?;
        if let Some(encoding) = &self.encoding {
            write!(f, "/{encoding}")?;
        }
        match self.question {
            BenchGoal::One => {}
            BenchGoal::Unique => f.write_str(" unique")?,
            BenchGoal::Count => f.write_str(" count")?,
        }
        if self.steps != STEPS {
            write!(f, " {}", terms(&self.steps))?;
        }
        Ok(())
    }
}

/// The limits of a run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunLimits {
    /// Wall-clock time, in seconds.
    pub time_limit: f64,
    /// Processor time, in seconds.
    pub cpu_limit: Option<f64>,
    /// Memory, in bytes.
    pub memory_limit: Option<u64>,
}

/// The verdict of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunVerdict {
    /// The solver reached the goal; every board was checked.
    Answered,
    /// The solver reached a limit or gave up.
    Unanswered,
    /// The solver could not be run, or the encoding cannot express the puzzle.
    Failed,
    /// The reply cannot be read, or contains a board that the checker rejects.
    Wrong,
}

/// One run of one configuration on one puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct RunRecord {
    /// The puzzle's name.
    pub puzzle: Label,
    /// The digest of the puzzle.
    pub digest: String,
    /// The size of the puzzle.
    pub dominoes: usize,
    /// Whether the puzzle's file contains a solution.
    pub known: bool,
    /// Whether pruning leaves at most one placement for each domino, and no search.
    pub decided: bool,
    /// Whether the puzzle is the smallest one, which measures the start-up time of the solver.
    pub start_up: bool,
    #[serde(flatten)]
    pub configuration: Configuration,
    /// The solver's version, if it prints one.
    pub version: Option<Label>,
    /// The number of the repeat, from 1.
    pub repeat: u32,
    /// The solver's seed, with `--seeds`.
    pub seed: Option<u64>,
    /// The start time, in milliseconds since 1970.
    pub started: u64,
    #[serde(flatten)]
    pub limits: RunLimits,
    /// The number of concurrent runs.
    pub jobs: u32,
    pub verdict: RunVerdict,
    /// The number of solutions found, as a string, because it may be too large for JSON.
    pub solutions: Option<String>,
    /// Whether `solutions` is the exact number.
    pub exact: bool,
    /// The error message of a run that failed or is wrong.
    pub problem: Option<Label>,
    /// Wall-clock time of the solver, in seconds. That of in-process solvers includes pruning.
    pub wall: f64,
    /// Processor time, in seconds.
    pub cpu: f64,
    /// The time for lowering and writing the model, in seconds; not part of `wall`.
    pub emit: f64,
    /// Peak memory of the solver's process, in bytes; 0 for in-process solvers.
    pub memory: u64,
    /// The size of the model, in bytes.
    pub model_bytes: u64,
    /// The SHA-256 of the model, over its concatenated files.
    pub model_sha256: Option<String>,
    /// The command line, with file names in place of temporary paths.
    pub command: Option<Label>,
    /// The SHA-256 of the program.
    pub program_sha256: Option<String>,
    /// The version of pipsc that made the run.
    pub pipsc: Label,
    pub machine: Machine,
    /// The statistics that the solver prints.
    pub statistics: Statistics,
}

/// The identity of a run: its content, not its place or time.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub(crate) struct RunKey {
    digest: String,
    configuration: Configuration,
    start_up: bool,
    time_limit_ms: u64,
    cpu_limit_ms: Option<u64>,
    memory_limit: Option<u64>,
    pub(super) seed: Option<u64>,
    pub(super) repeat: u32,
}

impl RunKey {
    /// The key of a run of a configuration on a puzzle.
    pub(crate) fn new(
        digest: &str,
        configuration: &Configuration,
        start_up: bool,
        limits: &RunLimits,
        seed: Option<u64>,
        repeat: u32,
    ) -> Self {
        let ms = |seconds: f64| (seconds * 1000.0).round() as u64;
        RunKey {
            digest: digest.to_owned(),
            configuration: configuration.clone(),
            start_up,
            time_limit_ms: ms(limits.time_limit),
            cpu_limit_ms: limits.cpu_limit.map(ms),
            memory_limit: limits.memory_limit,
            seed,
            repeat,
        }
    }

    /// The key of a record.
    pub(crate) fn of(record: &RunRecord) -> Self {
        RunKey::new(
            &record.digest,
            &record.configuration,
            record.start_up,
            &record.limits,
            record.seed,
            record.repeat,
        )
    }
}

impl RunRecord {
    /// The number of solutions, if known.
    pub(crate) fn found(&self) -> Option<SolutionCount> {
        let count = self.solutions.as_ref()?.parse().ok()?;
        Some(if self.exact {
            SolutionCount::Exactly(count)
        } else {
            SolutionCount::AtLeast(count)
        })
    }

    /// An inconsistency of the record, with the name of the field.
    pub(super) fn fault(&self) -> Option<String> {
        let times = [
            ("time_limit", self.limits.time_limit),
            ("cpu_limit", self.limits.cpu_limit.unwrap_or(0.0)),
            ("wall", self.wall),
            ("cpu", self.cpu),
            ("emit", self.emit),
        ];
        let wrong = times.iter().find(|(_, time)| !(0.0..1e9).contains(time));
        let solutions = self.solutions.as_ref();
        match wrong {
            Some((name, time)) => Some(format!("{name}: {time} is no time in seconds")),
            None if solutions.is_some() && self.found().is_none() => {
                Some("solutions: expected a number in digits".into())
            }
            None if self.repeat == 0 => Some("repeat: counted from 1".into()),
            None => None,
        }
    }
}
