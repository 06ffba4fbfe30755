//! Measured times, read from files.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::bench::{self, BenchSummary, Clock, RunRecord, RunVerdict};
use crate::bundle::{Manifest, TimeRecord};
use crate::cli::{CliError, log};
use crate::lower::AS_IT_STANDS;
use crate::puzzle::Puzzle;
use crate::reading;
use crate::visible;

/// Measured times by the digest of the puzzle.
#[derive(Debug, Default)]
pub(super) struct MeasuredTimes {
    by_digest: BTreeMap<String, Vec<TimeRecord>>,
}

impl MeasuredTimes {
    /// Reads results of `pipsc bench` and manifests of bundles.
    pub(super) fn read(files: &[PathBuf]) -> Result<Self, CliError> {
        let mut times = MeasuredTimes::default();
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
    pub(super) fn of(&self, puzzle: &Puzzle) -> Vec<TimeRecord> {
        let times = self.by_digest.get(&puzzle.digest());
        times.cloned().unwrap_or_default()
    }

    fn add_results(&mut self, file: &Path, text: &[u8]) -> Result<(), CliError> {
        let records = bench::parse(file, text)?;
        let machines = records
            .iter()
            .map(|record| format!("{}, {} at a time", record.machine, record.jobs));
        let machines: BTreeSet<String> = machines.collect();
        let machines = Vec::from_iter(machines).join("; ");
        let from = format!("`pipsc bench` on {machines}");
        // Instances are unpruned, so times on pruned models do not apply. Solvers without an
        // encoding run on the puzzle itself.
        let is_whole = |record: &RunRecord| {
            let column = &record.configuration;
            column.encoding.is_none() || column.steps == AS_IT_STANDS
        };
        let measured = records.into_iter().filter(|record| !record.start_up);
        let (mut whole, others): (Vec<RunRecord>, Vec<RunRecord>) = measured.partition(is_whole);
        if !others.is_empty() {
            log::warning(&format_args!(
                "{}: {} runs were not on puzzles as they stand, and are left out; measure with \
                 `pipsc bench --terms whole`",
                visible::path(file),
                others.len()
            ));
        }
        let is_time = |verdict| matches!(verdict, RunVerdict::Answered | RunVerdict::Unanswered);
        whole.retain(|record| is_time(record.verdict));
        for summary in BenchSummary::all(&whole, Clock::Cpu, true) {
            for puzzle in &summary.puzzles {
                let times = self.by_digest.entry(puzzle.digest.clone()).or_default();
                for (column, score) in summary.columns.iter().zip(&puzzle.scores) {
                    let (Some(configuration), Some(score)) = (&column.configuration, score) else {
                        continue;
                    };
                    let encoding = configuration.encoding.as_ref();
                    times.push(TimeRecord {
                        solver: configuration.solver.raw().into(),
                        encoding: encoding.map(|encoding| encoding.raw().into()),
                        solved: score.solved,
                        cpu_s: if score.solved { score.time } else { score.most },
                        from: from.clone(),
                    });
                }
            }
        }
        Ok(())
    }
}
