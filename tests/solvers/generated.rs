//! Every solver lists the solutions of generated puzzles, as many as the embedded solver counts.

use std::collections::BTreeMap;

use crate::command::TestEnv;
use crate::tools;

/// A folder of newspaper-like puzzles of 4 to 12 dominoes, and the number of solutions of each by name.
fn puzzles() -> (TestEnv, BTreeMap<String, u64>) {
    let env = TestEnv::new();
    for size in [4, 6, 8, 10, 12] {
        let folder = env.path("puzzles").display().to_string();
        let _ = env.succeed(format!(
            "gen --family newspaper --size {size} --seed 1 --count 8 -o {folder}/"
        ));
    }
    let counts = solutions(&env, "--solver embedded --count");
    assert_eq!(counts.len(), 40);
    assert!(counts.values().any(|count| *count == 1));
    assert!(counts.values().any(|count| *count > 20));
    (env, counts)
}

/// Returns the number of solutions of each puzzle by `pipsc run` with these options.
fn solutions(env: &TestEnv, options: &str) -> BTreeMap<String, u64> {
    let folder = env.path("puzzles").display().to_string();
    let output = env.run(format!("run {folder} {options} --format json"));
    output.assert_code(0);
    let report = output.json();
    let results = report["results"].as_array().expect("results");
    results
        .iter()
        .map(|result| {
            let name = result["puzzle"].as_str().expect("a name").to_owned();
            let count = result["solutions"].as_u64().expect("a number");
            if let Some(boards) = result["boards"].as_array() {
                assert_eq!(boards.len() as u64, count, "{options}: {name}");
            }
            (name, count)
        })
        .collect()
}

#[test]
fn every_solver_lists_the_solutions_of_generated_puzzles() {
    let (env, counts) = puzzles();
    for (solver, options, limit) in [
        ("search", "", 1000),
        ("clasp", "", 100),
        ("clasp", "--encoding links", 100),
        ("clasp", "--encoding placement", 20),
        ("clingo", "", 100),
        ("kissat", "", 3),
        ("cadical", "", 3),
        ("minisat", "", 3),
        ("picosat", "", 3),
        ("glucose", "", 3),
        ("cryptominisat", "", 3),
        ("z3", "", 3),
        ("cvc5", "", 3),
        ("yices", "", 3),
        ("yices", "--encoding halves-standard", 3),
        ("gecode", "", 100),
        ("clasp-opb", "", 100),
        ("minisat+", "", 3),
        ("highs", "", 3),
        ("highs", "--no-prune", 2),
        ("cbc", "", 3),
        ("cbc", "--no-prune", 2),
    ] {
        if solver != "search" && !tools::is_installed(solver) {
            continue;
        }
        let options = format!("--solver {solver} {options} --limit {limit}");
        let limited: BTreeMap<String, u64> = counts
            .iter()
            .map(|(name, count)| (name.clone(), *count.min(&limit)))
            .collect();
        assert_eq!(solutions(&env, &options), limited, "{options}");
    }
}

/// Solvers with a slow start run on the first puzzle of each size.
#[test]
fn slow_solvers_list_the_solutions_of_generated_puzzles() {
    let (env, counts) = puzzles();
    let counts: BTreeMap<String, u64> = counts
        .into_iter()
        .filter(|(name, _)| {
            let first = name.ends_with("-1");
            if !first {
                let file = env.path("puzzles").join(format!("{name}.txt"));
                std::fs::remove_file(file).expect("a puzzle");
            }
            first
        })
        .collect();
    assert_eq!(counts.len(), 5);
    for (solver, limit) in [
        ("chuffed", 20),
        ("cpsat", 20),
        ("ace", 20),
        ("choco", 20),
        ("sat4j", 2),
        ("scip", 2),
        ("scip-lp", 2),
    ] {
        if !tools::is_installed(solver) {
            continue;
        }
        let limited: BTreeMap<String, u64> = counts
            .iter()
            .map(|(name, count)| (name.clone(), *count.min(&limit)))
            .collect();
        let options = format!("--solver {solver} --limit {limit}");
        assert_eq!(solutions(&env, &options), limited, "{options}");
    }
    if tools::is_installed("ganak") {
        assert_eq!(solutions(&env, "--solver ganak --count"), counts);
    }
}
