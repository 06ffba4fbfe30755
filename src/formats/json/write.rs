//! Puzzles as JSON: an object with an item of each long list a line.

use std::io;

use serde::Serialize;

use super::Halves;
use crate::formats::recipe::RecipeText;
use crate::json::{self, Lines, Style};
use crate::puzzle::Puzzle;

/// An object that is being written.
#[derive(Debug)]
pub(in crate::formats) struct ObjectWriter {
    lines: Lines<Vec<u8>>,
}

impl ObjectWriter {
    /// An object that begins with a puzzle's title and recipe.
    pub(in crate::formats) fn of(puzzle: &Puzzle) -> Self {
        let mut object = ObjectWriter {
            lines: Lines::new(Vec::new(), Style::Spaced),
        };
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
        certain(self.lines.field(key, value));
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
        certain(self.lines.list(key, items));
    }

    /// Adds an object with one entry a line.
    pub(in crate::formats) fn map<K: AsRef<str>, T: Serialize>(
        &mut self,
        key: &str,
        entries: impl IntoIterator<Item = (K, T)>,
    ) {
        certain(self.lines.map(key, entries));
    }

    /// The object's text, with a final newline.
    pub(in crate::formats) fn finish(self) -> String {
        text(certain(self.lines.finish()))
    }
}

/// A value on one line, with a space after each comma and colon.
pub(in crate::formats) fn line(value: &(impl Serialize + ?Sized)) -> String {
    let mut written = Vec::new();
    certain(json::write(&mut written, Style::Spaced, value));
    text(written)
}

/// What is written to memory: our own values are numbers, strings and lists of them, which JSON can
/// always express.
fn certain<T>(written: io::Result<T>) -> T {
    match written {
        Ok(written) => written,
        Err(error) => unreachable!("a value without a JSON form: {error}"),
    }
}

fn text(written: Vec<u8>) -> String {
    match String::from_utf8(written) {
        Ok(text) => text,
        Err(error) => unreachable!("JSON that is not text: {error}"),
    }
}
