//! Conformance of every solver of the registry: puzzles with one, no and several solutions in every
//! encoding of its language.

use std::collections::BTreeSet;

use pipsc::backend::Language;
use pipsc::solver::Registry;

use crate::command::TestEnv;
use crate::tools::{self, is_installed};

/// Tests all solvers of a language.
fn conform(target: &str) {
    let registry = Registry::built_in();
    let entries = registry.entries();
    for entry in entries.filter(|entry| entry.encoding.language.name == target) {
        // Needs a newer MiniZinc than most systems have.
        if entry.name == "huub" || !is_installed(&entry.name) {
            continue;
        }
        let output = TestEnv::new().run(format!("solvers --test {} --format json", entry.name));
        let report = output.json();
        let tests = report["solvers"][0]["tests"].as_array().expect("tests");
        let encodings = entry.encoding.language.encodings().iter();
        let suitable = encodings.filter(|encoding| encoding.suits(&entry.name));
        assert_eq!(tests.len(), 3 * suitable.count());
        for test in tests {
            assert!(test["problem"].is_null(), "{}: {test}", entry.name);
        }
        output.assert_code(0);
    }
    // HiGHS would leave its log in the current folder.
    assert!(!std::path::Path::new("Highs.log").exists());
}

/// One test per language, so that they run in parallel.
macro_rules! conform {
    ($($target:ident)+) => {
        $(
            #[test]
            fn $target() {
                conform(stringify!($target));
            }
        )+

        #[test]
        fn every_language_with_solvers_is_tested() {
            let languages = Language::ALL.into_iter().filter(|one| one.protocol.is_some());
            let names: Vec<&str> = languages.map(|one| one.name).collect();
            assert_eq!(names, [$(stringify!($target)),+]);
        }
    };
}

conform!(minizinc smtlib dimacs cpsat asp xcsp3 opb lp);

/// The user's own entries are tested the same way, and wrong answers are detected.
#[test]
fn nonconforming_solvers_are_detected() {
    let env = TestEnv::new();
    let solvers = env.hostile_solver("hostile", "liar", "dimacs");
    let output = env.run(format!("solvers --test hostile --solver-file {solvers}"));
    output.assert_code(5);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines[0], "hostile");
    assert_eq!(
        lines[1],
        "  compact          unique      WRONG: it finds 0 solutions of a puzzle that has 1"
    );
    assert_eq!(lines[2], "  compact          impossible  correct");
}

/// ACE without its option to enumerate, which runs again for each solution, as no built-in solver of
/// XCSP3 does; and Debian's z3, which is several years older than the one that is otherwise found first.
const OTHER_ENTRIES: &str = r#"
[ace-again]
target = "xcsp3"
programs = "python3"
launcher = "xcsp3.py"
arguments = "{launcher} ace {options} {model}"

[z3-older]
target = "smtlib"
programs = "/usr/bin/z3"
version = { pattern = "Z3 version {version}", from = "4.8", below = "4.9" }
"#;

#[test]
fn other_entries_conform() {
    let env = TestEnv::new();
    let file = env.write("other.toml", OTHER_ENTRIES);
    for (solver, program) in [("ace-again", "ace"), ("z3-older", "/usr/bin/z3")] {
        if is_installed(program) {
            let output = env.run(format!("solvers --test {solver} --solver-file {file}"));
            output.assert_stderr(0, "");
            output.stdout_has("correct");
        }
    }
}

/// Solvers of the npm package `minizinc` show their own version, not that of the package.
#[test]
fn web_assembly_solvers_show_their_own_version() {
    if !is_installed("chuffed") {
        return;
    }
    let package = tools::prefix().join("node/node_modules/minizinc/package.json");
    let package = std::fs::read_to_string(package).expect("the package");
    for solver in ["chuffed", "minizinc-highs", "minizinc-cbc"] {
        let output = TestEnv::new().run(format!("solvers {solver} --format json"));
        let listed = output.json()["solvers"][0].clone();
        if listed["via"] != "WebAssembly under Node" {
            continue;
        }
        let version = listed["version"].as_str().expect("a version");
        let of_package = format!("\"version\": \"{version}\"");
        assert!(!package.contains(&of_package), "{solver} {version}");
        assert_eq!(listed["version_known"], true, "{solver} {version}");
    }
}

/// Each run of a solver that does not enumerate adds one blocking clause to the model of the last run.
#[test]
fn each_run_excludes_one_more_board() {
    for (solver, file, clauses) in [
        ("cadical", "model.cnf", "\n-"),
        ("cbc", "model.lp", "\n answer_"),
    ] {
        if !is_installed(solver) {
            continue;
        }
        let env = TestEnv::new();
        let run = format!("run puzzles/loose.txt -s {solver} --all --limit 4 --keep");
        let kept = env.path("kept");
        env.run(format!("{run} {}", kept.display())).assert_code(0);
        let models: Vec<String> = ["", "2-", "3-", "4-"]
            .iter()
            .map(|run| env.path(&format!("kept/{run}{file}")))
            .map(|path| std::fs::read_to_string(path).expect("a model"))
            .collect();
        for pair in models.windows(2) {
            let added = pair[1].matches(clauses).count() - pair[0].matches(clauses).count();
            assert_eq!(added, 1, "{solver}");
        }
        // Every row has a name of its own.
        let rows = models[3].split("\n answer_").skip(1);
        let names: BTreeSet<&str> = rows.filter_map(|row| row.split(':').next()).collect();
        assert_eq!(names.len(), models[3].matches("\n answer_").count());
    }
}
