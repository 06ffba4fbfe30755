//! Puzzles as JSON: an object with an item of each long list a line.

use std::io;

use serde::Serialize;

use crate::formats::recipe;
use crate::json::{self, Lines, Style};
use crate::puzzle::{Pips, Puzzle};

/// An object that is being written.
pub(in crate::formats) type ObjectWriter = Lines<Vec<u8>>;

impl ObjectWriter {
    /// An object that begins with a puzzle's title and recipe.
    pub(in crate::formats) fn of(puzzle: &Puzzle) -> Self {
        let mut object = Lines::new(Vec::new(), Style::Spaced);
        if let Some(title) = puzzle.title() {
            object.field("title", title);
        }
        if let Some(recipe) = recipe::write(puzzle) {
            object.field("recipe", &recipe);
        }
        object
    }

    /// Adds the list of a puzzle's dominoes.
    pub(in crate::formats) fn dominoes(&mut self, key: &str, puzzle: &Puzzle) {
        let dominoes = puzzle.dominoes().iter();
        let halves: Vec<[Pips; 2]> = dominoes.map(|domino| domino.halves()).collect();
        self.field(key, &halves);
    }

    /// The object's text, with a final newline.
    pub(in crate::formats) fn finish(self) -> String {
        text(self.end())
    }
}

/// A value on one line, with a space after each comma and colon.
pub(in crate::formats) fn line(value: &(impl Serialize + ?Sized)) -> String {
    let mut written = Vec::new();
    text(json::write(&mut written, Style::Spaced, value).map(|()| written))
}

/// What was written to memory. Our own values are numbers, strings and lists of them, which JSON can
/// always express.
fn text(written: io::Result<Vec<u8>>) -> String {
    match written.map(String::from_utf8) {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => unreachable!("JSON that is not text: {error}"),
        Err(error) => unreachable!("a value without a JSON form: {error}"),
    }
}
