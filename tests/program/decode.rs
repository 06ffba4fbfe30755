//! `pipsc decode`: replies of solvers in the names of a model, a map, or any model of the puzzle.

use std::fs;

use serde_json::{Value, json};

use crate::command::TestEnv;

/// A folder with a puzzle of one domino.
fn folder() -> TestEnv {
    let env = TestEnv::new();
    let _ = env.write("pair.txt", "AA\n\nA 7\n\n3-4\n");
    env
}

#[test]
fn replies_become_checked_boards() {
    let env = folder();
    let _ = env.succeed("emit @pair.txt -t smtlib -o @pair.smt2 --map @pair.map");
    let decode = "decode @pair.txt -t smtlib --map @pair.map -";
    let sat = "sat\n((pips_r0c0 4)\n (pips_r0c1 3) (on_r0c0_r0c1 true))\n";
    let output = env.feed(decode, sat);
    output.assert_stdout(0, "4-3\n\n# a solution, checked\n");

    for (reply, code) in [
        ("unsat\n", 0),
        ("unknown\n", 3),
        ("", 5),
        (
            "(error \"no\")\nsat\n((pips_r0c0 4) (pips_r0c1 3) (on_r0c0_r0c1 true))\n",
            5,
        ),
        // The checker rejects a wrong domino and a missing one.
        (
            "sat\n((pips_r0c0 4) (pips_r0c1 4) (on_r0c0_r0c1 true))\n",
            5,
        ),
        (
            "sat\n((pips_r0c0 4) (pips_r0c1 3) (on_r0c0_r0c1 false))\n",
            5,
        ),
    ] {
        let output = env.feed(decode, reply);
        output.assert_code(code);
        output.stdout_lacks("4-3\n");
    }
}

/// The names in a map, with what each one means.
fn names(env: &TestEnv, map: &str) -> Vec<(String, Value)> {
    let map: Value = serde_json::from_str(&env.read(map)).expect("JSON");
    let names = map["variables"].as_object().expect("names").clone();
    names.into_iter().collect()
}

#[test]
fn a_solution_that_a_reply_repeats_counts_once() {
    let env = folder();
    let _ = env.succeed("emit @pair.txt -t minizinc -o @pair.mzn --map @pair.map");
    let answers = names(&env, "pair.map").into_iter();
    let answers: Vec<String> = answers
        .map(|(name, _)| format!("{}\n----------\n", name.replace('=', ": ")))
        .collect();
    let [one, other] = answers.as_slice() else {
        panic!("a domino lies on two cells in two ways: {answers:?}");
    };
    let decode = |reply: String, format: &str| {
        let decode = "decode @pair.txt -t minizinc --map @pair.map - --format";
        let output = env.feed(format!("{decode} {format}"), reply);
        output.assert_code(0);
        output
    };
    let output = decode(format!("{one}{one}=========="), "text");
    output.stdout_ends("the only solution, according to the solver; checked\n");
    output.stderr_has("repeats solutions");
    let output = decode(format!("{one}{other}{one}=========="), "text");
    output.stdout_ends("all 2 solutions, according to the solver; each checked\n");
    let output = decode(format!("{one}{other}{other}"), "json");
    assert_eq!(output.json()["boards"].as_array().map(Vec::len), Some(2));
    let output = decode(format!("{one}{other}"), "text");
    assert_eq!(output.stderr, "");
}

/// The reply of a SAT solver with 1-2 above 3-4, in the names of a map.
fn reply_in_the_names_of(env: &TestEnv, map: &str) -> String {
    let literals = names(env, map).into_iter().map(|(name, meaning)| {
        let placement = (&meaning["pips"], &meaning["cells"]);
        let top = (&json!([1, 2]), &json!(["r0c0", "r0c1"]));
        let bottom = (&json!([3, 4]), &json!(["r1c0", "r1c1"]));
        let is_there = placement == top || placement == bottom;
        if is_there { name } else { format!("-{name}") }
    });
    let literals: Vec<String> = literals.collect();
    format!("s SATISFIABLE\nv {} 0\n", literals.join(" "))
}

#[test]
fn a_model_and_its_puzzle_are_enough_to_decode() {
    let env = TestEnv::new();
    let _ = env.write("square.txt", "AB\nCC\n\nA 1\nB 2\nC 7\n\n1-2\n3-4\n");
    let _ = env.write("other.txt", "AB\nCC\n\nA 1\nB 2\nC <7\n\n1-2\n3-4\n");
    let emit = |name: &str, options: &str| {
        let emit = format!("emit @square.txt -t dimacs -o @{name}.cnf --map @{name}.map");
        let _ = env.succeed(format!("{emit} {options}"));
        reply_in_the_names_of(&env, &format!("{name}.map"))
    };
    let (whole, pruned) = (emit("whole", "--no-prune"), emit("pruned", "--prune"));
    assert_ne!(whole, pruned);
    // Competitions remove comments and compress files.
    let model = env.read("whole.cnf");
    let bare = model.lines().filter(|line| !line.starts_with('c'));
    let bare: String = bare.map(|line| format!("{line}\n")).collect();
    let _ = env.write("bare.cnf", &bare);
    fs::write(env.path("bare.cnf.gz"), [0x1f, 0x8b, 8, 0]).expect("a file");
    for (options, reply) in [
        ("--model @whole.cnf", &whole),
        ("--model @pruned.cnf", &pruned),
        ("--model @bare.cnf", &whole),
        ("--model @bare.cnf", &pruned),
        ("--model @bare.cnf.gz", &whole),
        // If only the language is given, the checker decides which names fit.
        ("-t dimacs", &pruned),
    ] {
        let output = env.feed(format!("decode @square.txt - {options}"), reply);
        output.assert_stdout(0, "1-2\n3-4\n\n# a solution, checked\n");
        output.assert_stderr(0, "");
    }
    for (options, code, complaint) in [
        ("@square.txt -", 2, "name the language with --target"),
        // A map of another model, and of another puzzle.
        (
            "@square.txt - --map @pruned.map",
            5,
            "if the solver was given another model",
        ),
        (
            "@other.txt - --map @whole.map",
            2,
            "belongs to a model of another puzzle",
        ),
        // A model of another puzzle.
        (
            "@other.txt - --model @whole.cnf",
            5,
            "was the solver given another model?",
        ),
    ] {
        let output = env.feed(format!("decode {options}"), &whole);
        output.assert_exit(code, complaint);
        assert_eq!(output.stdout, "", "{options}");
    }
}
