//! The readers of boards do not panic, and a board that is written and read again is the same.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use pipsc::formats;
use pipsc::puzzle::{Puzzle, check};

/// A puzzle of each kind: one part, several, a graph.
static PUZZLES: LazyLock<Vec<Puzzle>> = LazyLock::new(|| {
    let texts: [&[u8]; 3] = [
        b"AAB\nCDD\n\nA 6\nB > 2\nC 0\nD =\n\n05 11 13\n",
        include_bytes!("../../puzzles/islands.txt"),
        include_bytes!("../../puzzles/2025-09-16-easy.graph.json"),
    ];
    let read = |text: &&[u8]| {
        formats::read(text, None)
            .expect("an example")
            .pick(None)
            .cloned()
    };
    texts
        .iter()
        .map(|text| read(text).expect("one puzzle"))
        .collect()
});

fuzz_target!(|text: &[u8]| {
    for puzzle in PUZZLES.iter() {
        let _ = formats::read_partial(text, puzzle);
        let Ok(board) = formats::read_board(text, puzzle) else {
            continue;
        };
        if check(puzzle, &board).is_empty() {
            let written = formats::write_board(puzzle, &board);
            let again = formats::read_board(written.as_bytes(), puzzle);
            assert_eq!(again.expect("what was written is read"), board);
        }
    }
});
