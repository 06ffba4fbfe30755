//! JSON output: a document for few boards, JSON Lines for any number of boards.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::command::{RunOutput, TestEnv};
use crate::documented::assert_documented;

/// Twelve free cells and six dominoes: 13 tilings, 720 ways to deal, 64 ways to turn.
const MANY: &str = "******\n******\n\n01 02 03 04 05 06\n";

/// The lines of a stream, each as docs/json.md describes it.
fn lines(output: &RunOutput) -> Vec<Value> {
    let lines = output.stdout.lines().map(|line| {
        let value: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
        assert_documented("RunLine", &value);
        value
    });
    lines.collect()
}

/// The type of each line.
fn types(lines: &[Value]) -> Vec<&str> {
    lines
        .iter()
        .map(|line| line["type"].as_str().expect("a type"))
        .collect()
}

fn streamed(arguments: &str) -> (RunOutput, Vec<Value>) {
    let output = TestEnv::new().run(format!("run {arguments} --format jsonl"));
    let lines = lines(&output);
    // Each start has an end, with the stated number of boards between them.
    let mut boards = 0;
    let mut open = None;
    for line in &lines {
        match line["type"].as_str() {
            Some("start") => {
                assert_eq!(open, None, "{output:?}");
                (open, boards) = (Some(line["puzzle"].clone()), 0);
            }
            Some("board") => {
                assert!(open.is_some(), "{output:?}");
                boards += 1;
            }
            Some("end") => {
                assert_eq!(open.take().as_ref(), Some(&line["puzzle"]), "{output:?}");
                assert_eq!(line["checked"], boards, "{output:?}");
            }
            Some("error") => {}
            other => panic!("{other:?}: {output:?}"),
        }
    }
    assert_eq!(open, None, "{output:?}");
    (output, lines)
}

#[test]
fn every_goal_has_a_jsonl_stream() {
    let (_, one) = streamed("puzzles/small.board.json");
    assert_eq!(types(&one), ["start", "board", "end"]);
    assert_eq!(one[0]["goal"], "one");

    let (_, all) = streamed("puzzles/loose.txt --all");
    assert_eq!(all.len(), 258);
    let end = &all[257];
    assert_eq!(
        (&end["solutions"], &end["exact"]),
        (&256.into(), &true.into())
    );

    let (_, some) = streamed("puzzles/loose.txt --limit 3");
    assert_eq!((some.len(), &some[0]["limit"]), (5, &3.into()));
    assert_eq!(some[4]["stopped"], "enough");

    let (_, unique) = streamed("puzzles/loose.txt --unique");
    assert_eq!(types(&unique), ["start", "board", "board", "end"]);
    assert_eq!(
        (&unique[0]["goal"], &unique[3]["unique"]),
        (&"unique".into(), &false.into())
    );
    let differences = unique[3]["differences"].as_array().expect("cells");
    assert!(!differences.is_empty());

    let (_, count) = streamed("puzzles/loose.txt --count");
    assert_eq!(types(&count), ["start", "end"]);
    assert_eq!(count[1]["solutions"], 256);

    let (_, none) = streamed("puzzles/impossible.txt");
    assert_eq!(types(&none), ["start", "end"]);
    assert_eq!(none[1]["verdict"], "unsatisfiable");
}

#[test]
fn several_puzzles_and_solvers_in_one_stream() {
    let (output, lines) = streamed("puzzles/small.board.json nowhere.txt puzzles/dozen.txt");
    assert_eq!(
        types(&lines),
        ["start", "board", "end", "error", "start", "board", "end"]
    );
    assert_eq!(lines[3]["error"]["exit"], 2);
    output.assert_code(2);
    for how in ["--race", "--agree"] {
        let (output, lines) = streamed(&format!(
            "puzzles/small.board.json -s embedded,embedded {how}"
        ));
        let answers = if how == "--race" { 1 } else { 2 };
        assert_eq!(
            types(&lines),
            ["start", "board", "end"].repeat(answers),
            "{output:?}"
        );
        output.assert_code(0);
    }
    let (_, lines) = streamed("puzzles/small.board.json -s embedded,embedded");
    assert_eq!(types(&lines), ["start", "board", "end"].repeat(2));
}

#[test]
fn documents_match_the_documented_types() {
    for arguments in [
        "puzzles/small.board.json",
        "puzzles/loose.txt --all",
        "puzzles/loose.txt --unique",
        "puzzles/loose.txt --count",
        "puzzles/impossible.txt nowhere.txt puzzles/dozen.txt",
    ] {
        let output = TestEnv::new().run(format!("run --format json {arguments}"));
        assert_documented("Run", &output.json());
    }
}

