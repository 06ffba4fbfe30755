//! Typed dominoes: `10 11 00` or `1-0, 12-3`.

use super::FormatError;
use super::lines::{Line, Token};
use crate::puzzle::{Domino, MAX_PIPS, Pips};

/// Adds the dominoes of a line.
pub(super) fn read(line: &Line<'_>, dominoes: &mut Vec<Domino>) -> Result<(), FormatError> {
    for token in line.split(|char| char.is_whitespace() || char == ',') {
        let [one, other] = halves(line, &token)?;
        dominoes.push(Domino::new(one, other));
    }
    Ok(())
}

/// The two halves of a domino, in the order in which they are written.
pub(super) fn halves(line: &Line<'_>, token: &Token<'_>) -> Result<[Pips; 2], FormatError> {
    let text = token.text;
    let error = |message| FormatError::at_line(line.number, token.column, message);
    let wrong = || {
        error(format!(
            "`{text}` is not a domino: expected two digits such as 41, or two numbers such as 12-3"
        ))
    };
    let is_number = |half: &str| !half.is_empty() && half.bytes().all(|b| b.is_ascii_digit());
    let (one, other) = match text.split_once('-') {
        Some(halves) => halves,
        None if text.len() == 2 && is_number(text) => text.split_at(1),
        None => return Err(wrong()),
    };
    if !is_number(one) || !is_number(other) {
        return Err(wrong());
    }
    let half = |half: &str| match half.parse() {
        Ok(pips) if pips <= MAX_PIPS => Ok(pips),
        _ => Err(error(format!(
            "`{half}` pips are too many: expected a number from 0 to {MAX_PIPS}"
        ))),
    };
    Ok([half(one)?, half(other)?])
}

/// The lines of some dominoes: two digits each where that is enough, ten a line.
pub(super) fn write(dominoes: &[Domino]) -> String {
    let digits = dominoes.iter().all(|domino| domino.high() <= 9);
    let spelled = |domino: &Domino| {
        if digits {
            format!("{}{}", domino.low(), domino.high())
        } else {
            domino.to_string()
        }
    };
    let mut text = String::new();
    for line in dominoes.chunks(10) {
        let line: Vec<String> = line.iter().map(spelled).collect();
        text += &line.join(" ");
        text.push('\n');
    }
    text
}
