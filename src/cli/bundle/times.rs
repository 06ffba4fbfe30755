//! Measured times, from files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::bench::{self, Record, Verdict};
use crate::bundle::{Manifest, Time};
use crate::cli::{CliError, say};
use crate::lower::AS_IT_STANDS;
use crate::puzzle::Puzzle;
use crate::reading;
use crate::visible;

/// What was measured, by the digests of puzzles.
#[derive(Debug, Default)]
pub(super) struct Times {
    by_digest: BTreeMap<String, Vec<Time>>,
}

impl Times {
    /// Reads results of `pipsc bench`, and manifests of bundles.
    pub(super) fn read(files: &[PathBuf]) -> Result<Self, CliError> {
        let mut times = Times::default();
        for file in files {
            let text = reading::file(file)?;
            match Manifest::read(&String::from_utf8_lossy(&text)) {
                Ok(manifest) => {
                    for instance in manifest.instances {
                        let measured = times.by_digest.entry(instance.digest).or_default();
                        measured.extend(instance.times);
                    }
                }
                Err(_) => times.add_results(file, &text)?,
            }
        }
        Ok(times)
    }

    /// The times of a puzzle.
    pub(super) fn of(&self, puzzle: &Puzzle) -> Vec<Time> {
        let times = self.by_digest.get(&puzzle.digest());
        times.cloned().unwrap_or_default()
    }

    fn add_results(&mut self, file: &Path, text: &[u8]) -> Result<(), CliError> {
        let records = bench::parse(file, text)?;
        let mut machines: Vec<String> = Vec::new();
        for record in &records {
            let words = format!("{}, {} at a time", record.machine, record.jobs);
            if !machines.contains(&words) {
                machines.push(words);
            }
        }
        let from = format!("`pipsc bench` on {}", machines.join("; "));
        let mut others = 0;
        let mut runs: BTreeMap<(&str, &str, Option<&str>), Vec<&Record>> = BTreeMap::new();
        for record in records.iter().filter(|record| !record.start_up) {
            let column = &record.configuration;
            // An instance is the puzzle as it stands: what was measured on another model is not its time. A
            // solver that is given no model is given the puzzle.
            if column.encoding.is_some() && column.steps != AS_IT_STANDS {
                others += 1;
                continue;
            }
            let encoding = column.encoding.as_ref().map(|encoding| encoding.raw());
            let key = (record.digest.as_str(), column.solver.raw(), encoding);
            runs.entry(key).or_default().push(record);
        }
        for ((digest, solver, encoding), runs) in runs {
            if let Some(time) = time(solver, encoding, &runs, &from) {
                self.by_digest.entry(digest.into()).or_default().push(time);
            }
        }
        if others > 0 {
            say::warning(&format_args!(
                "{}: {others} runs were not on puzzles as they stand, and are left out; measure with \
                 `pipsc bench --terms whole`",
                visible::path(file)
            ));
        }
        Ok(())
    }
}

/// What some runs of a solver on a puzzle come to: the median, if all were answered.
fn time(solver: &str, encoding: Option<&str>, runs: &[&Record], from: &str) -> Option<Time> {
    let is_answered = |run: &&&Record| run.verdict == Verdict::Answered;
    let counts = |run: &&&Record| match run.verdict {
        Verdict::Answered | Verdict::Unanswered => true,
        Verdict::Failed | Verdict::Wrong => false,
    };
    let runs: Vec<&&Record> = runs.iter().filter(counts).collect();
    if runs.is_empty() {
        return None;
    }
    let is_solved = runs.iter().copied().all(|run| is_answered(&run));
    let seconds = |run: &&&Record| {
        if is_solved {
            run.cpu
        } else {
            run.limits.time_limit
        }
    };
    let seconds = runs.iter().map(seconds).collect();
    Some(Time {
        solver: solver.into(),
        encoding: encoding.map(Into::into),
        solved: is_solved,
        cpu_s: bench::median(seconds),
        from: from.into(),
    })
}
