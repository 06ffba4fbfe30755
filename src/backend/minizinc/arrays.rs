//! Sets and arrays as MiniZinc writes them, each after ` = `.

use std::fmt::{self, Display};
use std::io::{self, Write};

use crate::padding;

/// How wide a line is filled with short items.
const WIDTH: usize = 92;

/// A set, in the order given.
pub(super) struct Set<'a, T>(pub(super) &'a [T]);

impl<T: Display> Display for Set<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, item) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{item}")?;
        }
        f.write_str("}")
    }
}

/// What stands around the items of a list, and what between them.
struct Marks {
    open: &'static str,
    between: &'static str,
    close: &'static str,
    /// Whether there is a space inside them.
    is_airy: bool,
}

/// Items, as many on a line as it takes; beside the marks if one line is enough.
fn filled(
    items: impl Iterator<Item: Display>,
    marks: &Marks,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Marks {
        open,
        between,
        close,
        is_airy,
    } = marks;
    let mut items = items.map(|item| item.to_string()).peekable();
    let mut line = String::new();
    write!(out, " = {open}")?;
    let mut is_wrapped = false;
    while let Some(item) = items.next() {
        if !line.is_empty() && line.chars().count() + item.chars().count() > WIDTH {
            write!(out, "\n  {}", line.trim_end())?;
            line.clear();
            is_wrapped = true;
        }
        line += &item;
        if items.peek().is_some() {
            line += between;
        }
    }
    if is_wrapped {
        write!(out, "\n  {line}\n{close}")
    } else {
        let space = if *is_airy { " " } else { "" };
        write!(out, "{space}{line}{space}{close}")
    }
}

/// The members of an enumeration.
pub(super) fn members(items: impl Iterator<Item: Display>, out: &mut dyn Write) -> io::Result<()> {
    let marks = Marks {
        open: "{",
        between: ", ",
        close: "}",
        is_airy: true,
    };
    filled(items, &marks, out)
}

/// An array of short items, many on a line.
pub(super) fn list(items: impl Iterator<Item: Display>, out: &mut dyn Write) -> io::Result<()> {
    let marks = Marks {
        open: "[",
        between: ", ",
        close: "]",
        is_airy: false,
    };
    filled(items, &marks, out)
}

/// A table with short rows, many on a line.
pub(super) fn rows<T: Display, const N: usize>(
    rows: impl Iterator<Item = [T; N]>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let marks = Marks {
        open: "[|",
        between: " | ",
        close: "|]",
        is_airy: true,
    };
    let row = |row: [T; N]| row.map(|item| item.to_string()).join(", ");
    filled(rows.map(row), &marks, out)
}

/// An array with an item on a line, each with a comment that says what it is of.
pub(super) fn lines<T: Display, C: Display>(
    items: impl Iterator<Item = (T, C)>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let items: Vec<(String, C)> = items
        .map(|(item, comment)| (format!("{item},"), comment))
        .collect();
    if items.is_empty() {
        return out.write_all(b" = []");
    }
    let widths = items.iter().map(|(item, _)| item.chars().count());
    let width = widths.max().unwrap_or(0).min(WIDTH / 2);
    out.write_all(b" = [\n")?;
    for (item, comment) in items {
        writeln!(out, "  {} % {comment}", padding::left(&item, width))?;
    }
    out.write_all(b"]")
}

/// A table, a row on a line, its columns aligned.
pub(super) fn table(rows: &[Vec<String>], out: &mut dyn Write) -> io::Result<()> {
    let width = rows.iter().flatten().map(|text| text.chars().count()).max();
    out.write_all(b" = [|\n")?;
    for (index, row) in rows.iter().enumerate() {
        let aligned = row
            .iter()
            .map(|text| padding::right(text, width.unwrap_or(0)));
        let end = if index + 1 == rows.len() {
            " |]"
        } else {
            " |\n"
        };
        write!(out, "  {}{end}", aligned.collect::<Vec<_>>().join(", "))?;
    }
    Ok(())
}
