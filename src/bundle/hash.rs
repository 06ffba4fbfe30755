//! Hashes: SHA-256 of bytes, and the hashes by which the Global Benchmark Database knows instances.
//!
//! The GBD hash of a formula is the MD5 of its clauses alone, in one line with a space between all
//! numbers: comments, the header and white space do not count, the order of everything does. That of
//! pseudo-Boolean constraints is the same idea: terms with a space behind each, `+` left out, and `;`
//! behind each constraint. Both were compared with the package `gbdc`, which the tests do again.

use md5::{Digest, Md5};

use crate::checksum::hex;
pub use crate::checksum::sha256;

/// MD5, in hex.
pub(super) fn md5(bytes: &[u8]) -> String {
    hex(&Md5::digest(bytes))
}

/// The GBD hash of a formula in DIMACS CNF.
pub fn gbd_of_cnf(text: &str) -> String {
    let mut hash = Md5::new();
    let mut is_first = true;
    for line in text.lines() {
        if line.trim_start().starts_with(['c', 'p']) {
            continue;
        }
        for number in line.split_ascii_whitespace() {
            if !is_first {
                hash.update(b" ");
            }
            hash.update(number.as_bytes());
            is_first = false;
        }
    }
    hex(&hash.finalize())
}

/// The GBD hash of linear pseudo-Boolean constraints in OPB, without an objective.
pub fn gbd_of_opb(text: &str) -> String {
    let mut hash = Md5::new();
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        for constraint in line.split_inclusive(';') {
            let Some(constraint) = constraint.strip_suffix(';') else {
                continue;
            };
            let mut space = "";
            for word in constraint.split_ascii_whitespace() {
                hash.update(space.as_bytes());
                hash.update(word.trim_start_matches('+').as_bytes());
                space = " ";
            }
            hash.update(b";");
        }
    }
    hex(&hash.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_hashes() {
        // From the standards of the two.
        assert_eq!(
            sha256(b"abc"),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert_eq!(md5(b"abc"), "900150983cd24fb0d6963f7d28e17f72");
    }

    #[test]
    fn a_formula_is_known_by_its_clauses_alone() {
        let plain = gbd_of_cnf("p cnf 3 2\n1 -2 0\n2 3 0\n");
        assert_eq!(plain, md5(b"1 -2 0 2 3 0"));
        let other = gbd_of_cnf("c a comment\nc t pmc\np cnf 3 2\nc p show 1 0\n 1  -2 0\n2 3\t0");
        assert_eq!(plain, other);
        assert_ne!(plain, gbd_of_cnf("p cnf 3 2\n2 3 0\n1 -2 0\n"));
    }

    #[test]
    fn constraints_are_known_without_their_signs_and_comments() {
        let text = "* #variable= 2 #constraint= 2\n+1 x1 -2 x2 >= -1 ;\n+1 x1 = 1 ;\n";
        assert_eq!(gbd_of_opb(text), md5(b"1 x1 -2 x2 >= -1;1 x1 = 1;"));
    }
}
