//! Text that people wrote, made safe inside a model: a title or a cell's name can hold anything.

use std::fmt;

/// Text for the rest of a comment's line: it cannot end the line.
pub(super) struct Comment<'a>(pub(super) &'a str);

impl fmt::Display for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| {
            let shown = if breaks_line(c) { ' ' } else { c };
            fmt::Write::write_char(f, shown)
        })
    }
}

/// A string literal. What would break the line is shown as a blank, because the name ends up in a
/// comment of the solver's reply, and a reply is read line by line.
pub(super) struct Literal<'a>(pub(super) &'a str);

impl fmt::Display for Literal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for c in self.0.chars() {
            match c {
                '"' => f.write_str("\\\"")?,
                '\\' => f.write_str("\\\\")?,
                c if breaks_line(c) => f.write_str(" ")?,
                c => fmt::Write::write_char(f, c)?,
            }
        }
        f.write_str("\"")
    }
}

/// Control characters, and the two separators that some programs take for the end of a line.
fn breaks_line(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_stays_on_its_line() {
        let title = "Sunday\nconstraint false;\r\u{2028}\t\u{85}end";
        assert_eq!(
            Comment(title).to_string(),
            "Sunday constraint false;    end"
        );
    }

    #[test]
    fn a_literal_cannot_be_left() {
        assert_eq!(
            Literal(r#"a"b\(c)"#).to_string(),
            r#""a\"b\\(c)""#,
            "neither by a quote nor by an interpolation"
        );
        assert_eq!(Literal("a\nb\0").to_string(), r#""a b ""#);
        assert_eq!(Literal("é–☃").to_string(), r#""é–☃""#);
    }
}
