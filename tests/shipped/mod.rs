//! The example puzzles that ship in `puzzles/`.
#![allow(dead_code, reason = "each test file uses the part that it needs")]

use std::path::Path;

use pipsc::formats;
use pipsc::puzzle::Puzzle;

/// How many solutions an example has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Count {
    /// So many; few enough to list them all.
    Exactly(usize),
    /// At least one, the one that its file gives.
    Some,
}

/// Every example: file, name, solutions.
pub(crate) const EXAMPLES: [(&str, Count); 12] = [
    ("2025-09-16-easy.graph.json", Count::Exactly(1)),
    ("2025-09-21-hard.graph.json", Count::Exactly(1)),
    ("2025-10-05-easy.nyt.json", Count::Exactly(1)),
    ("2025-10-16-easy.cells.json", Count::Exactly(1)),
    ("double-nine.txt", Count::Some),
    ("double-six.txt", Count::Some),
    ("dozen.txt", Count::Exactly(1)),
    ("impossible.txt", Count::Exactly(0)),
    ("islands.txt", Count::Exactly(1)),
    ("loose.txt", Count::Exactly(256)),
    ("small.board.json", Count::Exactly(1)),
    ("triplets.txt", Count::Exactly(1)),
];

/// An example by its file's name.
pub(crate) fn puzzle(file: &str) -> Puzzle {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("puzzles")
        .join(file);
    let text = std::fs::read(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let document = formats::read(&text, None).unwrap_or_else(|error| panic!("{file}: {error}"));
    let puzzle = document.pick(None);
    puzzle
        .unwrap_or_else(|error| panic!("{file}: {error}"))
        .clone()
}

/// What an example is called: its file's name up to the first dot.
pub(crate) fn name(file: &str) -> &str {
    file.split('.').next().unwrap_or(file)
}

#[test]
fn every_example_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles");
    let mut there: Vec<String> = std::fs::read_dir(folder)
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
    let listed: Vec<&str> = EXAMPLES.iter().map(|(file, _)| *file).collect();
    assert_eq!(there, listed);
}
