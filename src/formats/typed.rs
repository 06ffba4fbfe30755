//! Characters similar to those of the text format: other dashes and full-width digits are replaced, letters similar
//! to digits are reported.

use std::borrow::Cow;

use crate::parse::line_end;

/// Replaces similar characters by ASCII: `１–２` becomes `1-2`. Each is replaced by one character, so that
/// columns stay the same. A title is left unchanged.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().all(|char| meant(char) == char) {
        return Cow::Borrowed(text);
    }
    let line = |line: &str| match line.trim_start().strip_prefix("title") {
        Some(rest) if rest.trim_start().starts_with(':') => line.to_owned(),
        Some(_) | None => line.chars().map(meant).collect(),
    };
    let lines = text.split_inclusive(line_end(text));
    Cow::Owned(lines.map(line).collect())
}

/// The ASCII character for a similar one; any other character is returned as it is.
fn meant(char: char) -> char {
    match char {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(char) - 0xff01 + u32::from('!')).unwrap_or(char)
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => '-',
        '\u{2502}' | '\u{2758}' | '\u{2223}' => '|',
        '\u{2236}' => ':',
        '\u{2217}' | '\u{d7}' => '*',
        char => char,
    }
}

/// A word with letters replaced by similar digits: `10` for `1O`, `12` for `l2`. `None` if no letter is
/// replaced, or if other characters remain.
pub(super) fn as_digits(word: &str) -> Option<String> {
    let digit = |char: char| match char {
        '0'..='9' => Some(char),
        'O' | 'o' => Some('0'),
        'l' | 'I' => Some('1'),
        _ => None,
    };
    let digits: String = word.chars().map(digit).collect::<Option<_>>()?;
    (digits != word && !digits.is_empty()).then_some(digits)
}

/// As [`as_digits`], for numbers separated by other signs: `0-1` for `O-1`. A word of more than two characters
/// must contain a digit, so that words of letters are not numbers.
pub(super) fn with_digits(word: &str) -> Option<String> {
    if !word.contains(|char: char| char.is_ascii_digit()) && word.len() > 2 {
        return None;
    }
    let mut changed = false;
    let parts = word.split_inclusive(|char: char| !char.is_alphanumeric());
    let parts: Vec<String> = parts
        .map(|part| {
            let end = part.find(|char: char| !char.is_alphanumeric());
            let (number, sign) = part.split_at(end.unwrap_or(part.len()));
            if number.is_empty() || number.bytes().all(|byte| byte.is_ascii_digit()) {
                return Some(part.to_owned());
            }
            changed = true;
            as_digits(number).map(|digits| digits + sign)
        })
        .collect::<Option<_>>()?;
    changed.then(|| parts.concat())
}

/// The error message for a word with letters in place of digits.
pub(super) fn letters_for_digits(word: &str, meant: &str) -> String {
    let letter = |char: &char| "OolI".contains(*char);
    let digit = |letter| if "Oo".contains(letter) { 0 } else { 1 };
    match word.chars().find(letter) {
        Some(letter) => format!(
            "`{word}` has the letter {letter} where the digit {} is meant: write `{meant}`",
            digit(letter)
        ),
        None => format!("`{word}` has letters where digits are meant: write `{meant}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_characters_are_replaced() {
        assert_eq!(plain("Ａ１ ＝\n１–２ 3−4"), "A1 =\n1-2 3-4");
        assert_eq!(plain("title: １–２\nA"), "title: １–２\nA");
        assert_eq!(plain("title: １–２\rＡ"), "title: １–２\rA");
        assert!(matches!(plain("A 1\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn letters_similar_to_digits() {
        assert_eq!(as_digits("1O").as_deref(), Some("10"));
        assert_eq!(as_digits("Il").as_deref(), Some("11"));
        assert_eq!(
            (as_digits("10"), as_digits("A1"), as_digits("")),
            (None, None, None)
        );
        assert_eq!(with_digits("O-1").as_deref(), Some("0-1"));
        assert_eq!(with_digits("OO").as_deref(), Some("00"));
        assert_eq!(
            (with_digits("1-2"), with_digits("Oil"), with_digits("A-1")),
            (None, None, None)
        );
    }
}
