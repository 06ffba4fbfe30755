//! What is wrong with a puzzle's text: every error message of every format.

use std::fmt::Write;

use pipsc::formats::{self, Format};

use crate::reading::read;
use crate::snapshot::assert_snapshot;

/// What reading says to each text, one case after the other.
fn errors(cases: &[(&str, &str)]) -> String {
    errors_from(cases, None)
}

fn errors_from(cases: &[(&str, &str)], from: Option<Format>) -> String {
    let mut table = String::new();
    for (case, text) in cases {
        let message = match formats::read(text.as_bytes(), from) {
            Err(error) => error.to_string(),
            Ok(document) => match document.pick(None) {
                Err(error) => error.to_string(),
                Ok(_) => panic!("{case}: this was read without an error"),
            },
        };
        let _ = writeln!(table, "{case}\n    {message}");
    }
    table
}

#[test]
fn errors_of_any_json() {
    assert_snapshot(
        "formats",
        "errors-json",
        &errors(&[
            ("truncated", r#"{"dominoes": [[1, 2], [3"#),
            ("not JSON", "{\n  dominoes: 3\n}"),
            ("something behind", r#"{"dominoes": [], "regions": []} x"#),
            ("a list", "[[1, 2]]"),
            ("deeply nested", &"[".repeat(100_000)),
            (
                "deeply nested in a field",
                &format!(r#"{{"printDate": {}"#, "[".repeat(100_000)),
            ),
            ("keys of no format", r#"{"name": "x", "tiles": []}"#),
            (
                "keys of two formats",
                r#"{"dominoes": [], "links": {}, "dominos": {}, "board": []}"#,
            ),
            (
                "a key twice",
                "{\"dominoes\": [],\n \"dominoes\": [], \"regions\": []}",
            ),
            ("half a graph", r#"{"constraints": []}"#),
            ("half a board", r#"{"board": [[0, 1]]}"#),
            (
                "half a list of cells",
                r#"{"cells": [[0, 0], [0, 1]], "regions": []}"#,
            ),
        ]),
    );
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
fn errors_of_nyt() {
    let level = |dominoes: &str, regions: &str, more: &str| {
        format!("{{\n\"dominoes\": {dominoes},\n\"regions\": [{regions}]{more}}}")
    };
    let two = r#"{"indices": [[0, 0], [0, 1]], "type": "empty"}"#;
    let one = |region: &str| level("[[1, 2]]", region, "");
    let pips = |pips: &str| level(&format!("[[1, {pips}]]"), two, "");
    let cases = [
        ("negative pips", pips("-2")),
        ("fractional pips", pips("2.5")),
        ("pips in a string", pips("\"2\"")),
        ("too many pips", pips("10001")),
        ("far too many pips", pips("99999999999999999999999")),
        ("no pips", pips("null")),
        ("half a domino", level("[[1]]", two, "")),
        ("three halves", level("[[1, 2, 3]]", two, "")),
        ("dominoes of the wrong type", level("\"12\"", two, "")),
        ("no regions", r#"{"dominoes": [[1, 2]], "regions": null}"#.to_string()),
        ("no dominoes", r#"{"dominoes": null, "regions": []}"#.to_string()),
        ("a day without levels", r#"{"printDate": "2025-01-01", "easy": null, "hard": {"dominoes": null, "regions": null}}"#.to_string()),
        ("a level of the wrong type", r#"{"easy": 5}"#.to_string()),
        ("an empty board", level("[]", "", "")),
        ("an unknown rule", one(r#"{"indices": [[0, 0], [0, 1]], "type": "average"}"#)),
        ("a rule of the wrong type", one(r#"{"indices": [[0, 0], [0, 1]], "type": 3}"#)),
        ("no rule", one(r#"{"indices": [[0, 0], [0, 1]]}"#)),
        ("no target", one(r#"{"indices": [[0, 0], [0, 1]], "type": "sum"}"#)),
        ("a null target", one(r#"{"indices": [[0, 0], [0, 1]], "type": "less", "target": null}"#)),
        ("a target in a string", one(r#"{"indices": [[0, 0], [0, 1]], "type": "greater", "target": "8"}"#)),
        ("a fractional target", one(r#"{"indices": [[0, 0], [0, 1]], "type": "sum", "target": 8.5}"#)),
        ("a negative row", one(r#"{"indices": [[0, 0], [-1, 1]], "type": "empty"}"#)),
        ("half a cell", one(r#"{"indices": [[0, 0], [1]], "type": "empty"}"#)),
        ("a region without cells", one(&format!(r#"{two}, {{"indices": [], "type": "empty"}}"#))),
        ("a region of the wrong type", one("7")),
        ("a cell in two regions", one(&format!(r#"{two}, {{"indices": [[0, 1]], "type": "empty"}}"#))),
        ("a cell twice in a region", one(r#"{"indices": [[0, 0], [0, 0]], "type": "empty"}"#)),
        ("an odd number of cells", one(r#"{"indices": [[0, 0], [0, 1], [0, 2]], "type": "empty"}"#)),
        ("too many dominoes", level("[[1, 2], [3, 4]]", two, "")),
        ("a solution of the wrong length", level("[[1, 2]]", two, ", \"solution\": [[[0,0],[0,1]], [[0,0],[0,1]]]")),
        ("a solution off the board", level("[[1, 2]]", two, ", \"solution\": [[[0,0],[5,1]]]")),
        ("a wrong solution", level("[[1, 2]]", r#"{"indices": [[0, 0]], "type": "sum", "target": 2}, {"indices": [[0, 1]], "type": "empty"}"#, ", \"solution\": [[[0,0],[0,1]]]")),
        ("a solution of the wrong type", level("[[1, 2]]", two, ", \"solution\": [[0, 1]]")),
    ];
    let mut cases: Vec<(&str, &str)> = cases
        .iter()
        .map(|(case, text)| (*case, text.as_str()))
        .collect();
    let inside = format!(
        "{{\"hard\": {}}}",
        one(&format!(
            r#"{two}, {{"indices": [[0, 1]], "type": "empty"}}"#
        ))
    );
    cases.push(("inside a level", &inside));
    assert_snapshot("formats", "errors-nyt", &errors(&cases));
}

#[test]
fn errors_of_graph() {
    let graph = |constraints: &str, links: &str, more: &str| {
        format!(
            r#"{{"dominoes": [[1, 2]], "constraints": [{constraints}], "links": {links}{more}}}"#
        )
    };
    let pair = r#"{"a": ["b"], "b": []}"#;
    let cases = [
        (
            "a link to an unknown node",
            graph("", r#"{"a": ["b", "x"], "b": ["a"]}"#, ""),
        ),
        (
            "a link to itself",
            graph("", r#"{"a": ["b", "a"], "b": ["a"]}"#, ""),
        ),
        (
            "a node twice",
            graph("", r#"{"a": ["b"], "b": ["a"], "a": []}"#, ""),
        ),
        ("links of the wrong type", graph("", "[]", "")),
        ("a link of the wrong type", graph("", r#"{"a": [1]}"#, "")),
        ("an empty board", graph("", "{}", "")),
        ("an odd board", graph("", r#"{"a": []}"#, "")),
        (
            "too few dominoes",
            graph("", r#"{"a": [], "b": [], "c": [], "d": []}"#, ""),
        ),
        (
            "an unknown node in a constraint",
            graph(r#"{"type": "equal", "cells": ["a", "z"]}"#, pair, ""),
        ),
        (
            "an unknown rule",
            graph(r#"{"type": "same", "cells": ["a", "b"]}"#, pair, ""),
        ),
        (
            "no target",
            graph(r#"{"type": "sum", "cells": ["a", "b"]}"#, pair, ""),
        ),
        (
            "a target in a string",
            graph(
                r#"{"type": "sum", "cells": ["a"], "target": "3"}"#,
                pair,
                "",
            ),
        ),
        (
            "a node in two constraints",
            graph(
                r#"{"type": "equal", "cells": ["a"]}, {"type": "equal", "cells": ["b", "a"]}"#,
                pair,
                "",
            ),
        ),
        (
            "a node twice in a constraint",
            graph(r#"{"type": "equal", "cells": ["a", "a"]}"#, pair, ""),
        ),
        (
            "a constraint without cells",
            graph(r#"{"type": "equal", "cells": []}"#, pair, ""),
        ),
        (
            "two nodes at one place",
            graph("", pair, r#", "positions": {"a": [0, 0], "b": [0, 0]}"#),
        ),
        (
            "a position of an unknown node",
            graph("", pair, r#", "positions": {"c": [0, 0]}"#),
        ),
        (
            "a wrong solution",
            graph("", pair, r#", "placements": [[1, 1, "a", "b"]]"#),
        ),
        (
            "a solution on an unknown node",
            graph("", pair, r#", "placements": [[1, 2, "a", "z"]]"#),
        ),
        (
            "a solution on three nodes",
            graph("", pair, r#", "placements": [[1, 2, "a", "b", "a"]]"#),
        ),
    ];
    let cases: Vec<(&str, &str)> = cases
        .iter()
        .map(|(case, text)| (*case, text.as_str()))
        .collect();
    assert_snapshot("formats", "errors-graph", &errors(&cases));
}

#[test]
fn errors_of_cells() {
    let cells = |cells: &str, regions: &str, dominos: &str| {
        format!(r#"{{"cells": [{cells}], "regions": [{regions}], "dominos": {dominos}}}"#)
    };
    let pair = "[0, 0], [0, 1]";
    let set = r#"{"1|2": 1}"#;
    let cases = [
        ("a cell twice", cells("[0, 0], [0, 0]", "", set)),
        (
            "a region off the board",
            cells(pair, r#"{"kind": "equal", "cells": [[0, 0], [3, 3]]}"#, set),
        ),
        (
            "a cell in two regions",
            cells(
                pair,
                r#"{"kind": "equal", "cells": [[0, 0]]}, {"kind": "equal", "cells": [[0, 0]]}"#,
                set,
            ),
        ),
        (
            "a cell twice in a region",
            cells(pair, r#"{"kind": "equal", "cells": [[0, 0], [0, 0]]}"#, set),
        ),
        (
            "an unknown rule",
            cells(pair, r#"{"kind": "unequal", "cells": [[0, 0]]}"#, set),
        ),
        (
            "no target",
            cells(pair, r#"{"kind": "sum", "cells": [[0, 0]]}"#, set),
        ),
        ("a domino twice", cells(pair, "", r#"{"1|2": 1, "1|2": 1}"#)),
        ("not a domino", cells(pair, "", r#"{"1-2": 1}"#)),
        ("negative pips", cells(pair, "", r#"{"-1|2": 1}"#)),
        ("too many pips", cells(pair, "", r#"{"1|20000": 1}"#)),
        (
            "a count of the wrong type",
            cells(pair, "", r#"{"1|2": "1"}"#),
        ),
        ("a negative count", cells(pair, "", r#"{"1|2": -1}"#)),
        ("dominoes of the wrong type", cells(pair, "", "[[1, 2]]")),
        (
            "very many copies",
            cells(pair, "", r#"{"1|2": 4000000000}"#),
        ),
        ("too few copies", cells(pair, "", r#"{"1|2": 0}"#)),
        ("an empty board", cells("", "", "{}")),
        ("an odd board", cells("[0, 0]", "", "{}")),
    ];
    let cases: Vec<(&str, &str)> = cases
        .iter()
        .map(|(case, text)| (*case, text.as_str()))
        .collect();
    assert_snapshot("formats", "errors-cells", &errors(&cases));
}

#[test]
fn errors_of_board() {
    let board = |board: &str, regions: &str| {
        format!(r#"{{"board": {board}, "dominos": [[1, 2]], "regions": [{regions}]}}"#)
    };
    let cases = [
        ("a number twice", board("[[0, 1], [-1, 0]]", "")),
        ("a number below -1", board("[[0, -2]]", "")),
        ("a number of the wrong type", board("[[0, null]]", "")),
        ("a board of the wrong type", board("[0, 1]", "")),
        ("an empty board", board("[[-1, -1], []]", "")),
        ("an odd board", board("[[0]]", "")),
        ("too few dominoes", board("[[0, 1, 2, 3]]", "")),
        (
            "an unknown number",
            board("[[0, 1]]", r#"[[0, 7], "all_eq", null]"#),
        ),
        (
            "a cell in two regions",
            board("[[0, 1]]", r#"[[0], "all_eq", null], [[1, 0], "all_eq"]"#),
        ),
        (
            "a cell twice in a region",
            board("[[0, 1]]", r#"[[0, 0], "all_eq", null]"#),
        ),
        (
            "an unknown rule",
            board("[[0, 1]]", r#"[[0], "sum_ge", 3]"#),
        ),
        ("no target", board("[[0, 1]]", r#"[[0], "sum_eq", null]"#)),
        (
            "a target in a string",
            board("[[0, 1]]", r#"[[0], "sum_eq", "4"]"#),
        ),
        ("half a region", board("[[0, 1]]", "[[0]]")),
        (
            "too long a region",
            board("[[0, 1]]", r#"[[0], "sum_eq", 4, 5]"#),
        ),
        ("a region of the wrong type", board("[[0, 1]]", "{}")),
    ];
    let cases: Vec<(&str, &str)> = cases
        .iter()
        .map(|(case, text)| (*case, text.as_str()))
        .collect();
    assert_snapshot("formats", "errors-board", &errors(&cases));
}

#[test]
fn unambiguous_variants_are_accepted() {
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
fn errors_of_text() {
    assert_snapshot(
        "formats",
        "errors-text",
        &errors_from(
            &[
                ("nothing at all", ""),
                ("only a header", "title: Nothing\n"),
                ("an unknown header", "author: me\n\nAA\n\nA =\n11\n"),
                ("an unknown style of map", "map: wide\n\nAA\n\nA =\n11\n"),
                ("a late header", "AA\n\ntitle: Late\nA =\n11\n"),
                ("a letter without a rule", "AB\n\nA 1\n11\n"),
                (
                    "a word without a rule, by a stray space",
                    "AAB\nA B\n\nA 1\nB =\n11\n",
                ),
                ("a rule without a letter", "AA\n\nA =\nB 3\n11\n"),
                ("a rule twice", "AA\n\nA =\nA 3\n11\n"),
                (
                    "no blank line after a map that could go on",
                    "A B\nA *\nB *\n12\n",
                ),
                (
                    "a blank line inside the map",
                    "AA\n\nAB\n\nA 3\nB 1\n12 12\n",
                ),
                (
                    "a rule without a letter, among several",
                    "AB\n\nA 1\nC 2\n12\n",
                ),
                ("a rule with a small letter", "AB\n\nA 1\nb 2\n12\n"),
                ("a letter for a digit in a rule", "AA\n\nA 1O\n55\n"),
                ("a letter for a digit behind a sign", "AA\n\nA > l\n55\n"),
                ("a letter for a digit in a domino", "AAAA\n\nA 3\n12 O1\n"),
                (
                    "a letter for a digit in the first domino",
                    "AAAA\n\nA 3\nO1, 12\n",
                ),
                ("a letter for a number", "AAAA\n\nA 3\nI-2 1-1\n"),
                ("a digit on the map", "A0\n\nA 3\n12\n"),
                ("two rules on a line", "AB\n\nA 1, B 2\n12\n"),
                ("at least", "AA\n\nA >= 3\n12\n"),
                ("twice equal", "AA\n\nA ==\n11\n"),
                ("a number in words", "AA\n\nA ten\n55\n"),
                ("a domino in brackets", "AA\n\nA 3\n[1,2]\n"),
                ("a strange sign on the map", "A+\n\nA =\n11\n"),
                ("a strange word on the map", "A1 A-\n\nA1 =\n11\n"),
                ("rows of different length", "AAA\n  A\n\nA =\n11 11\n"),
                ("an unknown rule", "AA\n\nA <=3\n11\n"),
                ("no rule behind a label", "AA\n\nA\n11\n"),
                ("a missing space", "AA\n\nB10\n11\n"),
                ("a fractional target", "AA\n\nA 1.5\n11\n"),
                ("not a domino", "AA\n\nA =\n11 1\n"),
                ("three digits", "AA\n\nA =\n123\n"),
                ("a negative half", "AA\n\nA =\n1--2\n"),
                ("too many pips", "AA\n\nA =\n1-10001\n"),
                ("neither rule nor domino", "AA\n\nA =\n-1-2\n"),
                ("an odd board", "AAA\n\nA =\n11\n"),
                ("an empty board", "...\n\n11\n"),
                ("too few dominoes", "AAAA\n\nA =\n11\n"),
                ("no dominoes", "AA\n\nA =\n"),
                ("a wrong solution", "AA\n\nA =\n12\n\nsolution:\n1-2\n"),
                (
                    "a solution without joins",
                    "AA\n\nA =\n11\n\nsolution:\n1 1\n",
                ),
                (
                    "a solution that is not there",
                    "AA\n\nA =\n11\n\nsolution:\n",
                ),
                (
                    "a solution on its head line",
                    "AA\n\nA =\n11\n\nsolution: 1-1\n",
                ),
                ("a solution too early", "solution:\n1-1\n"),
            ],
            Some(Format::Text),
        ),
    );
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
        "regions[0].indices[1] (line 4, column 26): cell r0c0 stands twice in this region"
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

/// The lines before each board were counted from the start of the text, which took minutes here.
#[test]
fn a_long_file_of_boards_in_json_is_read_in_one_pass() {
    let puzzle = read("AA\n\nA *\n\n12\n", None);
    let line = "{\"placements\":[[1,2,\"r0c0\",\"r0c1\"]]}\n";
    let text = line.repeat(100_000);
    let boards = formats::read_boards(text.as_bytes(), &puzzle, None).expect("boards");
    let last = boards.last().expect("a board").expect("it is right");
    let line = 100_000;
    assert_eq!(last.place, formats::Location::Text { line, column: 1 });
}
