//! Errors of reading and writing puzzles.

use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use super::Format;
use crate::json::{self, Location};
use crate::visible::{Visible, is_invisible};

/// An error in a text, with its location.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{location}{message}")]
pub struct FormatError {
    /// The location.
    pub location: Location,
    /// The message.
    pub message: String,
    /// The wrong bytes of the text, if the error has one place.
    pub span: Option<Range<usize>>,
    /// The line of the text with carets under the span.
    pub excerpt: Option<String>,
}

impl FormatError {
    pub(crate) fn new(location: Location, message: impl Into<String>) -> Self {
        FormatError {
            location,
            message: Visible(&message.into()).to_string(),
            span: None,
            excerpt: None,
        }
    }

    /// The error with its span, line and column, and excerpt. The span of an error in JSON is that of the value at
    /// its path.
    pub(super) fn in_text(self, text: &str) -> Self {
        self.in_part(text, text)
    }

    /// As [`FormatError::in_text`], for an error whose location is relative to a part of the text.
    pub(super) fn in_part(mut self, text: &str, part: &str) -> Self {
        if self.span.is_some() {
            return self;
        }
        let start = json::offset(text, part);
        let in_part = |(line, column)| {
            let word = word_at(part, line, column);
            start + word.start..start + word.end
        };
        self.span = match &mut self.location {
            Location::Whole => None,
            Location::Text { line, column } => {
                let span = in_part((*line, *column));
                if start > 0 {
                    (*line, *column) = json::position(text, span.start);
                }
                Some(span)
            }
            Location::Json { path, position } => {
                let value = json::find(part, path).map(|value| span_of(text, value));
                let given = position.map(in_part);
                let begin = match (&value, &given) {
                    (Some(value), None) => Some(value.start),
                    (_, given) => given.as_ref().map(|span| span.start),
                };
                *position = begin.map(|begin| json::position(text, begin));
                value.or(given)
            }
        };
        self.excerpt = self.span.clone().and_then(|span| excerpt(text, span));
        self
    }

    /// Prefixes the location with a path, for an error in the value at that path.
    pub(super) fn under(self, path: &str) -> Self {
        if path.is_empty() {
            return self;
        }
        let path = match self.location {
            Location::Whole | Location::Text { .. } => path.to_owned(),
            Location::Json { path: rest, .. } if rest.starts_with('[') => format!("{path}{rest}"),
            Location::Json { path: rest, .. } => format!("{path}.{rest}"),
        };
        FormatError::at_path(path, self.message)
    }

    /// An error at a path in well-formed JSON.
    pub(super) fn at_path(path: impl Into<String>, message: impl Into<String>) -> Self {
        FormatError::new(Location::path(path), message)
    }

    /// An error at a line and a column, both counted from 1.
    pub(super) fn at_line(line: usize, column: usize, message: impl Into<String>) -> Self {
        FormatError::new(Location::Text { line, column }, message)
    }
}

/// The bytes of a part of a text.
fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = json::offset(text, part);
    start..start + part.len()
}

/// The bytes of the word at a line and a column; empty at white space.
fn word_at(text: &str, line: usize, column: usize) -> Range<usize> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let Some(found) = text.split(end).nth(line.saturating_sub(1)) else {
        return text.len()..text.len();
    };
    let start = found.char_indices().nth(column.saturating_sub(1));
    let start = start.map_or(found.len(), |(at, _)| at);
    let rest = &found[start..];
    let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let from = span_of(text, found).start + start;
    from..from + length
}

