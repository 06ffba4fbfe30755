//! `pipsc explain` and `pipsc hint`.

use std::fmt::Write as _;

use serde_json::Value;

use crate::command::{Arguments, RunOutput, TestEnv};
use crate::documented::assert_documented;
use crate::shipped;
use crate::snapshot::assert_snapshot;

/// A puzzle that needs six halves of 6 and has four.
const SIXES: &str = "\
title: Short of sixes

AACC
*DC*

A 12
C 18
D *

66 06 56 13
";

/// Three cells around one, which dominoes cannot cover.
const UNCOVERABLE: &str = "ABC\n.D.\n\nA 1\nB 2\nC 3\nD 4\n\n12 34\n";

/// A puzzle of which one step refutes an assumption.
const ASSUMPTION: &str = "AB...\nABB*C\nDD..*\n\nA 11\nB 14\nC <4\nD =\n\n05 24 26 34 56\n";

fn run(arguments: impl Arguments) -> RunOutput {
    TestEnv::new().run(arguments)
}

/// Runs the program on a puzzle's text.
fn on(text: &str, command: &str, arguments: &str) -> RunOutput {
    let env = TestEnv::new();
    let file = env.write("puzzle.txt", text);
    env.run(format!("{command} {file} {arguments}"))
}

fn assert_valid(name: &str, output: &RunOutput) {
    output.assert_code(0);
    assert_documented(name, &output.json());
}

/// Compares what commands print with a snapshot.
fn assert_transcript(name: &str, env: &TestEnv, commands: &[&str]) {
    let mut text = String::new();
    for command in commands {
        let output = env.succeed(*command);
        let _ = write!(text, "$ pipsc {command}\n{}\n", output.stdout);
    }
    assert_snapshot("why", name, &text);
}

#[test]
fn explanations_match_snapshots() {
    let env = TestEnv::new();
    let _ = env.write("wrong.txt", "4-3 r1c0 r1c1\n1 r2c1\n");
    let _ = env.write("sixes.txt", SIXES);
    let _ = env.write("tee.txt", UNCOVERABLE);
    let commands = [
        "explain puzzles/impossible.txt",
        "explain puzzles/small.board.json --board @wrong.txt",
        "explain puzzles/impossible.txt --all",
        "explain puzzles/impossible.txt --all --limit 2",
        "explain @sixes.txt",
        "explain @tee.txt",
        "explain puzzles/loose.txt",
        "explain puzzles/small.board.json",
        "explain puzzles/small.board.json --fix 0,2=1",
        "explain puzzles/dozen.txt --fix r0c0=4",
    ];
    assert_transcript("explanations", &env, &commands);
}

#[test]
fn hints_match_snapshots() {
    let env = TestEnv::new();
    let _ = env.write("half.txt", ". . 4\n    |\n? ? 1\n. ? ?\n. 3 ?\n");
    let _ = env.write("wrong.txt", "4-3 r1c0 r1c1\n1 r2c1\n");
    let _ = env.write("assumption.txt", ASSUMPTION);
    let commands = [
        "hint puzzles/small.board.json",
        "hint puzzles/dozen.txt --where",
        "hint puzzles/small.board.json --board @half.txt",
        "hint puzzles/small.board.json --board @wrong.txt",
        "hint puzzles/small.board.json --steps",
        "hint @assumption.txt --steps",
        "hint puzzles/2025-09-21-hard.graph.json --steps",
        "hint puzzles/impossible.txt",
    ];
    assert_transcript("hints", &env, &commands);
}

#[test]
fn json_matches_the_documented_types() {
    for (file, _) in shipped::EXAMPLES {
        // Full sets are slow without optimisation.
        if file.starts_with("double") {
            continue;
        }
        let path = format!("puzzles/{file}");
        assert_valid("Explain", &run(format!("explain {path} --format json")));
        assert_valid("Hint", &run(format!("hint {path} --format json")));
        assert_valid("Hint", &run(format!("hint {path} --where --format json")));
        assert_valid("Hint", &run(format!("hint {path} --steps --format json")));
        assert_valid("Hint", &run(format!("hint {path} --score --format json")));
    }
    for text in [SIXES, UNCOVERABLE] {
        assert_valid("Explain", &on(text, "explain", "--all --format json"));
        assert_valid("Hint", &on(text, "hint", "--format json"));
    }
    let pinned = run("explain puzzles/dozen.txt --fix r0c0=4 --format json");
    assert_valid("Explain", &pinned);
    assert_eq!(pinned.json()["verdict"], "no solution");
    let loose = run("explain puzzles/loose.txt --format json").json();
    assert_eq!(loose["solutions"], 256);
}

