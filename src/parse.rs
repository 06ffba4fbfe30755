//! Errors in texts: what is wrong, and where.

use std::fmt;
use std::ops::Range;

use unicode_width::UnicodeWidthStr;

use crate::json;
use crate::visible::{Visible, is_invisible};

/// An error in a text, with its location.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{location}{message}")]
pub struct ParseError {
    /// The location.
    pub location: Location,
    /// The message.
    pub message: String,
    /// The wrong bytes of the text, if the error has one place.
    pub span: Option<Range<usize>>,
    /// The line of the text with carets under the span.
    pub excerpt: Option<String>,
}

/// A place in a text. Displayed with the colon that leads to the message; empty for the text as a whole.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Location {
    /// The path to a value in JSON, such as `hard.regions[3].indices[1]`; empty in other texts.
    pub path: String,
    /// The line and the column, both counted from 1. Columns count characters, as editors do.
    pub position: Option<(usize, usize)>,
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = Visible(&self.path);
        match self.position {
            None if self.path.is_empty() => Ok(()),
            None => write!(f, "{path}: "),
            Some((line, column)) if self.path.is_empty() => {
                write!(f, "line {line}, column {column}: ")
            }
            Some((line, column)) => write!(f, "{path} (line {line}, column {column}): "),
        }
    }
}

impl ParseError {
    /// An error at a location.
    pub(crate) fn new(location: Location, message: impl Into<String>) -> Self {
        ParseError {
            location,
            message: Visible(&message.into()).to_string(),
            span: None,
            excerpt: None,
        }
    }

    /// An error of a text as a whole.
    pub(crate) fn whole(message: impl Into<String>) -> Self {
        ParseError::new(Location::default(), message)
    }

    /// An error at a path in well-formed JSON. [`ParseError::in_text`] adds its span.
    pub(crate) fn at_path(path: impl Into<String>, message: impl Into<String>) -> Self {
        let (path, position) = (path.into(), None);
        ParseError::new(Location { path, position }, message)
    }

    /// The error at a span of a text.
    pub(crate) fn at_span(mut self, text: &str, span: Range<usize>) -> Self {
        self.location.position = Some(position(text, span.start));
        self.excerpt = excerpt(text, &span);
        self.span = Some(span);
        self
    }

    /// Prefixes the path, for an error in the value at a path.
    pub(crate) fn under(self, path: &str) -> Self {
        if path.is_empty() {
            return self;
        }
        let inner = self.location.path;
        let between = match inner.is_empty() || inner.starts_with('[') {
            true => "",
            false => ".",
        };
        ParseError::at_path(format!("{path}{between}{inner}"), self.message)
    }

    /// Adds the span of the value at the path.
    pub(crate) fn in_text(self, text: &str) -> Self {
        self.in_part(text, text)
    }

    /// As [`ParseError::in_text`], for an error whose path and span are relative to a part of the text.
    pub(crate) fn in_part(self, text: &str, part: &str) -> Self {
        let path = &self.location.path;
        let value = || json::find(part, path).filter(|_| !path.is_empty());
        let span = self.span.clone();
        let span = span.or_else(|| value().map(|value| span_of(part, value)));
        let start = offset(text, part);
        match span {
            Some(span) => self.at_span(text, start + span.start..start + span.end),
            None => self,
        }
    }
}

/// An error at a part of a text, whose line and column are not known yet.
#[derive(Debug, Clone)]
pub(crate) struct PartError<'t> {
    part: &'t str,
    message: String,
}

impl<'t> PartError<'t> {
    pub(crate) fn new(part: &'t str, message: impl Into<String>) -> Self {
        let message = message.into();
        PartError { part, message }
    }

    /// The error with its location in the text.
    pub(crate) fn in_text(self, text: &str) -> ParseError {
        let span = span_of(text, self.part);
        ParseError::whole(self.message).at_span(text, span)
    }

