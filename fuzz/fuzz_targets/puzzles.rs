//! The readers of puzzles do not panic, and a puzzle that is written in any format and read again is the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsc::formats::{self, Format};

fuzz_target!(|text: &[u8]| {
    let Ok(document) = formats::read(text, None) else {
        return;
    };
    for puzzle in document
        .entries
        .iter()
        .filter_map(|entry| entry.puzzle.as_ref().ok())
    {
        for format in Format::ALL {
            let Ok(written) = formats::write(puzzle, format) else {
                continue;
            };
            let again =
                formats::read(written.as_bytes(), Some(format)).expect("what was written is read");
            let again = again.pick(None).expect("one puzzle was written");
            let written_again = formats::write(again, format).expect("it was written before");
            assert_eq!(written, written_again, "{}", format.name());
        }
    }
});
