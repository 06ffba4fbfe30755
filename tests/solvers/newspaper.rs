//! Real newspaper puzzles, whose solution counts are known, through every reply_format.
//!
//! The puzzles belong to the newspaper and are not part of the project: where the folder
//! `../shared/nyt` is not there, these tests say that they are skipped.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::command::Place;
use crate::tools;

/// The days' files, and the number of solutions by file and level.
fn newspaper() -> Option<(Vec<PathBuf>, BTreeMap<String, u64>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/nyt");
    let Ok(counts) = fs::read_to_string(folder.join("counts.csv")) else {
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED: no newspaper puzzles in {}",
            folder.display()
        );
        return None;
    };
    let counts: BTreeMap<String, u64> = counts
        .lines()
        .skip(1)
        .map(|line| {
            let [date, level, count] = line.split(',').collect::<Vec<_>>()[..] else {
                panic!("not a count: {line}");
            };
            (format!("{date}-{level}"), count.parse().expect("a number"))
        })
        .collect();
    let mut days: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "json"))
        .collect();
    days.sort();
    Some((days, counts))
}

/// Lets a solver list up to `limit` solutions of the puzzles of every `stride`th day.
fn lists(solver: &str, stride: usize, limit: u64) {
    lists_with(solver, &[], stride, limit);
}

fn lists_with(solver: &str, options: &[&str], stride: usize, limit: u64) {
    let Some((days, counts)) = newspaper() else {
        return;
    };
    if !tools::there(solver) {
        return;
    }
    let days: Vec<String> = days
        .iter()
        .step_by(stride)
        .map(|day| day.display().to_string())
        .collect();
    let number = limit.to_string();
    let mut arguments = vec!["run", "--solver", solver, "--limit", &number];
    arguments.extend(["--format", "json"]);
    arguments.extend(options);
    arguments.extend(days.iter().map(String::as_str));
    let did = Place::new().run(&arguments);
    assert_eq!(did.code, Some(0), "{solver}: {}", did.stderr);
    let report = did.json();
    let results = report["results"].as_array().expect("results");
    assert!(results.len() >= days.len(), "{solver}");
    for result in results {
        let puzzle = result["puzzle"].as_str().expect("a name");
        let expected = counts[puzzle].min(limit);
        assert_eq!(result["solutions"], expected, "{solver}, {puzzle}");
        // Every one of these boards has been accepted by the checker.
        let boards = result["boards"].as_array().expect("boards");
        assert_eq!(boards.len() as u64, expected, "{solver}, {puzzle}");
    }
}

#[test]
fn embedded() {
    let Some((_, counts)) = newspaper() else {
        return;
    };
    let did = Place::new().run(["run", "../shared/nyt", "--count", "--format", "json"]);
    assert_eq!(did.code, Some(0), "{}", did.stderr);
    let report = did.json();
    let results = report["results"].as_array().expect("results");
    assert_eq!(results.len(), counts.len());
    for result in results {
        let puzzle = result["puzzle"].as_str().expect("a name");
        assert_eq!(result["solutions"], counts[puzzle], "{puzzle}");
        assert_eq!(result["exact"], true, "{puzzle}");
    }
}

/// A model counter shows no boards; its numbers are the known ones.
#[test]
fn model_counters() {
    let Some((days, counts)) = newspaper() else {
        return;
    };
    if !tools::there("ganak") {
        return;
    }
    let days: Vec<String> = days
        .iter()
        .step_by(20)
        .map(|day| day.display().to_string())
        .collect();
    let mut arguments = vec!["run", "--solver", "ganak", "--count", "--format", "json"];
    arguments.extend(["--level", "easy"]);
    arguments.extend(days.iter().map(String::as_str));
    let did = Place::new().run(&arguments);
    assert_eq!(did.code, Some(0), "{}", did.stderr);
    let report = did.json();
    let results = report["results"].as_array().expect("results");
    assert_eq!(results.len(), days.len());
    for result in results {
        let puzzle = result["puzzle"].as_str().expect("a name");
        assert_eq!(result["solutions"], counts[puzzle], "{puzzle}");
        assert_eq!(result["exact"], true, "{puzzle}");
    }
}

#[test]
fn sat_solvers() {
    lists("clasp", 1, 100);
    lists("clingo", 1, 100);
    lists("kissat", 2, 2);
    for solver in ["cadical", "minisat", "picosat", "glucose"] {
        lists(solver, 10, 3);
    }
    lists("cryptominisat", 10, 100);
}

#[test]
fn smt_solvers() {
    lists("z3", 6, 3);
    lists("cvc5", 10, 3);
    lists("yices", 10, 3);
}

#[test]
fn constraint_solvers() {
    lists("gecode", 8, 100);
    lists("chuffed", 40, 20);
    lists("cpsat", 40, 20);
    lists("ace", 40, 20);
    lists("choco", 40, 20);
}

#[test]
fn pseudo_boolean_solvers() {
    lists("clasp-opb", 1, 100);
    lists("minisat+", 5, 3);
    lists("sat4j", 40, 2);
    lists("scip", 40, 2);
}

/// Without the detour through MiniZinc they solve every puzzle.
#[test]
fn mixed_integer_programming() {
    lists("highs", 1, 1);
    lists("cbc", 1, 1);
    for solver in ["highs", "cbc"] {
        lists(solver, 15, 3);
        lists_with(solver, &["--no-prune"], 10, 2);
    }
    lists("scip-lp", 40, 2);
}

#[test]
fn baselines() {
    lists_with("clasp", &["--encoding", "links"], 5, 100);
    lists_with("clasp", &["--encoding", "placement"], 10, 20);
    lists_with("yices", &["--encoding", "halves-standard"], 10, 3);
    // It does not solve every hard puzzle in reasonable time.
    let easy = ["--encoding", "coordinates", "--level", "easy"];
    lists_with("gecode", &easy, 5, 20);
}
