//! The readers of solvers' replies do not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsc::backend::Language;

fuzz_target!(|reply: &[u8]| {
    for protocol in Language::ALL
        .iter()
        .filter_map(|language| language.protocol)
    {
        let _ = protocol.read(reply);
    }
});
