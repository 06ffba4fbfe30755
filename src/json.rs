//! JSON that people can read: an object with a field a line, and an item of each long list a line.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// How the values on a line are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// As short as can be.
    Compact,
    /// With a space after each comma and colon.
    Spaced,
}

/// An object that is being written.
#[derive(Debug)]
pub(crate) struct Lines<W> {
    out: W,
    style: Style,
    begun: bool,
}

impl<W: Write> Lines<W> {
    /// Begins an object.
    pub(crate) fn new(out: W, style: Style) -> Self {
        Lines {
            out,
            style,
            begun: false,
        }
    }

    /// Adds a field that stays on one line.
    pub(crate) fn field(&mut self, key: &str, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        self.key(key)?;
        self.value(value)
    }

    /// Adds a list with an item a line.
    pub(crate) fn list<T: Serialize>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
    ) -> io::Result<()> {
        self.block(key, ["[", "]"], items, |lines, item| lines.value(&item))
    }

    /// Adds an object with an entry a line.
    pub(crate) fn map<K: AsRef<str>, T: Serialize>(
        &mut self,
        key: &str,
        entries: impl IntoIterator<Item = (K, T)>,
    ) -> io::Result<()> {
        self.block(key, ["{", "}"], entries, |lines, (key, value)| {
            lines.entry(key.as_ref(), &value)
        })
    }

    /// Ends the object and its last line; gives back where it was written to.
    pub(crate) fn finish(mut self) -> io::Result<W> {
        self.out.write_all(b"\n}\n")?;
        Ok(self.out)
    }

    fn block<T>(
        &mut self,
        key: &str,
        [open, close]: [&str; 2],
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T) -> io::Result<()>,
    ) -> io::Result<()> {
        self.key(key)?;
        self.out.write_all(open.as_bytes())?;
        let mut empty = true;
        for item in items {
            let before = if empty { "\n    " } else { ",\n    " };
            self.out.write_all(before.as_bytes())?;
            empty = false;
            write(self, item)?;
        }
        if !empty || self.style == Style::Compact {
            self.out.write_all(b"\n  ")?;
        }
        self.out.write_all(close.as_bytes())
    }

    fn key(&mut self, key: &str) -> io::Result<()> {
        let before = if self.begun { ",\n  " } else { "{\n  " };
        self.begun = true;
        self.out.write_all(before.as_bytes())?;
        self.value(key)?;
        self.out.write_all(b": ")
    }

    fn entry(&mut self, key: &str, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        self.value(key)?;
        self.out.write_all(b": ")?;
        self.value(value)
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) -> io::Result<()> {
        write(&mut self.out, self.style, value)
    }
}

/// Writes a value on one line.
pub(crate) fn write(
    out: &mut impl Write,
    style: Style,
    value: &(impl Serialize + ?Sized),
) -> io::Result<()> {
    Ok(match style {
        Style::Compact => serde_json::to_writer(out, value),
        Style::Spaced => value.serialize(&mut Serializer::with_formatter(out, Spaced)),
    }?)
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.begin_array_value(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(style: Style) -> String {
        let mut lines = Lines::new(Vec::new(), style);
        lines.field("a", &[1, 2]).unwrap();
        lines.list("b", [[1, 2], [3, 4]]).unwrap();
        lines.map("c", [("d", [5, 6])]).unwrap();
        lines.list("e", [0; 0]).unwrap();
        String::from_utf8(lines.finish().unwrap()).unwrap()
    }

    #[test]
    fn an_item_a_line() {
        assert_eq!(
            written(Style::Spaced),
            r#"{
  "a": [1, 2],
  "b": [
    [1, 2],
    [3, 4]
  ],
  "c": {
    "d": [5, 6]
  },
  "e": []
}
"#
        );
        assert_eq!(
            written(Style::Compact),
            r#"{
  "a": [1,2],
  "b": [
    [1,2],
    [3,4]
  ],
  "c": {
    "d": [5,6]
  },
  "e": [
  ]
}
"#
        );
    }
}
