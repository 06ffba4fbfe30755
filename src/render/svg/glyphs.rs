//! Text as strokes.
//!
//! The strokes are in `templates/strokes.txt`, one character per line: the character, its width,
//! its path. Capitals are 10 high; small letters reach from 3.5 to 10, and some of them below. With
//! strokes instead of a font, a picture is the same on every machine, and PNG needs neither a font
//! nor a library that reads fonts (38 more packages).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::num;

/// The height of a capital, in the units of the strokes.
const HEIGHT: f64 = 10.0;

/// The space between two characters.
const BETWEEN: f64 = 2.4;

/// The width of a character and its path.
type StrokeGlyph = (f64, &'static str);

const SPACE: StrokeGlyph = (2.4, "");

/// The glyph of characters without strokes.
const BOX: StrokeGlyph = (5.6, "M0 0h5.6v10H0z");

static STROKES: LazyLock<BTreeMap<char, StrokeGlyph>> = LazyLock::new(|| {
    let lines = include_str!("../../../templates/strokes.txt").lines();
    let sign = |line: &'static str| {
        let (char, rest) = line.split_once(' ')?;
        let (width, path) = rest.split_once(' ')?;
        Some((char.parse().ok()?, (width.parse().ok()?, path)))
    };
    lines.filter_map(sign).collect()
});

fn sign(char: char) -> StrokeGlyph {
    match char {
        ' ' => SPACE,
        _ => STROKES.get(&char).copied().unwrap_or(BOX),
    }
}

/// The width of a text that is drawn `height` high.
pub(super) fn width(text: &str, height: f64) -> f64 {
    let widths: f64 = text.chars().map(|char| sign(char).0 + BETWEEN).sum();
    (widths - BETWEEN).max(0.0) * height / HEIGHT
}

/// The height, at most `height`, at which a text is at most `room` wide.
pub(super) fn fit(text: &str, height: f64, room: f64) -> f64 {
    (height * room / width(text, height)).min(height)
}

/// A text around a point, each character a path of the class `sign`.
pub(super) fn draw(text: &str, middle: (f64, f64), height: f64) -> String {
    let scale = height / HEIGHT;
    let mut left = middle.0 - width(text, height) / 2.0;
    let top = middle.1 - height / 2.0;
    let mut drawn = String::new();
    for (width, path) in text.chars().map(sign) {
        if !path.is_empty() {
            drawn += &format!(
                "<path class=\"sign\" transform=\"translate({} {}) scale({})\" d=\"{path}\"/>",
                num(left),
                num(top),
                num(scale)
            );
        }
        left += (width + BETWEEN) * scale;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_ascii_character_has_its_own_strokes() {
        let mut seen = std::collections::BTreeSet::from([BOX.1]);
        for char in (' '..='~').chain(['≠']) {
            assert!(seen.insert(sign(char).1), "{char}");
        }
        assert_eq!(sign('\u{1f600}'), BOX);
    }
}
