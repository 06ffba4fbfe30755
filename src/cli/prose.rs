//! Sentences on a terminal: broken between words where the line ends, and the items of lists kept
//! apart. In files and pipes a sentence stays one line.

use std::io::{self, Write};

use unicode_width::UnicodeWidthStr;

/// Writes what `tell` says, for a terminal of this width if it is one.
pub(super) fn write(
    out: &mut dyn Write,
    columns: Option<usize>,
    tell: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(columns) = columns else {
        return tell(out);
    };
    let mut text = Vec::new();
    tell(&mut text)?;
    for line in String::from_utf8_lossy(&text).lines() {
        writeln!(out, "{}", wrapped(line, columns))?;
    }
    Ok(())
}

/// A line of prose as several. What has no letter in it is part of a drawing, and stays.
pub(super) fn wrapped(line: &str, columns: usize) -> String {
    if line.width() <= columns || !line.contains(char::is_alphabetic) {
        return line.to_owned();
    }
    let words = line.trim_start();
    let indent = line.len() - words.len();
    let hanging = " ".repeat((indent + hang(words, indent)).min(columns / 2));
    let mut wrapped = line[..indent].to_owned();
    let mut used = indent;
    for (place, word) in words.split(' ').enumerate() {
        if place > 0 && used + 1 + word.width() > columns {
            wrapped.push('\n');
            wrapped.push_str(&hanging);
            used = hanging.len();
        } else if place > 0 {
            wrapped.push(' ');
            used += 1;
        }
        wrapped.push_str(word);
        used += word.width();
    }
    wrapped
}

/// How much further to the right than its beginning an item of a list goes on: below the words behind
/// its number, or a little.
fn hang(words: &str, indent: usize) -> usize {
    let number = words.split_once(". ").map(|(number, _)| number);
    match number.filter(|number| number.chars().all(|digit| digit.is_ascii_digit())) {
        Some(number) => number.len() + ". ".len(),
        None if indent > 0 => 2,
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, columns: Option<usize>) -> String {
        let mut out = Vec::new();
        write(&mut out, columns, |out| out.write_all(text.as_bytes())).expect("a vector");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn sentences_end_with_the_line() {
        let text = "Cell r1c0 shows 4, which follows.\n  12. Since r1c0 shows 4, so does r1c1.\n  region A: sum = 4 (r0c0 r0c1)\n";
        assert_eq!(
            told(text, Some(20)),
            "Cell r1c0 shows 4,\nwhich follows.\n  12. Since r1c0\n      shows 4, so\n      does r1c1.\n  region A: sum = 4\n    (r0c0 r0c1)\n"
        );
        assert_eq!(told(text, Some(80)), text);
        assert_eq!(told(text, None), text);
    }

    #[test]
    fn drawings_and_long_words_stay() {
        let board = "1-2 ? ? ? 4-4\n    |\n. . ? ? ? . .\n";
        assert_eq!(told(board, Some(6)), board);
        assert_eq!(
            told("  r0c0r0c1r0c2 is long\n", Some(6)),
            "  r0c0r0c1r0c2\n   is\n   long\n"
        );
    }
}
