//! `--solver search`, and the embedded solver on boards that are too wide for frontier dynamic
//! programming.

use std::collections::BTreeSet;
use std::fs;

use pipsc::solver::search::Strategy;
use serde_json::Value;

use crate::command::TestEnv;
use crate::documented::assert_documented;

#[test]
fn every_strategy_reaches_every_goal_with_statistics() {
    let env = TestEnv::new();
    for strategy in Strategy::ALL {
        let solve = |question: &str| {
            let search = format!("--solver search --strategy {strategy} --no-prune");
            let run = format!("run puzzles/loose.txt {search} --format json {question}");
            let document = env.succeed(run).json();
            assert_documented("Run", &document);
            document["results"][0].clone()
        };
        let count = solve("--count");
        assert_eq!(count["solver"]["name"], "search");
        assert_eq!(
            (&count["solutions"], &count["exact"]),
            (&256.into(), &true.into())
        );
        let counted = &count["statistics"];
        assert_eq!(counted["solutions"], 256);
        let number = |name: &str| counted[name].as_u64().expect("a number");
        assert!(number("nodes") > number("solutions") && number("depth") > 1);
        let by_cause: u64 = counted
            .as_object()
            .expect("an object")
            .iter()
            .filter(|(name, _)| name.starts_with("failures."))
            .map(|(_, number)| number.as_u64().expect("a number"))
            .sum();
        assert_eq!(by_cause, number("failures"), "{counted}");
        let all = solve("--all");
        let boards = all["boards"].as_array().expect("boards");
        let different: BTreeSet<String> = boards.iter().map(Value::to_string).collect();
        assert_eq!((boards.len(), different.len()), (256, 256));
        assert_eq!(solve("--unique")["unique"], false);
        let one = solve("");
        assert_eq!(one["boards"].as_array().map(Vec::len), Some(1));
        assert_eq!(one["stopped"], "enough");
        let [first, again] = [7, 7].map(|seed| solve(&format!("--seed {seed}"))["boards"].clone());
        assert_eq!(first, again);
    }
}

#[test]
fn checks_are_switched_by_name() {
    let env = TestEnv::new();
    let nodes = |checks: &str| {
        let arguments = format!(
            "run puzzles/small.board.json --solver search --strategy first-empty --checks {checks} --no-prune --count --format json"
        );
        let output = env.run(&arguments);
        let result = output.json()["results"][0].clone();
        assert_eq!(result["solutions"], 1, "{output:?}");
        result["statistics"]["nodes"].as_u64().expect("a number")
    };
    assert!(nodes("none") > 10 * nodes("broken"));
    assert!(nodes("broken") >= nodes("broken,bounds"));
    assert!(nodes("broken,bounds") >= nodes("all"));
}

#[test]
fn search_is_listed_and_benchmarked() {
    let env = TestEnv::new();
    let output = env.succeed("solvers search embedded");
    output.stdout_starts("search\n");
    output.stdout_has("it works");
    let out = env.file("results.jsonl");
    let _ = env.succeed(format!(
        "bench puzzles/small.board.json puzzles/dozen.txt --solver embedded,search --goal count \
         --checks broken --checks all --terms whole --strategy first-empty,exact-cover --out {out}"
    ));
    let text = fs::read_to_string(&out).expect("the results");
    let runs: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .filter(|line: &Value| line["start_up"] == false)
        .collect();
    let searched: Vec<&Value> = runs
        .iter()
        .filter(|run| run["solver"] == "search")
        .collect();
    let ways: BTreeSet<&str> = searched
        .iter()
        .map(|run| run["encoding"].as_str().expect("a way"))
        .collect();
    let expected = [
        "exact-cover+broken",
        "exact-cover+broken+bounds+supply+parity+tiling",
        "first-empty",
        "first-empty+broken+bounds+supply+parity+tiling",
    ];
    assert_eq!(Vec::from_iter(ways), expected);
    assert_eq!(searched.len(), 2 * expected.len());
    for run in searched {
        assert_eq!(
            (&run["verdict"], &run["solutions"]),
            (&"answered".into(), &"1".into())
        );
        assert!(run["statistics"]["nodes"].as_u64() > Some(0), "{run}");
        assert!(!run["steps"].to_string().contains("prune"), "{run}");
    }
}

/// Many boards of a full set, which frontier dynamic programming cannot list. All are distinct
/// solutions.
#[test]
fn a_full_set_is_listed_by_exact_cover() {
    let env = TestEnv::new();
    let puzzle = env.file("six.txt");
    let _ = env.succeed(format!("gen --family full --size 6 --seed 1 -o {puzzle}"));
    let output = env.run(format!(
        "run {puzzle} --all --limit 5000 --format jsonl --verbose"
    ));
    output.assert_exit(0, "exact cover");
    let boards: BTreeSet<&str> = output
        .stdout
        .lines()
        .filter(|line| line.contains("\"type\":\"board\""))
        .collect();
    assert_eq!(boards.len(), 5000);
    let mut list = String::new();
    for board in boards.iter().step_by(25) {
        list += board;
        list += "\n";
    }
    let boards = env.write("boards.jsonl", &list);
    let checked = env.run(format!("check {puzzle} {boards}"));
    checked.assert_code(0);
}

/// A count that reaches its time limit is a lower bound, and names its method.
#[test]
fn a_count_of_a_full_set_is_a_lower_bound_when_the_time_is_up() {
    let env = TestEnv::new();
    let puzzle = env.file("six.txt");
    let _ = env.succeed(format!("gen --family full --size 6 --seed 1 -o {puzzle}"));
    let output = env.run(format!("run {puzzle} --count --time-limit 4s --verbose"));
    output.assert_exit(3, "trying exact cover");
    output.stdout_has("at least");
}
