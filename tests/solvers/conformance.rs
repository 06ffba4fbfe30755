//! Conformance of every solver of the registry: puzzles with one, no and several solutions in every
//! encoding of its language, and the examples with the faster solvers.

use std::collections::BTreeSet;

use pipsc::backend::Language;
use pipsc::solver::Registry;

use crate::command::TestEnv;
use crate::shipped::{Count, EXAMPLES};
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

/// Checks that a solver counts the solutions of the examples.
fn counts(solver: &str, most: usize, skip: &[&str]) {
    if !is_installed(solver) {
        return;
    }
    for (file, count) in EXAMPLES {
        if skip.contains(&file) {
            continue;
        }
        let question = match count {
            Count::Some => String::new(),
            Count::Exactly(_) => format!("--all --limit {}", most + 1),
        };
        let run = format!("run puzzles/{file} --solver {solver} --format json");
        let output = TestEnv::new().run(format!("{run} {question}"));
        let what = format!("{solver}, {file}: {output:?}");
        output.assert_code(0);
        let result = output.json()["results"][0].clone();
        let (number, exact) = match count {
            Count::Some => (1, false),
            Count::Exactly(count) if count > most => (most + 1, false),
            Count::Exactly(count) => (count, true),
        };
        assert_eq!(result["solutions"], number, "{what}");
        assert_eq!(result["exact"], exact, "{what}");
        let boards = result["boards"].as_array().map(Vec::len);
        assert_eq!(boards, Some(number), "{what}");
        assert!(result["peak_memory_bytes"].as_u64() > Some(0), "{what}");
    }
}

#[test]
fn solvers_that_enumerate() {
    for solver in ["clasp", "clasp-opb", "clingo"] {
        counts(solver, 1000, &[]);
    }
    counts("gecode", 1000, &["double-nine.txt", "double-six.txt"]);
}

#[test]
fn solvers_that_are_run_again() {
    counts("kissat", 10, &[]);
    counts("z3", 5, &["double-nine.txt"]);
    counts("highs", 2, &["double-nine.txt", "double-six.txt"]);
}

/// Debian's z3, which is several years older than the one that is otherwise found first.
#[test]
fn an_older_z3() {
    let program = "/usr/bin/z3";
    if !std::path::Path::new(program).exists() {
        return tools::missing("z3 4.8").unwrap_or_default();
    }
    let env = TestEnv::new();
    let entry = r#"
[older]
about = "SMT"
target = "smtlib"
install = "apt install z3"
exit = { satisfiable = [0], exhausted = [], unsatisfiable = [0, 1], unknown = [0, 1] }
[[older.via]]
programs = ["/usr/bin/z3"]
arguments = ["{options}", "{model}"]
version = { arguments = ["--version"], pattern = "Z3 version {version}", from = "4.8", below = "4.9" }
"#;
    let registry = env.write("older.toml", entry);
    for (file, count) in EXAMPLES {
        // It takes minutes for a full set.
        if file == "double-nine.txt" {
            continue;
        }
        let run = format!("run puzzles/{file} --solver older --solver-file {registry}");
        let output = env.run(format!("{run} --encoding edges --format json"));
        let what = format!("{file}: {output:?}");
        output.assert_code(0);
        let verdict = match count {
            Count::Exactly(0) => "unsatisfiable",
            _ => "satisfiable",
        };
        assert_eq!(output.json()["results"][0]["verdict"], verdict, "{what}");
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
