//! The error messages of all formats.

use std::fmt::Write;

use pipsc::formats::{self, Format};

use crate::reading::read;
use crate::snapshot::assert_snapshot;

/// The error message of each case of a table. A line of a table is `NAME | TEXT`; `\n` in a text is a line break,
/// and `NESTED` is a deeply nested list.
fn errors(cases: &str, from: Option<Format>) -> String {
    let mut table = String::new();
    for case in cases.lines() {
        let (name, text) = case.split_once(" |").expect("a name and a text");
        let text = text.trim_start().replace("\\n", "\n");
        let text = text.replace("NESTED", &"[".repeat(100_000));
        let error = match formats::read(text.as_bytes(), from) {
            Err(error) => error.to_string(),
            Ok(document) => match document.pick(None) {
                Err(error) => error.to_string(),
                Ok(_) => panic!("{name}: this was read without an error"),
            },
        };
        let _ = writeln!(table, "{name}\n    {error}");
    }
    table
}

#[test]
fn error_messages_match_snapshots() {
    for (name, cases, from) in [
        ("errors-json", include_str!("formats/errors-json.txt"), None),
        ("errors-nyt", include_str!("formats/errors-nyt.txt"), None),
        (
            "errors-graph",
            include_str!("formats/errors-graph.txt"),
            None,
        ),
        (
            "errors-cells",
            include_str!("formats/errors-cells.txt"),
            None,
        ),
        (
            "errors-board",
            include_str!("formats/errors-board.txt"),
            None,
        ),
        (
            "errors-text",
            include_str!("formats/errors-text.txt"),
            Some(Format::Text),
        ),
    ] {
        assert_snapshot("formats", name, &errors(cases, from));
    }
}

#[test]
fn bytes_that_are_not_text() {
    let error = formats::read(b"AA\nA\xff", None).expect_err("not UTF-8");
    assert_eq!(
        error.to_string(),
        "line 2, column 2: this is not text: expected UTF-8"
    );
    let error = formats::read(b"AA\n\nA 1\n\0", None).expect_err("not a puzzle");
    assert!(
        error.to_string().starts_with("line 4, column 1: "),
        "{error}"
    );
    assert!(formats::read(b"", None).is_err());
    let with_mark = b"\xef\xbb\xbf{\"dominoes\": [[1,2]], \"regions\": [{\"indices\": [[0,0],[0,1]], \"type\": \"empty\"}]}";
    assert!(formats::read(with_mark, None).is_ok());
}

#[test]
fn unambiguous_spellings_are_accepted() {
    let meant = "AAB\nAAB\n\nA 10\nB >2\n\n12 34 33\n";
    let read = |text: &str| {
        let document =
            formats::read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}"));
        let puzzle = document.pick(None).expect("a puzzle").clone();
        (
            puzzle.cells().to_vec(),
            puzzle.regions().to_vec(),
            puzzle.dominoes().to_vec(),
        )
    };
    let expected = read(meant);
    for text in [
        "AAB\nAAB\nA 10\nB >2\n12 34 33\n",
        "AAB\nAAB\n12 34 33\nA 10\nB >2\n",
        "AAB\nAAB\n\nA: 10\nB: >2\n\n12 34 33\n",
        "AAB\nAAB\nA:10\nB:>2\n12 34 33\n",
        "AAB\nAAB\n\nA = 10\nB > 2\n\n12 34 33\n",
        "AAB\nAAB\n\nA10\nB>2\n\n12 34 33\n",
        "AAB  \n  AAB\t\n \nA\t10 \nB\t>2\n\n12\t34 33\n",
        "AAB\r\nAAB\r\n\r\nA 10\r\nB >2\r\n\r\n12 34 33\r\n",
        "AAB\rAAB\r\rA 10\rB >2\r\r12 34 33\r",
        "\u{feff}AAB\nAAB\n\nA 10\nB >2\n\n12 34 33\n",
        "A A B\nA A B\nA 10\nB >2\n12 34 33\n",
        "A\tA\tB\nA\tA\tB\n\nA 10\nB >2\n\n12 34 33\n",
        "ＡＡＢ\nＡＡＢ\n\nＡ　１０\nＢ ＞２\n\n１２ ３４ ３３\n",
        "AAB\nAAB\n\nA 10\nB >2\n\n1–2 3−4 3—3\n",
        "AAB\nAAB\n\nA 10\nB >2\n\n1-2, 3-4, 3-3\n",
        "AAB\nAAB\n\nA 10\nB >2\n\n1|2 3|4 3|3\n",
    ] {
        assert_eq!(read(text), expected, "{text:?}");
    }
}

#[test]
fn columns_in_json_count_characters_and_the_excerpt_shows_the_value() {
    let text = r#"{"title": "éé", "easy": 5}"#;
    let document = formats::read(text.as_bytes(), None).expect("a day");
    let error = document.entries[0].puzzle.clone().expect_err("no level");
    assert!(
        error.to_string().starts_with("easy (line 1, column 25): "),
        "{error}"
    );
    let excerpt = format!("  |\n1 | {text}\n  | {}^", " ".repeat(24));
    assert_eq!(error.excerpt, Some(excerpt));
    assert_eq!(error.span, Some(26..27));
}

#[test]
fn an_error_that_is_found_after_reading_has_an_excerpt() {
    let text = "{\n  \"dominoes\": [[1, 2]],\n  \"regions\": [\n    {\"indices\": [[0, 0], [0, 0]], \"type\": \"equals\"}\n  ]\n}\n";
    let error = formats::read(text.as_bytes(), None).expect_err("a cell twice");
    assert_eq!(
        error.to_string(),
        "regions[0].indices[1] (line 4, column 26): cell r0c0 is listed twice in this region"
    );
    let lines: Vec<String> = error
        .excerpt
        .iter()
        .flat_map(|text| text.lines())
        .map(str::to_owned)
        .collect();
    assert_eq!(
        lines[1],
        "4 |     {\"indices\": [[0, 0], [0, 0]], \"type\": \"equals\"}"
    );
    assert_eq!(lines[2].trim_start_matches([' ', '|']), "^^^^^^");
}

/// Regression: lines were counted from the start of the text for each board, in quadratic time.
#[test]
fn a_long_file_of_boards_in_json_is_read_in_one_pass() {
    let puzzle = read("AA\n\nA *\n\n12\n", None);
    let line = "{\"placements\":[[1,2,\"r0c0\",\"r0c1\"]]}\n";
    let text = line.repeat(100_000);
    let boards = formats::read_boards(text.as_bytes(), &puzzle, None).expect("boards");
    let last = boards.last().expect("a board");
    let line = 100_000;
    assert_eq!(last.place.position, Some((line, 1)));
}
