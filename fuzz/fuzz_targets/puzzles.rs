//! Whatever is in a file, the readers answer and do not panic, and what they read they can write.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsc::formats::{self, Format};

fuzz_target!(|text: &[u8]| {
    if let Ok(document) = formats::read(text, None) {
        for puzzle in document.entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok()) {
            for format in Format::ALL {
                let _ = formats::write(puzzle, format);
            }
        }
    }
});
