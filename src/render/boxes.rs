//! A picture as text: a board of boxes for a grid, a list for other graphs.
//!
//! ```text
//!      c0    c1    c2
//!    ┏━━━━━━━━━━━┳━━━━━┓
//! r0 ┃A 4        ┃B 14 ┃
//!    ┃  0     4 ─╂─ 8  ┃
//!    ┣━━┿━━┳━━━━━┫     ┃
//! r1 ┃C 9  ┃D =  ┃     ┃
//!    ┃  9  ┃ 11 ─╂─ 6  ┃
//!    ┗━━━━━┻━━━━━┻━━━━━┛
//! ```
//!
//! Heavy lines go around regions, light ones around dominoes, and a bar joins the two halves of a
//! domino. The rule of a region is in its first cell, after the region's letter if the picture has
//! labels. Boards that are too wide are listed.

mod board;
mod canvas;
mod signs;

use std::fmt::Write;

use unicode_width::UnicodeWidthStr;

use self::signs::{legend, mark, marked, starred};
use super::Picture;
use crate::puzzle::{CellId, Domino};
use crate::visible::MAX_PADDING;

/// The characters of a picture as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Characters {
    /// Box drawing characters.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

/// The style of a picture as text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextStyle {
    /// The characters.
    pub characters: Characters,
    /// Colours regions with ANSI escape sequences.
    pub colour: bool,
    /// The maximum number of columns; wider boards are listed.
    pub columns: Option<usize>,
}

/// The default line length for wide cells and lists of words.
const COLUMNS: usize = 80;

impl TextStyle {
    /// The maximum number of columns for words and wide cells.
    fn room(self) -> usize {
        self.columns.unwrap_or(COLUMNS)
    }
}

impl Picture<'_> {
    /// The picture as text. [`crate::formats::write_board`] writes boards that can be read back.
    pub fn text(&self, style: TextStyle) -> String {
        let mut text = String::new();
        if let Some(title) = self.puzzle.title() {
            text += &plain(&title.to_string(), style);
            text += "\n\n";
        }
        let drawn = board::draw(self, style);
        let (board, regions) = drawn.unwrap_or_else(|| (list(self, style), String::new()));
        text += &board;
        let legend = regions + &legend(self);
        if !legend.is_empty() {
            text.push('\n');
            text += &legend;
        }
        let tray: Vec<String> = self.tray().iter().map(Domino::to_string).collect();
        if !tray.is_empty() {
            text.push('\n');
            text += &wrapped("dominoes:", &tray, style.room().min(COLUMNS));
        }
        plain(&text, style)
    }
}

/// Replaces characters beyond ASCII if the style is ASCII.
fn plain(text: &str, style: TextStyle) -> String {
    match style.characters {
        Characters::Unicode => text.to_owned(),
        Characters::Ascii => text
            .replace('≠', "!=")
            .chars()
            .map(|char| if char.is_ascii() { char } else { '?' })
            .collect(),
    }
}

/// Words after a heading, wrapped at a width.
fn wrapped(heading: &str, words: &[String], columns: usize) -> String {
    let mut text = heading.to_owned();
    let indent = heading.width();
    let mut column = indent;
    for word in words {
        let length = word.width();
        if column > indent && column + 1 + length > columns {
            text += "\n";
            text += &" ".repeat(indent);
            column = indent;
        }
        text.push(' ');
        text += word;
        column += 1 + length;
    }
    text.push('\n');
    text
}

/// A board as a list of its regions and placed dominoes.
fn list(picture: &Picture<'_>, style: TextStyle) -> String {
    let puzzle = picture.puzzle;
    let shown = picture.shown();
    let cell = |id: CellId| {
        let name = &puzzle.cell(id).name;
        let text = match shown[id.index()] {
            Some(pips) => format!("{name}={pips}"),
            None => name.to_string(),
        };
        marked(&text, mark(picture, id))
    };
    let mut rows: Vec<(String, String, Vec<String>)> = Vec::new();
    for id in picture.areas() {
        let region = puzzle.region(id);
        rows.push((
            starred(&region.name.to_string(), picture.marks.region(id)),
            region.rule.to_string(),
            region.cells.iter().copied().map(cell).collect(),
        ));
    }
    let free = puzzle.cell_ids().filter(|&id| picture.area(id).is_none());
    let free: Vec<String> = free.map(cell).collect();
    if !free.is_empty() {
        rows.push((String::new(), "anything".into(), free));
    }
    let longest = |part: fn(&(String, String, Vec<String>)) -> &String| {
        let lengths = rows.iter().map(|row| part(row).chars().count());
        lengths.max().unwrap_or(0).min(MAX_PADDING)
    };
    let (name_width, rule_width) = (longest(|row| &row.0), longest(|row| &row.1));
    let columns = style.columns.unwrap_or(usize::MAX);
    let mut text = String::new();
    for (name, rule, cells) in &rows {
        let heading = format!("{name:<name_width$}  {rule:<rule_width$} ");
        text += &wrapped(&heading, cells, columns);
    }
    let tiles = picture.tiles();
    if !tiles.is_empty() {
        text.push('\n');
    }
    for placed in tiles {
        let [(a, at_a), (b, at_b)] = placed.halves();
        let (a, b) = (&puzzle.cell(a).name, &puzzle.cell(b).name);
        let _ = writeln!(text, "{at_a}-{at_b} {a} {b}");
    }
    for edge in picture.blanks() {
        let (a, b) = (&puzzle.cell(edge.a).name, &puzzle.cell(edge.b).name);
        let _ = writeln!(text, "?-? {a} {b}");
    }
    text
}
