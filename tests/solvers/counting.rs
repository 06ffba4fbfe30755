//! Model counters: solvers that say how many solutions there are and show none.

use pipsc::formats::{self, Format};

use crate::command::{Did, Place};
use crate::graphs;
use crate::shipped::{Count, EXAMPLES};
use crate::tools::there;

/// A registry with a counter that prints a text and ends with an exit code.
fn counter(place: &Place, prints: &str, code: i32, more: &str) -> String {
    let script = format!("#!/bin/sh\n{prints}\nexit {code}\n");
    let program = place.write("counter.sh", &script);
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
    place.write("counter.toml", &text)
}

/// Asks a made-up counter.
fn ask(prints: &str, code: i32, arguments: &[&str]) -> Did {
    let place = Place::new();
    let registry = counter(&place, prints, code, "reply = \"counting\"");
    let puzzle = "puzzles/loose.txt";
    let asked = ["run", puzzle, "-s", "counter", "--solver-file", &registry];
    place.run([&asked[..], arguments].concat())
}

const THREE: &str = "echo s SATISFIABLE; echo c s exact arb int 3";

#[test]
fn a_count_is_told_as_what_it_is() {
    let did = ask(THREE, 10, &["--count"]);
    assert_eq!((did.code, did.stdout.as_str()), (Some(0), "3\n"), "{did:?}");
    assert!(did.stderr.contains("what counter says"), "{did:?}");
    let did = ask(THREE, 10, &["--unique"]);
    assert_eq!(did.stdout, "not unique, says counter\n", "{did:?}");
    let did = ask(THREE, 10, &["--count", "--limit", "2"]);
    assert_eq!(did.stdout, "at least 2\n", "{did:?}");
    let one = THREE.replace('3', "1");
    let did = ask(&one, 10, &["--unique"]);
    assert_eq!(did.stdout, "unique, says counter\n", "{did:?}");
    let did = ask("echo s UNSATISFIABLE", 20, &["--count"]);
    assert_eq!(did.stdout, "0\n", "{did:?}");
    let many = THREE.replace('3', &"3".repeat(60));
    let did = ask(&many, 10, &["--count"]);
    assert_eq!(did.code, Some(3), "{did:?}");
    assert!(
        did.stdout.starts_with("at least 340282366920938"),
        "{did:?}"
    );
}

#[test]
fn it_is_not_asked_for_what_it_cannot_do() {
    for arguments in [&[] as &[&str], &["--all"], &["--limit", "2"]] {
        let did = ask(THREE, 10, arguments);
        assert_eq!(did.code, Some(2), "{did:?}");
        assert!(did.stderr.contains("--count or --unique"), "{did:?}");
        assert_eq!(did.stdout, "", "{did:?}");
    }
    let did = ask(THREE, 10, &["--count", "--no-symmetry"]);
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(did.stderr.contains("a solution has several"), "{did:?}");
}

#[test]
fn it_is_not_measured_for_what_it_cannot_do() {
    let place = Place::new();
    let registry = counter(&place, THREE, 10, "reply = \"counting\"");
    let asked = ["bench", "puzzles/loose.txt", "--solver-file", &registry];
    let did = place.run([&asked[..], &["--solver", "counter"]].concat());
    assert_eq!((did.code, did.stdout.as_str()), (Some(2), ""), "{did:?}");
    assert!(did.stderr.contains("--goal count"), "{did:?}");
}

#[test]
fn it_is_believed_no_more_than_others() {
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
        let did = ask(prints, code, &["--count"]);
        assert_eq!(did.code, Some(5), "{prints}: {did:?}");
        assert_eq!(did.stdout, "", "{prints}: {did:?}");
    }
    let did = ask("echo s UNKNOWN", 0, &["--count"]);
    assert_eq!(did.code, Some(3), "{did:?}");
    let did = ask("sleep 1000", 10, &["--count", "--time-limit", "300ms"]);
    assert_eq!(did.code, Some(3), "{did:?}");
    assert!(did.stderr.contains("the time limit was reached"), "{did:?}");
}

#[test]
fn a_lie_is_found_out_by_another_solver() {
    let place = Place::new();
    let registry = counter(&place, THREE, 10, "reply = \"counting\"");
    let puzzle = "puzzles/loose.txt";
    let solvers = ["-s", "counter,embedded", "--solver-file", &registry];
    let asked = [&["run", puzzle, "--count", "--agree"], &solvers[..]].concat();
    let did = place.run(&asked);
    assert_eq!(did.code, Some(5), "{did:?}");
    // The model that it was given names the placements to project on.
    let kept = place.path("kept").display().to_string();
    let did = place.run([
        "run",
        puzzle,
        "--count",
        "-s",
        "counter",
        "--solver-file",
        &registry,
        "--keep",
        &kept,
    ]);
    assert_eq!(did.code, Some(0), "{did:?}");
    let model = std::fs::read_to_string(place.path("kept/model.cnf")).expect("the model");
    assert!(model.starts_with("c t mc\n"));
}

