//! The arithmetic of a summary, on times that were made up.

use super::results::{self, Line, Part, part_line, run_line};
use super::{Clock, Column, Machine, Question, Record, Tally, Verdict};

fn column(solver: &str) -> Column {
    Column {
        solver: solver.into(),
        encoding: None,
        question: Question::One,
        steps: None,
    }
}

/// A run that found a solution in this time; none means that it did not.
pub(super) fn run(solver: &str, puzzle: &str, repeat: u32, time: Option<f64>) -> Record {
    Record {
        puzzle: puzzle.into(),
        digest: puzzle.into(),
        dominoes: 8,
        known: false,
        start_up: false,
        column: column(solver),
        version: Some("1.0".into()),
        repeat,
        started: 0,
        time_limit: 10.0,
        memory_limit: None,
        cores: None,
        pinned: false,
        jobs: 1,
        cpu_limit: None,
        verdict: match time {
            Some(_) => Verdict::Answered,
            None => Verdict::Unanswered,
        },
        solutions: Some(if time.is_some() { "1" } else { "0" }.into()),
        exact: false,
        problem: None,
        wall: time.unwrap_or(10.1),
        cpu: 0.25,
        emit: 0.0,
        memory: 1000,
        model_bytes: 10,
        statistics: Default::default(),
        model_sha256: None,
        command: Some("solver model.cnf".into()),
        program_sha256: None,
        pipsc: Some("0.1.0".into()),
        machine: Some(machine("Some CPU")),
    }
}

pub(super) fn machine(cpu: &str) -> Machine {
    Machine {
        system: "any".into(),
        cpu: cpu.into(),
        cores: 2,
        memory: 1 << 34,
        kernel: "1.0".into(),
    }
}

