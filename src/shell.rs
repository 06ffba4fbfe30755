//! Quotes words for a POSIX shell.

use std::ffi::OsStr;

use crate::visible::Visible;

/// A word, quoted if necessary. Invisible characters are escaped for the reader.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", Visible(word).to_string().replace('\'', r"'\''"))
}

/// A command line that a shell parses into the same words.
pub(crate) fn command_line<'a>(words: impl IntoIterator<Item = &'a OsStr>) -> String {
    let words = words.into_iter();
    let quoted: Vec<String> = words.map(|word| quoted(&word.to_string_lossy())).collect();
    quoted.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_for_the_shell() {
        assert_eq!(quoted("puzzles/dozen.txt"), "puzzles/dozen.txt");
        assert_eq!(quoted("it's me.txt"), r"'it'\''s me.txt'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("\u{1b}\u{202e}"), r"'\u{1b}\u{202e}'");
        let words = ["kissat", "--time=7", "my model.cnf"].map(OsStr::new);
        assert_eq!(command_line(words), "kissat --time=7 'my model.cnf'");
    }
}
