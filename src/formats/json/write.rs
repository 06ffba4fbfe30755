//! Writing JSON that people can read: an object with one item of each long list a line.

use std::io;

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use super::Halves;
use crate::formats::recipe::RecipeText;
use crate::puzzle::Puzzle;

/// An object that is being written.
#[derive(Debug, Default)]
pub(in crate::formats) struct ObjectWriter {
    text: Vec<u8>,
}

impl ObjectWriter {
    /// An object that begins with a puzzle's title and recipe.
    pub(in crate::formats) fn of(puzzle: &Puzzle) -> Self {
        let mut object = ObjectWriter::default();
        if let Some(title) = puzzle.title() {
            object.field("title", title);
        }
        if let Some(recipe) = RecipeText::of(puzzle) {
            object.field("recipe", &recipe);
        }
        object
    }

    /// Adds a field that stays on one line.
    pub(in crate::formats) fn field(&mut self, key: &str, value: &(impl Serialize + ?Sized)) {
        self.key(key);
        self.value(value);
    }

    /// Adds the list of a puzzle's dominoes.
    pub(in crate::formats) fn dominoes(&mut self, key: &str, puzzle: &Puzzle) {
        let dominoes = puzzle.dominoes().iter();
        let halves: Vec<Halves> = dominoes.map(|&domino| domino.into()).collect();
        self.field(key, &halves);
    }

    /// Adds a list with one item a line.
    pub(in crate::formats) fn list<T: Serialize>(
        &mut self,
        key: &str,
        items: impl IntoIterator<Item = T>,
    ) {
        self.block(key, [b'[', b']'], items, |object, item| object.value(&item));
    }

    /// Adds an object with one entry a line.
    pub(in crate::formats) fn map<K: AsRef<str>, T: Serialize>(
        &mut self,
        key: &str,
        entries: impl IntoIterator<Item = (K, T)>,
    ) {
        self.block(key, [b'{', b'}'], entries, |object, (key, value)| {
            object.value(key.as_ref());
            object.text.extend(b": ");
            object.value(&value);
        });
    }

    fn key(&mut self, key: &str) {
        let before: &[u8] = if self.text.is_empty() {
            b"{\n  "
        } else {
            b",\n  "
        };
        self.text.extend(before);
        self.value(key);
        self.text.extend(b": ");
    }

    fn value(&mut self, value: &(impl Serialize + ?Sized)) {
        let mut serializer = Serializer::with_formatter(&mut self.text, Spaced);
        // Our own values are numbers, strings and lists of them, which JSON can always express.
        if let Err(error) = value.serialize(&mut serializer) {
            unreachable!("a value without a JSON form: {error}");
        }
    }

    fn block<T>(
        &mut self,
        key: &str,
        [open, close]: [u8; 2],
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T),
    ) {
        self.key(key);
        self.text.push(open);
        let start = self.text.len();
        for item in items {
            let before: &[u8] = if self.text.len() == start {
                b"\n    "
            } else {
                b",\n    "
            };
            self.text.extend(before);
            write(self, item);
        }
        if self.text.len() > start {
            self.text.extend(b"\n  ");
        }
        self.text.push(close);
    }

    /// The object's text, with a final newline.
    pub(in crate::formats) fn finish(mut self) -> String {
        self.text.extend(b"\n}\n");
        text(self.text)
    }
}

/// A value on one line, with a space after each comma and colon.
pub(in crate::formats) fn line(value: &(impl Serialize + ?Sized)) -> String {
    let mut object = ObjectWriter::default();
    object.value(value);
    text(object.text)
}

fn text(written: Vec<u8>) -> String {
    match String::from_utf8(written) {
        Ok(text) => text,
        Err(error) => unreachable!("JSON that is not text: {error}"),
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