/// A solver that shows boards and can count as well is asked for what is wanted.
#[test]
fn one_that_does_both() {
    let place = Place::new();
    let prints = format!("[ \"$1\" = --count ] && {{ {THREE}; exit 10; }}; echo s UNKNOWN");
    let registry = counter(&place, &prints, 0, "");
    let asked = ["run", "puzzles/loose.txt", "-s", "counter", "--solver-file"];
    let did = place.run([&asked[..], &[&registry, "--count"]].concat());
    assert_eq!((did.code, did.stdout.as_str()), (Some(0), "3\n"), "{did:?}");
    let did = place.run([&asked[..], &[&registry]].concat());
    assert_eq!(did.code, Some(3), "{did:?}");
    // In another language there is no such question.
    let text = std::fs::read_to_string(&registry).expect("the file");
    let _ = place.write("counter.toml", &text.replace("dimacs", "minizinc"));
    let did = place.run([&asked[..], &[&registry, "--count"]].concat());
    assert_eq!(did.code, Some(2), "{did:?}");
    assert!(
        did.stderr.contains(
            "counter.toml: [counter]: `options.count`: no reply of the target `minizinc` is a count"
        ),
        "{did:?}"
    );
}

#[test]
fn a_count_is_decoded() {
    let place = Place::new();
    let model = place.path("loose.cnf").display().to_string();
    let puzzle = "puzzles/loose.txt";
    let did = place.run([
        "emit",
        puzzle,
        "-t",
        "dimacs",
        "--profile",
        "count",
        "-o",
        &model,
    ]);
    assert_eq!(did.code, Some(0), "{did:?}");
    let reply = "s SATISFIABLE\nc s type pmc\nc s exact arb int 256\n";
    let reply = place.write("reply", reply);
    let did = place.run(["decode", puzzle, "-t", "dimacs", "--model", &model, &reply]);
    assert_eq!(did.code, Some(0), "{did:?}");
    assert_eq!(did.stdout, "256 solutions, says the counter\n");
}

#[test]
fn ganak_counts_the_examples() {
    if !there("ganak") {
        return;
    }
    for (file, count) in EXAMPLES {
        let Count::Exactly(count) = count else {
            continue;
        };
        let path = format!("puzzles/{file}");
        for step in ["--prune", "--no-prune"] {
            let asked = ["run", &path, "-s", "ganak", "--count", step];
            let did = Place::new().run([&asked[..], &["--format", "json"]].concat());
            let result = did.json()["results"][0].clone();
            assert_eq!(did.code, Some(0), "{file}: {did:?}");
            assert_eq!(result["solutions"], count, "{file}: {did:?}");
            assert_eq!(result["exact"], true, "{file}: {did:?}");
        }
    }
    let did = Place::new().run(["run", "puzzles/small.board.json", "-s", "ganak", "--unique"]);
    assert_eq!(did.stdout, "unique, says ganak\n", "{did:?}");
}

#[test]
fn ganak_is_measured_beside_others() {
    if !there("ganak") {
        return;
    }
    let place = Place::new();
    let out = place.path("results.jsonl").display().to_string();
    let puzzles = ["puzzles/loose.txt", "puzzles/impossible.txt"];
    let asked = [
        "--goal",
        "count",
        "--solver",
        "ganak,embedded",
        "--out",
        &out,
    ];
    let did = place.run([&["bench"], &puzzles[..], &asked].concat());
    assert_eq!(did.code, Some(0), "{did:?}");
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
/// its limit is "at least" by all of them.
#[test]
fn random_graph_puzzles_have_one_count() {
    let place = Place::new();
    let solvers = ["kissat", "clasp", "cryptominisat"];
    let solvers: Vec<&str> = solvers.into_iter().filter(|solver| there(solver)).collect();
    let mut checked = 0;
    for number in 0..40 {
        let puzzle = graphs::puzzle(number);
        let text = formats::write(&puzzle, Format::Graph).expect("a graph");
        let file = place.write("puzzle.json", &text);
        let count = |solver: &str, more: &[&str]| {
            let asked = ["run", &file, "--count", "-s", solver];
            let did = place.run([&asked[..], more].concat());
            assert_eq!(did.code, Some(0), "puzzle {number}, {solver}: {did:?}");
            did.stdout.trim().to_owned()
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
