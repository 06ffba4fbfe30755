//! Files as they are packed: `.xz` where a competition asks for it, by an encoder that is part of this
//! program, so that the same text gives the same bytes on every machine.

use std::io::{self, Read, Write};

use lzma_rust2::{XzOptions, XzReader, XzWriter};

use crate::reading::MAX_BYTES;

/// How hard to compress; 6 is what the program `xz` does by itself.
const PRESET: u32 = 6;

/// A text as `.xz`.
pub(super) fn pack(text: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = XzWriter::new(Vec::new(), XzOptions::with_preset(PRESET))?;
    writer.write_all(text)?;
    writer.finish()
}

/// The text in an `.xz`. One that grows beyond anything that is read is refused.
pub(super) fn unpack(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let reader = XzReader::new(bytes, false);
    let _ = reader.take(MAX_BYTES + 1).read_to_end(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        return Err(io::Error::other("it unpacks to more than is ever read"));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::hash::sha256;

    #[test]
    fn what_is_packed_comes_out_again_and_is_the_same_everywhere() {
        let text = b"p cnf 1 1\n1 0\n".repeat(100);
        let packed = pack(&text).expect("memory");
        assert!(packed.starts_with(b"\xfd7zXZ\0") && packed.len() < 200);
        assert_eq!(unpack(&packed).expect("what was packed"), text);
        // Another digest would give everybody's bundles other bytes.
        assert_eq!(
            sha256(&packed),
            "160371489026c2a5fe02150d91efa5946b9496d55b701994177abbc09f273c9c"
        );
    }

    #[test]
    fn what_is_damaged_does_not_come_out() {
        let mut packed = pack(&b"1 2 0\n".repeat(50)).expect("memory");
        let middle = packed.len() / 2;
        packed[middle] ^= 1;
        assert!(unpack(&packed).is_err());
        assert!(unpack(&packed[..middle]).is_err());
        assert!(unpack(b"p cnf 1 1\n").is_err());
    }
}
