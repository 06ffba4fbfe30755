//! What solvers count: every one that tells anything is understood.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::tools;

/// The names that each solver tells, whatever the numbers are. z3 leaves out what is 0.
const TOLD: [(&str, &[&str]); 24] = [
    (
        "gecode",
        &["nodes", "failures", "depth", "propagations", "restarts"],
    ),
    (
        "chuffed",
        &["nodes", "failures", "depth", "propagations", "restarts"],
    ),
    ("minizinc-highs", &["nodes"]),
    ("minizinc-cbc", &["nodes"]),
    ("z3", &["conflicts", "decisions", "propagations"]),
    ("cvc5", &["decisions", "propagations", "restarts"]),
    (
        "yices",
        &["conflicts", "decisions", "propagations", "restarts"],
    ),
    ("kissat", &["conflicts", "decisions", "propagations"]),
    ("cadical", &["conflicts", "decisions", "propagations"]),
    (
        "minisat",
        &["conflicts", "decisions", "propagations", "restarts"],
    ),
    (
        "picosat",
        &["conflicts", "decisions", "propagations", "restarts"],
    ),
    (
        "cryptominisat",
        &["conflicts", "decisions", "propagations", "restarts"],
    ),
    (
        "glucose",
        &["conflicts", "decisions", "propagations", "restarts"],
    ),
    (
        "pumpkin",
        &["nodes", "failures", "depth", "propagations", "restarts"],
    ),
    ("clasp", &["conflicts", "decisions", "restarts"]),
    (
        "cpsat",
        &["conflicts", "decisions", "propagations", "restarts"],
    ),
    ("clingo", &["conflicts", "decisions", "restarts"]),
    ("ace", &["failures"]),
    ("clasp-opb", &["conflicts", "decisions", "restarts"]),
    ("minisat+", &["conflicts", "decisions", "restarts"]),
    (
        "sat4j",
        &["conflicts", "decisions", "propagations", "restarts"],
    ),
    ("scip", &["nodes"]),
    ("highs", &["nodes"]),
    ("cbc", &["nodes"]),
];

fn run(puzzle: &Path, solver: &str, more: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_pipsc"))
        .args(["run", "--format", "json", "--no-prune", "--solver", solver])
        .args(more)
        .arg(puzzle)
        .env("PIPSC_CONFIG", "")
        .env("PIPSC_SOLVERS_PREFIX", tools::prefix())
        .output()
        .expect("the program");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{solver}: {said}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    document["results"][0].clone()
}

/// A puzzle that every solver has to search for: one solution, and no fact that gives it away.
const PUZZLE: &str = "\
.AA.
BCCD
**ED
.*E.

A 2
B 2
C =
D 3
E 7

02 11 13 25 33 45
";

#[test]
fn solver_statistics_are_parsed() {
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("six.txt");
    std::fs::write(&puzzle, PUZZLE).expect("a file");
    for (solver, names) in TOLD {
        if !tools::is_installed(solver) {
            continue;
        }
        let result = run(&puzzle, solver, &["--unique"]);
        assert_eq!(result["unique"], true, "{solver}");
        let told = result["statistics"].as_object();
        let told = told.unwrap_or_else(|| panic!("{solver} tells nothing: {result}"));
        for name in names {
            assert!(
                told.contains_key(*name),
                "{solver} does not tell {name}: {told:?}"
            );
        }
        assert!(told.values().all(Value::is_u64), "{solver}: {told:?}");
    }
}

#[test]
fn statistics_of_repeated_runs_add_up() {
    if !tools::is_installed("minisat") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = folder.path().join("six.txt");
    std::fs::write(&puzzle, PUZZLE).expect("a file");
    let propagations = |more: &[&str]| {
        let result = run(&puzzle, "minisat", more);
        let count = &result["statistics"]["propagations"];
        (result["runs"].as_u64(), count.as_u64().expect("a number"))
    };
    let (once, twice) = (propagations(&[]), propagations(&["--unique"]));
    assert_eq!((once.0, twice.0), (Some(1), Some(2)));
    assert!(twice.1 > once.1, "{once:?} {twice:?}");
}
