//! Replies of the NYT server are examined without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsc::fetch::DayFile;

fuzz_target!(|text: &[u8]| {
    let day = "2025-10-05".parse().expect("a day");
    let _ = DayFile::read(text.to_vec(), day);
});
