//! Readable JSON: one field per line, and one item of each long list per line.

mod read;

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::visible;
pub(crate) use read::{find, read};

/// Spacing of the values on a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineStyle {
    /// No white space.
    Compact,
    /// A space after each comma and colon.
    Spaced,
}

/// Writes an object with one field or item per line.
#[derive(Debug)]
pub(crate) struct ObjectWriter {
    out: Vec<u8>,
    style: LineStyle,
}

impl ObjectWriter {
    /// Begins an object.
    pub(crate) fn new(style: LineStyle) -> Self {
        let out = Vec::new();
        ObjectWriter { out, style }
    }

    /// Adds a field on one line.
    pub(crate) fn field(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.key(key);
        self.value(value);
    }

    /// Adds a list with one item per line.
    pub(crate) fn list<T: Serialize>(&mut self, key: &str, items: impl IntoIterator<Item = T>) {
        self.block(key, ["[", "]"], items, |lines, item| lines.value(&item));
    }

    /// Adds an object with one entry per line.
    pub(crate) fn map<K: AsRef<str>, T: Serialize>(
        &mut self,
        key: &str,
        entries: impl IntoIterator<Item = (K, T)>,
    ) {
        self.block(key, ["{", "}"], entries, |lines, (key, value)| {
            lines.entry(key.as_ref(), &value);
        });
    }

    /// Ends the object and its last line.
    pub(crate) fn end(mut self) -> String {
        self.text("\n}\n");
        String::from_utf8_lossy(&self.out).into_owned()
    }

    fn block<T>(
        &mut self,
        key: &str,
        [open, close]: [&str; 2],
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T),
    ) {
        self.key(key);
        self.text(open);
        let mut between = "\n    ";
        for item in items {
            self.text(between);
            write(self, item);
            between = ",\n    ";
        }
        if between.starts_with(',') || self.style == LineStyle::Compact {
            self.text("\n  ");
        }
        self.text(close);
    }

    fn key(&mut self, key: &str) {
        self.text(if self.out.is_empty() {
            "{\n  "
        } else {
            ",\n  "
        });
        self.value(key);
        self.text(": ");
    }

    fn entry(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.value(key);
        self.text(": ");
        self.value(value);
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) {
        // Writing to memory does not fail.
        let _ = write(&mut self.out, self.style, value);
    }

    fn text(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }
}

/// Writes a value on one line.
pub(crate) fn write(
    out: &mut impl Write,
    style: LineStyle,
    value: &(impl Serialize + ?Sized),
) -> io::Result<()> {
    Ok(value.serialize(&mut Serializer::with_formatter(out, style))?)
}

/// A string as JSON, with invisible characters escaped.
pub(crate) fn string(text: &str) -> String {
    visible::json(&serde_json::Value::from(text).to_string())
}

/// An indented document, with invisible characters of strings escaped.
pub fn document(value: &serde_json::Value) -> String {
    visible::json(&format!("{value:#}"))
}

impl Formatter for LineStyle {
    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(match (first, *self) {
            (true, _) => b"",
            (false, LineStyle::Compact) => b",",
            (false, LineStyle::Spaced) => b", ",
        })
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.begin_array_value(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(match self {
            LineStyle::Compact => b":",
            LineStyle::Spaced => b": ",
        })
    }

    /// `serde_json` escapes only some of the invisible characters.
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.contains(visible::is_invisible) {
            writer.write_all(visible::json(fragment).as_bytes())
        } else {
            writer.write_all(fragment.as_bytes())
        }
    }
}

/// A count as a number, or as a string above 2^53, where JSON readers lose precision.
pub fn count(count: u128) -> serde_json::Value {
    match u64::try_from(count) {
        Ok(count) if count < 1 << 53 => count.into(),
        Ok(_) | Err(_) => count.to_string().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(style: LineStyle) -> String {
        let mut lines = ObjectWriter::new(style);
        lines.field("a", &[1, 2]);
        lines.list("b", [[1, 2], [3, 4]]);
        lines.map("c", [("d", [5, 6])]);
        lines.list("e", [0; 0]);
        lines.end()
    }

    #[test]
    fn invisible_characters_are_escaped() {
        let mut out = Vec::new();
        write(
            &mut out,
            LineStyle::Compact,
            &["\u{1b}\u{9b}\u{7f}\u{202e}é"],
        )
        .expect("memory");
        assert_eq!(
            String::from_utf8(out).expect("text"),
            r#"["\u001b\u009b\u007f\u202eé"]"#
        );
    }

    #[test]
    fn items_are_on_separate_lines() {
        assert_eq!(
            written(LineStyle::Spaced),
            "{\n  \"a\": [1, 2],\n  \"b\": [\n    [1, 2],\n    [3, 4]\n  ],\n  \"c\": {\n    \"d\": \
             [5, 6]\n  },\n  \"e\": []\n}\n"
        );
        assert_eq!(
            written(LineStyle::Compact),
            "{\n  \"a\": [1,2],\n  \"b\": [\n    [1,2],\n    [3,4]\n  ],\n  \"c\": {\n    \"d\": \
             [5,6]\n  },\n  \"e\": [\n  ]\n}\n"
        );
    }
}
