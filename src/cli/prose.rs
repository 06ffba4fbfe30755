//! Wraps sentences to the width of a terminal. In files and pipes a sentence stays on one line.

use std::io::{self, Write};

use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm};

/// Writes the output of `print`, wrapped if the terminal width is given.
pub(super) fn write(
    out: &mut dyn Write,
    columns: Option<usize>,
    print: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(columns) = columns else {
        return print(out);
    };
    let mut text = Vec::new();
    print(&mut text)?;
    for line in String::from_utf8_lossy(&text).lines() {
        writeln!(out, "{}", wrapped(line, columns))?;
    }
    Ok(())
}

/// Wraps a line of prose. List items get a hanging indent. A line without a letter belongs to a
/// drawing and is not wrapped.
pub(super) fn wrapped(line: &str, columns: usize) -> String {
    if !line.contains(char::is_alphabetic) {
        return line.to_owned();
    }
    let words = line.trim_start();
    let indent = line.len() - words.len();
    let number = words.split_once(". ").map(|(number, _)| number);
    let hang = match number.filter(|number| number.chars().all(|digit| digit.is_ascii_digit())) {
        Some(number) => number.len() + ". ".len(),
        None if indent > 0 => 2,
        None => 0,
    };
    hanging(
        words,
        &line[..indent],
        (indent + hang).min(columns / 2),
        columns,
    )
}

/// Wraps text after its first words, with a hanging indent of `hang`.
pub(super) fn hanging(text: &str, first: &str, hang: usize, columns: usize) -> String {
    let indent = " ".repeat(hang);
    let options = Options::new(columns)
        .initial_indent(first)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(text, options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str, columns: Option<usize>) -> String {
        let mut out = Vec::new();
        write(&mut out, columns, |out| out.write_all(text.as_bytes())).expect("a vector");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn sentences_are_wrapped() {
        let text = "Cell r1c0 shows 4, which follows.\n  12. Since r1c0 shows 4, so does r1c1.\n  region A: sum = 4 (r0c0 r0c1)\n";
        assert_eq!(
            formatted(text, Some(20)),
            "Cell r1c0 shows 4,\nwhich follows.\n  12. Since r1c0\n      shows 4, so\n      does r1c1.\n  region A: sum = 4\n    (r0c0 r0c1)\n"
        );
        assert_eq!(formatted(text, Some(80)), text);
        assert_eq!(formatted(text, None), text);
    }

    #[test]
    fn drawings_and_long_words_are_not_broken() {
        let board = "1-2 ? ? ? 4-4\n    |\n. . ? ? ? . .\n";
        assert_eq!(formatted(board, Some(6)), board);
        assert_eq!(
            formatted("  r0c0r0c1r0c2 is long\n", Some(6)),
            "  r0c0r0c1r0c2\n   is\n   long\n"
        );
    }
}
