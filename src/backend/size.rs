//! How large a model is, as its own text tells.

use std::io::{self, Write};
use std::ops::AddAssign;

/// The size of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Size {
    /// The files together.
    pub bytes: u64,
    /// What the text declares, where the language lets it be seen.
    pub declared: DeclaredSize,
}

/// The variables and the constraints that a text declares; none of either where they are not to be
/// seen in it, as in a model that a compiler unfolds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeclaredSize {
    /// The variables, auxiliary ones included.
    pub variables: u64,
    /// The constraints: clauses, assertions.
    pub constraints: u64,
}

impl AddAssign for DeclaredSize {
    fn add_assign(&mut self, other: Self) {
        self.variables += other.variables;
        self.constraints += other.constraints;
    }
}

impl DeclaredSize {
    pub(super) const VARIABLE: DeclaredSize = DeclaredSize {
        variables: 1,
        constraints: 0,
    };
    pub(super) const CONSTRAINT: DeclaredSize = DeclaredSize {
        variables: 0,
        constraints: 1,
    };

    /// Two numbers of a header, the variables first.
    pub(super) fn of_header<'t>(mut words: impl Iterator<Item = &'t str>) -> DeclaredSize {
        let mut number = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0);
        DeclaredSize {
            variables: number(),
            constraints: number(),
        }
    }
}

/// As much of a line as tells what it declares.
const BEGINNING: usize = 80;

/// Takes a text, and keeps nothing of it but its size.
pub(super) struct SizeCounter<'s> {
    declared_by: &'s dyn Fn(&str) -> DeclaredSize,
    line: Vec<u8>,
    size: Size,
}

impl<'s> SizeCounter<'s> {
    pub(super) fn new(declared_by: &'s dyn Fn(&str) -> DeclaredSize) -> Self {
        SizeCounter {
            declared_by,
            line: Vec::with_capacity(BEGINNING),
            size: Size::default(),
        }
    }

    /// The size of everything that was written; the last line may lack its end.
    pub(super) fn read(mut self) -> Size {
        self.end_of_line();
        self.size
    }

    /// Takes a part of the text.
    pub(super) fn weigh(&mut self, bytes: &[u8]) {
        self.size.bytes += bytes.len() as u64;
        for (index, part) in bytes.split(|&byte| byte == b'\n').enumerate() {
            if index > 0 {
                self.end_of_line();
            }
            let room = BEGINNING - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
        }
    }

    fn end_of_line(&mut self) {
        // A character that the beginning cuts in two is no part of a declaration.
        let beginning = String::from_utf8_lossy(&self.line);
        self.size.declared += (self.declared_by)(&beginning);
        self.line.clear();
    }
}

impl Write for SizeCounter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.weigh(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart_however_they_come() {
        let declared = |line: &str| match line {
            "x" => DeclaredSize::VARIABLE,
            "a b" => DeclaredSize::CONSTRAINT,
            _ => DeclaredSize::default(),
        };
        let mut scales = SizeCounter::new(&declared);
        for part in ["x\na", " b\n\nx", "\n", "a b"] {
            scales.write_all(part.as_bytes()).expect("it takes all");
        }
        let size = scales.read();
        assert_eq!(size.bytes, 12);
        let (variables, constraints) = (size.declared.variables, size.declared.constraints);
        assert_eq!((variables, constraints), (2, 2));
    }
}
