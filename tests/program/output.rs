//! Output files: the extension chooses the format or is rejected. Standard input can be read once.

use std::fs;

use crate::command::TestEnv;
use crate::documented::assert_documented;

const PUZZLE: &str = "puzzles/dozen.txt";

#[test]
fn the_file_extension_selects_the_format() {
    let env = TestEnv::new();
    let small = "puzzles/small.board.json";
    for (arguments, name, begins) in [
        (&format!("hint {PUZZLE}"), "o.json", "{"),
        (&format!("explain {PUZZLE}"), "o.json", "{"),
        (&format!("hint {PUZZLE} --score"), "o.csv", "puzzle,cells,"),
        (&format!("hint {PUZZLE} --score"), "o.json", "{"),
        (&format!("hint {PUZZLE}"), "O.SVG", "<svg"),
        (
            &format!("trace {PUZZLE}"),
            "o.jsonl",
            "{\"event\":\"search\"",
        ),
        (&format!("show {PUZZLE}"), "o.svg", "<svg "),
        (&format!("show {PUZZLE}"), "o.html", "<!DOCTYPE html>"),
        (&format!("show {PUZZLE}"), "o.png", "\u{fffd}PNG"),
        (&format!("show {PUZZLE}"), "o.txt", "By the dozen"),
        (&format!("run {small}"), "o.txt", ". . 4\n"),
        (&format!("run {small}"), "o.json", "{\n  \"pipsc\":"),
        (&format!("run {small}"), "o.jsonl", "{\"type\":\"start\""),
        // Unknown extensions select the default format.
        (&format!("run {small}"), "o", ". . 4\n"),
        (&format!("run {PUZZLE} --count"), "o.result", "1\n"),
    ] {
        let path = env.file(name);
        let output = env.run(format!("{arguments} -o {path}"));
        output.assert_stdout(0, "");
        let text = fs::read(&path).expect("the file");
        let text = String::from_utf8_lossy(&text);
        assert!(text.starts_with(begins), "{arguments:?} {name}: {text}");
        if arguments.ends_with(small) {
            output.assert_stderr(0, "a solution, checked\n");
            let _ = env.succeed(format!("check {small} {path}"));
        }
        fs::remove_file(&path).expect("the file");
    }
    let folder = env.file("");
    env.run(format!("run {small} -o {folder}"))
        .assert_exit(2, "name a file with -o");
}

#[test]
fn a_failed_write_keeps_the_old_file() {
    let env = TestEnv::new();
    let _ = env.write("odd.txt", "A\n.\n\nA 7\n\n");
    let _ = env.write("kept.cnf", "precious");
    env.run("emit @odd.txt -o @kept.cnf").assert_code(2);
    assert_eq!(env.read("kept.cnf"), "precious");
    let _ = env.succeed(format!("emit {PUZZLE} -o @kept.cnf"));
    assert!(env.read("kept.cnf").contains("p cnf"));
    let names = env.names("");
    assert!(!names.iter().any(|name| name.starts_with(".pipsc-")));
}

#[test]
fn a_picture_of_steps_has_every_step() {
    let env = TestEnv::new();
    let path = env.file("steps.svg");
    let _ = env.succeed(format!("hint {PUZZLE} --steps -o {path}"));
    let picture = fs::read_to_string(&path).expect("the picture");
    let steps = env.run(format!("hint {PUZZLE} --steps --format json"));
    let steps = steps.json()["hints"].as_array().expect("steps").len();
    let parsed = roxmltree::Document::parse(&picture).expect("XML");
    let boards = parsed.root_element().children();
    let boards = boards.filter(|node| node.has_tag_name("g")).count();
    assert!(steps > 3, "{steps}");
    assert_eq!(boards, steps);
    let path = env.file("steps.png");
    let _ = env.succeed(format!("hint {PUZZLE} --steps -o {path}"));
}

#[test]
fn standard_input_can_have_a_level() {
    let env = TestEnv::new();
    let level = include_str!("../../puzzles/2025-10-05-easy.nyt.json");
    let day = format!("{{\"easy\": {level}, \"hard\": {level}}}").into_bytes();
    for arguments in ["run - --level easy", "- --level easy"] {
        let output = env.feed(arguments, &day);
        output.assert_code(0);
    }
}

