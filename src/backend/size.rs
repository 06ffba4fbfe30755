//! The size of a model: its bytes, and the variables and constraints that its text declares.

use std::io::{self, Write};

use super::Language;

/// The size of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ModelSize {
    /// Total size of the files.
    pub bytes: u64,
    /// Numbers of declared variables and constraints.
    pub declared: DeclaredSize,
}

/// Numbers of variables and constraints that a text declares; 0 for languages that a compiler flattens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeclaredSize {
    /// Number of variables, including auxiliary variables.
    pub variables: u64,
    /// Number of constraints (clauses, assertions).
    pub constraints: u64,
}

/// Number of bytes at the beginning of a line that determine what it declares.
const PREFIX_LENGTH: usize = 80;

/// Counts bytes, variables and constraints of a text.
pub(super) struct SizeCounter {
    language: &'static Language,
    line: Vec<u8>,
    size: ModelSize,
}

impl SizeCounter {
    pub(super) fn new(language: &'static Language) -> Self {
        SizeCounter {
            language,
            line: Vec::with_capacity(PREFIX_LENGTH),
            size: ModelSize::default(),
        }
    }

    /// The size of the whole text; the last line may lack its line end.
    pub(super) fn finish(mut self) -> ModelSize {
        self.end_of_line();
        self.size
    }

    /// Counts a part of the text.
    pub(super) fn count(&mut self, bytes: &[u8]) {
        self.size.bytes += bytes.len() as u64;
        for (index, part) in bytes.split(|&byte| byte == b'\n').enumerate() {
            if index > 0 {
                self.end_of_line();
            }
            let room = PREFIX_LENGTH - self.line.len();
            self.line.extend_from_slice(&part[..part.len().min(room)]);
        }
    }

    fn end_of_line(&mut self) {
        // Declarations are ASCII, so a character truncated at the limit does not matter.
        let line = String::from_utf8_lossy(&self.line);
        let declared = &mut self.size.declared;
        if let Some(numbers) = self
            .language
            .header
            .and_then(|header| line.strip_prefix(header))
        {
            let mut numbers = numbers.split(' ').filter_map(|word| word.parse().ok());
            declared.variables = numbers.next().unwrap_or(0);
            declared.constraints = numbers.next().unwrap_or(0);
        }
        if let Some([variable, constraint]) = self.language.declarations {
            declared.variables += u64::from(line.starts_with(variable));
            declared.constraints += u64::from(line.starts_with(constraint));
        }
        self.line.clear();
    }
}

impl Write for SizeCounter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.count(bytes);
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
    fn declarations_split_between_writes_are_counted() {
        let mut counter = SizeCounter::new(&crate::backend::smtlib::LANGUAGE);
        for part in [
            "(declare-",
            "const p Bool)\n(as",
            "sert p)\n\n(declare-const q",
            "\n",
            "(assert q)",
        ] {
            counter.write_all(part.as_bytes()).expect("it takes all");
        }
        let ModelSize { bytes, declared } = counter.finish();
        assert_eq!(bytes, 62);
        assert_eq!((declared.variables, declared.constraints), (2, 2));
    }
}
