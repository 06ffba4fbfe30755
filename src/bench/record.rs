//! One run, as it is kept in a file.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::lower::{AS_IT_STANDS, STEPS, Step, step_names};
use crate::puzzle::Label;
use crate::solver::{Found, Statistics};
use crate::visible::Visible;

use super::faults::{MOST_BYTES, wrong_count, wrong_hash, wrong_line, wrong_name, wrong_time};
use super::key::Conditions;
use super::machine::Machine;

/// What a solver is asked in a bench.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Question {
    /// A solution, or the proof that there is none.
    One,
    /// Whether there is exactly one solution.
    Unique,
    /// The number of solutions.
    Count,
    /// Nothing: the time of something that every run includes, such as writing the model.
    Nothing,
}

/// Who is measured: a solver, with the encoding it is given, on which terms, and the question it is
/// asked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Column {
    /// The solver's name.
    pub solver: Label,
    /// The encoding, for a solver that is given a model.
    pub encoding: Option<Label>,
    /// The question.
    pub question: Question,
    /// The lowering steps before what it is given, in their order; nothing where there are none to
    /// take, and in files that do not say.
    #[serde(default)]
    pub steps: Option<Vec<Step>>,
}

/// What is given after some steps, in a word or two.
pub(crate) fn terms(steps: &[Step]) -> String {
    let (base, usual) = if steps.contains(&Step::Prune) {
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

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.solver.fmt(f)?;
        if let Some(encoding) = &self.encoding {
            write!(f, "/{encoding}")?;
        }
        match self.question {
            Question::One | Question::Nothing => {}
            Question::Unique => f.write_str(" unique")?,
            Question::Count => f.write_str(" count")?,
        }
        match self.steps.as_deref() {
            Some(steps) if steps != STEPS => write!(f, " {}", terms(steps)),
            Some(_) | None => Ok(()),
        }
    }
}

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Verdict {
    /// The question is answered; every board was checked.
    Answered,
    /// A limit came first, or the solver gave up.
    Unanswered,
    /// The solver could not be run, or the encoding does not fit the puzzle.
    Failed,
    /// The answer cannot be read, or is a board that the checker rejects.
    Wrong,
}

/// The form of a record. Those of form 1, which does not say so, have nothing about the machine, the
/// programs, and what they were given.
pub(crate) const FORM: u32 = 2;

/// One run of one column on one puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Flat")]
pub(crate) struct Record {
    /// The puzzle's name.
    pub puzzle: Label,
    /// What tells the puzzle from others of the same name.
    pub digest: String,
    /// How large it is.
    pub dominoes: usize,
    /// A solution is known from the puzzle's own text.
    pub known: bool,
    /// Not one of the puzzles but the smallest there is: what is measured is the solver's start.
    pub start_up: bool,
    /// Who.
    #[serde(flatten)]
    pub column: Column,
    /// The solver's version, where it tells one.
    pub version: Option<Label>,
    /// Counted from 1.
    pub repeat: u32,
    /// Started at this time, in milliseconds since 1970, by the clock of the machine: nothing is
    /// decided by it.
    pub started: u64,
    /// The limit in seconds of the clock on the wall.
    pub time_limit: f64,
    /// The limit in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_limit: Option<u64>,
    /// How many cores it was given, if that was decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cores: Option<u32>,
    /// It could use these cores alone, and no other run of the same bench could.
    pub pinned: bool,
    /// How many runs were made at a time.
    pub jobs: u32,
    /// The limit in seconds of processor time, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu_limit: Option<f64>,
    /// What it came to.
    pub verdict: Verdict,
    /// How many solutions were found, as a decimal number: it can be too large for JSON.
    pub solutions: Option<String>,
    /// There are no others.
    pub exact: bool,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Label>,
    /// The process from start to end, in seconds.
    pub wall: f64,
    /// Its processor time, in seconds.
    pub cpu: f64,
    /// Lowering the puzzle and writing the model, in seconds; not part of `wall` for solvers that
    /// are given a model.
    pub emit: f64,
    /// The most memory that it held, in bytes.
    pub memory: u64,
    /// The size of the model, in bytes.
    pub model_bytes: u64,
    /// What the solver counted, as far as it tells.
    #[serde(skip_serializing_if = "Statistics::is_empty")]
    pub statistics: Statistics,
    /// The SHA-256 of the model, where one was written; of two files, one after the other.
    pub model_sha256: Option<String>,
    /// The command line, with the names of files in place of temporary paths.
    pub command: Option<Label>,
    /// The SHA-256 of the program.
    pub program_sha256: Option<String>,
    /// The version of pipsc that made the run.
    pub pipsc: Option<Label>,
    /// The machine that it was made on.
    pub machine: Option<Machine>,
}

/// A record as a file has it, with what stands before it in its line, so that a good line is gone through
/// once. Fields that came with form 2 may be missing.
#[derive(Deserialize)]
pub(super) struct Flat {
    pub(super) kind: Option<Label>,
    pub(super) form: Option<u64>,
    pub(super) key: Option<Label>,
    puzzle: Label,
    digest: String,
    dominoes: usize,
    #[serde(default)]
    known: bool,
    #[serde(default)]
    start_up: bool,
    solver: Label,
    encoding: Option<Label>,
    question: Question,
    #[serde(default)]
    steps: Option<Vec<Step>>,
    version: Option<Label>,
    repeat: u32,
    started: u64,
    time_limit: f64,
    #[serde(default)]
    cpu_limit: Option<f64>,
    #[serde(default)]
    memory_limit: Option<u64>,
    #[serde(default)]
    cores: Option<u32>,
    #[serde(default)]
    pinned: bool,
    #[serde(default = "one")]
    jobs: u32,
    verdict: Verdict,
    solutions: Option<String>,
    #[serde(default)]
    exact: bool,
    #[serde(default)]
    problem: Option<Label>,
    wall: f64,
    cpu: f64,
    emit: f64,
    memory: u64,
    model_bytes: u64,
    #[serde(default)]
    statistics: Statistics,
    #[serde(default)]
    model_sha256: Option<String>,
    #[serde(default)]
    command: Option<Label>,
    #[serde(default)]
    program_sha256: Option<String>,
    #[serde(default)]
    pipsc: Option<Label>,
    #[serde(default)]
    machine: Option<Machine>,
}

