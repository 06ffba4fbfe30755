//! Every solver lists the solutions of the examples and of generated puzzles: as many as the embedded solver
//! counts.

use std::collections::BTreeMap;

use crate::command::TestEnv;
use crate::shipped::{Count, EXAMPLES};
use crate::tools;

/// Number of solutions of each puzzle by name, and whether it is exact.
type Counts = BTreeMap<String, (u64, bool)>;

/// A folder of newspaper-like puzzles of 4 to 12 dominoes, `each` of every size, and their counts.
fn puzzles(each: usize, examples: &[&str]) -> (TestEnv, Counts) {
    let env = TestEnv::new();
    let folder = env.path("puzzles");
    for size in [4, 6, 8, 10, 12] {
        let _ = env.succeed(format!(
            "gen --family newspaper --size {size} --seed 1 --count {each} -o {}/",
            folder.display()
        ));
    }
    for file in examples {
        let copied = std::fs::copy(format!("puzzles/{file}"), folder.join(file));
        let _ = copied.expect("an example");
    }
    let counts = solutions(&env, "--solver embedded --count");
    assert_eq!(counts.len(), 5 * each + examples.len());
    assert!(counts.values().all(|(_, is_exact)| *is_exact));
    assert!(counts.values().any(|(count, _)| *count == 1));
    assert!(counts.values().any(|(count, _)| *count > 20));
    (env, counts)
}

/// Returns the number of solutions of each puzzle by `pipsc run` with these options.
fn solutions(env: &TestEnv, options: &str) -> Counts {
    let folder = env.file("puzzles");
    let output = env.run(format!("run {folder} {options} --format json"));
    output.assert_code(0);
    let report = output.json();
    let results = report["results"].as_array().expect("results");
    let counts = results.iter().map(|result| {
        let name = result["puzzle"].as_str().expect("a name").to_owned();
        let count = result["solutions"].as_u64().expect("a number");
        if let Some(boards) = result["boards"].as_array() {
            assert_eq!(boards.len() as u64, count, "{options}: {name}");
        }
        if let Some((_, encoding)) = options.split_once("--encoding ") {
            let encoding = encoding.split(' ').next();
            assert_eq!(result["model"]["encoding"].as_str(), encoding, "{result}");
        }
        let memory = result["peak_memory_bytes"].as_u64();
        assert!(memory > Some(0), "{options}: {result}");
        (name, (count, result["exact"] == true))
    });
    counts.collect()
}

/// Tests solvers with their options and the number of solutions to list.
fn list_solutions(env: &TestEnv, counts: &Counts, solvers: &[(&str, &str, u64)]) {
    for &(solver, options, limit) in solvers {
        if solver != "search" && !tools::is_installed(solver) {
            continue;
        }
        let limited = |(name, (count, _)): (&String, &(u64, bool))| {
            (name.clone(), (limit.min(*count), *count < limit))
        };
        let expected: Counts = counts.iter().map(limited).collect();
        let options = format!("--solver {solver} {options} --limit {limit}");
        assert_eq!(solutions(env, &options), expected, "{options}");
    }
}

#[test]
fn every_solver_lists_the_solutions_of_generated_puzzles() {
    let counted = EXAMPLES
        .into_iter()
        .filter(|(_, count)| *count != Count::Some);
    let files: Vec<&str> = counted.map(|(file, _)| file).collect();
    let (env, counts) = puzzles(4, &files);
    let solvers = [
        ("search", "", 1000),
        ("clasp", "", 1000),
        ("clasp", "--encoding links", 100),
        ("clasp", "--encoding placement", 20),
        ("clingo", "", 1000),
        ("kissat", "", 10),
        ("cadical", "", 3),
        ("minisat", "", 3),
        ("picosat", "", 3),
        ("glucose", "", 3),
        ("cryptominisat", "", 3),
        ("z3", "", 5),
        ("cvc5", "", 3),
        ("yices", "", 3),
        ("yices", "--encoding halves-standard", 3),
        ("gecode", "", 1000),
        ("clasp-opb", "", 1000),
        ("minisat+", "", 3),
        ("highs", "", 3),
        ("highs", "--no-prune", 2),
        ("cbc", "", 3),
        ("cbc", "--no-prune", 2),
    ];
    list_solutions(&env, &counts, &solvers);
}

#[test]
fn slow_solvers_list_the_solutions_of_generated_puzzles() {
    let (env, counts) = puzzles(1, &["loose.txt"]);
    let solvers = [
        ("chuffed", "", 20),
        ("cpsat", "", 20),
        ("ace", "", 20),
        ("choco", "", 20),
        ("sat4j", "", 2),
        ("scip", "", 2),
        ("scip-lp", "", 2),
    ];
    list_solutions(&env, &counts, &solvers);
    if tools::is_installed("ganak") {
        assert_eq!(solutions(&env, "--solver ganak --count"), counts);
    }
}
