//! Typed dominoes: `10 11 00`, `1-0, 12-3`, `1|0`, or a JSON list, `[1, 0], [12, 3]`.

use super::FormatError;
use super::lines::{Line, Token};
use super::typed::{letters_for_digits, with_digits};
use crate::puzzle::{Domino, MAX_PIPS, Pips};

/// What may stand between the halves of a domino.
const BETWEEN: [char; 2] = ['-', '|'];

/// Tells whether a line begins as dominoes do.
pub(super) fn begins(line: &Line<'_>) -> bool {
    let first = line.text.trim_start().chars().next();
    first.is_some_and(|first| first.is_ascii_digit() || first == '[')
}

/// Tells whether a line is made of dominoes and of nothing else.
pub(super) fn are_all(line: &Line<'_>) -> bool {
    let mut dominoes = Vec::new();
    begins(line) && read(line, &mut dominoes).is_ok() && !dominoes.is_empty()
}

/// The column behind `dominoes:`, for a line that begins with it.
pub(super) fn behind_head(line: &Line<'_>) -> Option<usize> {
    let (head, _) = line.text.split_once(':')?;
    let is_head = ["dominoes", "dominos"].contains(&head.trim());
    is_head.then(|| head.chars().count() + 2)
}

/// Adds the dominoes of a line.
pub(super) fn read(line: &Line<'_>, dominoes: &mut Vec<Domino>) -> Result<(), FormatError> {
    read_from(line, 1, dominoes)
}

/// Adds the dominoes of a line from a column on.
pub(super) fn read_from(
    line: &Line<'_>,
    column: usize,
    dominoes: &mut Vec<Domino>,
) -> Result<(), FormatError> {
    for token in tokens(line, column) {
        let [one, other] = halves(line, &token)?;
        dominoes.push(Domino::new(one, other));
    }
    Ok(())
}

/// The dominoes of a line, each as it is written. Separators are white space, commas and semicolons, but
/// not inside the brackets of a domino.
fn tokens<'t>(line: &Line<'t>, column: usize) -> Vec<Token<'t>> {
    let separates = |char: char| char.is_whitespace() || ",;".contains(char);
    let mut chars = (1..).zip(line.text.char_indices()).peekable();
    while chars.next_if(|&(at, _)| at < column).is_some() {}
    let mut tokens = Vec::new();
    // How many lists of dominoes are open.
    let mut lists = 0;
    while let Some((column, (start, char))) = chars.next() {
        if separates(char) {
            continue;
        }
        let mut end = start + char.len_utf8();
        let inside = line.text[end..].trim_start();
        if char == '[' && inside.starts_with('[') {
            lists += 1;
            continue;
        }
        if char == ']' && lists > 0 {
            lists -= 1;
            continue;
        }
        let is_listed = char == '[';
        while let Some((_, (at, char))) = chars.next_if(|&(_, (_, char))| {
            is_listed || !(separates(char) || (lists > 0 && char == ']'))
        }) {
            end = at + char.len_utf8();
            if is_listed && char == ']' {
                break;
            }
        }
        let text = line.text[start..end].trim_end();
        tokens.push(Token { column, text });
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

/// The halves of a domino as they are written.
fn parts(text: &str) -> Option<(&str, &str)> {
    let listed = text
        .strip_prefix('[')
        .and_then(|text| text.strip_suffix(']'));
    let (one, other) = match (listed, text.split_once(BETWEEN)) {
        (Some(inside), _) => inside.split_once(',')?,
        (None, Some(halves)) => halves,
        (None, None) if text.len() == 2 && text.is_ascii() => text.split_at(1),
        (None, None) => return None,
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
            "[1,2] [3,4]",
            "[[1, 2], [3, 4]]",
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
