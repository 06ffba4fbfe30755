//! Quotes words for a POSIX shell.

use std::ffi::OsStr;

use crate::visible::is_invisible;

/// A word, quoted if necessary.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    if word.contains(is_invisible) {
        return escaped(word);
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// A word with invisible characters, quoted as `$'\x1b'`.
fn escaped(word: &str) -> String {
    let mut quoted = String::from("$'");
    for char in word.chars() {
        match char {
            '\'' | '\\' => quoted.extend(['\\', char]),
            char if is_invisible(char) => {
                let bytes = char.encode_utf8(&mut [0; 4]).bytes().collect::<Vec<u8>>();
                quoted.extend(bytes.iter().map(|byte| format!("\\x{byte:02x}")));
            }
            char => quoted.push(char),
        }
    }
    quoted.push('\'');
    quoted
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
        assert_eq!(
            quoted("it's \u{1b}\u{202e}\\"),
            r"$'it\'s \x1b\xe2\x80\xae\\'"
        );
        let words = ["kissat", "--time=7", "my model.cnf"].map(OsStr::new);
        assert_eq!(command_line(words), "kissat --time=7 'my model.cnf'");
    }
}
