//! The program as people run it: exit codes, messages, files that are there whole or not at all.

use std::fs;
use std::path::Path;

use serde_json::json;

use crate::command::{Arguments, RunOutput, TestEnv, feed};

/// Runs the program in the folder of a place.
fn pipsc(env: &TestEnv, arguments: impl Arguments, input: &str) -> RunOutput {
    let mut command = env.command(arguments);
    feed(command.current_dir(env.path("")), input)
}

/// A folder with a few puzzles in it.
fn folder() -> TestEnv {
    let env = TestEnv::new();
    let write = |name: &str, text: &str| drop(env.write(name, text));
    write("small.json", include_str!("../../puzzles/small.board.json"));
    write("pair.txt", "AA\n\nA 7\n\n3-4\n");
    write("odd.txt", "A\n.\n\nA 7\n\n");
    write("reach.txt", "AA\n\nA 70\n\n3-4\n");
    let level = r#"{"dominoes": [[3,4]], "regions": [{"indices": [[0,0],[0,1]], "type": "sum", "target": 7}]}"#;
    write(
        "day.json",
        &format!(r#"{{"printDate": "x", "easy": {level}, "medium": null, "hard": {level}}}"#),
    );
    env
}

#[test]
fn messages_and_exit_codes() {
    let folder = folder();
    let cases: [(&str, &str, &str); 24] = [
        ("no such file", "emit nowhere.txt -t ir", ""),
        ("no such level", "emit day.json:medium -t ir", ""),
        ("unknown level", "emit day.json:extreme -t ir", ""),
        ("no level chosen", "emit day.json -t ir", ""),
        ("two levels", "emit day.json:easy --level hard -t ir", ""),
        ("level of a single puzzle", "emit pair.txt:easy -t ir", ""),
        (
            "unknown encoding",
            "emit pair.txt -t smtlib --encoding compact",
            "",
        ),
        (
            "one solver's own words for a competition",
            "emit pair.txt -t smtlib --encoding halves --profile submit",
            "",
        ),
        (
            "a day that is none",
            "emit pair.txt -t smtlib --profile submit --date 2026-02-30",
            "",
        ),
        (
            "two files on stdout",
            "emit pair.txt -t minizinc --profile submit",
            "",
        ),
        ("not JSON", "emit - -t ir", "{"),
        ("empty", "emit - -t ir", ""),
        ("odd board", "emit odd.txt -t ir", ""),
        ("wrong format forced", "emit pair.txt --from nyt -t ir", ""),
        (
            "output folder missing",
            "emit pair.txt -t ir -o no/such/file",
            "",
        ),
        (
            "graph as text",
            "convert - --to text",
            r#"{"dominoes": [[1,2]], "constraints": [], "links": {"a": ["b"], "b": []}}"#,
        ),
        ("good board", "check pair.txt -", "3-4\n"),
        ("board breaks a rule", "check reach.txt -", "3-4\n"),
        (
            "board with a wrong domino",
            "check pair.txt - --format json",
            "2-5\n",
        ),
        ("unreadable board", "check pair.txt -", "3 4 5\n"),
        ("no solution in the file", "check pair.txt", ""),
        ("two from stdin", "check - -", ""),
        (
            "no name map",
            "decode pair.txt -t dimacs --map pair.txt -",
            "",
        ),
        (
            "no replies to IR",
            "decode pair.txt -t ir --map pair.txt -",
            "",
        ),
    ];
    let mut report = String::new();
    for (what, arguments, stdin) in cases {
        let output = pipsc(&folder, arguments, stdin);
        report += &format!(
            "## {what}\n$ pipsc {}\n{}{}exit {}\n\n",
            arguments,
            output.stdout,
            output.stderr,
            output.code.expect("no signal")
        );
    }
    insta::with_settings!({
        snapshot_path => concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots/cli"),
        prepend_module_to_snapshot => false,
        omit_expression => true,
    }, {
        insta::assert_snapshot!("messages", report);
    });
}

#[test]
fn two_processes_write_the_same_bytes() {
    let folder = folder();
    let puzzle = concat!(env!("CARGO_MANIFEST_DIR"), "/puzzles/double-six.txt");
    for target in ["minizinc", "smtlib", "dimacs", "ir"] {
        let arguments = format!("emit {puzzle} --target {target}");
        let one = pipsc(&folder, &arguments, "");
        let other = pipsc(&folder, &arguments, "");
        assert!(one.code == Some(0) && !one.stdout.is_empty());
        assert!(one.stdout == other.stdout, "{target} differs");
    }
}

#[test]
fn an_impossible_puzzle_compiles_with_a_warning() {
    let folder = folder();
    let output = pipsc(&folder, "emit reach.txt -t dimacs", "");
    output.assert_code(0);
    output.stderr_has("warning: the puzzle has no solution: region A needs sum = 70");
    output.stdout_has("p cnf ");
}

#[test]
fn a_submission_is_a_folder_of_files() {
    let folder = folder();
    for puzzle in ["pair.txt", "small.json"] {
        let arguments = format!("emit {puzzle} -t minizinc --profile submit -o out/");
        let output = pipsc(&folder, &arguments, "");
        output.assert_code(0);
    }
    let mut there: Vec<String> = fs::read_dir(folder.path("out"))
        .expect("the folder")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    there.sort();
    assert_eq!(there, ["pair.dzn", "pips.mzn", "small.dzn"]);
}

#[test]
fn a_failed_write_keeps_the_old_file() {
    let folder = folder();
    let kept = folder.path("kept.cnf");
    fs::write(&kept, "precious").expect("a file");
    let output = pipsc(&folder, "emit odd.txt -t dimacs -o kept.cnf", "");
    output.assert_code(2);
    assert_eq!(fs::read_to_string(&kept).expect("still there"), "precious");
    let output = pipsc(&folder, "emit pair.txt -t dimacs -o kept.cnf", "");
    output.assert_code(0);
    assert!(
        fs::read_to_string(&kept)
            .expect("still there")
            .contains("p cnf")
    );
    let stray = fs::read_dir(folder.path(""))
        .expect("the folder")
        .filter(|entry| {
            let name = entry.as_ref().expect("an entry").file_name();
            name.to_string_lossy().starts_with(".pipsc-")
        })
        .count();
    assert_eq!(stray, 0);
}

#[test]
fn a_submission_is_signed() {
    let folder = folder();
    let emit = "emit pair.txt -t smtlib --profile submit";
    let head = |more: &str, epoch: Option<&str>| {
        let mut command = folder.command(format!("{emit} {more}"));
        let _ = command.current_dir(folder.path(""));
        let _ = command.env_remove("SOURCE_DATE_EPOCH");
        let _ = command.envs(epoch.map(|seconds| ("SOURCE_DATE_EPOCH", seconds)));
        let output = folder.finish(&mut command);
        (output.code, output.stdout)
    };
    let (code, plain) = head("", None);
    assert_eq!(code, Some(0));
    assert!(plain.contains("\nGenerated by: The pipsc contributors\nGenerated on: 20"));
    let (_, dated) = head("", Some("1763251200"));
    assert!(dated.contains("\nGenerated on: 2025-11-16\n"), "{dated}");
    let signed = "--author 'Kurt Gödel' --date 1931-03-22";
    let (_, signed) = head(signed, Some("1763251200"));
    assert!(signed.contains("\nGenerated by: Kurt Gödel\nGenerated on: 1931-03-22\n"));
    // Nothing else depends on it.
    let body = |text: &str| text.lines().skip(5).map(String::from).collect::<Vec<_>>();
    assert_eq!(body(&plain), body(&dated));
    assert_eq!(body(&plain), body(&signed));
    assert_eq!(head("", Some("yesterday")).0, Some(2));
}

#[test]
fn decode_turns_replies_into_boards() {
    let folder = folder();
    let emit = "emit pair.txt -t smtlib -o pair.smt2 --map pair.map";
    assert!(pipsc(&folder, emit, "").code == Some(0));
    let decode = "decode pair.txt -t smtlib --map pair.map -";
    let sat = "sat\n((pips_r0c0 4)\n (pips_r0c1 3) (on_r0c0_r0c1 true))\n";
    let output = pipsc(&folder, decode, sat);
    assert_eq!(output.stdout, "4-3\n\n# a solution, checked\n");
    output.assert_code(0);

    for (reply, code) in [
        ("unsat\n", 0),
        ("unknown\n", 3),
        ("", 5),
        (
            "(error \"no\")\nsat\n((pips_r0c0 4) (pips_r0c1 3) (on_r0c0_r0c1 true))\n",
            5,
        ),
        // A domino that there is not, and none at all: the checker sees it.
        (
            "sat\n((pips_r0c0 4) (pips_r0c1 4) (on_r0c0_r0c1 true))\n",
            5,
        ),
        (
            "sat\n((pips_r0c0 4) (pips_r0c1 3) (on_r0c0_r0c1 false))\n",
            5,
        ),
    ] {
        let output = pipsc(&folder, decode, reply);
        output.assert_code(code);
        output.stdout_lacks("4-3\n");
    }
}

#[test]
fn a_solution_that_a_reply_repeats_counts_once() {
    let folder = folder();
    let emit = "emit pair.txt -t minizinc -o pair.mzn --map pair.map";
    assert!(pipsc(&folder, emit, "").code == Some(0));
    let map = std::fs::read_to_string(folder.path("pair.map")).expect("the map");
    let map: serde_json::Value = serde_json::from_str(&map).expect("JSON");
    let names = map["variables"].as_object().expect("names");
    let answers: Vec<String> = names
        .keys()
        .map(|name| format!("{}\n----------\n", name.replace('=', ": ")))
        .collect();
    let [one, other] = answers.as_slice() else {
        panic!("a domino lies on two cells in two ways: {map}");
    };
    let decode = |reply: String, format: &str| {
        let arguments = format!("decode pair.txt -t minizinc --map pair.map - --format {format}");
        let output = pipsc(&folder, &arguments, &reply);
        output.assert_code(0);
        (output.stdout, output.stderr)
    };
    let (said, warned) = decode(format!("{one}{one}=========="), "text");
    assert!(said.ends_with("the only solution, checked\n"), "{said}");
    assert!(warned.contains("again"), "{warned}");
    let (said, _) = decode(format!("{one}{other}{one}=========="), "text");
    assert!(said.ends_with("all 2 solutions, each checked\n"), "{said}");
    let (said, _) = decode(format!("{one}{other}{other}"), "json");
    let said: serde_json::Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(said["boards"].as_array().map(Vec::len), Some(2));
    let (_, warned) = decode(format!("{one}{other}"), "text");
    assert_eq!(warned, "");
}

/// The reply of a SAT solver with 1-2 above 3-4, in the names of a map.
fn reply_in_the_names_of(map: &Path) -> String {
    let map = fs::read_to_string(map).expect("the map");
    let map: serde_json::Value = serde_json::from_str(&map).expect("JSON");
    let variables = map["variables"].as_object().expect("names");
    let literals = variables.iter().map(|(name, meaning)| {
        let placement = (&meaning["pips"], &meaning["cells"]);
        let top = (&json!([1, 2]), &json!(["r0c0", "r0c1"]));
        let bottom = (&json!([3, 4]), &json!(["r1c0", "r1c1"]));
        let is_there = placement == top || placement == bottom;
        if is_there {
            name.clone()
        } else {
            format!("-{name}")
        }
    });
    let literals: Vec<String> = literals.collect();
    format!("s SATISFIABLE\nv {} 0\n", literals.join(" "))
}

#[test]
fn a_model_and_its_puzzle_are_enough_to_decode() {
    let folder = folder();
    let write = |name: &str, text: &str| drop(folder.write(name, text));
    write("square.txt", "AB\nCC\n\nA 1\nB 2\nC 7\n\n1-2\n3-4\n");
    write("other.txt", "AB\nCC\n\nA 1\nB 2\nC <7\n\n1-2\n3-4\n");
    let emit = |name: &str, options: &str| {
        let (model, map) = (format!("{name}.cnf"), format!("{name}.map"));
        let emit = format!("emit square.txt -t dimacs -o {model} --map {map}");
        let output = pipsc(&folder, format!("{emit} {options}"), "");
        output.assert_code(0);
        reply_in_the_names_of(&folder.path(&map))
    };
    let (whole, pruned) = (emit("whole", "--no-prune"), emit("pruned", "--prune"));
    assert_ne!(whole, pruned);
    let decode = |puzzle: &str, options: &str, reply: &str| {
        let decode = format!("decode {puzzle} -t dimacs -");
        let output = pipsc(&folder, format!("{decode} {options}"), reply);
        (output.code, output.stdout, output.stderr)
    };
    let board = "1-2\n3-4\n\n# a solution, checked\n";
    for (model, reply) in [("whole.cnf", &whole), ("pruned.cnf", &pruned)] {
        let (code, said, warned) = decode("square.txt", &format!("--model {model}"), reply);
        assert_eq!(
            (code, said.as_str(), warned.as_str()),
            (Some(0), board, ""),
            "{model}"
        );
    }
    // Organisers take comments away and compress files; the language is that of the file.
    let model = fs::read_to_string(folder.path("whole.cnf")).expect("the model");
    let bare = model.lines().filter(|line| !line.starts_with('c'));
    let bare: String = bare.map(|line| format!("{line}\n")).collect();
    write("bare.cnf", &bare);
    let mut packed = vec![0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3];
    packed.extend(b"bare.cnf\0");
    packed.extend(miniz_oxide::deflate::compress_to_vec(bare.as_bytes(), 6));
    packed.extend([0; 8]);
    fs::write(folder.path("bare.cnf.gz"), packed).expect("a file");
    for (model, reply) in [
        ("bare.cnf", &whole),
        ("bare.cnf.gz", &whole),
        ("bare.cnf", &pruned),
    ] {
        let decode = format!("decode square.txt --model {model} -");
        let output = pipsc(&folder, &decode, reply);
        assert_eq!(output.stdout, board, "{}", output.stderr);
    }
    // Where nothing but the language is named, the checker decides on the names.
    let (code, said, _) = decode("square.txt", "", &pruned);
    assert_eq!((code, said.as_str()), (Some(0), board));
    let unnamed = pipsc(&folder, "decode square.txt -", &whole);
    unnamed.assert_code(2);
    unnamed.stderr_has("name the language with --target");

    for (puzzle, options, reply, code, complaint) in [
        // A map of another model, and of another puzzle.
        (
            "square.txt",
            "--map pruned.map",
            &whole,
            5,
            "if the solver was given another model",
        ),
        (
            "other.txt",
            "--map whole.map",
            &whole,
            2,
            "belongs to a model of another puzzle",
        ),
        // A model of another puzzle.
        (
            "other.txt",
            "--model whole.cnf",
            &whole,
            5,
            "was the solver given another one?",
        ),
    ] {
        let (exit, said, warned) = decode(puzzle, options, reply);
        assert_eq!(
            (exit, said.as_str()),
            (Some(code), ""),
            "{options:?}: {warned}"
        );
        assert!(warned.contains(complaint), "{options:?}: {warned}");
    }
}