fn one() -> u32 {
    1
}

impl From<Flat> for Record {
    fn from(flat: Flat) -> Self {
        Record {
            puzzle: flat.puzzle,
            digest: flat.digest,
            dominoes: flat.dominoes,
            known: flat.known,
            start_up: flat.start_up,
            column: Column {
                solver: flat.solver,
                encoding: flat.encoding,
                question: flat.question,
                steps: flat.steps,
            },
            version: flat.version,
            repeat: flat.repeat,
            started: flat.started,
            time_limit: flat.time_limit,
            cpu_limit: flat.cpu_limit,
            memory_limit: flat.memory_limit,
            cores: flat.cores,
            pinned: flat.pinned,
            jobs: flat.jobs,
            verdict: flat.verdict,
            solutions: flat.solutions,
            exact: flat.exact,
            problem: flat.problem,
            wall: flat.wall,
            cpu: flat.cpu,
            emit: flat.emit,
            memory: flat.memory,
            model_bytes: flat.model_bytes,
            statistics: flat.statistics,
            model_sha256: flat.model_sha256,
            command: flat.command,
            program_sha256: flat.program_sha256,
            pipsc: flat.pipsc,
            machine: flat.machine,
        }
    }
}

impl Record {
    /// How many solutions were found, if it came to that.
    pub(crate) fn found(&self) -> Option<Found> {
        let count = self.solutions.as_ref()?.parse().ok()?;
        Some(if self.exact {
            Found::Exactly(count)
        } else {
            Found::AtLeast(count)
        })
    }

    /// The conditions under which it was made.
    pub(crate) fn conditions(&self) -> Conditions {
        Conditions {
            start_up: self.start_up,
            time_limit: self.time_limit,
            cpu_limit: self.cpu_limit,
            memory_limit: self.memory_limit,
            cores: self.cores,
        }
    }

    /// What cannot be true of a run: the field, what it says and what was expected.
    pub(crate) fn fault(&self) -> Option<String> {
        let Column {
            solver, encoding, ..
        } = &self.column;
        let names = [
            ("puzzle", Some(self.puzzle.raw())),
            ("digest", Some(self.digest.as_str())),
            ("solver", Some(solver.raw())),
            ("encoding", encoding.as_ref().map(Label::raw)),
            ("version", self.version.as_ref().map(Label::raw)),
            ("pipsc", self.pipsc.as_ref().map(Label::raw)),
        ];
        let times = [
            ("time_limit", self.time_limit),
            ("cpu_limit", self.cpu_limit.unwrap_or(0.0)),
            ("wall", self.wall),
            ("cpu", self.cpu),
            ("emit", self.emit),
        ];
        let counts = [
            ("dominoes", self.dominoes as u64, 1, MOST_DOMINOES),
            ("repeat", self.repeat.into(), 1, u32::MAX.into()),
            ("started", self.started, 0, LATEST),
            ("jobs", self.jobs.into(), 1, 1 << 20),
            ("memory", self.memory, 0, MOST_BYTES),
            ("model_bytes", self.model_bytes, 0, MOST_BYTES),
        ];
        let counted = self.statistics.iter();
        let mut counted = counted.map(|(name, _)| ("statistics", Some(name)));
        let hashes = [
            ("model_sha256", self.model_sha256.as_deref()),
            ("program_sha256", self.program_sha256.as_deref()),
        ];
        let command = self.command.as_ref().map(Label::raw);
        names
            .iter()
            .find_map(wrong_name)
            .or_else(|| counted.find_map(|name| wrong_name(&name)))
            .or_else(|| times.iter().find_map(wrong_time))
            .or_else(|| counts.iter().find_map(wrong_count))
            .or_else(|| hashes.iter().find_map(wrong_hash))
            .or_else(|| wrong_line("command", command))
            .or_else(|| self.machine.as_ref().and_then(Machine::fault))
            .or_else(|| {
                let steps = self.column.steps.as_deref()?;
                let is_wrong = !steps.is_sorted_by(|one, next| one < next);
                is_wrong.then(|| {
                    format!(
                        "steps: found {}, expected each once, in the order {}",
                        step_names(steps),
                        step_names(&STEPS)
                    )
                })
            })
            .or_else(|| {
                let wrong = self.solutions.as_deref().filter(|text| !is_count(text))?;
                Some(format!(
                    "solutions: found \"{}\", expected a number in digits",
                    Visible(wrong)
                ))
            })
    }

    /// The limit by a clock: that of the wall also stands for processor time where that has none of its own.
    pub(crate) fn limit(&self, clock: super::Clock) -> f64 {
        match (clock, self.cpu_limit) {
            (super::Clock::Cpu, Some(limit)) => limit,
            (super::Clock::Cpu, None) | (super::Clock::Wall, _) => self.time_limit,
        }
    }
}

fn is_count(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u128>().is_ok()
}

/// The most dominoes that a file could hold.
const MOST_DOMINOES: u64 = 100_000_000;

/// The end of the year 9999, in milliseconds since 1970.
const LATEST: u64 = 253_402_300_800_000;
