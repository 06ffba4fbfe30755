//! Model counters: solvers that print the number of solutions and no boards.

use pipsc::formats::{self, Format};

use crate::command::{RunOutput, TestEnv};
use crate::graphs;
use crate::shipped::{Count, EXAMPLES};
use crate::tools::is_installed;

/// A registry with a counter that prints a text and ends with an exit code.
fn counter(env: &TestEnv, prints: &str, code: i32, more: &str) -> String {
    let script = format!("#!/bin/sh\n{prints}\nexit {code}\n");
    let program = env.write("counter.sh", &script);
    let text = format!(
        r#"
[counter]
target = "dimacs"
install = "do not"
exit = {{ satisfiable = [10], unsatisfiable = [20], unknown = [0] }}
{more}
[[counter.via]]
programs = ["/bin/sh"]
arguments = ["{program}", "{{options}}", "{{model}}"]
options = {{ count = ["--count"] }}
"#
    );
    env.write("counter.toml", &text)
}

/// Runs a fake counter.
fn run_counter(prints: &str, code: i32, arguments: &str) -> RunOutput {
    let env = TestEnv::new();
    let registry = counter(&env, prints, code, "reply = \"counting\"");
    let run = "run puzzles/loose.txt -s counter --solver-file";
    env.run(format!("{run} {registry} {arguments}"))
}

const THREE: &str = "echo s SATISFIABLE; echo c s exact arb int 3";

#[test]
fn exact_and_approximate_counts_are_distinguished() {
    let output = run_counter(THREE, 10, "--count");
    output.assert_stdout(0, "3\n");
    output.stderr_has("The count is that of counter");
    let output = run_counter(THREE, 10, "--unique");
    assert_eq!(
        output.stdout, "not unique, according to counter\n",
        "{output:?}"
    );
    let output = run_counter(THREE, 10, "--count --limit 2");
    assert_eq!(output.stdout, "at least 2\n", "{output:?}");
    let one = THREE.replace('3', "1");
    let output = run_counter(&one, 10, "--unique");
    assert_eq!(
        output.stdout, "unique, according to counter\n",
        "{output:?}"
    );
    let output = run_counter("echo s UNSATISFIABLE", 20, "--count");
    assert_eq!(output.stdout, "0\n", "{output:?}");
    let many = THREE.replace('3', &"3".repeat(60));
    let output = run_counter(&many, 10, "--count");
    output.assert_code(3);
    output.stdout_starts("at least 340282366920938");
}

#[test]
fn counters_are_refused_for_other_goals() {
    for arguments in ["", "--all", "--limit 2"] {
        let output = run_counter(THREE, 10, arguments);
        output.assert_code(2);
        output.stderr_has("--count or --unique");
        assert_eq!(output.stdout, "", "{output:?}");
    }
    let output = run_counter(THREE, 10, "--count --no-symmetry");
    output.assert_code(2);
    output.stderr_has("a solution has several");
}

#[test]
fn counters_are_benchmarked_on_counts_only() {
    let env = TestEnv::new();
    let registry = counter(&env, THREE, 10, "reply = \"counting\"");
    let bench = "bench puzzles/loose.txt --solver counter --solver-file";
    let output = env.run(format!("{bench} {registry}"));
    output.assert_stdout(2, "");
    output.stderr_has("--goal count");
}

#[test]
fn contradictory_counts_are_faults() {
    for (prints, code) in [
        (THREE, 0),
        (THREE, 20),
        ("echo s SATISFIABLE", 10),
        ("echo c s exact arb int 3", 10),
        ("echo s SATISFIABLE; echo c s approx arb int 3", 10),
        ("echo s SATISFIABLE; echo c s exact arb int 0", 10),
        ("echo rubbish", 10),
        ("true", 10),
    ] {
        let output = run_counter(prints, code, "--count");
        output.assert_code(5);
        assert_eq!(output.stdout, "", "{prints}: {output:?}");
    }
    let output = run_counter("echo s UNKNOWN", 0, "--count");
    output.assert_code(3);
    let output = run_counter("sleep 1000", 10, "--count --time-limit 300ms");
    output.assert_code(3);
    output.stderr_has("the time limit was reached");
}

#[test]
fn a_wrong_count_is_refuted_by_another_solver() {
    let env = TestEnv::new();
    let registry = counter(&env, THREE, 10, "reply = \"counting\"");
    let run = format!("run puzzles/loose.txt --count --solver-file {registry}");
    let output = env.run(format!("{run} --agree -s counter,embedded"));
    output.assert_code(5);
    // Its model names the placements of the projection.
    let kept = env.path("kept");
    let output = env.run(format!("{run} -s counter --keep {}", kept.display()));
    output.assert_code(0);
    let model = std::fs::read_to_string(env.path("kept/model.cnf")).expect("the model");
    assert!(model.starts_with("c t mc\n"));
}

