//! The reader of the NYT server's replies does not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsc::fetch::DayFile;

fuzz_target!(|text: &[u8]| {
    let day = "2025-10-05".parse().expect("a day");
    let _ = DayFile::read(text.to_vec(), day);
});