#[test]
fn standard_input_is_read_once() {
    let env = TestEnv::new();
    let root = env!("CARGO_MANIFEST_DIR");
    let puzzle = fs::read(format!("{root}/{PUZZLE}")).expect("a puzzle");
    for arguments in [
        "run - --board -",
        "run - --exclude -",
        "run - -",
        "hint - --board -",
        "show - --board -",
        "explain - --board -",
        "check - -",
        "decode - - -t dimacs --map -",
        &format!("run {PUZZLE} --board - --exclude -"),
    ] {
        let output = env.feed(arguments, &puzzle);
        output.assert_code(2);
        let is_told = output.stderr.contains("standard input") || arguments.contains(PUZZLE);
        assert!(is_told, "{arguments:?}: {output:?}");
    }
}

/// A day with two levels, each of one domino.
const DAY: &str = r#"{
  "easy": {"dominoes": [[3,4]], "regions": [{"indices": [[0,0],[0,1]], "type": "sum", "target": 7}],
    "solution": [[[0,0],[0,1]]]},
  "hard": {"dominoes": [[1,2]], "regions": [{"indices": [[0,0]], "type": "less", "target": 2},
    {"indices": [[0,1]], "type": "empty"}], "solution": [[[0,0],[0,1]]]}
}"#;

#[test]
fn every_command_accepts_one_level_or_all() {
    let env = TestEnv::new();
    let day = env.write("2025-10-05.json", DAY);
    let run = |arguments: &str| {
        let output = env.succeed(arguments);
        output.stdout
    };
    assert_eq!(
        run(&format!("check {day}")),
        "2025-10-05-easy: a solution\n2025-10-05-hard: a solution\n"
    );
    assert!(run(&format!("check {day}:hard")).ends_with("a solution\n"));
    let solved = run(&format!("run {day} --format jsonl"));
    let output = env.feed(format!("check {day} - --format json"), solved.as_bytes());
    output.assert_code(0);
    let checked = output.json();
    assert_documented("Check", &checked);
    assert_eq!(checked["puzzles"][1]["puzzle"], "2025-10-05-hard");
    assert_eq!(checked["puzzles"][1]["verdict"], "solution");

    let shown = run(&format!("show {day}"));
    assert!(shown.starts_with("== 2025-10-05-easy\n"), "{shown}");
    assert!(shown.contains("== 2025-10-05-hard\n"), "{shown}");
    let folder = env.file("day");
    let _ = run(&format!("show {day} --format svg -o {folder}"));
    let _ = run(&format!("convert {day} --to text -o {folder}"));
    for file in ["easy.svg", "hard.svg", "easy.txt", "hard.txt"] {
        let path = env.path(&format!("day/2025-10-05-{file}"));
        assert!(path.exists(), "{file}");
    }
    for arguments in [
        &format!("convert {day} --to text"),
        &format!("show {day} --format svg"),
        &format!("show {day} -o day.html"),
    ] {
        env.run(arguments)
            .assert_exit(2, "need a folder: name one with -o");
    }
}

#[test]
fn a_solution_is_written_on_request() {
    let env = TestEnv::new();
    let day = env.write("day.json", DAY) + ":easy";
    let convert = |more: &str| env.run(format!("convert {day} --to {more}")).stdout;
    assert!(!convert("text").contains("solution:"));
    assert!(convert("text --solution").contains("solution:\n3-4\n"));
    assert!(!convert("graph").contains("placements"));
    assert!(convert("nyt").contains("\"solution\""));
    let made = env.run("gen --seed 3").stdout;
    assert!(!made.contains("solution:"), "{made}");
}

#[test]
fn titles_of_pages_contain_date_and_level() {
    let env = TestEnv::new();
    let day = env.write("2025-10-05.json", DAY) + ":hard";
    let page = env.file("page.html");
    for (command, title) in [
        ("show", "Pips 2025-10-05, hard"),
        ("hint --steps", "All steps: Pips 2025-10-05, hard"),
        ("trace", "A search: first-empty: Pips 2025-10-05, hard"),
    ] {
        let _ = env.succeed(format!("{command} {day} -o {page}"));
        let html = fs::read_to_string(&page).expect("a page");
        let is_titled = html.contains(&format!("<title>{title}</title>"));
        assert!(is_titled, "{command:?}: {}", &html[..400]);
    }
}
