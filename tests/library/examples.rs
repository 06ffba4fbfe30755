//! The puzzles in `puzzles/`: formats, solutions and known properties.

use std::path::PathBuf;

use pipsc::formats::{self, Format};
use pipsc::puzzle::warnings;

use crate::brute_force;
use crate::reading;
use crate::reading::puzzle;
use crate::shipped;

#[test]
fn solutions_have_the_published_values() {
    for (name, expected) in [
        ("small.board.json", &[4, 4, 3, 1, 3, 1, 3, 5][..]),
        ("2025-10-05-easy.nyt.json", &[4, 2, 4, 5, 3, 1, 1, 1]),
        (
            "2025-09-16-easy.graph.json",
            &[6, 1, 1, 1, 1, 5, 6, 2, 2, 4, 4, 4],
        ),
    ] {
        let puzzle = puzzle(name);
        let values = brute_force::solutions(&puzzle, 1)[0].values(puzzle.cells().len());
        let values: Vec<u32> = values.into_iter().flatten().collect();
        assert_eq!(values, expected, "{name}");
    }
}

#[test]
fn tilings_and_titles_of_examples() {
    let hard = puzzle("2025-09-21-hard.graph.json");
    assert_eq!(crate::tilings(&hard), 64);
    let easy = puzzle("2025-10-16-easy.cells.json");
    assert_eq!(easy.title().expect("a title").raw(), "2025-10-16 easy");
}

#[test]
fn an_infeasible_example_has_no_warnings() {
    assert_eq!(warnings(&puzzle("impossible.txt")), []);
}

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
