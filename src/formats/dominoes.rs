//! Dominoes in the text format: `10 11 00`, `1-0, 12-3` or `1|0; 12|3`.

use super::lines::TextLine;
use super::typed::{letters_for_digits, with_digits};
use crate::parse::PartError;
use crate::puzzle::{Domino, MAX_PIPS, Pips};

/// The separators of the halves of a domino.
const BETWEEN: [char; 2] = ['-', '|'];

/// Whether a line begins with a digit, as dominoes do.
pub(super) fn begins(line: &TextLine<'_>) -> bool {
    line.trimmed()
        .starts_with(|first: char| first.is_ascii_digit())
}

/// Whether a line consists of dominoes only.
pub(super) fn are_all(line: &TextLine<'_>) -> bool {
    let mut dominoes = Vec::new();
    begins(line) && read(line.text, &mut dominoes).is_ok() && !dominoes.is_empty()
}

/// Whether a word is the head `dominoes:`, without its colon.
pub(super) fn is_head(word: &str) -> bool {
    ["dominoes", "dominos"].contains(&word)
}

/// Adds the dominoes of a text, separated by white space, commas and semicolons.
pub(super) fn read<'t>(text: &'t str, dominoes: &mut Vec<Domino>) -> Result<(), PartError<'t>> {
    let words = text.split(|char: char| char.is_whitespace() || ",;".contains(char));
    for word in words.filter(|word| !word.is_empty()) {
        let [one, other] = halves(word)?;
        dominoes.push(Domino::new(one, other));
    }
    Ok(())
}

/// The two halves of a domino, in the order of the text.
pub(super) fn halves(text: &str) -> Result<[Pips; 2], PartError<'_>> {
    let error = |message| PartError::new(text, message);
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

/// The texts of the halves of a domino.
pub(super) fn parts(text: &str) -> Option<(&str, &str)> {
    match text.split_once(BETWEEN) {
        Some(halves) => Some(halves),
        None if text.len() == 2 && text.is_ascii() => Some(text.split_at(1)),
        None => None,
    }
}

/// Writes dominoes, ten per line: two digits each if all values are below 10, else with `-`.
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

    fn dominoes(text: &str) -> String {
        let mut found = Vec::new();
        match read(text, &mut found) {
            Ok(()) => write(&found).trim_end().to_owned(),
            Err(error) => error.in_text(text).to_string(),
        }
    }

    #[test]
    fn every_spelling_of_dominoes() {
        for text in ["12 34", "1-2 3-4", "1-2, 3-4", "1|2;3|4,"] {
            assert_eq!(dominoes(text), "12 34", "{text}");
        }
    }

    #[test]
    fn errors_in_dominoes_have_their_column() {
        for (text, column) in [
            ("12 1", 4),
            ("1-", 1),
            ("12 -3", 4),
            ("1--2", 1),
            ("12 [3,4]", 4),
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
