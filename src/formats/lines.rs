//! Lines of the text format, without comments.

use crate::parse::{PartError, line_end};

/// One line. Its parts are slices of the text, so that an error at a part has a place.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextLine<'t> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Its text without its comment, from `#` to the end.
    pub(super) text: &'t str,
    /// Its text with its comment.
    pub(super) raw: &'t str,
}

/// The lines of a text. Lines with only a comment are left out, so that they do not end a block as blank lines do.
pub(super) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    (1..)
        .zip(text.split(line_end(text)))
        .map(|(number, raw)| TextLine {
            number,
            text: raw.split('#').next().unwrap_or_default().trim_end(),
            raw: raw.trim_end(),
        })
        .filter(|line| !line.is_blank() || line.raw.is_empty())
}

impl<'t> TextLine<'t> {
    /// Whether it is blank apart from a comment.
    pub(super) fn is_blank(&self) -> bool {
        self.trimmed().is_empty()
    }

    /// Its text without white space around it.
    pub(super) fn trimmed(&self) -> &'t str {
        self.text.trim()
    }

    /// Its words.
    pub(super) fn words(&self) -> Vec<&'t str> {
        self.text.split_whitespace().collect()
    }

    /// An error at the line.
    pub(super) fn error(&self, message: impl Into<String>) -> PartError<'t> {
        PartError::new(self.trimmed(), message)
    }
}

/// Splits at the first occurrence of a character, which is dropped, and trims both parts.
pub(super) fn split_trimmed(text: &str, between: char) -> Option<(&str, &str)> {
    let (before, after) = text.split_once(between)?;
    Some((before.trim(), after.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_cut() {
        let found: Vec<TextLine<'_>> =
            lines("# only a comment\r\n\u{e9}\u{e9} bc  # d\r\n\r\n").collect();
        let numbers: Vec<usize> = found.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [2, 3, 4]);
        assert_eq!(found[0].words(), ["\u{e9}\u{e9}", "bc"]);
    }
}
