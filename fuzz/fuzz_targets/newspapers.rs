//! Replies of the NYT server are examined without a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsc::fetch;

fuzz_target!(|text: &[u8]| {
    let day = "2025-10-05".parse().expect("a day");
    let _ = fetch::examine(text, day);
});
