//! Merges records of several files, each run once.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;

use super::record::{RunKey, RunRecord, RunVerdict};
use super::store::{StoreError, read};

/// The records of several files.
#[derive(Debug, Default)]
pub(crate) struct MergedRecords {
    /// Each run once, in the order of the files.
    pub records: Vec<RunRecord>,
    /// The number of records of repeated runs, which are left out.
    pub repeated: usize,
    /// Warnings about the comparability of the times.
    pub warnings: Vec<String>,
}

/// Reads files and keeps one record of each run. A wrong answer takes precedence over other
/// records, and these over a failed run; otherwise the first record in the order of the files is
/// kept.
pub(crate) fn merge(files: &[PathBuf]) -> Result<MergedRecords, StoreError> {
    let mut merged = MergedRecords::default();
    let mut places: HashMap<RunKey, usize> = HashMap::new();
    let rank = |record: &RunRecord| match record.verdict {
        RunVerdict::Wrong => 0,
        RunVerdict::Answered | RunVerdict::Unanswered => 1,
        RunVerdict::Failed => 2,
    };
    for file in files {
        for record in read(file)? {
            let next = merged.records.len();
            let place = *places.entry(RunKey::of(&record)).or_insert(next);
            if place == next {
                merged.records.push(record);
                continue;
            }
            merged.repeated += 1;
            if rank(&record) < rank(&merged.records[place]) {
                merged.records[place] = record;
            }
        }
    }
    if merged.repeated > 0 {
        merged.warnings.push(format!(
            "{} of {} records repeat a run; of each run, a wrong answer is kept before other records, a failed \
             run after them, and otherwise the first record in the order of the files",
            merged.repeated,
            merged.records.len() + merged.repeated
        ));
    }
    let versions: BTreeSet<String> = merged.records.iter().map(|r| r.pipsc.to_string()).collect();
    if versions.len() > 1 {
        merged.warnings.push(format!(
            "the runs were made by different versions of pipsc: {}",
            Vec::from_iter(versions).join(", ")
        ));
    }
    let mut programs: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut digests: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for record in &merged.records {
        let solver = programs.entry(record.configuration.solver.to_string());
        let version = record
            .version
            .as_ref()
            .map_or("of an unknown version".into(), |version| {
                version.to_string()
            });
        let hash = record.program_sha256.as_deref();
        let hash = hash.and_then(|hash| hash.get(..12)).unwrap_or("unknown");
        let _ = solver
            .or_default()
            .insert(format!("{version} (SHA-256 {hash})"));
        let puzzle = digests.entry(record.puzzle.to_string());
        let _ = puzzle.or_default().insert(record.digest.as_str());
    }
    for (solver, programs) in programs.iter().filter(|(_, programs)| programs.len() > 1) {
        let programs: Vec<&str> = programs.iter().map(String::as_str).collect();
        merged.warnings.push(format!(
            "{solver} is {} different programs: {}",
            programs.len(),
            programs.join(", ")
        ));
    }
    for (puzzle, digests) in digests.iter().filter(|(_, digests)| digests.len() > 1) {
        merged.warnings.push(format!(
            "{} different puzzles have the name {puzzle}; their runs are separate",
            digests.len()
        ));
    }
    Ok(merged)
}
