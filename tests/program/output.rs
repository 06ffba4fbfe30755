//! Where results go: the name of an output file chooses the format, or is refused; standard input is
//! read once.

use std::fs;

use crate::command::Place;
use crate::documented::assert_documented;

const PUZZLE: &str = "puzzles/dozen.txt";

#[test]
fn a_file_name_that_asks_for_a_format_gets_it() {
    let place = Place::new();
    for (arguments, name, begins) in [
        (&format!("hint {PUZZLE}"), "o.json", "{"),
        (&format!("explain {PUZZLE}"), "o.json", "{"),
        (&format!("hint {PUZZLE} --score"), "o.csv", "puzzle,cells,"),
        (&format!("hint {PUZZLE} --score"), "o.json", "{"),
        (&format!("hint {PUZZLE}"), "O.SVG", "<svg"),
        (&format!("run {PUZZLE}"), "o.jsonl", "{\"type\":\"start\""),
        (
            &format!("trace {PUZZLE}"),
            "o.jsonl",
            "{\"event\":\"search\"",
        ),
        // A name that asks for nothing gets what the command usually writes.
        (&format!("run {PUZZLE} --count"), "o.result", "1\n"),
    ] {
        let path = place.file(name);
        let did = place.run(format!("{arguments} -o {path}"));
        assert_eq!((did.code, did.stdout.as_str()), (Some(0), ""), "{did:?}");
        let text = fs::read_to_string(&path).expect("the file");
        assert!(text.starts_with(begins), "{arguments:?} {name}: {text}");
        fs::remove_file(&path).expect("the file");
    }
}

#[test]
fn a_file_name_that_asks_for_another_format_is_refused() {
    let place = Place::new();
    for (command, name, expected) in [
        ("hint", "x.csv", "csv is for --score"),
        ("trace", "x.png", "ends in .jsonl or .html, or choose"),
        ("show", "x.jpg", "ends in .txt, .svg, .html or .png"),
        ("show", "x.pdf", "does not write .pdf"),
        ("show", "x.json", "does not write .json"),
        (
            "explain",
            "x.jsonl",
            "ends in .txt, .json, .svg, .html or .png",
        ),
        (
            "run",
            "x.csv",
            "ends in .txt, .json, .jsonl, .svg, .html or .png",
        ),
    ] {
        let path = place.file(name);
        let did = place.run(format!("{command} {PUZZLE} -o {path}"));
        assert_eq!((did.code, did.stdout.as_str()), (Some(2), ""), "{did:?}");
        did.stderr_has(expected);
        assert!(!fs::exists(&path).expect("the folder"), "{command} {name}");
    }
}

#[test]
fn a_picture_of_steps_has_every_step() {
    let place = Place::new();
    let path = place.file("steps.svg");
    let _ = place.succeed(format!("hint {PUZZLE} --steps -o {path}"));
    let picture = fs::read_to_string(&path).expect("the picture");
    let steps = place.run(format!("hint {PUZZLE} --steps --format json"));
    let steps = steps.json()["hints"].as_array().expect("steps").len();
    let parsed = roxmltree::Document::parse(&picture).expect("XML");
    let boards = parsed.root_element().children();
    let boards = boards.filter(|node| node.has_tag_name("g")).count();
    assert!(steps > 3, "{steps}");
    assert_eq!(boards, steps);
    let path = place.file("steps.png");
    let _ = place.succeed(format!("hint {PUZZLE} --steps -o {path}"));
}

#[test]
fn standard_input_can_have_a_level() {
    let place = Place::new();
    let level = include_str!("../../puzzles/2025-10-05-easy.nyt.json");
    let day = format!("{{\"easy\": {level}, \"hard\": {level}}}").into_bytes();
    for arguments in ["run -:easy", "-:easy", "show -:easy"] {
        let did = place.feed(arguments, &day);
        assert_eq!(did.code, Some(0), "{arguments:?}: {did:?}");
    }
    let did = place.feed("run -:esay", &day);
    did.assert_exit(2, "did you mean `easy`?");
}

#[test]
fn standard_input_is_read_once() {
    let place = Place::new();
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
        "check - -:2",
        "decode - - -t dimacs --map -",
        &format!("run {PUZZLE} --board - --exclude -"),
    ] {
        let did = place.feed(arguments, &puzzle);
        assert_eq!(did.code, Some(2), "{arguments:?}: {did:?}");
        let is_told = did.stderr.contains("standard input") || arguments.contains(PUZZLE);
        assert!(is_told, "{arguments:?}: {did:?}");
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
fn a_day_is_one_level_or_all_of_them_in_every_command() {
    let place = Place::new();
    let day = place.write("2025-10-05.json", DAY);
    let run = |arguments: &str| {
        let did = place.succeed(arguments);
        did.stdout
    };
    assert_eq!(
        run(&format!("check {day}")),
        "2025-10-05-easy: a solution\n2025-10-05-hard: a solution\n"
    );
    assert!(run(&format!("check {day}:hard")).ends_with("a solution\n"));
    let solved = run(&format!("run {day} --format jsonl"));
    let did = place.feed(format!("check {day} - --format json"), solved.as_bytes());
    assert_eq!(did.code, Some(0), "{did:?}");
    let checked = did.json();
    assert_documented("Check", &checked);
    assert_eq!(checked["puzzles"][1]["puzzle"], "2025-10-05-hard");
    assert_eq!(checked["puzzles"][1]["verdict"], "solution");

    let shown = run(&format!("show {day}"));
    assert!(shown.starts_with("== 2025-10-05-easy\n"), "{shown}");
    assert!(shown.contains("== 2025-10-05-hard\n"), "{shown}");
    let folder = place.file("day");
    let _ = run(&format!("show {day} --format svg -o {folder}"));
    let _ = run(&format!("convert {day} --to text -o {folder}"));
    for file in ["easy.svg", "hard.svg", "easy.txt", "hard.txt"] {
        let path = place.path(&format!("day/2025-10-05-{file}"));
        assert!(path.exists(), "{file}");
    }
    for arguments in [
        &format!("convert {day} --to text"),
        &format!("show {day} --format svg"),
        &format!("show {day} -o day.html"),
    ] {
        place
            .run(arguments)
            .assert_exit(2, "name a folder for them with -o");
    }
}

#[test]
fn a_solution_is_written_on_request() {
    let place = Place::new();
    let day = place.write("day.json", DAY) + ":easy";
    let convert = |more: &str| place.run(format!("convert {day} --to {more}")).stdout;
    assert!(!convert("text").contains("solution:"));
    assert!(convert("text --solution").contains("solution:\n3-4\n"));
    assert!(!convert("graph").contains("placements"));
    assert!(convert("nyt").contains("\"solution\""));
    let made = place.run("gen --seed 3").stdout;
    assert!(!made.contains("solution:"), "{made}");
}

#[test]
fn titles_of_pages_say_date_and_level() {
    let place = Place::new();
    let day = place.write("2025-10-05.json", DAY) + ":hard";
    let page = place.file("page.html");
    for (command, title) in [
        ("show", "Pips 2025-10-05, hard"),
        ("hint --steps", "All steps: Pips 2025-10-05, hard"),
        ("trace", "A search: first-empty: Pips 2025-10-05, hard"),
    ] {
        let _ = place.succeed(format!("{command} {day} -o {page}"));
        let html = fs::read_to_string(&page).expect("a page");
        let is_titled = html.contains(&format!("<title>{title}</title>"));
        assert!(is_titled, "{command:?}: {}", &html[..400]);
    }
}
