//! Lines and tokens of the text format, without comments, with line and column numbers for error messages.

use super::FormatError;

/// One line. A comment, from `#` to the end, is cut off.
#[derive(Debug, Clone, Copy)]
pub(super) struct TextLine<'t> {
    /// Its number, from 1.
    pub(super) number: usize,
    /// Its text without its comment.
    pub(super) text: &'t str,
    /// Its text with its comment.
    pub(super) raw: &'t str,
}

/// A part of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineToken<'t> {
    /// The number of its line, from 1.
    pub(super) line: usize,
    /// The column of its first character, from 1.
    pub(super) column: usize,
    /// Its text.
    pub(super) text: &'t str,
}

/// The lines of a text. Lines with only a comment are left out, so that they do not end a block as blank lines do.
pub(super) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    // Line endings of classic Mac OS.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    (1..)
        .zip(text.split(end))
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
        self.text.trim().is_empty()
    }

    /// The line without white space around it.
    pub(super) fn token(&self) -> LineToken<'t> {
        let whole = LineToken {
            line: self.number,
            column: 1,
            text: self.text,
        };
        whole.trimmed()
    }

    /// An error at its first character.
    pub(super) fn error(&self, message: impl Into<String>) -> FormatError {
        self.token().error(message)
    }

    /// Its words.
    pub(super) fn words(&self) -> Vec<LineToken<'t>> {
        self.token().split(char::is_whitespace)
    }
}

impl<'t> LineToken<'t> {
    /// An error at this place.
    pub(super) fn error(&self, message: impl Into<String>) -> FormatError {
        FormatError::at_line(self.line, self.column, message)
    }

    /// Splits at separators, without empty tokens.
    pub(super) fn split(self, separates: impl Fn(char) -> bool) -> Vec<Self> {
        let mut tokens = Vec::new();
        let mut rest = self;
        while let Some(start) = rest.text.find(|char| !separates(char)) {
            let (_, from) = rest.split_at(start);
            let end = from.text.find(&separates).unwrap_or(from.text.len());
            let (token, after) = from.split_at(end);
            tokens.push(token);
            rest = after;
        }
        tokens
    }

    /// Splits at a byte offset.
    pub(super) fn split_at(self, at: usize) -> (Self, Self) {
        let (before, after) = self.text.split_at(at);
        let column = self.column + before.chars().count();
        let token = |column, text| LineToken {
            column,
            text,
            ..self
        };
        (token(self.column, before), token(column, after))
    }

    /// Splits at the first occurrence of a character, which is dropped, and trims both parts.
    pub(super) fn split_once(self, between: char) -> Option<(Self, Self)> {
        let at = self.text.find(between)?;
        let (before, rest) = self.split_at(at);
        let (_, after) = rest.split_at(between.len_utf8());
        Some((before.trimmed(), after.trimmed()))
    }

    /// The token without white space around it.
    pub(super) fn trimmed(self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        let (_, rest) = self.split_at(start);
        LineToken {
            text: rest.text.trim_end(),
            ..rest
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_comments_are_cut() {
        let found: Vec<TextLine<'_>> =
            lines("# only a comment\r\n\u{e9}\u{e9} bc  # d\r\n\r\n").collect();
        let numbers: Vec<usize> = found.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [2, 3, 4]);
        let words = found[0].words();
        assert_eq!((words[1].column, words[1].text), (4, "bc"));
        assert_eq!(words.len(), 2);
    }
}
