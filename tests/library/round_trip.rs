//! Round trips of all written formats, and their JSON against docs/json.md.

use pipsc::formats::{self, BoardForm, CannotExpress, Format};
use pipsc::puzzle::{
    Board, CellId, Domino, DraftLinks, Edge, PlacedDomino, Puzzle, PuzzleDraft, Relation, Rule,
};

use crate::brute_force;
use crate::documented::assert_documented;
use crate::examples;
use crate::reading::read;

/// The parts that every format keeps: all but names, the order of dominoes, and regions without a rule.
#[derive(Debug, PartialEq)]
struct Essence {
    title: Option<String>,
    places: Vec<Option<(u32, u32)>>,
    edges: Vec<Edge>,
    dominoes: Vec<Domino>,
    regions: Vec<(Rule, Vec<CellId>)>,
    solution: Option<Board>,
}

fn essence(puzzle: &Puzzle) -> Essence {
    let mut dominoes = puzzle.dominoes().to_vec();
    dominoes.sort_unstable();
    let ruled = puzzle
        .regions()
        .iter()
        .filter(|region| region.rule != Rule::Empty);
    Essence {
        title: puzzle.title().map(|title| title.raw().to_string()),
        places: puzzle.cells().iter().map(|cell| cell.at).collect(),
        edges: puzzle.edges().to_vec(),
        dominoes,
        regions: ruled
            .map(|region| (region.rule, region.cells.clone()))
            .collect(),
        solution: puzzle.solution().cloned(),
    }
}

/// Writes a puzzle in every format that can express it, reads it back, and compares.
pub(crate) fn assert_round_trip(puzzle: &Puzzle) {
    for format in Format::WRITTEN {
        let written = match formats::write(puzzle, format) {
            Ok(written) => written,
            Err(error) => {
                let is_sparse = matches!(error, CannotExpress::TooSparse { .. });
                assert!(is_sparse || !puzzle.is_grid(), "{format}: {error}");
                continue;
            }
        };
        let back = read(&written, None);
        assert_eq!(essence(&back), essence(puzzle), "{format}\n{written}");
        let again = formats::write(&back, format).expect("it could be written before");
        assert_eq!(again, written, "{format} is stable");
        match format {
            Format::Nyt => fits(&written, "NytPuzzle"),
            Format::Graph => fits(&written, "GraphPuzzle"),
            Format::Text | Format::Cells | Format::Board => {}
        }
    }
    assert_eq!(
        &read(
            &formats::write(puzzle, Format::Graph).expect("any puzzle"),
            None
        ),
        &unnamed(puzzle),
        "graph keeps all but names of regions"
    );
}

/// The puzzle as read back from the graph format: its regions with rules are named A, B, ...
fn unnamed(puzzle: &Puzzle) -> Puzzle {
    let mut draft = PuzzleDraft::of(puzzle);
    let pairs = puzzle.edges().iter();
    draft.links = DraftLinks::Given(pairs.map(|edge| (edge.a.index(), edge.b.index())).collect());
    draft.regions.retain(|region| region.rule != Rule::Empty);
    for region in &mut draft.regions {
        region.name = None;
    }
    draft.solution = puzzle.solution().cloned();
    Puzzle::new(draft).expect("it was one before")
}

fn fits(text: &str, name: &str) {
    assert_documented(name, &serde_json::from_str(text).expect("JSON"));
}

#[test]
fn examples_round_trip_in_every_format() {
    for (_, _, puzzle) in examples() {
        assert_round_trip(&puzzle);
    }
}

#[test]
fn text_keeps_names_and_regions_without_a_rule() {
    let text = "title: Names # and all\n\nA B2 *\n. B2 C\n\nB2 >-3\nA *\nC !=\n\n3-12 0-0\n";
    // Five cells would be odd; the free one makes the board even with one more row.
    let text = text
        .replace(". B2 C\n", ". B2 C\n. *  .\n")
        .replace("0-0", "0-0 1-1");
    let puzzle = read(&text, None);
    assert_eq!(puzzle.title().expect("a title").raw(), "Names # and all");
    let written = formats::write(&puzzle, Format::Text).expect("a grid");
    assert_eq!(read(&written, None), puzzle, "{written}");
    assert_eq!(puzzle.regions()[0].rule, Rule::Sum(Relation::Greater, -3));
}

#[test]
fn one_column_of_long_labels() {
    let puzzle = read("map: spaced\nA1\nA2\n\nA1 =\nA2 =\n11\n", None);
    assert_eq!(puzzle.cells().len(), 2);
    let written = formats::write(&puzzle, Format::Text).expect("a grid");
    assert!(written.contains("map: spaced"), "{written}");
    assert_eq!(read(&written, None), puzzle);
}

