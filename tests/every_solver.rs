//! Every solver on the examples: the same verdict, the same number of solutions, each checked.

mod command;
mod shipped;
mod tools;

use command::Place;
use shipped::{Count, EXAMPLES};
use tools::there;

/// Lets a solver count the solutions of the examples that it is quick enough for.
fn counts(solver: &str, most: usize, skip: &[&str]) {
    if !there(solver) {
        return;
    }
    for (file, count) in EXAMPLES {
        if skip.contains(&file) {
            continue;
        }
        let path = format!("puzzles/{file}");
        let limit = (most + 1).to_string();
        let question: &[&str] = match count {
            Count::Some => &[],
            Count::Exactly(_) => &["--all", "--limit", &limit],
        };
        let mut arguments = vec!["run", path.as_str(), "--solver", solver, "--format", "json"];
        arguments.extend(question);
        let did = Place::new().run(&arguments);
        let what = format!("{solver}, {file}: {did:?}");
        assert_eq!(did.code, Some(0), "{what}");
        let result = did.json()["results"][0].clone();
        let (number, exact) = match count {
            Count::Some => (1, false),
            Count::Exactly(count) if count > most => (most + 1, false),
            Count::Exactly(count) => (count, true),
        };
        assert_eq!(result["solutions"], number, "{what}");
        if !matches!(count, Count::Some) {
            assert_eq!(result["exact"], exact, "{what}");
        }
        let verdict = if number == 0 {
            "unsatisfiable"
        } else {
            "satisfiable"
        };
        assert_eq!(result["verdict"], verdict, "{what}");
        assert_eq!(
            result["boards"].as_array().map(Vec::len),
            Some(number),
            "{what}"
        );
        assert!(result["peak_memory_bytes"].as_u64() > Some(0), "{what}");
    }
}

#[test]
fn clasp() {
    counts("clasp", 1000, &[]);
}

#[test]
fn gecode() {
    counts("gecode", 1000, &["double-nine.txt"]);
}

#[test]
fn chuffed() {
    counts("chuffed", 1000, &["double-nine.txt"]);
}

#[test]
fn cpsat() {
    counts("cpsat", 1000, &["double-nine.txt"]);
}

#[test]
fn integer_programming() {
    // They are here for the dialect; what they are slow at, other solvers count.
    let slow = [
        "2025-09-16-easy.graph.json",
        "2025-09-21-hard.graph.json",
        "double-nine.txt",
        "double-six.txt",
        "dozen.txt",
        "islands.txt",
    ];
    for solver in ["highs", "cbc"] {
        counts(solver, 2, &slow);
    }
}

#[test]
fn sat_solvers() {
    for solver in [
        "kissat",
        "cadical",
        "minisat",
        "picosat",
        "cryptominisat",
        "glucose",
    ] {
        counts(solver, 10, &[]);
    }
}

#[test]
fn pumpkin() {
    counts("pumpkin", 10, &["double-nine.txt"]);
}

#[test]
fn smt_solvers() {
    for solver in ["z3", "cvc5", "yices"] {
        counts(solver, 5, &["double-nine.txt"]);
    }
}
