//! Boards that cannot be read, missing levels, and puzzles that a format cannot express.

use std::fmt::Write;

use pipsc::formats::{self, Format, NytLevel};
use pipsc::puzzle::Puzzle;

use crate::reading;
use crate::snapshot::assert_snapshot;

fn puzzle(text: &str) -> Puzzle {
    reading::read(text, None)
}

#[test]
fn errors_of_boards() {
    let square = puzzle("AA.\nAA.\n\nA *\n11 12\n");
    let ring =
        puzzle(r#"{"dominoes": [[1, 2]], "constraints": [], "links": {"a": ["b"], "b": []}}"#);
    let cases = [
        ("nothing", &square, ""),
        ("no joins", &square, "1 1\n1 2\n"),
        ("one value alone", &square, "1-1 .\n1 ?\n"),
        ("a join to nothing", &square, "1- .\n1-2\n"),
        ("a join at the end", &square, "1-1-\n"),
        ("a join at the beginning", &square, "-1 1\n"),
        (
            "a join between rows to nothing",
            &square,
            "1-1 .\n    |\n1-2\n",
        ),
        ("a join above the board", &square, "| |\n1 1\n"),
        ("a join below the board", &square, "1-1\n| |\n"),
        ("a value off the board", &square, "1-1 2\n"),
        ("too many pips", &square, "1-99999999999\n"),
        ("a strange sign", &square, "1+1\n"),
        ("a list with a word too few", &square, "1-1 r0c0\n"),
        ("a list off the board", &square, "1-1 r0c0 r5c5\n"),
        ("a list without a domino", &square, "x r0c0 r0c1\n"),
        ("a list for a graph", &ring, "1-2 a c\n"),
        ("an unfinished name", &ring, "1-2 a \"b\n"),
        ("JSON without a board", &square, "{}"),
        ("a JSON list", &square, "[[[0, 0], [0, 1]]]"),
        (
            "a placement without pips",
            &square,
            r#"{"placements": [["r0c0", "r0c1"]]}"#,
        ),
        (
            "a placement off the board",
            &square,
            r#"{"placements": [[1, 1, "r0c0", "r9c9"]]}"#,
        ),
        (
            "a placement of the wrong type",
            &square,
            r#"{"placements": [3]}"#,
        ),
        (
            "a solution without dominoes",
            &square,
            r#"{"solution": []}"#,
        ),
    ];
    let mut table = String::new();
    for (case, puzzle, text) in cases {
        let error = formats::read_board(text.as_bytes(), puzzle).expect_err(case);
        let _ = writeln!(table, "{case}\n    {error}");
    }
    assert_snapshot("formats", "errors-boards", &table);
}

#[test]
fn picking_a_level() {
    let level =
        r#"{"dominoes": [[1, 2]], "regions": [{"indices": [[0, 0], [0, 1]], "type": "empty"}]}"#;
    let day = format!(
        r#"{{"printDate": "x", "easy": {level}, "medium": null, "hard": {{"dominoes": [[1, -2]], "regions": []}}}}"#
    );
    let read = |text: &str| formats::read(text.as_bytes(), None).expect("a document");
    let document = read(&day);
    assert_eq!(document.levels(), [NytLevel::Easy, NytLevel::Hard]);
    assert!(
        document.pick(Some(NytLevel::Easy)).is_ok(),
        "although hard is broken"
    );
    let mut table = String::new();
    let mut add_error = |case: &str, text: &str, level: Option<NytLevel>| {
        let error = read(text).pick(level).expect_err(case).to_string();
        let _ = writeln!(table, "{case}\n    {error}");
    };
    add_error("no level chosen", &day, None);
    add_error("a level that is not there", &day, Some(NytLevel::Medium));
    add_error("a broken level", &day, Some(NytLevel::Hard));
    add_error("a level of a single puzzle", level, Some(NytLevel::Easy));
    let _ = writeln!(
        table,
        "an unknown level\n    {}",
        "brutal".parse::<NytLevel>().expect_err("unknown")
    );
    let _ = writeln!(
        table,
        "an unknown format\n    {}",
        "yaml".parse::<Format>().expect_err("unknown")
    );
    assert_snapshot("formats", "errors-levels", &table);
}

#[test]
fn inexpressible_puzzles_are_refused() {
    let ring =
        puzzle(r#"{"dominoes": [[1, 2]], "constraints": [], "links": {"a": ["b"], "b": []}}"#);
    let far = puzzle(
        r#"{"dominoes": [[1, 2]], "constraints": [], "links": {"a": ["b"], "b": []}, "positions": {"a": [0, 0], "b": [5, 5]}}"#,
    );
    let apart = puzzle(
        r#"{"dominoes": [[1, 2]], "constraints": [], "links": {"a": [], "b": []}, "positions": {"a": [0, 0], "b": [0, 1]}}"#,
    );
    let sparse = puzzle(
        r#"{"dominoes": [[1, 2]], "regions": [{"indices": [[0, 0], [4000000000, 4294967295]], "type": "empty"}]}"#,
    );
    let mut table = String::new();
    for (case, puzzle) in [
        ("no places", &ring),
        ("a far link", &far),
        ("no link", &apart),
        ("sparse", &sparse),
    ] {
        for format in Format::ALL {
            let result = match formats::write(puzzle, format) {
                Ok(_) => "written".to_string(),
                Err(error) => error.to_string(),
            };
            let _ = writeln!(table, "{case} as {format}\n    {result}");
        }
    }
    assert_snapshot("formats", "cannot-express", &table);
}
