//! Readers do not panic on arbitrary bytes.

use pipsc::formats::{self, Format};
use pipsc::puzzle::{Puzzle, check};
use proptest::prelude::*;

use crate::examples;
use crate::reading::read;

/// Runs all readers on arbitrary bytes.
fn read_all(bytes: &[u8], puzzle: &Puzzle) {
    for from in [None].into_iter().chain(Format::ALL.map(Some)) {
        if let Ok(document) = formats::read(bytes, from) {
            for entry in &document.entries {
                if let Ok(puzzle) = &entry.puzzle {
                    let _ = Format::ALL.map(|format| formats::write(puzzle, format));
                }
            }
        }
    }
    if let Ok(board) = formats::read_board(bytes, puzzle) {
        let _ = check(puzzle, &board);
        let _ = formats::write_board(puzzle, &board);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&bytes, &read("AA\nAA\n\nA *\n11 12\n", None));
    }

    #[test]
    fn any_likely_text_is_read_without_a_panic(text in "[\\[\\]{}\":,AB.*=<>!|0-9a-c \n?#-]{0,120}") {
        read_all(text.as_bytes(), &read("AA\nAA\n\nA *\n11 12\n", None));
    }

    #[test]
    fn changed_files_are_read_without_a_panic(
        file in 0usize..64,
        cut in 0usize..4000,
        at in 0usize..4000,
        byte in any::<u8>(),
    ) {
        let files = examples();
        let (_, text, puzzle) = &files[file % files.len()];
        let mut bytes = text.clone().into_bytes();
        let length = bytes.len();
        bytes[at % length] = byte;
        read_all(&bytes, puzzle);
        bytes.truncate(cut % length);
        read_all(&bytes, puzzle);
    }
}
