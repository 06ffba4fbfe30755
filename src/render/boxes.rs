//! A picture as text: a board of boxes for a grid, a list where there is none.
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
//! domino. The rule of a region stands in its first cell, behind the region's letter where the
//! picture has labels. A board that is too wide for the lines it may take is drawn in parts.

mod board;
mod canvas;
mod list;
mod part;
mod signs;

use unicode_width::UnicodeWidthStr;

use self::board::Boxes;
use super::Picture;
use super::layout::Layout;
use crate::puzzle::Domino;

/// What text is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Characters {
    /// Box drawing characters.
    #[default]
    Unicode,
    /// Nothing but ASCII.
    Ascii,
}

/// How text is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextStyle {
    /// The characters.
    pub characters: Characters,
    /// Colours regions with ANSI escape sequences.
    pub colour: bool,
    /// The columns that a line may take; wider boards are drawn in parts. Without it a board is
    /// never cut.
    pub columns: Option<usize>,
}

/// Where nothing else is said, boards that fit are drawn with wide cells, and words are broken.
const COLUMNS: usize = 80;

impl TextStyle {
    /// The columns that words and wide cells should not exceed.
    fn room(self) -> usize {
        self.columns.unwrap_or(COLUMNS)
    }
}

impl Picture<'_> {
    /// The picture as text, for people; [`crate::formats::write_board`] writes one that can be read back.
    pub fn text(&self, style: TextStyle) -> String {
        let mut text = String::new();
        if let Some(title) = self.puzzle.title() {
            text += &plain(&title.to_string(), style);
            text += "\n\n";
        }
        text += &match Boxes::new(self, &Layout::of(self.puzzle), style) {
            Some(boxes) => part::draw(&boxes),
            None => list::list(self, style),
        };
        let tray: Vec<String> = self.tray().iter().map(Domino::to_string).collect();
        if !tray.is_empty() {
            text.push('\n');
            text += &wrapped("dominoes:", &tray, style.room().min(COLUMNS));
        }
        plain(&text, style)
    }
}

/// Without anything but ASCII, if that is asked for: a title or a name can hold anything.
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

/// Words behind a heading, on lines of at most so many columns.
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
