//! The reader of solver registries does not panic.
#![no_main]

use std::io::{Seek, SeekFrom, Write};
use std::sync::{LazyLock, Mutex};

use libfuzzer_sys::fuzz_target;
use pipsc::solver::Registry;
use tempfile::NamedTempFile;

static FILE: LazyLock<Mutex<NamedTempFile>> =
    LazyLock::new(|| Mutex::new(NamedTempFile::new().expect("a temporary file")));

fuzz_target!(|text: &[u8]| {
    let mut file = FILE.lock().expect("one thread");
    file.as_file().set_len(0).expect("the file is ours");
    let _ = file.seek(SeekFrom::Start(0)).expect("the file is ours");
    file.write_all(text).expect("the file is ours");
    if let Err(error) = Registry::load(&[file.path().to_path_buf()]) {
        let _ = error.to_string();
    }
});
