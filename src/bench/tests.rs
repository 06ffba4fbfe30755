//! Tests of records, results files, merges, shards and summaries.

use std::collections::BTreeSet;
use std::fs;

use super::merge::MergedRecords;
use super::record::{BenchGoal, Configuration, RunKey, RunLimits, RunRecord, RunVerdict};
use super::store::{line, read};
use super::summary::median;
use super::*;
use crate::lower::STEPS;
use crate::solver::Statistics;

/// The record of a run with a number of solutions and a time in seconds.
fn run(puzzle: &str, solver: &str, found: Option<&str>, wall: f64) -> RunRecord {
    RunRecord {
        puzzle: puzzle.into(),
        digest: format!("digest of {puzzle}"),
        dominoes: puzzle.len(),
        known: false,
        decided: false,
        start_up: false,
        configuration: Configuration {
            question: BenchGoal::One,
            solver: solver.into(),
            encoding: Some("compact".into()),
            steps: STEPS.to_vec(),
        },
        version: Some("1.0".into()),
        repeat: 1,
        seed: None,
        started: 0,
        limits: RunLimits {
            time_limit: 20.0,
            cpu_limit: None,
            memory_limit: None,
        },
        jobs: 1,
        verdict: match found {
            Some(_) => RunVerdict::Answered,
            None => RunVerdict::Unanswered,
        },
        solutions: found.map(str::to_owned),
        exact: found == Some("0"),
        problem: None,
        wall,
        cpu: wall,
        emit: 0.0,
        memory: 1_000_000,
        model_bytes: 1000,
        model_sha256: None,
        command: None,
        program_sha256: None,
        pipsc: "0.2.0".into(),
        machine: Machine::current(),
        statistics: Statistics::default(),
    }
}

fn summary(records: &[RunRecord]) -> BenchSummary {
    let mut all = BenchSummary::all(records, Clock::Wall, false);
    assert_eq!(all.len(), 1);
    all.remove(0)
}

/// Two solvers on three puzzles; only one solves the last one.
fn three() -> Vec<RunRecord> {
    vec![
        run("a", "fast", Some("1"), 1.0),
        run("a", "slow", Some("1"), 4.0),
        run("b", "fast", Some("0"), 4.0),
        run("b", "slow", Some("0"), 1.0),
        run("hard", "fast", Some("1"), 16.0),
        run("hard", "slow", None, 20.0),
    ]
}

#[test]
fn times_are_compared_on_the_puzzles_that_all_solved() {
    let summary = summary(&three());
    let [fast, slow, best] = &summary.columns[..] else {
        panic!("{summary:?}");
    };
    let n = |column: &super::summary::ColumnSummary| column.common.map(|common| common.n);
    assert_eq!((n(fast), n(slow), n(best)), (Some(2), Some(2), Some(2)));
    assert_eq!(fast.common.map(|common| common.median), Some(2.5));
    assert!((fast.common.expect("two").geometric_mean - 2.0).abs() < 1e-9);
    assert_eq!((fast.solved.solved, slow.solved.solved), (3, 2));
    assert_eq!((fast.satisfiable.of, fast.unsatisfiable.of), (2, 1));
    assert_eq!((slow.satisfiable.solved, slow.unsatisfiable.solved), (1, 1));
    // A run without an answer counts with twice its limit.
    assert_eq!(slow.par2, (4.0 + 1.0 + 40.0) / 3.0);
    assert_eq!((slow.is_limited, fast.is_limited), (true, false));
    // The virtual best takes the better of both on each puzzle.
    assert_eq!(best.name, "virtual best");
    assert_eq!((best.solved.solved, best.par2), (3, 6.0));
    assert_eq!((fast.wins, slow.wins), (2, 1));
    let text = report::text(&summary, true);
    assert!(text.contains("> 20.0 s"), "{text}");
}

#[test]
fn a_summary_does_not_depend_on_the_order_of_records() {
    let records = three();
    let mut others = records.clone();
    others.reverse();
    assert_eq!(summary(&records), summary(&others));
}

#[test]
fn ratios_use_puzzles_that_both_solved() {
    let mut summary = summary(&three());
    let baseline = find_column(&summary.names(), "slow").expect("a column");
    summary.against(baseline);
    let ratio = summary.columns[0].ratio.expect("two puzzles");
    assert_eq!((ratio.n, ratio.worst, ratio.best), (2, 0.25, 4.0));
    assert!((ratio.mean - 1.0).abs() < 1e-9);
}

#[test]
fn an_answer_that_contradicts_another_is_wrong() {
    let mut records = three();
    records.push(run("a", "liar", Some("0"), 0.1));
    let summary = summary(&records);
    assert!(summary.is_wrong());
    let problem = &summary.problems[0];
    assert_eq!(
        problem.text,
        "claims exactly 0 solutions, but fast/compact found at least 1"
    );
    let liar = find_column(&summary.names(), "liar").expect("a column");
    assert_eq!(
        (problem.column, summary.columns[liar].solved.solved),
        (liar, 0)
    );
}

