//! Every solver on the examples: the same verdict, the same number of solutions, each checked.

use crate::command::Place;
use crate::shipped::{Count, EXAMPLES};
use crate::tools;
use crate::tools::there;

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
fn clingo() {
    counts("clingo", 1000, &[]);
}

#[test]
fn gecode() {
    counts("gecode", 1000, &["double-nine.txt", "double-six.txt"]);
}

#[test]
fn chuffed() {
    counts("chuffed", 1000, &["double-nine.txt"]);
}

#[test]
fn cpsat() {
    counts("cpsat", 1000, &[]);
}

#[test]
fn xcsp3_solvers() {
    // Java takes long enough to start: double-nine is left to the others.
    counts("ace", 200, &["double-nine.txt"]);
    counts("choco", 200, &["double-nine.txt"]);
}

#[test]
fn pseudo_boolean_solvers() {
    counts("clasp-opb", 1000, &[]);
    counts("minisat+", 10, &["double-nine.txt"]);
    for solver in ["sat4j", "scip"] {
        counts(solver, 2, &["double-nine.txt"]);
    }
}

#[test]
fn mixed_integer_programming() {
    let full = ["double-nine.txt", "double-six.txt"];
    for solver in ["highs", "cbc"] {
        counts(solver, 10, &full);
    }
    counts("scip-lp", 2, &full);
    // HiGHS would leave its log wherever one is.
    assert!(!std::path::Path::new("Highs.log").exists());
}

#[test]
fn integer_programming() {
    // They are here for the reply_format; what they are slow at, other solvers count.
    let slow = [
        "2025-09-16-easy.graph.json",
        "2025-09-21-hard.graph.json",
        "double-nine.txt",
        "double-six.txt",
        "dozen.txt",
        "islands.txt",
    ];
    for solver in ["minizinc-highs", "minizinc-cbc"] {
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
    counts("pumpkin", 10, &[]);
}

/// Debian's z3, which is several years older than the one that is otherwise found first.
#[test]
fn an_older_z3() {
    let program = "/usr/bin/z3";
    if !std::path::Path::new(program).exists() {
        return tools::missing("z3 4.8").unwrap_or_default();
    }
    let place = Place::new();
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
    let registry = place.write("older.toml", entry).display().to_string();
    for (file, count) in EXAMPLES {
        // It takes minutes for a full set.
        if file == "double-nine.txt" {
            continue;
        }
        let path = format!("puzzles/{file}");
        let did = place.run(&[
            "run",
            &path,
            "--solver",
            "older",
            "--solver-file",
            &registry,
            "--encoding",
            "edges",
            "--format",
            "json",
        ]);
        let what = format!("{file}: {did:?}");
        assert_eq!(did.code, Some(0), "{what}");
        let verdict = match count {
            Count::Exactly(0) => "unsatisfiable",
            _ => "satisfiable",
        };
        assert_eq!(did.json()["results"][0]["verdict"], verdict, "{what}");
    }
}

#[test]
fn smt_solvers() {
    for solver in ["z3", "cvc5", "yices"] {
        counts(solver, 5, &["double-nine.txt"]);
    }
}

/// Solvers of the npm package `minizinc` show their own version, not that of the package.
#[test]
fn web_assembly_solvers_show_their_own_version() {
    if !there("chuffed") {
        return;
    }
    let package = tools::prefix().join("node/node_modules/minizinc/package.json");
    let package = std::fs::read_to_string(package).expect("the package");
    for solver in ["chuffed", "minizinc-highs", "minizinc-cbc"] {
        let did = Place::new().run(&["solvers", solver, "--format", "json"]);
        let listed = did.json()["solvers"][0].clone();
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
        if !there(solver) {
            continue;
        }
        let place = Place::new();
        let kept = place.path("kept").display().to_string();
        let all = ["run", "puzzles/loose.txt", "-s", solver, "--all"];
        let did = place.run(&[&all[..], &["--limit", "4", "--keep", &kept]].concat());
        assert_eq!(did.code, Some(0), "{did:?}");
        let models: Vec<String> = ["", "2-", "3-", "4-"]
            .iter()
            .map(|run| place.path(&format!("kept/{run}{file}")))
            .map(|path| std::fs::read_to_string(path).expect("a model"))
            .collect();
        for pair in models.windows(2) {
            let added = pair[1].matches(clauses).count() - pair[0].matches(clauses).count();
            assert_eq!(added, 1, "{solver}");
        }
        // Every row has a name of its own.
        if solver == "cbc" {
            for row in ["\n answer_1", "\n answer_2", "\n answer_3"] {
                assert_eq!(models[3].matches(row).count(), 1, "{row}");
            }
        }
    }
}
