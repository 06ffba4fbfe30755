//! Whatever a solver prints, a reply reader answers and does not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pipsc::backend::reply::Dialect;

fuzz_target!(|reply: &[u8]| {
    for dialect in [Dialect::MiniZinc, Dialect::SmtLib, Dialect::Dimacs] {
        let _ = dialect.read(reply);
    }
});