#[test]
fn machines_are_summarised_separately_unless_mixed() {
    let mut records = three();
    records[0].machine.cpu = "another".into();
    assert_eq!(BenchSummary::all(&records, Clock::Wall, false).len(), 2);
    assert_eq!(BenchSummary::all(&records, Clock::Wall, true).len(), 1);
}

#[test]
fn medians_are_interpolated() {
    assert_eq!(median(vec![]), 0.0);
    assert_eq!(median(vec![3.0]), 3.0);
    assert_eq!(median(vec![4.0, 1.0]), 2.5);
    assert_eq!(median(vec![4.0, 1.0, 2.0]), 2.0);
}

#[test]
fn every_run_is_in_one_shard() {
    let keys: Vec<RunKey> = (1..=200)
        .map(|repeat| {
            let record = RunRecord {
                repeat,
                seed: Some(repeat.into()),
                ..run("a", "fast", None, 1.0)
            };
            RunKey::of(&record)
        })
        .collect();
    let shards = |key: &RunKey| {
        let all = (1..=7).filter(|&number| Shard { number, of: 7 }.has(key));
        all.collect::<Vec<u32>>()
    };
    let shards: Vec<Vec<u32>> = keys.iter().map(shards).collect();
    assert!(shards.iter().all(|one| one.len() == 1));
    let used: BTreeSet<u32> = shards.concat().into_iter().collect();
    assert_eq!(used.len(), 7);
    let half = Shard { number: 1, of: 2 };
    let in_half = keys.iter().filter(|key| half.has(key)).count();
    assert!((60..140).contains(&in_half), "{in_half} of 200");
    assert!("8/7".parse::<Shard>().is_err() && "0/7".parse::<Shard>().is_err());
}

#[test]
fn a_truncated_last_line_is_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.jsonl");
    let records = three();
    let (mut store, before, is_cut) = ResultStore::open(&path).expect("a new file");
    assert!(before.is_empty() && !is_cut);
    for record in &records {
        store.add(record).expect("room");
    }
    assert!(matches!(
        ResultStore::open(&path),
        Err(StoreError::Locked(_))
    ));
    drop(store);
    let text = fs::read_to_string(&path).expect("the file");
    fs::write(&path, &text[..text.len() - 5]).expect("cut off");
    let (_, after, is_cut) = ResultStore::open(&path).expect("the file");
    assert_eq!((after.as_slice(), is_cut), (&records[..5], true));
    fs::write(&path, line(&records[0]) + "{\"puzzle\": 3}\n").expect("a bad line");
    let error = read(&path).expect_err("a bad line").to_string();
    assert!(error.contains("results.jsonl:2: column "), "{error}");
}

/// Merges files with these records.
fn merged(files: &[&[RunRecord]]) -> MergedRecords {
    let folder = tempfile::tempdir().expect("a folder");
    let paths = (1..).zip(files).map(|(number, records)| {
        let path = folder.path().join(format!("{number}.jsonl"));
        fs::write(&path, records.iter().map(line).collect::<String>()).expect("a file");
        path
    });
    merge(&paths.collect::<Vec<_>>()).expect("good files")
}

#[test]
fn a_merge_keeps_each_run_once() {
    let records = three();
    let mut again = records[3].clone();
    again.wall = 19.0;
    let mut failed = records.clone();
    failed[0].verdict = RunVerdict::Failed;
    // The first record is kept, unless its run failed.
    let merged = merged(&[&failed[..4], &[again], &records[4..], &records[..1]]);
    assert_eq!(
        (merged.records.as_slice(), merged.repeated),
        (&records[..], 2)
    );
    assert!(merged.warnings[0].contains("a wrong answer is kept before other records"));
}

#[test]
fn a_merge_warns_of_differences_between_files() {
    let records = three();
    let mut others = three();
    for record in &mut others {
        record.pipsc = "0.0.9".into();
        record.program_sha256 = Some("0123456789abcdef".into());
        record.digest += "0";
    }
    let warnings = merged(&[&records, &others]).warnings;
    for (warning, expected) in warnings.iter().zip([
        "different versions of pipsc: 0.0.9, ",
        "fast is 2 different programs: 1.0 (SHA-256 0123456789ab), ",
        "slow is 2 different programs: ",
        "2 different puzzles have the name a;",
        "2 different puzzles have the name b;",
        "2 different puzzles have the name hard;",
    ]) {
        assert!(warning.contains(expected), "{expected}: {warnings:?}");
    }
    assert_eq!(warnings.len(), 6, "{warnings:?}");
}

#[test]
fn csv_has_every_field_of_the_json() {
    let mut record = run("a, b", "fast", Some("1"), 1.0);
    record.limits.cpu_limit = Some(3.0);
    let csv = report::csv(&[record]);
    let (heading, row) = csv.split_once("\r\n").expect("two lines");
    for name in [
        "puzzle",
        "cpu_limit",
        "memory_limit",
        "seed",
        "decided",
        "machine.cpu",
    ] {
        assert!(
            heading.split(',').any(|one| one == name),
            "{name}: {heading}"
        );
    }
    assert!(row.starts_with("\"a, b\",\"digest of a, b\",4,"), "{row}");
}
