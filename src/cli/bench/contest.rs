//! The runs of a bench: who is next, several at a time, each noted as soon as it is over.

use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::Bench;
use super::contestant::{Conditions, Measured};
use super::done::Done;
use super::pin;
use super::programme::{Due, Programme};
use crate::bench::{Machine, Record, Verdict};
use crate::cli::Failure;
use crate::cli::progress::Progress;
use crate::puzzle::Label;
use crate::solver::{Cancel, Found};

/// Whoever ends processes one by one has come to this one by then.
const MOMENT: Duration = Duration::from_secs(1);

/// How the runs of a bench are made.
#[derive(Debug)]
pub(super) struct Contest<'a> {
    pub(super) bench: &'a Bench,
    /// This program.
    pub(super) program: &'a Path,
    pub(super) folder: &'a Path,
    pub(super) cancel: &'a Cancel,
    /// This machine.
    pub(super) machine: &'a Machine,
}

impl Contest<'_> {
    /// Makes every run that has not been made yet.
    pub(super) fn hold(
        &self,
        programme: Programme<'_>,
        done: &Done,
        note: &mut dyn FnMut(Record) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut all = programme.dues;
        all.retain(|due| {
            let (digest, column) = (&due.entrant.digest, &due.contestant.column);
            !done.has(digest, column, due.conditions, due.repeat)
        });

        let slots = match self.bench.cores {
            Some(cores) => pin::slots(cores, self.bench.jobs)?,
            None => Vec::new(),
        };
        let progress = Progress::of(all.len());
        let queue = Mutex::new(all.into_iter());
        let conditions = Conditions {
            bench: self.bench,
            program: self.program,
            folder: self.folder,
            cancel: self.cancel,
        };
        let mut failure = None;
        thread::scope(|scope| {
            let (sender, finished) = channel();
            for job in 0..usize::from(self.bench.jobs) {
                let sender = sender.clone();
                let (queue, progress) = (&queue, &progress);
                let cores = slots.get(job).cloned();
                let _ = scope.spawn(move || {
                    let pinned = cores.is_some_and(|cores| pin::pin(&cores));
                    while !conditions.cancel.is_cancelled() {
                        let next = queue.lock().ok().and_then(|mut queue| queue.next());
                        let Some(due) = next else { break };
                        let column = &due.contestant.column;
                        progress.say(format!("{}, {column}", due.entrant.name));
                        let Some((started, measured)) = made(&due, &conditions) else {
                            break;
                        };
                        if sender
                            .send(self.record(&due, started, pinned, measured))
                            .is_err()
                        {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for record in finished {
                progress.step();
                if let Err(problem) = note(record) {
                    failure = Some(problem);
                    break;
                }
            }
        });
        drop(progress);
        match failure {
            Some(problem) => Err(problem),
            None => Ok(()),
        }
    }

    fn record(&self, due: &Due<'_>, started: u64, pinned: bool, measured: Measured) -> Record {
        let (entrant, stats) = (due.entrant, &measured.stats);
        Record {
            puzzle: entrant.name.clone(),
            digest: entrant.digest.clone(),
            dominoes: entrant.puzzle.dominoes().len(),
            known: entrant.puzzle.solution().is_some(),
            start_up: due.conditions.start_up,
            column: due.contestant.column.clone(),
            version: due.contestant.version.clone().map(Label::from),
            repeat: due.repeat,
            started,
            time_limit: self.bench.time_limit.as_secs_f64(),
            memory_limit: self.bench.memory_limit,
            cores: self.bench.cores,
            pinned,
            jobs: self.bench.jobs.into(),
            cpu_limit: self.bench.cpu_limit.map(|limit| limit.as_secs_f64()),
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
            model_sha256: stats.model_sha256.clone(),
            command: stats.command.clone().map(Label::from),
            program_sha256: due.contestant.program_sha256.clone(),
            pipsc: Some(env!("CARGO_PKG_VERSION").into()),
            machine: Some(self.machine.clone()),
        }
    }
}

/// Makes a run, and tells when it was begun. Nothing if it was cancelled.
///
/// A batch system that ends a job can kill the solver a moment before this process. A wrong answer is
/// therefore written only if no signal follows; a run that is not written is made by the next process.
fn made(due: &Due<'_>, conditions: &Conditions<'_>) -> Option<(u64, Measured)> {
    let started = now();
    let measured = due.contestant.run(due.entrant, conditions)?;
    if measured.verdict == Verdict::Wrong {
        thread::sleep(MOMENT);
        if conditions.cancel.is_cancelled() {
            return None;
        }
    }
    Some((started, measured))
}

/// Milliseconds since 1970.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| time.as_millis() as u64)
}