/// A limit and an interrupt end the stream with a line that has the reason.
#[test]
fn the_last_line_has_the_reason_of_the_end() {
    let env = TestEnv::new();
    let puzzle = env.write(
        "many.txt",
        &MANY
            .replace("******\n", "*******\n*******\n")
            .replace(" 06", " 06 07 08 09 11 12 13 14 15"),
    );
    let output = env.run(format!(
        "run {puzzle} --all --format jsonl --time-limit 300ms"
    ));
    let last = output.stdout.lines().last().expect("a line");
    let last: Value = serde_json::from_str(last).expect("JSON");
    assert_eq!(
        (&last["type"], &last["stopped"]),
        (&"end".into(), &"time limit".into()),
        "{}",
        output.stderr
    );
    assert_eq!(last["checked"], last["solutions"]);

    let mut command = env.command(format!("run {puzzle} --all --format jsonl"));
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    for kind in ["start", "board", "board"] {
        line.clear();
        let _ = out.read_line(&mut line).expect("a line");
        assert!(
            line.starts_with(&format!("{{\"type\":\"{kind}\"")),
            "{line}"
        );
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill").success());
    let mut rest = String::new();
    let _ = out.read_to_string(&mut rest).expect("the rest");
    let last: Value = serde_json::from_str(rest.lines().last().expect("a line")).expect("JSON");
    assert_eq!(
        (&last["type"], &last["stopped"]),
        (&"end".into(), &"cancelled".into())
    );
    assert_eq!(child.wait().expect("an end").code(), Some(130));
}

/// Boards are not kept: a hundred times as many boards take no more memory.
#[test]
fn a_stream_takes_constant_memory() {
    let env = TestEnv::new();
    let puzzle = env.write("many.txt", MANY);
    let memory = |limit: usize| {
        let run = format!("run {puzzle} --limit {limit} --format jsonl -o @boards.jsonl");
        let output = env.succeed(run);
        let written = env.read("boards.jsonl");
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!(lines.len(), limit + 2, "{output:?}");
        let end: Value = serde_json::from_str(lines[limit + 1]).expect("JSON");
        end["peak_memory_bytes"].as_u64().expect("a number")
    };
    // This many boards are kept, so that another method can continue after them.
    let (few, many) = (memory(5000), memory(100_000));
    assert!(many < few + (6 << 20), "{few} and {many} bytes");
}

#[test]
fn too_many_boards_for_a_document_are_refused() {
    let env = TestEnv::new();
    let puzzle = env.write("many.txt", MANY);
    let output = env.run(format!("run {puzzle} --all --format json"));
    output.assert_code(2);
    output.stderr_has("`--format jsonl`");
    let error = &output.json()["results"][0]["error"];
    assert!(
        error["message"]
            .as_str()
            .is_some_and(|text| text.contains("100000")),
        "{error}"
    );
}

/// The output does not depend on the number of concurrent puzzles.
#[test]
fn output_is_independent_of_jobs() {
    let env = TestEnv::new();
    std::fs::create_dir(env.path("many")).expect("a folder");
    let dozen = std::fs::read_to_string("puzzles/dozen.txt").expect("a puzzle");
    for number in 0..20 {
        // One is not a puzzle, and some have no solution or several.
        let text = match number {
            7 => "what?\n",
            number if number % 3 == 0 => MANY,
            _ => &dozen,
        };
        let _ = env.write(&format!("many/{number:02}.txt"), text);
    }
    let folder = env.file("many");
    for typed in ["", "--unique", "--count", "--limit 3"] {
        let run = |jobs: &str| {
            let output = env.run(format!("run {folder} {typed} {jobs}"));
            (output.code, output.stdout, output.stderr)
        };
        let one = run("--jobs 1");
        assert_eq!(one.0, Some(2), "{one:?}");
        assert!(one.1.lines().count() >= 19, "{one:?}");
        assert!(one.2.contains("07.txt"), "{one:?}");
        for jobs in ["", "--jobs 2", "--jobs 30"] {
            assert_eq!(run(jobs), one, "{typed:?} {jobs:?}");
        }
    }
    env.run(format!("run {folder} --all --jobs 2"))
        .assert_exit(2, "cannot be used with");
}
