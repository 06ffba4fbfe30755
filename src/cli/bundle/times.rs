//! Measured times, from files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::bench::results::{self, ResultsError};
use crate::bench::{Question, Record, Verdict};
use crate::bundle::{self, Time, TimeOutcome};
use crate::cli::{Failure, say};
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
    pub(super) fn read(files: &[PathBuf]) -> Result<Self, Failure> {
        let mut times = Times::default();
        for file in files {
            let text = String::from_utf8_lossy(&reading::file(file)?).into_owned();
            match bundle::times_of(&text) {
                Some(listed) => {
                    for (digest, measured) in listed {
                        times.by_digest.entry(digest).or_default().extend(measured);
                    }
                }
                None => times.add_results(file)?,
            }
        }
        Ok(times)
    }

    /// The times of a puzzle.
    pub(super) fn of(&self, puzzle: &Puzzle) -> Vec<Time> {
        let times = self.by_digest.get(&puzzle.digest());
        times.cloned().unwrap_or_default()
    }

    fn add_results(&mut self, file: &Path) -> Result<(), Failure> {
        let records = results::records(file).map_err(|problem| match problem {
            ResultsError::Unreadable(problem) => Failure::from(problem),
            bad @ (ResultsError::BadLine { .. } | ResultsError::NoPlan { .. }) => {
                Failure::Usage(bad.to_string())
            }
        })?;
        let mut machines: Vec<String> = Vec::new();
        for record in &records {
            let Some(machine) = &record.machine else {
                continue;
            };
            let words = format!("{machine}, {} at a time", record.jobs);
            if !machines.contains(&words) {
                machines.push(words);
            }
        }
        let from = match machines.as_slice() {
            [] => "`pipsc bench`".to_owned(),
            machines => format!("`pipsc bench` on {}", machines.join("; ")),
        };
        let mut others = 0;
        let mut runs: BTreeMap<(&str, &str, Option<&str>), Vec<&Record>> = BTreeMap::new();
        for record in records.iter().filter(|record| !record.start_up) {
            let column = &record.column;
            // An instance is the puzzle as it stands: what was measured on another model is not its time. A
            // solver that is given no model is given the puzzle.
            let is_whole = column.encoding.is_none()
                || column
                    .steps
                    .as_deref()
                    .is_none_or(|steps| steps == AS_IT_STANDS);
            if !is_whole || column.question == Question::Nothing {
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
    let first = runs.first()?;
    let is_solved = runs.iter().copied().all(|run| is_answered(&run));
    let mut seconds: Vec<f64> = runs
        .iter()
        .map(|run| if is_solved { run.cpu } else { run.time_limit })
        .collect();
    seconds.sort_by(f64::total_cmp);
    Some(Time {
        solver: solver.into(),
        version: first.version.as_ref().map(|version| version.raw().into()),
        encoding: encoding.map(Into::into),
        outcome: if is_solved {
            TimeOutcome::Solved
        } else {
            TimeOutcome::Unsolved
        },
        cpu_s: seconds[seconds.len() / 2],
        from: from.into(),
    })
}
