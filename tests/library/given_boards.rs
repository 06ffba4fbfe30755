//! Reading of boards in every form, finished or not, with and without comments.

use pipsc::formats::{self, BoardForm};
use pipsc::puzzle::{
    BoardStatus, CellId, Edge, Fact, PartialBoard, PlacedDomino, Puzzle, Violation, board_status,
};

use crate::reading;

fn puzzle(text: &str) -> Puzzle {
    reading::read(text, None)
}

/// Four columns, three rows, dominoes with one digit.
fn grid() -> Puzzle {
    puzzle("AAAA\nBBBB\nCC..\n\nA =\nB 5\nC *\n\n11 11 23 04 00\n")
}

fn read(text: &str, puzzle: &Puzzle) -> Vec<PartialBoard> {
    let boards = formats::read_boards(text.as_bytes(), puzzle, None).expect(text);
    boards.into_iter().map(|given| given.board).collect()
}

fn refused(text: &str, puzzle: &Puzzle) -> String {
    match formats::read_partial(text.as_bytes(), puzzle) {
        Ok(board) => panic!("{text}: read as {board:?}"),
        Err(error) => error.to_string(),
    }
}

/// A line that is neither a board nor a comment is an error.
#[test]
fn mistyped_lines_are_errors() {
    let grid = grid();
    let board = "1-1 1-1\n2-3 0-0\n4-0\n";
    for line in [
        "O 1-1 1",
        "1-1 l-1",
        "1+1 2 3",
        "x r0c0 r0c1",
        "r0c0 r0c1 1-1",
        "1-1 r0c0 r9c9",
        "1-x r0c0 r0c1",
        "1-1 r0c0",
        "a solution, checked",
    ] {
        for (text, at) in [
            (line.to_string(), 1),
            (format!("{line}\n1-1 2-3\n"), 1),
            (format!("{board}\n{line}\n"), 5),
            (format!("{line}\n\n{board}"), 1),
        ] {
            let error = refused(&text, &grid);
            let place = format!("line {at}, column ");
            assert!(error.starts_with(&place), "{text}: {error}");
        }
    }
}

#[test]
fn comments_around_boards_are_skipped() {
    let grid = grid();
    let board = "1-1 1-1\n2-3 0-0\n4-0\n";
    let whole = read(board, &grid);
    for text in [
        format!("{board}\n# a solution, checked\n"),
        format!("== grid\n{board}\n# the only solution, according to kissat; checked\n"),
        format!("# by hand\n{}", board.replace('\n', "\n\n")),
        format!("solution:\n{board}"),
    ] {
        assert_eq!(read(&text, &grid), whole, "{text}");
    }
    // A complete board ends at the blank line; an incomplete one continues.
    let twice = format!("{board}\n{board}\n# all 2 solutions; each checked\n");
    assert_eq!(read(&twice, &grid).len(), 2);
    let halves = "1-1 ? ?\n\n== the other\n1-1 ? ?\n? ? ? ?\n";
    assert_eq!(read(halves, &grid).len(), 2);
}

/// The same unfinished board in every form.
#[test]
fn an_unfinished_board_in_every_form() {
    let grid = grid();
    let cell = |name: &str| grid.find_cell(name).expect(name);
    let expected = PartialBoard {
        placements: vec![PlacedDomino::new((cell("r0c0"), 1), (cell("r0c1"), 1))],
        values: vec![(cell("r0c2"), 1), (cell("r1c0"), 2)],
        joined: vec![
            Edge::between(cell("r0c2"), cell("r0c3")),
            Edge::between(cell("r1c0"), cell("r2c0")),
        ],
    };
    for text in [
        "1-1 1-?\n2 ? ? ?\n|\n? ?\n",
        "1-11-?\n2???\n|\n??..\n",
        "1-1 r0c0 r0c1\n1-? r0c2 r0c3\n?-2 r2c0 r1c0\n",
        "1 r0c2\n11 r0c0 r0c1\n2 r1c0\n?? r0c3 r0c2\n?-? r1c0 r2c0\n",
        r#"{"placements": [[1, 1, "r0c0", "r0c1"]],
            "values": {"r0c2": 1, "r1c0": 2}, "joined": [["r0c2", "r0c3"], ["r1c0", "r2c0"]]}"#,
        r#"{"placements":[[1,1,"r0c0","r0c1"]],"values":{"r0c2":1,"r1c0":2},"joined":[["r0c3","r0c2"],["r1c0","r2c0"]]}"#,
    ] {
        assert_eq!(
            formats::read_partial(text.as_bytes(), &grid).as_ref(),
            Ok(&expected),
            "{text}"
        );
        assert!(
            formats::read_board(text.as_bytes(), &grid).is_err(),
            "{text}"
        );
    }
    for form in [BoardForm::Drawing, BoardForm::List, BoardForm::Json] {
        let text = formats::write_partial(&grid, &expected, form);
        let boards = formats::read_boards(text.as_bytes(), &grid, None).expect("a text");
        let [given] = boards.as_slice() else {
            panic!("{text}");
        };
        assert_eq!(given.board, expected, "{text}");
        assert_eq!(given.form, form, "{text}");
    }
}

