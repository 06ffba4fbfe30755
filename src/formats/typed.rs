//! Characters that look like those of the text format: other dashes and wide digits are replaced, letters that
//! look like digits are reported.

use std::borrow::Cow;

/// A text with the plain characters that are meant by others: `１–２` is `1-2`. Each stays one character,
/// so that columns are those of the text. A title stays as it is.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    if text.chars().all(|char| meant(char) == char) {
        return Cow::Borrowed(text);
    }
    let line = |line: &str| match line.trim_start().strip_prefix("title") {
        Some(rest) if rest.trim_start().starts_with(':') => line.to_owned(),
        Some(_) | None => line.chars().map(meant).collect(),
    };
    Cow::Owned(
        text.split('\n')
            .map(line)
            .collect::<Vec<String>>()
            .join("\n"),
    )
}

/// The plain character that one stands for.
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

/// The number that a word means in which letters stand for the digits that they look like: `1O` for
/// 10, `l2` for 12. Nothing if there is no such letter, or something else.
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

/// The same for the numbers in a word with other signs between them: `O-1` for 0-1. At least one digit
/// must be there, or a word of letters would be a number.
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

/// The error for a word with such letters.
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
    fn other_characters_are_understood() {
        assert_eq!(plain("Ａ１ ＝\n１–２ 3−4"), "A1 =\n1-2 3-4");
        assert_eq!(plain("title: １–２\nA"), "title: １–２\nA");
        assert!(matches!(plain("A 1\n"), Cow::Borrowed(_)));
    }

    #[test]
    fn letters_that_look_like_digits() {
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
