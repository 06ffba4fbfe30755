//! Runs as they come, each noted down in a few bytes: of a record with its names, hashes and command
//! line, a summary needs little, and there may be millions.

use std::collections::BTreeSet;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::counted::Counted;
use super::machine::Machine;
use super::record::{Column, Record, Verdict};
use super::summary::{Clock, Summary};
use crate::puzzle::Label;
use crate::solver::Found;

/// Everything that was measured.
#[derive(Debug)]
pub(crate) struct Tally {
    clock: Clock,
    pub(super) columns: Numbered<Column>,
    /// By column.
    pub(super) versions: Vec<BTreeSet<Label>>,
    pub(super) puzzles: Vec<Puzzle>,
    numbers: FxHashMap<String, u32>,
    /// The kinds of machines, by the first of each; nothing for one of which nothing is known.
    pub(super) machines: Vec<Option<Machine>>,
    pub(super) limits: Vec<f64>,
    pub(super) counts: Numbered<Found>,
    pub(super) texts: Numbered<Label>,
    pub(super) pipsc: Numbered<Label>,
    pub(super) counted: Counted,
    pub(super) runs: Vec<Run>,
}

impl Tally {
    /// Nothing yet, to be measured by a clock.
    pub(crate) fn new(clock: Clock) -> Self {
        Tally {
            clock,
            columns: Numbered::default(),
            versions: Vec::new(),
            puzzles: Vec::new(),
            numbers: FxHashMap::default(),
            machines: Vec::new(),
            limits: Vec::new(),
            counts: Numbered::default(),
            texts: Numbered::default(),
            pipsc: Numbered::default(),
            counted: Counted::default(),
            runs: Vec::new(),
        }
    }

    /// Tells whether there is no run.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Who takes part, whether or not there are runs; those that come first are shown first.
    pub(crate) fn enter(&mut self, column: &Column) {
        let _ = self.column(column);
    }

    /// Adds a run.
    pub(crate) fn add(&mut self, record: &Record) {
        let column = self.column(&record.column);
        if let Some(version) = &record.version
            && !self.versions[column as usize].contains(version)
        {
            let _ = self.versions[column as usize].insert(version.clone());
        }
        self.counted.add(column as usize, record);
        let puzzle = self.puzzle(record);
        let found = record.found();
        if let Some(found) = found {
            let claims = &mut self.puzzles[puzzle as usize].claims;
            if !claims.iter().any(|(claim, _)| *claim == found) {
                claims.push((found, column));
            }
        }
        let run = Run {
            time: self.clock.read(record),
            memory: record.memory,
            model_bytes: record.model_bytes,
            puzzle,
            column,
            repeat: record.repeat,
            found: found.map(|found| self.counts.of(&found)),
            problem: record.problem.as_ref().map(|text| self.texts.of(text)),
            jobs: record.jobs,
            machine: self.machine(record.machine.as_ref()),
            limit: self.limit(record.limit(self.clock)),
            pipsc: record.pipsc.as_ref().map(|version| self.pipsc.of(version)),
            verdict: record.verdict,
            start_up: record.start_up,
            known: record.known,
        };
        self.runs.push(run);
    }

    /// The kinds of machines that runs were made on, with how many on each.
    pub(crate) fn kinds(&self) -> Vec<(Option<&Machine>, usize)> {
        let count = |number| {
            let runs = self.runs.iter();
            runs.filter(|run| usize::from(run.machine) == number)
                .count()
        };
        let kinds = self.machines.iter().enumerate();
        kinds
            .map(|(number, machine)| (machine.as_ref(), count(number)))
            .collect()
    }

    /// What the runs say together, whatever machines they were made on.
    pub(crate) fn summary(&self) -> Summary {
        Summary::new(self, self.clock, |_| true)
    }

    /// What the runs on each kind of machine say. Answers are compared over all of them.
    pub(crate) fn by_machine(&self) -> Vec<Summary> {
        let kinds = 0..self.machines.len();
        kinds
            .map(|kind| Summary::new(self, self.clock, |run| usize::from(run.machine) == kind))
            .collect()
    }

    fn column(&mut self, column: &Column) -> u32 {
        let number = self.columns.of(column);
        if number as usize == self.versions.len() {
            self.versions.push(BTreeSet::new());
        }
        number
    }

    fn puzzle(&mut self, record: &Record) -> u32 {
        if let Some(&number) = self.numbers.get(&record.digest) {
            return number;
        }
        let number = self.puzzles.len() as u32;
        let _ = self.numbers.insert(record.digest.clone(), number);
        self.puzzles.push(Puzzle {
            name: record.puzzle.clone(),
            digest: record.digest.clone(),
            dominoes: record.dominoes,
            claims: Vec::new(),
        });
        number
    }

    fn machine(&mut self, machine: Option<&Machine>) -> u16 {
        let known = self.machines.iter().position(|kind| match (kind, machine) {
            (Some(kind), Some(machine)) => kind.is_like(machine),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        });
        let number = known.unwrap_or_else(|| {
            self.machines.push(machine.cloned());
            self.machines.len() - 1
        });
        u16::try_from(number).unwrap_or(u16::MAX)
    }

    fn limit(&mut self, limit: f64) -> u16 {
        let known = self.limits.iter().position(|&other| other == limit);
        let number = known.unwrap_or_else(|| {
            self.limits.push(limit);
            self.limits.len() - 1
        });
        u16::try_from(number).unwrap_or(u16::MAX)
    }
}

/// A puzzle that was run.
#[derive(Debug)]
pub(super) struct Puzzle {
    pub(super) name: Label,
    pub(super) digest: String,
    pub(super) dominoes: usize,
    /// What was found, each number once, with the number of who found it first.
    pub(super) claims: Vec<(Found, u32)>,
}

/// A run. What it has in common with many others are numbers of lists.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) time: f64,
    pub(super) memory: u64,
    pub(super) model_bytes: u64,
    pub(super) puzzle: u32,
    pub(super) column: u32,
    pub(super) repeat: u32,
    pub(super) found: Option<u32>,
    pub(super) problem: Option<u32>,
    pub(super) jobs: u32,
    pub(super) machine: u16,
    pub(super) limit: u16,
    pub(super) pipsc: Option<u32>,
    pub(super) verdict: Verdict,
    pub(super) start_up: bool,
    pub(super) known: bool,
}

/// Values with the numbers that they got, in the order in which they came.
#[derive(Debug)]
pub(super) struct Numbered<T> {
    pub(super) values: Vec<T>,
    numbers: FxHashMap<T, u32>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Self {
        Numbered {
            values: Vec::new(),
            numbers: FxHashMap::default(),
        }
    }
}

impl<T: Clone + Eq + Hash> Numbered<T> {
    fn of(&mut self, value: &T) -> u32 {
        if let Some(&number) = self.numbers.get(value) {
            return number;
        }
        let number = self.values.len() as u32;
        self.values.push(value.clone());
        let _ = self.numbers.insert(value.clone(), number);
        number
    }
}
