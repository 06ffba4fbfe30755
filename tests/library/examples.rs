//! The puzzles in `puzzles/`: formats, solutions and known properties.

use std::path::PathBuf;

use pipsc::formats::{self, Format};
use pipsc::puzzle::{Board, Puzzle, check, warnings};

use crate::brute_force;
use crate::reading;
use crate::reading::puzzle;
use crate::shipped;

/// The only solution of a puzzle.
fn only_solution(name: &str) -> (Puzzle, Board) {
    let puzzle = puzzle(name);
    let mut found = brute_force::solutions(&puzzle, 2);
    assert_eq!(found.len(), 1, "{name} has exactly one solution");
    let board = found.remove(0);
    assert_eq!(check(&puzzle, &board), []);
    (puzzle, board)
}

/// The values of the only solution.
fn values(name: &str) -> Vec<u32> {
    let (puzzle, board) = only_solution(name);
    let values = board.values(puzzle.cells().len());
    values
        .into_iter()
        .map(|value| value.expect("covered"))
        .collect()
}

#[test]
fn small_board() {
    assert_eq!(values("small.board.json"), [4, 4, 3, 1, 3, 1, 3, 5]);
}

#[test]
fn easy_of_2025_10_05() {
    let name = "2025-10-05-easy.nyt.json";
    assert_eq!(values(name), [4, 2, 4, 5, 3, 1, 1, 1]);
}

#[test]
fn easy_of_2025_09_16() {
    let name = "2025-09-16-easy.graph.json";
    assert_eq!(values(name), [6, 1, 1, 1, 1, 5, 6, 2, 2, 4, 4, 4]);
}

#[test]
fn hard_of_2025_09_21() {
    let (puzzle, _) = only_solution("2025-09-21-hard.graph.json");
    assert_eq!(crate::tilings(&puzzle), 64);
}

#[test]
fn easy_of_2025_10_16() {
    let (puzzle, _) = only_solution("2025-10-16-easy.cells.json");
    assert_eq!(puzzle.title().expect("a title").raw(), "2025-10-16 easy");
}

#[test]
fn text_puzzles_with_one_solution() {
    for name in ["triplets.txt", "dozen.txt", "islands.txt"] {
        let (puzzle, board) = only_solution(name);
        assert_eq!(puzzle.solution(), Some(&board), "{name}");
    }
}

#[test]
fn an_infeasible_example_has_no_warnings() {
    let puzzle = puzzle("impossible.txt");
    assert_eq!(warnings(&puzzle), []);
    assert_eq!(brute_force::solutions(&puzzle, 1), []);
}

#[test]
fn many_solutions() {
    let puzzle = puzzle("loose.txt");
    let found = brute_force::solutions(&puzzle, 1000);
    assert!(puzzle.solution().is_some_and(|board| found.contains(board)));
    assert_eq!(found.len(), LOOSE);
}

/// The first line of `puzzles/loose.txt` has the number of solutions.
const LOOSE: usize = 256;

#[test]
fn full_set_examples_carry_their_solution() {
    for (name, most) in [("double-six.txt", 6), ("double-nine.txt", 9)] {
        let puzzle = puzzle(name);
        let mut dominoes: Vec<_> = puzzle.dominoes().to_vec();
        dominoes.sort_unstable();
        dominoes.dedup();
        assert_eq!(dominoes.len(), (most + 1) * (most + 2) / 2, "{name}");
        assert_eq!(puzzle.dominoes().len(), dominoes.len(), "{name}");
        assert!(puzzle.solution().is_some(), "{name}");
    }
}

/// Every file is in the format of its name.
#[test]
fn file_names_state_the_format() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read(&path).expect("a file");
        let format = formats::read(&text, None).expect("a puzzle").format;
        match format {
            Format::Text => assert!(name.ends_with(".txt"), "{name}"),
            json => assert!(name.ends_with(&format!(".{json}.json")), "{name}"),
        }
    }
}

/// The puzzles in JSON in `docs/formats.md`, and the first one in text.
#[test]
fn every_example_is_listed() {
    let mut there: Vec<String> = std::fs::read_dir(reading::folder())
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
    let listed: Vec<&str> = shipped::EXAMPLES.iter().map(|(file, _)| *file).collect();
    assert_eq!(there, listed);
}
