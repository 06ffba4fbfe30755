//! Numbers, sets and arrays as MiniZinc writes them, each after ` = `.

use std::fmt::{self, Display};
use std::io::{self, Write};

use crate::padding;

/// How many short items stand on one line.
const PER_LINE: usize = 16;

/// A set of numbers, given sorted; a range where it is one.
pub(super) struct Set<'a>(pub(super) &'a [u32]);

impl Display for Set<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // A range is shorter, but of two numbers not clearer.
        if let [first, _, .., last] = self.0
            && (last - first) as usize == self.0.len() - 1
        {
            return write!(f, "{first}..{last}");
        }
        f.write_str("{")?;
        for (index, number) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{number}")?;
        }
        f.write_str("}")
    }
}

/// A number.
pub(super) fn number(number: usize, out: &mut dyn Write) -> io::Result<()> {
    write!(out, " = {number}")
}

/// An array of short items, many on a line.
pub(super) fn list(
    items: impl ExactSizeIterator<Item: Display>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let short = items.len() <= PER_LINE;
    out.write_all(b" = [")?;
    for (index, item) in items.enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        if !short && index % PER_LINE == 0 {
            out.write_all(b"\n  ")?;
        } else if index > 0 {
            out.write_all(b" ")?;
        }
        write!(out, "{item}")?;
    }
    out.write_all(if short { b"]" } else { b"\n]" })
}

/// An array with an item on a line, each with a comment that says what it is of.
pub(super) fn lines<T: Display, C: Display>(
    items: impl ExactSizeIterator<Item = (T, C)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    if items.len() == 0 {
        return out.write_all(b" = []");
    }
    out.write_all(b" = [\n")?;
    for (item, comment) in items {
        writeln!(out, "  {item}, % {comment}")?;
    }
    out.write_all(b"]")
}

/// A table, a row on a line, its columns aligned.
pub(super) fn table<T: Display>(rows: &[Vec<T>], out: &mut dyn Write) -> io::Result<()> {
    let texts: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.iter().map(T::to_string).collect())
        .collect();
    let width = texts.iter().flatten().map(String::len).max().unwrap_or(0);
    out.write_all(b" = [|\n")?;
    for (index, row) in texts.iter().enumerate() {
        let aligned: Vec<String> = row.iter().map(|text| padding::right(text, width)).collect();
        let end = if index + 1 == texts.len() {
            "|]"
        } else {
            "|\n"
        };
        write!(out, "  {}{end}", aligned.join(", "))?;
    }
    Ok(())
}
