//! Styled characters in rows and columns.

use std::fmt::Write;

use anstyle::Style;
use unicode_width::UnicodeWidthChar;

use super::Characters;

/// A line between two cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineWeight {
    None,
    Light,
    Heavy,
}

/// Box drawing characters by the weights of their arms: up, right, down, left, as digits of base 3.
const JUNCTIONS: &str =
    " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// Fills the second column of a wide character.
const TAKEN: char = '\0';

#[derive(Debug)]
pub(super) struct TextCanvas {
    width: usize,
    places: Vec<(char, Style)>,
}

impl TextCanvas {
    pub(super) fn new(width: usize, height: usize) -> Self {
        TextCanvas {
            width,
            places: vec![(' ', Style::new()); width * height],
        }
    }

    /// Changes each character of a rectangle that is on the canvas.
    fn change(
        &mut self,
        (x, y): (usize, usize),
        (width, height): (usize, usize),
        change: impl Fn(&mut (char, Style)),
    ) {
        for line in self.places.chunks_mut(self.width).skip(y).take(height) {
            line.iter_mut().skip(x).take(width).for_each(&change);
        }
    }

    pub(super) fn fill(&mut self, at: (usize, usize), size: (usize, usize), char: char) {
        self.change(at, size, |place| place.0 = char);
    }

    pub(super) fn restyle(
        &mut self,
        at: (usize, usize),
        size: (usize, usize),
        style: impl Fn(Style) -> Style,
    ) {
        self.change(at, size, |place| place.1 = style(place.1));
    }

    /// Draws the meeting of four lines (up, right, down, left) at each place of a rectangle.
    pub(super) fn lines(
        &mut self,
        at: (usize, usize),
        size: (usize, usize),
        lines: [LineWeight; 4],
    ) {
        let index = lines
            .into_iter()
            .fold(0, |index, line| index * 3 + line as usize);
        self.fill(at, size, JUNCTIONS.chars().nth(index).unwrap_or(' '));
    }

    /// Writes a text. Characters without a width are left out.
    pub(super) fn write(&mut self, (mut x, y): (usize, usize), text: &str) {
        for char in text.chars() {
            let columns = char.width().unwrap_or(0);
            self.fill((x, y), (columns, 1), TAKEN);
            self.fill((x, y), (columns.min(1), 1), char);
            x += columns;
        }
    }

    /// All lines, without trailing blanks.
    pub(super) fn text(&self, characters: Characters) -> String {
        let mut text = String::new();
        for line in self.places.chunks(self.width) {
            let last = line.iter().rposition(|place| *place != (' ', Style::new()));
            let mut now = Style::new();
            for &(char, style) in line.iter().take(last.map_or(0, |last| last + 1)) {
                if style != now {
                    let _ = write!(text, "{now:#}{style}");
                    now = style;
                }
                match (characters, char) {
                    (Characters::Unicode, TAKEN) => {}
                    // The ASCII substitute of a wide character is narrow.
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

/// The nearest ASCII character: `=` and `#` for heavy lines, `-` and `|` for light ones.
fn ascii(char: char) -> char {
    match char {
        '─' | '╴' | '╶' => '-',
        '│' | '╵' | '╷' | '┿' => '|',
        '░' => ':',
        '━' | '╸' | '╺' | '╾' | '╼' => '=',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '\u{2500}'..='\u{257f}' => '#',
        '…' => '~',
        char => char,
    }
}
