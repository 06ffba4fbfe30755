//! The example puzzles that ship in `puzzles/`.
#![allow(dead_code, reason = "each test file uses the part that it needs")]

use std::path::{Path, PathBuf};

use pipsc::formats::{self, Format};
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
    let text = std::fs::read_to_string(folder().join(file)).expect("a text");
    read(&text, None)
}

/// Every example with its file's name and text.
pub(crate) fn examples() -> Vec<(String, String, Puzzle)> {
    EXAMPLES
        .iter()
        .map(|(file, _)| {
            let text = std::fs::read_to_string(folder().join(file)).expect("a text");
            let puzzle = read(&text, None);
            (file.to_string(), text, puzzle)
        })
        .collect()
}

/// The only puzzle of a text.
pub(crate) fn read(text: &str, from: Option<Format>) -> Puzzle {
    let document =
        formats::read(text.as_bytes(), from).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let puzzle = document.pick(None);
    puzzle
        .unwrap_or_else(|error| panic!("{error}\n{text}"))
        .clone()
}

/// The folder of the examples.
pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles")
}

/// What an example is called: its file's name up to the first dot.
pub(crate) fn name(file: &str) -> &str {
    file.split('.').next().unwrap_or(file)
}

#[test]
fn every_example_is_listed() {
    let mut there: Vec<String> = std::fs::read_dir(folder())
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
