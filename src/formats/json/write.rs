//! Writing JSON that people can read: an object with one item of each long list a line.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

/// An object under construction.
#[derive(Debug, Default)]
pub(in crate::formats) struct Object {
    fields: Vec<String>,
}

impl Object {
    /// Adds a field that stays on one line.
    pub(in crate::formats) fn field(&mut self, key: &str, value: &impl Serialize) {
        self.fields
            .push(format!("  {}: {}", line(key), line(value)));
    }

    /// Adds a list with one item a line.
    pub(in crate::formats) fn list<T: Serialize>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
    ) {
        let items = items.into_iter().map(|item| line(&item));
        self.block(key, ['[', ']'], items);
    }

    /// Adds an object with one entry a line.
    pub(in crate::formats) fn map<K: AsRef<str>, T: Serialize>(
        &mut self,
        key: &str,
        entries: impl IntoIterator<Item = (K, T)>,
    ) {
        let entries = entries
            .into_iter()
            .map(|(key, value)| format!("{}: {}", line(key.as_ref()), line(&value)));
        self.block(key, ['{', '}'], entries);
    }

    fn block(&mut self, key: &str, [open, close]: [char; 2], items: impl Iterator<Item = String>) {
        let items: Vec<String> = items.map(|item| format!("    {item}")).collect();
        let field = match items.is_empty() {
            true => format!("  {}: {open}{close}", line(key)),
            false => format!("  {}: {open}\n{}\n  {close}", line(key), items.join(",\n")),
        };
        self.fields.push(field);
    }

    /// The object's text, with a final newline.
    pub(in crate::formats) fn finish(self) -> String {
        format!("{{\n{}\n}}\n", self.fields.join(",\n"))
    }
}

/// A value on one line, with a space after each comma and colon.
pub(in crate::formats) fn line(value: &(impl Serialize + ?Sized)) -> String {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, Spaced);
    // Our own values are numbers, strings and lists of them, which JSON can always express.
    match value.serialize(&mut serializer) {
        Ok(()) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => unreachable!("a value without a JSON form: {error}"),
    }
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        writer.write_all(if first { b"" } else { b", " })
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
