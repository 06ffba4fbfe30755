//! The signs of rules, numbers and names, as strokes of our own.

use super::letters::letter;
use super::num;
use crate::puzzle::{Relation, Rule};

/// The height of a sign in its own units; the strokes below are drawn in it.
const HEIGHT: f64 = 10.0;

/// The room between two signs.
const BETWEEN: f64 = 2.4;

/// A sign: how wide it is, and its strokes.
pub(super) type Sign = (f64, &'static str);

const DIGITS: [Sign; 10] = [
    (
        6.6,
        "M3.3 0C1.2 0 0 2 0 5s1.2 5 3.3 5 3.3-2 3.3-5-1.2-5-3.3-5z",
    ),
    (3.4, "M0 2.3L2.9 0V10"),
    (
        6.4,
        "M.2 2.7C.3 1 1.6 0 3.2 0 5 0 6.2 1.1 6.2 2.7c0 1.3-.7 2.3-2 3.5L0 10h6.4",
    ),
    (
        6.4,
        "M.3 0h5.6L2.9 3.8c2.2 0 3.5 1.2 3.5 3C6.4 8.7 5 10 3.1 10 1.6 10 .5 9.3 0 8.1",
    ),
    (6.8, "M5 10V0L0 7h6.8"),
    (
        6.4,
        "M5.8 0H1.2L.7 4.5c.7-.5 1.5-.8 2.4-.8 2 0 3.3 1.2 3.3 3.1C6.4 8.7 5 10 3.1 10 1.6 10 .5 9.3 0 8.2",
    ),
    (
        6.6,
        "M5.7.8C5.1.3 4.4 0 3.6 0 1.4 0 0 2.2 0 5.5 0 8.4 1.3 10 3.3 10c1.9 0 3.3-1.3 3.3-3.2S5.3 3.7 3.4 3.7C1.6 3.7.3 4.9.1 6.5",
    ),
    (6.2, "M0 0h6.2L2.2 10"),
    (
        6.6,
        "M3.3 4.6C1.6 4.6.5 3.7.5 2.3S1.6 0 3.3 0s2.8.9 2.8 2.3-1.1 2.3-2.8 2.3C1.3 4.6 0 5.7 0 7.3S1.3 10 3.3 10s3.3-1.1 3.3-2.7-1.3-2.7-3.3-2.7z",
    ),
    (
        6.6,
        "M.9 9.2c.6.5 1.3.8 2.1.8 2.2 0 3.6-2.2 3.6-5.5C6.6 1.6 5.3 0 3.3 0 1.4 0 0 1.3 0 3.2s1.3 3.1 3.2 3.1c1.8 0 3.1-1.2 3.3-2.8",
    ),
];

const LESS: Sign = (5.6, "M5.6 1.4L0 5l5.6 3.6");

const GREATER: Sign = (5.6, "M0 1.4L5.6 5 0 8.6");

const EQUAL: Sign = (6.8, "M0 3.1h6.8M0 6.9h6.8");

const UNEQUAL: Sign = (6.8, "M0 3.1h6.8M0 6.9h6.8M5.2.4L1.6 9.6");

const MINUS: Sign = (4.4, "M0 5h4.4");

/// The signs of a number.
pub(super) fn number(number: i64) -> Vec<Sign> {
    let digits = number.unsigned_abs().to_string();
    let minus = (number < 0).then_some(MINUS);
    let digits = digits.bytes().map(|byte| DIGITS[usize::from(byte - b'0')]);
    minus.into_iter().chain(digits).collect()
}

/// The signs of a name or of words.
pub(super) fn text(text: &str) -> Vec<Sign> {
    let sign = |char: char| match char.to_digit(10) {
        Some(digit) => DIGITS[digit as usize],
        None => letter(char),
    };
    text.chars().map(sign).collect()
}

/// The signs of a rule, as the NYT writes it.
pub(super) fn rule(rule: Rule) -> Vec<Sign> {
    match rule {
        Rule::Sum(Relation::Equal, target) => number(target),
        Rule::Sum(Relation::Less, target) => [vec![LESS], number(target)].concat(),
        Rule::Sum(Relation::Greater, target) => [vec![GREATER], number(target)].concat(),
        Rule::Equal => vec![EQUAL],
        Rule::Unequal => vec![UNEQUAL],
        Rule::Empty => Vec::new(),
    }
}

/// How wide signs are when they are drawn `height` high.
pub(super) fn width(signs: &[Sign], height: f64) -> f64 {
    let widths: f64 = signs.iter().map(|(width, _)| width).sum();
    let between = BETWEEN * signs.len().saturating_sub(1) as f64;
    (widths + between) * height / HEIGHT
}

/// Signs around a point, as strokes of the class `sign`.
pub(super) fn draw(signs: &[Sign], middle: (f64, f64), height: f64) -> String {
    let scale = height / HEIGHT;
    let mut left = middle.0 - width(signs, height) / 2.0;
    let top = middle.1 - height / 2.0;
    let mut drawn = String::new();
    for (width, path) in signs {
        if path.is_empty() {
            left += (width + BETWEEN) * scale;
            continue;
        }
        drawn += &format!(
            "<path class=\"sign\" transform=\"translate({} {}) scale({})\" d=\"{path}\"/>",
            num(left),
            num(top),
            num(scale)
        );
        left += (width + BETWEEN) * scale;
    }
    drawn
}
