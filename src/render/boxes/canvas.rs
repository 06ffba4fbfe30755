//! Characters in rows and columns, and the lines between cells.

use std::fmt::Write;

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use super::Characters;

/// A line between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    None,
    Light,
    Heavy,
}

/// Every meeting of four lines: up, right, down, left, each none, light or heavy.
const JUNCTIONS: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Stands in the second column of a character that takes two.
const TAKEN: char = '\0';

#[derive(Debug)]
pub(super) struct Canvas {
    width: usize,
    chars: Vec<char>,
    styles: Vec<Style>,
}

impl Canvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        Canvas {
            width,
            chars: vec![' '; width * height],
            styles: vec![Style::new(); width * height],
        }
    }

    fn put(&mut self, x: usize, y: usize, char: char) {
        if x < self.width
            && let Some(place) = self.chars.get_mut(y * self.width + x)
        {
            *place = char;
        }
    }

    /// The line above a cell, whose corner is at `x`, `y`; a bar through it joins two halves.
    pub(super) fn across(&mut self, x: usize, y: usize, width: usize, line: Weight, joined: bool) {
        let char = match line {
            Weight::None => ' ',
            Weight::Light => '─',
            Weight::Heavy => '━',
        };
        for column in 1..=width {
            self.put(x + column, y, char);
        }
        if joined {
            let middle = x + 1 + (width - 1) / 2;
            self.put(middle, y, if line == Weight::Heavy { '┿' } else { '│' });
            self.put(middle, y + 1, '│');
        }
    }

    /// The line to the left of a cell; a bar through it, on the line `bar` below the corner, joins
    /// two halves.
    pub(super) fn down(
        &mut self,
        x: usize,
        y: usize,
        height: usize,
        line: Weight,
        joined: bool,
        bar: usize,
    ) {
        let char = match line {
            Weight::None => ' ',
            Weight::Light => '│',
            Weight::Heavy => '┃',
        };
        for row in 1..=height {
            self.put(x, y + row, char);
        }
        if joined {
            let row = y + bar;
            self.put(x, row, if line == Weight::Heavy { '╂' } else { '─' });
            self.put(x + 1, row, '─');
            // The other half is in another part of the board, or here.
            if x > 0 {
                self.put(x - 1, row, '─');
            }
        }
    }

    /// The line to the left of a cell where a board is cut in two: it is drawn broken, but for the
    /// bar of a domino that lies across.
    pub(super) fn open_side(&mut self, x: usize, y: usize, height: usize, line: Weight) {
        let char = match line {
            Weight::None => return,
            Weight::Light => '┊',
            Weight::Heavy => '┋',
        };
        for row in y + 1..=y + height {
            if matches!(self.at(x, row), Some('│' | '┃')) {
                self.put(x, row, char);
            }
        }
    }

    fn at(&self, x: usize, y: usize) -> Option<char> {
        self.chars.get(y * self.width + x).copied()
    }

    /// Where lines meet: up, right, down, left.
    pub(super) fn junction(&mut self, x: usize, y: usize, lines: [Weight; 4]) {
        let index = lines.iter().fold(0, |index, line| {
            index * 3
                + match line {
                    Weight::None => 0,
                    Weight::Light => 1,
                    Weight::Heavy => 2,
                }
        });
        self.put(x, y, JUNCTIONS.chars().nth(index).unwrap_or(' '));
    }

    /// Shades a place where there is no cell.
    pub(super) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize) {
        for row in y..y + height {
            for column in x..x + width {
                self.put(column, row, '░');
            }
        }
    }

    /// Writes a text. A character that takes two columns has the next to itself; one that takes
    /// none has no place of its own.
    pub(super) fn write(&mut self, x: usize, y: usize, text: &str) {
        let mut at = x;
        for char in text.chars() {
            let columns = char.width().unwrap_or(0);
            for column in 0..columns {
                self.put(at + column, y, if column == 0 { char } else { TAKEN });
            }
            at += columns;
        }
    }

    pub(super) fn colour(
        &mut self,
        x: usize,
        y: usize,
        width: usize,
        height: usize,
        style: Option<Style>,
    ) {
        let Some(style) = style else {
            return;
        };
        for row in y..y + height {
            for column in x..x + width {
                self.styles[row * self.width + column] = style;
            }
        }
    }

    /// Changes the style of some characters.
    pub(super) fn restyle(
        &mut self,
        x: usize,
        y: usize,
        width: usize,
        change: impl Fn(Style) -> Style,
    ) {
        for style in &mut self.styles[y * self.width + x..][..width] {
            *style = change(*style);
        }
    }

    /// The lines, without blanks at their ends.
    pub(super) fn finish(self, characters: Characters) -> String {
        let mut text = String::new();
        for (chars, styles) in self
            .chars
            .chunks(self.width)
            .zip(self.styles.chunks(self.width))
        {
            let blank = |at: &usize| chars[*at] == ' ' && styles[*at] == Style::new();
            let end = (0..chars.len())
                .rev()
                .find(|at| !blank(at))
                .map_or(0, |last| last + 1);
            let mut now = Style::new();
            for (&char, &style) in chars.iter().zip(styles).take(end) {
                if style != now {
                    let _ = write!(text, "{now:#}{style}");
                    now = style;
                }
                match (characters, char) {
                    (Characters::Unicode, TAKEN) => {}
                    // A character that ASCII does not have is shown by one that is narrow.
                    (Characters::Ascii, TAKEN) => text.push(' '),
                    (Characters::Unicode, char) => text.push(char),
                    (Characters::Ascii, char) => text.push(ascii(char)),
                }
            }
            let _ = writeln!(text, "{now:#}");
        }
        text
    }
}

/// The nearest that ASCII has: `=` and `#` for heavy lines, `-` and `|` for light ones.
fn ascii(char: char) -> char {
    match char {
        '─' | '╴' | '╶' => '-',
        '│' | '╵' | '╷' | '┿' => '|',
        '┊' | '┋' => ':',
        '━' | '╸' | '╺' | '╾' | '╼' => '=',
        '┃' | '╹' | '╻' | '╿' | '╽' | '╂' => '#',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '\u{2500}'..='\u{257f}' => '#',
        '░' => ':',
        char => char,
    }
}
