//! `pipsc bench`: complete runs, checked answers, `--resume` and `--merge`. Times are not tested.

use std::fs;

use serde_json::Value;

use crate::campaign::records;
use crate::command::TestEnv;
use crate::documented::assert_documented;

const SMALL: &str = "puzzles/small.board.json";
const IMPOSSIBLE: &str = "puzzles/impossible.txt";

#[test]
fn summaries_match_the_documented_types() {
    let env = TestEnv::new();
    let output = env.succeed(format!(
        "bench {SMALL} {IMPOSSIBLE} --goal one,unique,count --seeds 2 --jobs 2 \
         --baseline 'embedded count' --format json"
    ));
    let summary = output.json();
    assert_documented("Bench", &summary);
    let columns = summary["columns"].as_array().expect("columns");
    let names: Vec<&str> = columns
        .iter()
        .map(|column| column["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["embedded", "embedded unique", "embedded count"]);
    for column in columns {
        assert_eq!(column["solved"], serde_json::json!({"solved": 2, "of": 2}));
        assert_eq!(column["satisfiable"]["of"], 1);
        assert_eq!(column["unsatisfiable"]["of"], 1);
        assert_eq!(column["common"]["n"], 2);
        assert!(column["start_up"].is_number() && column["ratio"].is_object());
    }
    assert_eq!(
        (&summary["seeds"], &summary["repeats"]),
        (&true.into(), &2.into())
    );
    assert_eq!(summary["puzzles"][1]["name"], "small");
    assert_eq!(summary["puzzles"].as_array().map(Vec::len), Some(2));
    assert_eq!(summary["problems"].as_array().map(Vec::len), Some(0));
}

#[test]
fn interrupted_measurements_are_resumed() {
    let env = TestEnv::new();
    let out = env.path("results.jsonl");
    let arguments = format!("bench {SMALL} {IMPOSSIBLE} --repeat 2 --out @results.jsonl");
    let _ = env.succeed(&arguments);
    let first = records(&out);
    // Two puzzles twice, and three start-ups.
    assert_eq!(first.len(), 7);

    // Running again without `--resume` is rejected and changes nothing.
    env.run(&arguments).assert_exit(2, "--resume");
    assert_eq!(records(&out), first);

    // Truncated in the middle of the sixth run.
    let text = fs::read_to_string(&out).expect("the file");
    let keep: usize = text.split_inclusive('\n').take(5).map(str::len).sum();
    fs::write(&out, &text[..keep + 40]).expect("the file");
    let resumed = format!("{arguments} --resume");
    env.run(&resumed)
        .assert_exit(0, "was cut off; its run is made again");
    let second = records(&out);
    assert_eq!(second.len(), 7);
    assert_eq!(second[..5], first[..5], "what was there stays");
    for (one, other) in first.iter().zip(&second) {
        for key in ["puzzle", "repeat", "solver", "verdict", "solutions"] {
            assert_eq!(one[key], other[key], "the same plan");
        }
    }
    // No runs are left.
    let _ = env.succeed(&resumed);
    assert_eq!(records(&out), second);
    // Under another limit every run is made, and earlier runs are not reported with these.
    let other = format!("{resumed} --time-limit 30s");
    let output = env.run(format!("{other} --format json"));
    output.assert_exit(0, "7 runs of ");
    assert_eq!(output.json()["time_limits"], serde_json::json!([30.0]));
    assert_eq!(records(&out).len(), 14);
    let _ = env.succeed(&other);
    assert_eq!(records(&out).len(), 14, "nothing is left to do");
}

#[test]
fn a_false_unsat_is_refuted_by_other_solvers_and_known_solutions() {
    let env = TestEnv::new();
    let solvers = env.hostile_solver("hostile", "liar", "dimacs");
    let output = env.run(format!(
        "bench {SMALL} {IMPOSSIBLE} --solver embedded,hostile --solver-file {solvers}"
    ));
    output.assert_code(5);
    let wrong = "WRONG: hostile/compact on small: claims exactly 0 solutions, but embedded found at least 1";
    output.stdout_has(wrong);
    // Both answers are right on the puzzle without a solution.
    output.stdout_lacks("on impossible:");
    let row = output
        .stdout
        .lines()
        .find(|line| line.starts_with("hostile"));
    let solved = row.and_then(|row| row.split_whitespace().nth(1));
    assert_eq!(solved, Some("1/2"), "{}", output.stdout);
    // The solution in the file of a puzzle refutes it as well.
    let output = env.run(format!(
        "bench puzzles/dozen.txt --solver hostile --solver-file {solvers}"
    ));
    output.assert_code(5);
    output.stdout_has("the puzzle's file contains one");
}

#[test]
fn an_invalid_board_is_a_wrong_answer() {
    let env = TestEnv::new();
    let solvers = env.hostile_solver("hostile", "breaks-a-rule", "dimacs");
    let arguments = format!("bench {SMALL} --solver hostile --solver-file {solvers}");
    let output = env
        .command(&arguments)
        .env("CLICOLOR_FORCE", "1")
        .env_remove("NO_COLOR")
        .output()
        .expect("the program");
    assert_eq!(output.status.code(), Some(5));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\u{1b}[31mhostile/compact"), "{text}");
    assert!(text.contains("WRONG: hostile/compact on small:"), "{text}");
}

#[test]
fn timeouts_count_twice_the_limit() {
    let env = TestEnv::new();
    let solvers = env.hostile_solver("hostile", "never-ends", "dimacs");
    let output = env.succeed(format!(
        "bench {SMALL} --solver hostile --solver-file {solvers} --time-limit 100ms --format json"
    ));
    let column = &output.json()["columns"][0];
    assert_eq!(column["solved"]["solved"], 0);
    assert_eq!(
        (&column["maximum"], &column["is_limited"]),
        (&0.1.into(), &true.into())
    );
    assert_eq!(column["par2"], 0.2);
}

/// The limit applies to all processes of a run together, and a run that reaches it counts with it.
/// The solver also reaches it on the smallest puzzle, so there are four runs.
#[test]
fn processor_time_limit_is_separate() {
    let env = TestEnv::new();
    let solvers = env.hostile_solver("hostile", "burns", "dimacs");
    let results = env.path("results.jsonl");
    let arguments = format!(
        "bench {SMALL} --solver hostile --solver-file {solvers} --cpu-limit 200ms --clock cpu \
         --format json --out @results.jsonl"
    );
    let output = env.succeed(&arguments);
    let column = &output.json()["columns"][0];
    assert_eq!(column["solved"]["solved"], 0);
    assert_eq!(column["maximum"], 0.2);
    assert_eq!(column["par2"], 0.4);
    let made = records(&results);
    assert_eq!(made.len(), 4);
    for run in &made {
        assert_eq!(run["verdict"], "unanswered", "{run}");
        assert_eq!(run["cpu_limit"], 0.2, "{run}");
        assert_eq!(run["time_limit"], 3600.0, "{run}");
        assert!(run["cpu"].as_f64().is_some_and(|cpu| cpu >= 0.1), "{run}");
    }
    // Runs are repeated only under another limit.
    let resumed = format!("{arguments} --resume");
    let _ = env.succeed(&resumed);
    assert_eq!(records(&results).len(), 4);
    let _ = env.succeed(resumed.replace("200ms", "100ms"));
    assert_eq!(records(&results).len(), 8);
}

#[test]
fn the_html_report_has_plots() {
    let env = TestEnv::new();
    let _ = env.succeed(format!(
        "bench {SMALL} {IMPOSSIBLE} --goal one,count --baseline 'embedded count' -o @report.html"
    ));
    let html = env.read("report.html");
    for word in [
        "embedded count",
        "small",
        "impossible",
        "id=\"cactus\"",
        "id=\"scatter\"",
    ] {
        assert!(html.contains(word), "no {word}");
    }
}

#[test]
fn an_interrupt_leaves_only_complete_lines() {
    let env = TestEnv::new();
    let solvers = env.hostile_solver("hostile", "never-ends", "dimacs");
    let out = env.path("results.jsonl");
    let arguments = format!(
        "bench {SMALL} --solver embedded,hostile --solver-file {solvers} --out @results.jsonl \
         --time-limit 10m"
    );
    let _ = env.interrupt(&mut env.command(&arguments), |env| {
        let processes = env.processes();
        processes.iter().any(|line| line.contains("never-ends"))
    });
    assert!(records(&out).iter().all(|run| run["solver"] == "embedded"));
}

#[test]
fn records_are_validated() {
    let env = TestEnv::new();
    let out = env.path("good.jsonl");
    let _ = env.succeed(format!("bench {SMALL} --out @good.jsonl"));
    let good = records(&out).remove(0);
    let merge = |record: &Value| {
        let path = env.write("r.jsonl", &format!("{record}\n"));
        env.run(format!("bench --merge {path}"))
    };
    assert_eq!(merge(&good).code, Some(0));
    for (field, wrong, expected) in [
        ("wall", Value::from(-1.0), "wall: -1 is no time in seconds"),
        ("time_limit", Value::from(1e300), "is no time in seconds"),
        (
            "solutions",
            Value::from("many"),
            "expected a number in digits",
        ),
        ("repeat", Value::from(0), "counted from 1"),
        ("verdict", Value::from("maybe"), "unknown name `maybe`"),
        ("steps", Value::from(vec!["prone"]), "unknown name `prone`"),
        ("machine", Value::Null, "found null"),
    ] {
        let mut record = good.clone();
        record[field] = wrong;
        let output = merge(&record);
        output.assert_exit(2, "r.jsonl:1: ");
        output.stderr_has(expected);
    }
    // A broken line in the middle of a file is an error, and nothing is written.
    let text = fs::read_to_string(&out).expect("the file");
    let _ = env.write("r.jsonl", &text.replacen("\"puzzle\"", "\"puz{\"kind\"", 1));
    env.run("bench --merge @r.jsonl --out @none.jsonl")
        .assert_exit(2, "r.jsonl:1: ");
    assert!(!env.path("none.jsonl").exists());
}

#[test]
fn lowerings_are_reported_separately() {
    let env = TestEnv::new();
    let puzzle = "puzzles/dozen.txt";
    let out = env.path("results.jsonl");
    let search =
        format!("bench {puzzle} --solver search --strategy exact-cover --out @results.jsonl");
    // The columns of one configuration on two sets of steps, in two calls.
    let output = env.succeed(format!("{search} --format csv"));
    output.stdout_has(",symmetry prune redundant,");
    let pruned = records(&out);
    let both = "--resume --terms whole,pruned --format json";
    let output = env.succeed(format!("{search} {both}"));
    let all = records(&out);
    // Only the missing runs are made.
    assert_eq!(all.len(), 2 * pruned.len());
    assert_eq!(all[..pruned.len()], pruned);
    let columns = output.json()["columns"].clone();
    assert_eq!(columns[0]["name"], "search/exact-cover");
    assert_eq!(columns[1]["name"], "search/exact-cover whole");
    assert_eq!(columns[2]["name"], "virtual best");
    let steps = ["symmetry", "prune", "redundant"].map(Value::from).to_vec();
    assert_eq!(columns[0]["configuration"]["steps"], Value::from(steps));

    // A column is compared with the baseline on the same steps.
    let output = env.succeed(
        "bench --merge @results.jsonl --format markdown --baseline 'search/exact-cover whole'",
    );
    let rows = output
        .stdout
        .lines()
        .filter(|line| line.contains("| 1.00x | 1.00x | 1.00x |"));
    assert_eq!(rows.count(), 2, "{output:?}");
    output.stdout_has(
        "models: pruned (steps symmetry prune redundant), whole (steps symmetry redundant)",
    );
}

#[test]
fn all_means_every_installed_solver_and_encoding() {
    let env = TestEnv::new();
    let mut command = env.command(format!("bench {SMALL} --solver all --format json"));
    let nowhere = env.path("nowhere");
    let _ = command
        .env("PATH", &nowhere)
        .env("PIPSC_SOLVERS_PREFIX", &nowhere);
    let output = env.finish(&mut command);
    output.assert_code(0);
    let columns = output.json()["columns"].clone();
    assert_eq!(columns[0]["name"], "embedded", "{columns}");
    assert_eq!(columns.as_array().map(Vec::len), Some(1), "{columns}");
    output.stderr_has("kissat is not installed");

    let solvers = env.hostile_solver("hostile", "silent", "dimacs");
    let output = env.run(format!(
        "bench {SMALL} --solver hostile --solver-file {solvers} --encoding all --terms whole,pruned \
         --format json"
    ));
    let columns = output.json()["columns"].clone();
    let columns: Vec<&str> = columns
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|column| column["name"].as_str())
        .collect();
    for encoding in ["compact", "placement", "links"] {
        for terms in ["", " whole"] {
            let column = format!("hostile/{encoding}{terms}");
            assert!(columns.contains(&column.as_str()), "{column}: {columns:?}");
        }
    }
}
