//! Typed dominoes: `10 11 00`, `1-0, 12-3`, `1|0`, `[1, 0], [12, 3]`.

use super::FormatError;
use super::lines::{Line, Token};
use super::typed::{letters_for_digits, with_digits};
use crate::puzzle::{Domino, MAX_PIPS, Pips};

/// What may stand between the halves of a domino.
const BETWEEN: [char; 4] = ['-', '|', '/', ':'];

/// What begins and ends a domino that is written as a list, or a list of them.
const OPEN: [char; 3] = ['[', '(', '{'];
const CLOSE: [char; 3] = [']', ')', '}'];

/// Tells whether a line begins as dominoes do.
pub(super) fn begins(line: &Line<'_>) -> bool {
    let first = line.text.trim_start().chars().next();
    first.is_some_and(|first| first.is_ascii_digit() || OPEN.contains(&first))
}

/// Tells whether a line is made of dominoes and of nothing else.
pub(super) fn are_all(line: &Line<'_>) -> bool {
    let mut dominoes = Vec::new();
    begins(line) && read(line, &mut dominoes).is_ok() && !dominoes.is_empty()
}

/// Adds the dominoes of a line.
pub(super) fn read(line: &Line<'_>, dominoes: &mut Vec<Domino>) -> Result<(), FormatError> {
    for token in tokens(line) {
        let [one, other] = halves(line, &token)?;
        dominoes.push(Domino::new(one, other));
    }
    Ok(())
}

/// The dominoes of a line, each as it is written: blanks may stand around what is between its halves,
/// and commas and blanks inside its brackets.
fn tokens<'t>(line: &Line<'t>) -> Vec<Token<'t>> {
    let separates = |char: char| char.is_whitespace() || ",;".contains(char);
    let chars: Vec<(usize, char)> = line.text.char_indices().collect();
    let at = |place: usize| chars.get(place).map(|&(_, char)| char);
    let blank = |mut place: usize| {
        while at(place).is_some_and(char::is_whitespace) {
            place += 1;
        }
        place
    };
    let mut tokens = Vec::new();
    let mut place = 0;
    let mut lists = 0;
    while let Some(char) = at(place) {
        let start = place;
        if separates(char) {
            place += 1;
            continue;
        }
        if OPEN.contains(&char) {
            if at(blank(place + 1)).is_some_and(|next| OPEN.contains(&next)) {
                // A list of dominoes.
                (lists, place) = (lists + 1, place + 1);
                continue;
            }
            while at(place).is_some_and(|char| !CLOSE.contains(&char)) {
                place += 1;
            }
            place += 1;
        } else if CLOSE.contains(&char) && lists > 0 {
            (lists, place) = (lists - 1, place + 1);
            continue;
        } else {
            while let Some(char) = at(place) {
                let next = blank(place);
                let joins = at(next).is_some_and(|char| BETWEEN.contains(&char));
                // Blanks stand on both sides of what joins two halves, or on none.
                let after = blank(next + 1);
                if joins && (next == place) == (after == next + 1) {
                    place = after;
                } else if separates(char) || (lists > 0 && CLOSE.contains(&char)) {
                    break;
                } else {
                    place += 1;
                }
            }
        }
        let end = |place: usize| chars.get(place).map_or(line.text.len(), |&(at, _)| at);
        tokens.push(Token {
            column: start + 1,
            text: line.text[end(start)..end(place)].trim_end(),
        });
    }
    tokens
}

/// The two halves of a domino, in the order in which they are written.
pub(super) fn halves(line: &Line<'_>, token: &Token<'_>) -> Result<[Pips; 2], FormatError> {
    let text = token.text;
    let error = |message| FormatError::at_line(line.number, token.column, message);
    let is_number = |half: &str| !half.is_empty() && half.bytes().all(|b| b.is_ascii_digit());
    let Some((one, other)) = parts(text).filter(|(one, other)| is_number(one) && is_number(other))
    else {
        return Err(error(match with_digits(text) {
            Some(meant) if parts(&meant).is_some() => letters_for_digits(text, &meant),
            Some(_) | None => format!(
                "`{text}` is not a domino: expected two digits such as 41, or two numbers such as \
                 12-3"
            ),
        }));
    };
    let half = |half: &str| match half.parse() {
        Ok(pips) if pips <= MAX_PIPS => Ok(pips),
        _ => Err(error(format!(
            "`{half}` pips are too many: expected a number from 0 to {MAX_PIPS}"
        ))),
    };
    Ok([half(one)?, half(other)?])
}

/// What stands for the halves of a domino.
fn parts(text: &str) -> Option<(&str, &str)> {
    let listed = text
        .strip_prefix(OPEN)
        .and_then(|inside| inside.strip_suffix(CLOSE))
        .map(str::trim);
    let (one, other) = match listed {
        Some(inside) => inside
            .split_once([',', ';'])
            .or_else(|| inside.split_once(BETWEEN))
            .or_else(|| inside.split_once(char::is_whitespace))?,
        None => match text.split_once(BETWEEN) {
            Some(halves) => halves,
            None if text.len() == 2 && text.is_ascii() => text.split_at(1),
            None => return None,
        },
    };
    Some((one.trim(), other.trim()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::lines::lines;

    fn dominoes(text: &str) -> String {
        let mut found = Vec::new();
        match read(&lines(text)[0], &mut found) {
            Ok(()) => write(&found).trim_end().to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn every_spelling_of_dominoes() {
        for text in [
            "12 34",
            "1-2 3-4",
            "1-2, 3-4",
            "1|2;3|4,",
            "1/2 3:4",
            "1 - 2 3 - 4",
            "[1,2] [3,4]",
            "[[1, 2], [3, 4]]",
            "(1,2),(3,4)",
            "[1|2] [3-4]",
            "{1 2} {3 4}",
        ] {
            assert_eq!(dominoes(text), "12 34", "{text}");
        }
    }

    #[test]
    fn what_is_no_domino_is_told_where_it_stands() {
        for (text, column) in [
            ("12 1", 4),
            ("1-", 1),
            ("12 -3", 4),
            ("1--2", 1),
            ("[1,2,3]", 1),
            ("12 [1,2", 4),
            ("12]", 1),
            ("12 123", 4),
        ] {
            let message = dominoes(text);
            let place = format!("line 1, column {column}: ");
            assert!(message.starts_with(&place), "{text}: {message}");
        }
        assert_eq!(
            dominoes("12 3O"),
            "line 1, column 4: `3O` has the letter O where the digit 0 is meant: write `30`"
        );
    }
}
