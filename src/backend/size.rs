//! The size of a model: its bytes, and the variables and constraints that its text declares.

use super::Language;
use super::language::Declarations;

/// The size of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ModelSize {
    /// Total size of the files.
    pub bytes: u64,
    /// Number of declared variables, including auxiliary variables; 0 for languages that a compiler flattens.
    pub variables: u64,
    /// Number of declared constraints (clauses, assertions); 0 for languages that a compiler flattens.
    pub constraints: u64,
}

impl ModelSize {
    /// Adds the size of a file.
    pub fn add(&mut self, language: &Language, text: &str) {
        self.bytes += text.len() as u64;
        match language.declares {
            Declarations::None => {}
            Declarations::Header(header) => {
                let numbers = text.lines().find_map(|line| line.strip_prefix(header));
                let words = numbers.unwrap_or_default().split(' ');
                let mut numbers = words.filter_map(|word| word.parse::<u64>().ok());
                self.variables += numbers.next().unwrap_or(0);
                self.constraints += numbers.next().unwrap_or(0);
            }
            Declarations::Lines(prefixes) => {
                let count = |prefix| text.lines().filter(|line| line.starts_with(prefix)).count();
                let [variables, constraints] = prefixes.map(count);
                self.variables += variables as u64;
                self.constraints += constraints as u64;
            }
        }
    }
}
