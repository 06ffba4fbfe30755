//! Names that people gave, made safe inside a model: a cell's can hold anything.

use std::fmt;

use crate::puzzle::Label;

/// A string literal. The name ends up in a comment of the solver's reply, and a reply is read
/// line by line: a [`Label`] shows what would break the line.
pub(super) struct Literal<'a>(pub(super) &'a Label);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.to_string().chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                c => fmt::Write::write_char(f, c)?,
            }
        }
        f.write_str("\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(name: &str) -> String {
        Literal(&name.into()).to_string()
    }

    #[test]
    fn a_literal_cannot_be_left() {
        assert_eq!(
            literal(r#"a"b\(c)"#).as_str(),
            r#""a\"b\\(c)""#,
            "neither by a quote nor by an interpolation"
        );
        assert_eq!(literal("a\nb\0"), r#""a\\nb\\u{0}""#);
        assert_eq!(literal("é–☃"), r#""é–☃""#);
    }
}
