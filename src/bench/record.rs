//! One run, as it is kept in a file.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::lower::{AS_IT_STANDS, STEPS, Step, step_names};
use crate::puzzle::Label;
use crate::solver::{Found, Statistics};
use crate::visible::Visible;

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

/// One run of one column on one puzzle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// The puzzle's name.
    pub puzzle: Label,
    /// What tells the puzzle from others of the same name.
    pub digest: String,
    /// How large it is.
    pub dominoes: usize,
    /// A solution is known from the puzzle's own text.
    #[serde(default)]
    pub known: bool,
    /// Not one of the puzzles but the smallest there is: what is measured is the solver's start.
    #[serde(default)]
    pub start_up: bool,
    /// Who.
    #[serde(flatten)]
    pub column: Column,
    /// The solver's version, where it tells one.
    pub version: Option<Label>,
    /// Counted from 1.
    pub repeat: u32,
    /// Started at this time, in milliseconds since 1970: tells repeated lines from repeated runs.
    pub started: u64,
    /// The limit in seconds.
    pub time_limit: f64,
    /// What it came to.
    pub verdict: Verdict,
    /// How many solutions were found, as a decimal number: it can be too large for JSON.
    pub solutions: Option<String>,
    /// There are no others.
    #[serde(default)]
    pub exact: bool,
    /// What went wrong.
    #[serde(skip_serializing_if = "Option::is_none", default)]
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
    #[serde(skip_serializing_if = "Statistics::is_empty", default)]
    pub statistics: Statistics,
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
        ];
        let times = [
            ("time_limit", self.time_limit),
            ("wall", self.wall),
            ("cpu", self.cpu),
            ("emit", self.emit),
        ];
        let counts = [
            ("dominoes", self.dominoes as u64, 1, MOST_DOMINOES),
            ("repeat", self.repeat.into(), 1, u32::MAX.into()),
            ("started", self.started, 0, LATEST),
            ("memory", self.memory, 0, MOST_BYTES),
            ("model_bytes", self.model_bytes, 0, MOST_BYTES),
        ];
        let counted = self.statistics.iter();
        let mut counted = counted.map(|(name, _)| ("statistics", Some(name)));
        let solutions = self.solutions.as_deref();
        let is_count = |text: &str| {
            text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u128>().is_ok()
        };
        names
            .iter()
            .find_map(wrong_name)
            .or_else(|| counted.find_map(|name| wrong_name(&name)))
            .or_else(|| {
                times
                    .iter()
                    .find_map(|&(field, time)| wrong_time(field, time))
            })
            .or_else(|| counts.iter().find_map(wrong_count))
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
                let wrong = solutions.filter(|text| !is_count(text))?;
                Some(format!(
                    "solutions: found \"{}\", expected a number in digits",
                    Visible(wrong)
                ))
            })
    }

    /// Tells whether this stands for a run of a plan.
    pub(crate) fn same_run(&self, digest: &str, column: &Column, repeat: u32) -> bool {
        self.digest == digest && self.column == *column && self.repeat == repeat
    }
}

/// The longest time that is believed, in seconds: about thirty years.
const LONGEST: f64 = 1e9;

/// The most dominoes that a file could hold.
const MOST_DOMINOES: u64 = 100_000_000;

/// The most bytes that are believed, an exbibyte.
const MOST_BYTES: u64 = 1 << 60;

/// The end of the year 9999, in milliseconds since 1970.
const LATEST: u64 = 253_402_300_800_000;

/// The most characters of a name that is believed: files' names and versions have far fewer.
const LONGEST_NAME: usize = 1000;

fn wrong_name(&(field, name): &(&str, Option<&str>)) -> Option<String> {
    match name?.chars().count() {
        0 => Some(format!("{field}: found nothing, expected a name")),
        1..=LONGEST_NAME => None,
        length => Some(format!(
            "{field}: found a name of {length} characters, expected at most {LONGEST_NAME}"
        )),
    }
}

fn wrong_time(field: &str, time: f64) -> Option<String> {
    // Not a number is in no range, and the zero below zero is in this one.
    let is_good = (0.0..=LONGEST).contains(&time) && time.is_sign_positive();
    (!is_good).then(|| format!("{field}: found {time:?}, expected seconds from 0 to {LONGEST}"))
}

fn wrong_count(&(field, count, least, most): &(&str, u64, u64, u64)) -> Option<String> {
    let is_good = (least..=most).contains(&count);
    (!is_good).then(|| format!("{field}: found {count}, expected a number from {least} to {most}"))
}

impl Machine {
    /// What cannot be true of a machine.
    pub(crate) fn fault(&self) -> Option<String> {
        let names = [
            ("pipsc", Some(self.pipsc.raw())),
            ("system", Some(self.system.raw())),
        ];
        let counts = [
            ("cores", self.cores as u64, 1, 1 << 20),
            ("jobs", self.jobs as u64, 1, 1 << 20),
        ];
        names
            .iter()
            .find_map(wrong_name)
            .or_else(|| counts.iter().find_map(wrong_count))
    }
}

/// What the measurements were made on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The version of pipsc.
    pub pipsc: Label,
    /// The system and the processor's kind.
    pub system: Label,
    /// How many processors there are.
    pub cores: usize,
    /// How many runs were made at a time.
    pub jobs: usize,
}