fn tally(clock: Clock, records: &[Record]) -> Tally {
    let mut tally = Tally::new(clock);
    for record in records {
        tally.add(record);
    }
    tally
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[test]
fn means_and_penalties() {
    let records = [
        run("slow", "a", 1, Some(4.0)),
        run("fast", "a", 1, Some(1.0)),
        run("slow", "b", 1, None),
        run("fast", "b", 1, Some(0.1)),
        run("slow", "c", 1, Some(1.0)),
        run("fast", "c", 1, Some(2.0)),
    ];
    let mut summary = tally(Clock::Wall, &records).summary();
    summary.against(0);
    let [slow, fast] = &summary.columns[..] else {
        panic!("{summary:?}");
    };
    assert_eq!((slow.solved, slow.tried, slow.wins), (2, 3, 1));
    assert!(near(slow.median, 4.0));
    assert!(near(slow.maximum, 10.0));
    assert!(near(slow.geometric_mean, 40.0_f64.powf(1.0 / 3.0)));
    assert!(near(slow.par2, 25.0 / 3.0));
    assert_eq!((fast.solved, fast.wins), (3, 2));
    // 4 times, 100 times, half as fast: 200 to the power of a third.
    let ratio = fast.ratio.expect("a ratio");
    assert!(near(ratio.mean, 200.0_f64.powf(1.0 / 3.0)));
    assert!(near(ratio.worst, 0.5) && near(ratio.best, 100.0));
    assert!(near(slow.ratio.expect("a ratio").mean, 1.0));
    assert!(!summary.is_wrong());
}

#[test]
fn repeats_give_their_median_and_one_failure_spoils_them() {
    let mut records: Vec<Record> = [3.0, 1.0, 2.0]
        .into_iter()
        .zip(1..)
        .map(|(time, repeat)| run("a", "p", repeat, Some(time)))
        .collect();
    records.push(run("b", "p", 1, Some(1.0)));
    records.push(run("b", "p", 2, None));
    let summary = tally(Clock::Wall, &records).summary();
    let scores: Vec<_> = summary.puzzles[0].scores.iter().flatten().collect();
    assert!(scores[0].solved && near(scores[0].time, 2.0));
    assert!(!scores[1].solved && near(scores[1].time, 5.5) && near(scores[1].penalised, 10.5));
    assert_eq!(summary.puzzles[0].winners, [0]);
    assert_eq!(summary.repeats, 3);
}

#[test]
fn start_ups_and_clocks_are_kept_apart() {
    let start = Record {
        start_up: true,
        digest: "smallest".into(),
        ..run("a", "start-up", 1, Some(0.5))
    };
    let all = [start, run("a", "p", 1, Some(2.0))];
    let wall = tally(Clock::Wall, &all).summary();
    assert_eq!(wall.puzzles.len(), 1);
    assert_eq!(wall.columns[0].start_up, Some(0.5));
    assert!(near(wall.columns[0].median, 2.0));
    let cpu = tally(Clock::Cpu, &all).summary();
    assert!(near(cpu.columns[0].median, 0.25));
}

#[test]
fn contradictions_fall_on_whoever_claims_to_know_it_all() {
    let claims = |solver: &str, count: &str, exact| Record {
        solutions: Some(count.into()),
        exact,
        ..run(solver, "p", 1, Some(1.0))
    };
    let wrong = |records: Vec<Record>| {
        let summary = tally(Clock::Wall, &records).summary();
        let names = summary.problems.iter().filter(|problem| problem.wrong);
        let names = names.map(|problem| summary.columns[problem.column].column.to_string());
        names.collect::<Vec<_>>()
    };
    let found = claims("found", "2", false);
    assert_eq!(
        wrong(vec![found.clone(), claims("all", "2", true)]),
        [""; 0]
    );
    assert_eq!(
        wrong(vec![found.clone(), claims("none", "0", true)]),
        ["none"]
    );
    let (three, four) = (claims("three", "3", true), claims("four", "4", true));
    assert_eq!(wrong(vec![found, three, four]), ["three", "four"]);
    let known = Record {
        known: true,
        ..claims("none", "0", true)
    };
    assert_eq!(wrong(vec![known]), ["none"]);
    // A puzzle of the same name is another one.
    let other = Record {
        digest: "q".into(),
        ..claims("none", "0", true)
    };
    assert_eq!(wrong(vec![claims("found", "2", false), other]), [""; 0]);
}

#[test]
fn kinds_of_machines_are_kept_apart_and_their_answers_are_not() {
    let here = run("a", "p", 1, Some(1.0));
    let there = Record {
        machine: Some(machine("Another CPU")),
        solutions: Some("0".into()),
        exact: true,
        ..run("b", "p", 1, Some(2.0))
    };
    let tally = tally(Clock::Wall, &[here, there]);
    assert_eq!(tally.kinds().len(), 2);
    let [one, other] = &tally.by_machine()[..] else {
        panic!("{tally:?}");
    };
    assert_eq!((one.columns[0].tried, one.columns[1].tried), (1, 0));
    assert_eq!((other.columns[0].tried, other.columns[1].tried), (0, 1));
    assert!(!one.is_wrong() && other.is_wrong(), "{other:?}");
    let mixed = tally.summary();
    assert_eq!(mixed.machines.len(), 2);
    assert!(mixed.is_wrong());
}

#[test]
fn a_file_holds_what_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.jsonl");
    let part = Part {
        plan: "0123456789abcdef".into(),
        runs: 20,
        shard: 1,
        shards: 2,
        due: 10,
    };
    let record = run("a", "p", 1, Some(0.125));
    let whole = part_line(&part) + &run_line(&record);
    std::fs::write(&path, whole.clone() + "{\"kind\":\"ru").expect("a file");
    let mut said = Vec::new();
    let length = results::lines(&path, |line| said.push(line)).expect("results");
    assert_eq!(length, whole.len() as u64);
    assert_eq!(said, [Line::Part(part), Line::Run(Box::new(record))]);
}