#[test]
fn line_endings_and_tabs_are_ignored() {
    let plain = read("A B\nA B\n\nA >6\nB =\n41, 11\n", None);
    let other = read(
        "# x\r\n\r\nA\tB\r\nA\tB # y\r\n\r\nA\t> 6\r\n\r\nB=\r\n4-1\t1-1\r\n",
        None,
    );
    assert_eq!(plain, other);
}

#[test]
fn two_spellings_of_a_domino_add_up() {
    let text =
        r#"{"cells": [[0,0],[0,1],[1,0],[1,1]], "regions": [], "dominos": {"1|2": 1, "2|1": 1}}"#;
    assert_eq!(read(text, None).dominoes(), [Domino::new(1, 2); 2]);
}

#[test]
fn nyt_solutions_put_the_first_pip_on_the_first_cell() {
    let text = r#"{"dominoes": [[2, 1]], "regions": [{"indices": [[0, 0], [0, 1]], "type": "empty"}], "solution": [[[0, 1], [0, 0]]]}"#;
    let puzzle = read(text, None);
    let board = puzzle.solution().expect("a solution");
    assert_eq!(board.values(2), [Some(1), Some(2)]);
    assert_eq!(
        &formats::read_board(text.as_bytes(), &puzzle).expect("a board"),
        board
    );
}

/// A puzzle of a given size in which one domino lies beside the other.
fn long_strip(cells: u32) -> Puzzle {
    let board: Vec<u32> = (0..cells).collect();
    let dominoes: Vec<[u32; 2]> = (0..cells / 2).map(|at| [at % 7, at % 5]).collect();
    let regions: Vec<_> = board
        .chunks(4)
        .map(|some| (some, "sum_eq", Some(9)))
        .collect();
    let text = serde_json::json!({
        "board": board.chunks(250).collect::<Vec<_>>(), "dominos": dominoes, "regions": regions,
    });
    read(&text.to_string(), None)
}

#[test]
fn a_hundred_thousand_cells_in_every_format() {
    let puzzle = long_strip(100_000);
    for format in Format::WRITTEN {
        let written = formats::write(&puzzle, format).expect("a grid");
        let back = read(&written, None);
        assert_eq!(back.cells().len(), 100_000, "{format}");
        assert_eq!(back.regions().len(), 25_000, "{format}");
    }
}

#[test]
fn boards_round_trip() {
    for (name, _, puzzle) in examples() {
        let found = match puzzle.solution() {
            Some(board) => vec![board.clone()],
            None => brute_force::solutions(&puzzle, 3),
        };
        for board in found {
            let text = formats::write_board(&puzzle, &board);
            let json = formats::write_partial(&puzzle, &(&board).into(), BoardForm::Json);
            fits(&json, "Board");
            for written in [text, json] {
                let back = formats::read_board(written.as_bytes(), &puzzle);
                assert_eq!(back.as_ref(), Ok(&board), "{name}\n{written}");
            }
        }
    }
}

#[test]
fn wrong_boards_round_trip() {
    let puzzle = read("AA\nAA\n\nA *\n11 12\n", None);
    let placed = |one, other, first, second| {
        PlacedDomino::new((CellId(one), first), (CellId(other), second))
    };
    let boards = [
        vec![placed(0, 1, 5, 12)],
        vec![placed(0, 1, 1, 1), placed(0, 1, 1, 1)],
        vec![placed(0, 3, 1, 2), placed(1, 2, 1, 1)],
        vec![placed(0, 2, 1, 2), placed(0, 1, 1, 1)],
    ];
    for board in boards {
        let board: Board = board.into_iter().collect();
        let text = formats::write_board(&puzzle, &board);
        assert_eq!(
            formats::read_board(text.as_bytes(), &puzzle).as_ref(),
            Ok(&board),
            "{text}"
        );
    }
}

#[test]
fn names_with_spaces_survive_a_list() {
    let text =
        r##"{"dominoes": [[1, 2]], "constraints": [], "links": {"a \"#1\"": ["b c"], "b c": []}}"##;
    let puzzle = read(text, None);
    for board in brute_force::solutions(&puzzle, 2) {
        let text = formats::write_board(&puzzle, &board);
        assert_eq!(
            formats::read_board(text.as_bytes(), &puzzle).as_ref(),
            Ok(&board),
            "{text}"
        );
    }
}
