//! The runs of a bench: who is next, several at a time, each noted as soon as it is over.

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::{SystemTime, UNIX_EPOCH};

use super::Bench;
use super::contestant::{Conditions, Contestant, Measured};
use super::entrant::Entrant;
use crate::bench::order::{Turn, turns};
use crate::bench::results::Results;
use crate::bench::{Record, Verdict};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::puzzle::Label;
use crate::solver::{Cancel, Found};

/// How often a start-up time is taken at least: it is short, and everything is compared with it.
const START_UPS: u32 = 3;

/// Everything that a bench is about.
#[derive(Debug)]
pub(super) struct Contest<'a> {
    pub(super) bench: &'a Bench,
    pub(super) contestants: &'a [Contestant],
    pub(super) entrants: &'a [Entrant],
    /// This program.
    pub(super) program: &'a Path,
    pub(super) folder: &'a Path,
    pub(super) cancel: &'a Cancel,
}

/// A run that is to be made.
#[derive(Debug, Clone, Copy)]
struct Due<'a> {
    repeat: u32,
    entrant: &'a Entrant,
    start_up: bool,
    contestant: &'a Contestant,
}

impl Contest<'_> {
    /// Makes every run that is not among the results yet.
    pub(super) fn hold(
        &self,
        results: &mut Results,
        note: &mut dyn FnMut(&Record) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let smallest = Entrant::smallest(self.folder)?;
        let start_ups = turns(self.bench.repeat.max(START_UPS), 1, self.contestants.len());
        let contest = turns(
            self.bench.repeat,
            self.entrants.len(),
            self.contestants.len(),
        );
        let due = |turn: Turn, entrant, start_up| Due {
            repeat: turn.repeat,
            entrant,
            start_up,
            contestant: &self.contestants[turn.column],
        };
        let mut all: Vec<Due<'_>> = start_ups
            .into_iter()
            .map(|turn| due(turn, &smallest, true))
            .chain(
                contest
                    .into_iter()
                    .map(|turn| due(turn, &self.entrants[turn.puzzle], false)),
            )
            .collect();
        all.retain(|due| !self.is_done(due, results));

        let progress = Progress::of(all.len());
        let queue = Mutex::new(all.into_iter());
        let conditions = Conditions {
            bench: self.bench,
            program: self.program,
            folder: self.folder,
            cancel: self.cancel,
        };
        let mut failure = None;
        std::thread::scope(|scope| {
            let (sender, finished) = channel();
            for _ in 0..self.bench.jobs {
                let sender = sender.clone();
                let (queue, progress) = (&queue, &progress);
                let _ = scope.spawn(move || {
                    while !conditions.cancel.is_cancelled() {
                        let next = queue.lock().ok().and_then(|mut queue| queue.next());
                        let Some(due) = next else { break };
                        let column = &due.contestant.column;
                        progress.say(format!("{}, {column}", due.entrant.name));
                        let started = now();
                        let Some(measured) = due.contestant.run(due.entrant, &conditions) else {
                            break;
                        };
                        if sender.send(self.record(&due, started, measured)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for record in finished {
                progress.step();
                if let Err(problem) = note(&record) {
                    failure = Some(problem);
                    break;
                }
                results.add(record);
            }
        });
        drop(progress);
        match failure {
            Some(problem) => Err(problem),
            None => Ok(()),
        }
    }

    /// Tells whether the run has been made, with the same limit or in less time than that.
    fn is_done(&self, due: &Due<'_>, results: &Results) -> bool {
        let limit = self.bench.time_limit.as_secs_f64();
        results.records.iter().any(|record| {
            record.same_run(&due.entrant.digest, &due.contestant.column, due.repeat)
                && record.start_up == due.start_up
                && (record.time_limit == limit
                    || (record.verdict == Verdict::Answered && record.wall <= limit))
        })
    }

    fn record(&self, due: &Due<'_>, started: u64, measured: Measured) -> Record {
        let (entrant, stats) = (due.entrant, &measured.stats);
        Record {
            puzzle: entrant.name.clone(),
            digest: entrant.digest.clone(),
            dominoes: entrant.puzzle.dominoes().len(),
            known: entrant.puzzle.solution().is_some(),
            start_up: due.start_up,
            column: due.contestant.column.clone(),
            version: due.contestant.version.clone().map(Label::from),
            repeat: due.repeat,
            started,
            time_limit: self.bench.time_limit.as_secs_f64(),
            verdict: measured.verdict,
            solutions: measured.found.map(|found| found.count().to_string()),
            exact: measured.found.is_some_and(Found::is_exact),
            problem: measured.problem.map(Label::from),
            wall: stats.solve.as_secs_f64(),
            cpu: stats.cpu.as_secs_f64(),
            emit: (stats.lower + stats.emit).as_secs_f64(),
            memory: stats.peak_memory,
            model_bytes: stats.model_bytes,
            statistics: stats.statistics.clone(),
        }
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_millis() as u64)
}