/// The line of a span with carets under it:
///
/// ```text
///   |
/// 3 | A 1O
///   |   ^^
/// ```
///
/// A long line is cut around the span. A span over several lines is marked on the first. A blank line has no
/// excerpt.
fn excerpt(text: &str, span: Range<usize>) -> Option<String> {
    /// Maximum number of characters shown before the start of a span, and from it on.
    const BEFORE: usize = 50;
    const AFTER: usize = 70;
    let start = text[..span.start]
        .rfind(['\n', '\r'])
        .map_or(0, |at| at + 1);
    // Line endings of classic Mac OS count where there are no others.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let number = 1 + text[..start].matches(end).count();
    let before: Vec<char> = text[start..span.start].chars().collect();
    let rest = text[span.start..]
        .split(['\n', '\r'])
        .next()
        .unwrap_or_default();
    let marked = rest.len().min(span.len());
    let marked = rest
        .get(..marked)
        .map_or(1, |marked| marked.chars().count());
    let cut = before.len().saturating_sub(BEFORE);
    let lead = if cut > 0 { "..." } else { "" };
    let before: String = before[cut..].iter().map(|&char| shown(char)).collect();
    let after: String = rest.chars().take(AFTER).map(shown).collect();
    let tail = if rest.chars().count() > AFTER {
        "..."
    } else {
        ""
    };
    let marked: String = after.chars().take(marked).collect();
    let indent = " ".repeat(lead.width() + before.width());
    let carets = "^".repeat(marked.width().max(1));
    let margin = " ".repeat(number.to_string().len());
    let line = format!("{lead}{before}{after}{tail}");
    if line.trim().is_empty() {
        return None;
    }
    let line = format!("{number} | {line}");
    let line = line.trim_end();
    Some(format!("{margin} |\n{line}\n{margin} | {indent}{carets}"))
}

/// Replaces tabs and invisible characters by characters of one column.
fn shown(char: char) -> char {
    match char {
        '\t' => ' ',
        char if is_invisible(char) => '\u{fffd}',
        char => char,
    }
}

/// Why a format cannot express a puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotExpress {
    /// The format holds only grids.
    #[error(
        "the {format} format holds only grids, and {reason}; the {} format can express this puzzle",
        Format::Graph
    )]
    NotAGrid {
        /// The requested format.
        format: Format,
        /// The first cells that are not linked as in a grid.
        reason: String,
    },
    /// The cells are too far apart for a format that writes out every place of the grid.
    #[error(
        "the {format} format writes out every place of the grid, and this board spans {rows} rows \
         and {columns} columns; the {} and {} formats can express this puzzle",
        Format::Nyt,
        Format::Graph
    )]
    TooSparse {
        /// The requested format.
        format: Format,
        /// Number of rows.
        rows: u64,
        /// Number of columns.
        columns: u64,
    },
    /// The format can be read but not written.
    #[error(
        "the {format} format is read and not written; the {}, {} and {} formats are written",
        Format::Nyt,
        Format::Graph,
        Format::Text
    )]
    ReadOnly {
        /// The requested format.
        format: Format,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt_of(text: &str, location: Location) -> String {
        let error = FormatError::new(location, "wrong").in_text(text);
        error.excerpt.unwrap_or_default()
    }

    #[test]
    fn an_excerpt_has_carets_under_the_place() {
        let text = "title: \u{4e2d}\n\nA\u{4e2d}\tBé x\n";
        let at = |line, column| Location::Text { line, column };
        assert_eq!(
            excerpt_of(text, at(3, 4)),
            "  |\n3 | A\u{4e2d} Bé x\n  |     ^^"
        );
        assert_eq!(
            excerpt_of(text, at(3, 99)),
            "  |\n3 | A\u{4e2d} Bé x\n  |         ^"
        );
        assert_eq!(excerpt_of("a\rb c\r", at(2, 3)), "  |\n2 | b c\n  |   ^");
        assert_eq!(excerpt_of(text, at(2, 1)), "");
        assert_eq!(excerpt_of("", at(9, 9)), "");
    }

    #[test]
    fn an_excerpt_of_json_shows_the_value_at_the_path() {
        let json = r#"{"a": "é", "b": [1, {"c": 22}]}"#;
        let path = |path: &str| Location::path(path);
        assert_eq!(
            excerpt_of(json, path("b[1].c")),
            format!("  |\n1 | {json}\n  | {}^^", " ".repeat(26))
        );
        let long = format!("[{}7]", "1, ".repeat(1000));
        let shown = excerpt_of(&long, path("[1000]"));
        let lines: Vec<&str> = shown.lines().collect();
        assert!(
            lines[1].starts_with("1 | ...") && lines[1].ends_with("7]"),
            "{shown}"
        );
        assert_eq!(lines[2].find('^'), lines[1].find('7'), "{shown}");
    }
}