/// Adjacent digits are separate places where no other reading is possible.
#[test]
fn boards_without_blanks_are_read_or_corrected() {
    let grid = grid();
    let spaced = read("1 1 1 1\n2 3 0 0\n4 0 . .\n", &grid);
    assert_eq!(read("1111\n2300\n40..\n", &grid), spaced);
    assert_eq!(read("1111\n2300\n40\n", &grid), spaced);
    let joined = read("1-1 1-1\n2-3 0-0\n4-0\n", &grid);
    assert_eq!(read("1-11-1\n2-30-0\n4-0\n", &grid), joined);
    let error = refused("11 1 1\n2 3 0 0\n", &grid);
    assert_eq!(
        error,
        "line 1, column 1: no domino has 11 pips, the most are 4: put blanks between the places of a row"
    );
    // If columns are not aligned, a join between rows is ambiguous.
    let error = refused("1-111\n  |\n2300\n", &grid);
    assert!(error.contains("put blanks between"), "{error}");
    // With values above 9, blanks are required.
    let large = puzzle("AAAA\n\nA *\n\n12-3 11-4\n");
    let error = refused("12311-4\n", &large);
    assert!(error.contains("too many pips"), "{error}");
    let error = refused("12 311-4\n", &large);
    assert!(
        error.starts_with("line 1, column 4: no domino has 311 pips, the most are 12"),
        "{error}"
    );
}

#[test]
fn partial_boards_are_checked_as_far_as_they_go() {
    let grid = grid();
    let at = |text: &str| board_status(&grid, &read(text, &grid)[0]);
    let open = |to_go, shown| BoardStatus::Open { to_go, shown };
    assert_eq!(at("1-1 ? ?\n? ? ? ?\n? ?\n"), open(8, 0));
    assert_eq!(at("1-1 1 ?\n? ? ? ?\n? 0\n"), open(8, 2));
    assert_eq!(at("1-1 1-1\n2-3 ? ?\n4-0\n"), open(2, 0));
    for (text, expected) in [
        (
            "1-1 2 ?\n",
            "region A (r0c0 r0c1 r0c2 r0c3) needs all equal, but its cells show 1 1 2",
        ),
        (
            "2 ? ? ?\n",
            "it needs 3 more halves with 2, but none is left",
        ),
        (
            "? ? ? ?\n4 3 1 ?\n",
            "with the smallest remaining halves the sum is 8",
        ),
        (
            "1-1 1-1\n1-1 ? ?\n",
            "domino 1-1 is used 3 times, but there are 2 copies",
        ),
        (
            "5 ? ? ?\n",
            "cell r0c0 shows 5, but no domino has a half with that",
        ),
        (
            "3 ? ? ?\n3 ? ? ?\n",
            "cells r0c0 r1c0 show 3, but only one half of a domino has that",
        ),
        (
            "? ? ? ?\n0 2-3 ?\n|\n4 ?\n",
            "cell r2c1 can no longer be covered",
        ),
    ] {
        match at(text) {
            BoardStatus::Wrong {
                violations: faults, ..
            } => {
                let faults: Vec<String> = faults.iter().map(Violation::to_string).collect();
                assert!(
                    faults.iter().any(|fault| fault.contains(expected)),
                    "{text}: {faults:?}"
                );
            }
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// No part of a solution is reported as wrong, and finished boards get the verdict of the checker.
#[test]
fn prefixes_of_solutions_are_never_wrong() {
    for number in 0..200 {
        let puzzle = crate::random::puzzle(number);
        for board in crate::brute_force::solutions(&puzzle, 5) {
            assert_eq!(
                board_status(&puzzle, &(&board).into()),
                BoardStatus::Solution
            );
            let mut partial = PartialBoard::default();
            for (nth, placed) in board.placements().iter().enumerate() {
                let halves = placed.halves();
                assert!(
                    !matches!(board_status(&puzzle, &partial), BoardStatus::Wrong { .. }),
                    "puzzle {number}: {partial:?}"
                );
                match (number as usize + nth) % 3 {
                    0 => partial.learn(Fact::Lies(*placed)),
                    1 => partial.learn(Fact::Shows(halves[0].0, halves[0].1)),
                    _ => partial.learn(Fact::Joined(placed.edge())),
                }
            }
            assert!(!matches!(
                board_status(&puzzle, &partial),
                BoardStatus::Wrong { .. }
            ));
        }
        let cells = puzzle.cells().len() as u32;
        let wrong: pipsc::puzzle::Board = (0..cells / 2)
            .map(|at| PlacedDomino::new((CellId(2 * at), 0), (CellId(2 * at + 1), 1)))
            .collect();
        let faults = pipsc::puzzle::check(&puzzle, &wrong);
        let stands = board_status(&puzzle, &(&wrong).into());
        assert_eq!(
            stands == BoardStatus::Solution,
            faults.is_empty(),
            "{stands:?}"
        );
    }
}

/// Lists are read back with arbitrary names of cells.
#[test]
fn unusual_cell_names_are_not_keywords() {
    let links = r##"{"the solution": ["│"], "│": ["a=1"], "a=1": ["== b"], "== b": ["1-2"], "1-2": ["#"], "#": []}"##;
    let odd = puzzle(&format!(
        r#"{{"dominoes": [[1, 2], [3, 4], [5, 6]], "constraints": [], "links": {links}}}"#
    ));
    let mut board = PartialBoard::default();
    for (at, domino) in [(0, [1, 2]), (2, [3, 4]), (4, [5, 6])] {
        board.learn(Fact::Lies(PlacedDomino::new(
            (CellId(at), domino[0]),
            (CellId(at + 1), domino[1]),
        )));
        for form in [BoardForm::Drawing, BoardForm::List, BoardForm::Json] {
            let text = formats::write_partial(&odd, &board, form);
            assert_eq!(
                formats::read_partial(text.as_bytes(), &odd).as_ref(),
                Ok(&board),
                "{text}"
            );
        }
    }
    assert_eq!(board_status(&odd, &board), BoardStatus::Solution);
}
