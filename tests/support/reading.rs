//! Puzzles from texts and from the files in `puzzles/`.

use std::path::{Path, PathBuf};

use pipsc::formats::{self, Format};
use pipsc::puzzle::Puzzle;

/// The example with a file name.
pub(crate) fn puzzle(file: &str) -> Puzzle {
    let text = std::fs::read_to_string(folder().join(file)).expect("a text");
    read(&text, None)
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

/// The name of an example: its file name up to the first dot.
pub(crate) fn name(file: &str) -> &str {
    file.split('.').next().unwrap_or(file)
}