/// A solver that shows boards and can count as well is run for the goal.
#[test]
fn a_solver_can_both_count_and_enumerate() {
    let env = TestEnv::new();
    let prints = format!("[ \"$1\" = --count ] && {{ {THREE}; exit 10; }}; echo s UNKNOWN");
    let registry = counter(&env, &prints, 0, "");
    let run = format!("run puzzles/loose.txt -s counter --solver-file {registry}");
    env.run(format!("{run} --count")).assert_stdout(0, "3\n");
    env.run(&run).assert_code(3);
    // Other languages have no counting replies.
    let text = std::fs::read_to_string(&registry).expect("the file");
    let _ = env.write("counter.toml", &text.replace("dimacs", "minizinc"));
    let output = env.run(format!("{run} --count"));
    output.assert_code(2);
    output.stderr_has(
        "counter.toml: [counter]: `options.count`: no reply of the target `minizinc` is a count",
    );
}

#[test]
fn a_count_is_decoded() {
    let env = TestEnv::new();
    let model = env.path("loose.cnf").display().to_string();
    let puzzle = "puzzles/loose.txt";
    let output = env.run([
        "emit",
        puzzle,
        "-t",
        "dimacs",
        "--profile",
        "count",
        "-o",
        &model,
    ]);
    output.assert_code(0);
    let reply = "s SATISFIABLE\nc s type pmc\nc s exact arb int 256\n";
    let reply = env.write("reply", reply);
    let output = env.run(["decode", puzzle, "-t", "dimacs", "--model", &model, &reply]);
    output.assert_code(0);
    assert_eq!(output.stdout, "256 solutions, according to the solver\n");
}

#[test]
fn ganak_counts_the_examples() {
    if !is_installed("ganak") {
        return;
    }
    for (file, count) in EXAMPLES {
        let Count::Exactly(count) = count else {
            continue;
        };
        // `generated.rs` counts pruned puzzles.
        let run = format!("run puzzles/{file} -s ganak --count --no-prune --format json");
        let output = TestEnv::new().run(run);
        let result = output.json()["results"][0].clone();
        output.assert_code(0);
        assert_eq!(result["solutions"], count, "{file}: {output:?}");
        assert_eq!(result["exact"], true, "{file}: {output:?}");
    }
    let output = TestEnv::new().run(["run", "puzzles/small.board.json", "-s", "ganak", "--unique"]);
    assert_eq!(output.stdout, "unique, according to ganak\n", "{output:?}");
}

#[test]
fn ganak_is_measured_beside_others() {
    if !is_installed("ganak") {
        return;
    }
    let env = TestEnv::new();
    let out = env.path("results.jsonl").display().to_string();
    let puzzles = ["puzzles/loose.txt", "puzzles/impossible.txt"];
    let asked = [
        "--goal",
        "count",
        "--solver",
        "ganak,embedded",
        "--out",
        &out,
    ];
    let output = env.run([&["bench"], &puzzles[..], &asked].concat());
    output.assert_code(0);
    let results = std::fs::read_to_string(out).expect("the records");
    let records = results
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let counts = |solver: &str| -> Vec<String> {
        let mine = records.clone().filter(|record| {
            record["solver"] == solver && record["start_up"] != true && record["exact"] == true
        });
        let mut counts: Vec<String> = mine.map(|run| run["solutions"].to_string()).collect();
        counts.sort_unstable();
        counts
    };
    assert_eq!(counts("ganak"), ["\"0\"", "\"256\""], "{results}");
    assert_eq!(counts("ganak"), counts("embedded"), "{results}");
}

/// External solvers count random graph puzzles as the embedded solver does, and a count that reaches
/// its limit is a lower bound for all of them.
#[test]
fn counters_agree_on_random_graph_puzzles() {
    let env = TestEnv::new();
    let solvers = ["kissat", "clasp", "cryptominisat"];
    let solvers: Vec<&str> = solvers
        .into_iter()
        .filter(|solver| is_installed(solver))
        .collect();
    let mut checked = 0;
    for number in 0..40 {
        let puzzle = graphs::puzzle(number);
        let text = formats::write(&puzzle, Format::Graph).expect("a graph");
        let file = env.write("puzzle.json", &text);
        let count = |solver: &str, more: &[&str]| {
            let asked = ["run", &file, "--count", "-s", solver];
            let output = env.run([&asked[..], more].concat());
            output.assert_code(0);
            output.stdout.trim().to_owned()
        };
        let solutions = count("embedded", &[]);
        let Ok(all @ 1..=12) = solutions.parse::<u32>() else {
            continue;
        };
        checked += 1;
        let limit = all.to_string();
        for &solver in solvers.iter().chain(&["embedded", "search"]) {
            assert_eq!(count(solver, &[]), solutions, "puzzle {number}, {solver}");
            let limited = count(solver, &["--limit", &limit]);
            assert_eq!(
                limited,
                format!("at least {limit}"),
                "puzzle {number}, {solver}"
            );
        }
    }
    assert!(checked > 3, "only {checked}");
}