    /// As [`PartError::in_text`], for a part of a copy that differs from the text in single characters.
    pub(crate) fn in_original(self, text: &str, copy: &str) -> ParseError {
        let span = span_of(copy, self.part);
        let at = |byte: usize| {
            let mut chars = text.char_indices();
            let char = chars.nth(copy[..byte].chars().count());
            char.map_or(text.len(), |(at, _)| at)
        };
        ParseError::whole(self.message).at_span(text, at(span.start)..at(span.end))
    }
}

/// The byte at which a part of a text begins.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The bytes of a part of a text.
fn span_of(text: &str, part: &str) -> Range<usize> {
    let start = offset(text, part);
    start..start + part.len()
}

/// The character at which lines end: line endings of classic Mac OS count where there are no others.
pub(crate) fn line_end(text: &str) -> char {
    if text.contains('\n') { '\n' } else { '\r' }
}

/// The line and the column of a byte, both counted from 1.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let before = &text[..offset];
    let end = line_end(text);
    let start = before.rfind(end).map_or(0, |at| at + 1);
    let line = 1 + before.matches(end).count();
    (line, 1 + before[start..].chars().count())
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
fn excerpt(text: &str, span: &Range<usize>) -> Option<String> {
    /// Maximum number of characters shown before the start of a span, and from it on.
    const BEFORE: usize = 50;
    const AFTER: usize = 70;
    let (number, _) = position(text, span.start);
    let before = text[..span.start].split(line_end(text)).next_back();
    let before: Vec<char> = before.unwrap_or_default().chars().collect();
    let rest = text[span.start..].split(['\n', '\r']).next();
    let rest = rest.unwrap_or_default();
    let marked = rest.get(..rest.len().min(span.len()));
    let marked = marked.map_or(1, |marked| marked.chars().count());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_has_carets_under_the_place() {
        let text = "title: \u{4e2d}\n\nA\u{4e2d}\tBé x\n";
        let excerpt_of = |text: &str, part: &str, at: usize| {
            let start = text.find(part).unwrap_or(text.len());
            let part = &text[start..start + at];
            PartError::new(part, "wrong").in_text(text).excerpt
        };
        assert_eq!(
            excerpt_of(text, "Bé", 3).as_deref(),
            Some("  |\n3 | A\u{4e2d} Bé x\n  |     ^^")
        );
        assert_eq!(
            excerpt_of(text, " x", 0).as_deref(),
            Some("  |\n3 | A\u{4e2d} Bé x\n  |       ^")
        );
        assert_eq!(
            excerpt_of("a\rb c\r", "c", 1).as_deref(),
            Some("  |\n2 | b c\n  |   ^")
        );
        assert_eq!(excerpt_of("", "x", 0), None);
    }

    #[test]
    fn an_excerpt_of_json_shows_the_value_at_the_path() {
        let excerpt_of = |text: &str, path: &str| {
            let error = ParseError::at_path(path, "wrong").in_text(text);
            error.excerpt.expect("an excerpt")
        };
        let json = r#"{"a": "é", "b": [1, {"c": 22}]}"#;
        assert_eq!(
            excerpt_of(json, "b[1].c"),
            format!("  |\n1 | {json}\n  | {}^^", " ".repeat(26))
        );
        let long = format!("[{}7]", "1, ".repeat(1000));
        let shown = excerpt_of(&long, "[1000]");
        let lines: Vec<&str> = shown.lines().collect();
        assert!(
            lines[1].starts_with("1 | ...") && lines[1].ends_with("7]"),
            "{shown}"
        );
        assert_eq!(lines[2].find('^'), lines[1].find('7'), "{shown}");
    }

    #[test]
    fn a_place_in_a_similar_text_is_found_in_the_original() {
        let (text, copy) = ("１–２ x", "1-2 x");
        let error = PartError::new(&copy[4..], "wrong").in_original(text, copy);
        assert_eq!(
            error.span,
            Some(text.find('x').expect("x")..text.len()),
            "{error}"
        );
        assert_eq!(error.to_string(), "line 1, column 5: wrong");
    }
}