/// The marks of an answer, as `kind cells / regions`.
fn marks(answer: &Value) -> Vec<String> {
    let words = |value: &Value| {
        let names = value.as_array().expect("names").iter();
        let names: Vec<&str> = names.map(|name| name.as_str().expect("a name")).collect();
        names.join(" ")
    };
    let marks = answer["marks"].as_array().expect("marks").iter();
    marks
        .map(|mark| {
            let kind = mark["kind"].as_str().expect("a kind");
            format!(
                "{kind} {} / {}",
                words(&mark["cells"]),
                words(&mark["regions"])
            )
        })
        .collect()
}

#[test]
fn marks_are_the_same_in_every_output() {
    let impossible = "puzzles/impossible.txt";
    let explained = run(format!("explain {impossible} --format json")).json();
    assert_eq!(marks(&explained["conflicts"][0]), ["conflict  / C E"]);
    let drawn = run(format!("explain {impossible}")).stdout;
    assert!(drawn.contains("r0 ┃A 0  ┃B 0  ┃     ┃C 4* ┃"), "{drawn}");

    // A board on which the next deduction needs a rule.
    let env = TestEnv::new();
    let board = env.write("board.txt", "4-1 r0c2 r1c2\n4-3 r1c0 r1c1\n");
    let hint = |more: &str| {
        let small = format!("hint puzzles/small.board.json --board {board}");
        env.run(format!("{small} {more}"))
    };
    let answer = hint("--format json").json();
    let marks = marks(&answer["hint"]);
    assert!(marks[0].starts_with("conclusion r"), "{marks:?}");
    let drawn = hint("").stdout;
    let (picture, words) = drawn.split_once("\n\n").expect("a picture, then words");
    assert!(picture.contains("     c0    c1    c2"), "{drawn}");
    assert!(
        picture.contains("< >") && picture.contains("┃D <3 ┃"),
        "{drawn}"
    );
    assert!(
        words.contains(answer["hint"]["words"].as_str().expect("words")),
        "{drawn}"
    );
    // As a drawing, the same cells are marked.
    let svg = hint("--format svg").stdout;
    let document = roxmltree::Document::parse(&svg).expect("XML");
    let marked: Vec<&str> = document
        .descendants()
        .filter(|node| node.attribute("class") == Some("mark conclusion"))
        .filter_map(|node| node.attribute("data-cell"))
        .collect();
    let cells = marks[0]
        .trim_start_matches("conclusion ")
        .split(" /")
        .next();
    assert_eq!(cells, Some(&*marked.join(" ")));
    let file = env.file("hint.png");
    assert_eq!(hint(&format!("-o {file}")).code, Some(0));
    let png = std::fs::read(&file).expect("a picture");
    assert!(png.starts_with(b"\x89PNG"));
}

#[test]
fn scores_for_tables() {
    let output = run(
        "hint puzzles/small.board.json puzzles/impossible.txt puzzles/loose.txt --score --format csv",
    );
    output.assert_code(0);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{output:?}");
    assert_eq!(
        lines[0],
        "puzzle,cells,regions,steps,choices,hardest,score,depth,level"
    );
    assert!(lines[1].starts_with("small,8,4,"), "{output:?}");
    output.stderr_has("impossible: it has no solution");
}

#[test]
fn partial_boards_in_every_form() {
    let env = TestEnv::new();
    let expected = run("hint puzzles/small.board.json --steps --format json").json();
    let forms = [
        ". . ?\n? ? ?\n. ? ?\n. ? ?\n",
        ". . 4\n    |\n? ? 1\n. ? ?\n. 3 ?\n",
        "4-1 r0c2 r1c2\n3 r3c1\n",
        r#"{"placements": [[4, 1, "r0c2", "r1c2"]], "values": {"r3c1": 3}}"#,
        r#"{"values": {}}"#,
    ];
    for form in forms {
        let board = env.write("board.txt", form);
        let small = "puzzles/small.board.json";
        let output = env.run(format!(
            "hint {small} --board {board} --steps --format json"
        ));
        assert_eq!(output.json()["verdict"], "solved", "{form}: {output:?}");
        assert_eq!(
            output.json()["placements"],
            expected["placements"],
            "{form}"
        );
    }
}

/// The solution is drawn once, with names.
#[test]
fn the_only_solution_is_drawn_once() {
    let output = run("explain puzzles/small.board.json");
    output.stdout_starts("There is exactly one solution.\n");
    output.stdout_lacks("4-3 1");
    let solved = run("show puzzles/small.board.json --solve --labels");
    output.stdout_ends(&solved.stdout);
}

/// After "no solution", `run` names the command that explains why.
#[test]
fn no_solution_points_at_explain() {
    let output = run("run puzzles/impossible.txt");
    output.stdout_has("no solution");
    output.stderr_has("pipsc explain");
}
