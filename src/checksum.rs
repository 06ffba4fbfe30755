//! SHA-256 of bytes and of files of any size.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

/// The SHA-256 of bytes, in hexadecimal.
#[cfg(feature = "bundle")]
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// The SHA-256 of the concatenated contents of files, in hexadecimal.
pub(crate) fn sha256_of_files<'p>(paths: impl IntoIterator<Item = &'p Path>) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    for path in paths {
        let mut file = File::open(path)?;
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                length => hash.update(&buffer[..length]),
            }
        }
    }
    Ok(hex(&hash.finalize()))
}

/// Bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(all(test, feature = "bundle"))]
mod tests {
    use super::*;

    #[test]
    fn the_standard_example_has_its_checksum() {
        let folder = tempfile::tempdir().expect("a folder");
        let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
        std::fs::write(&one, "ab").expect("a file");
        std::fs::write(&other, "c").expect("a file");
        // Example of FIPS 180-4.
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), abc);
        let of_files = sha256_of_files([one.as_path(), &other]);
        assert_eq!(of_files.expect("both are there"), abc);
    }
}
