//! Output of model text with the origins of its lines.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

use crate::model::{ConstraintKind, Origin};

/// A range of lines of a file, counted from 0, with a part of the puzzle that they come from. Ranges may overlap.
pub type LineOrigin = (Range<usize>, Origin);

/// Writes the text of a file and records the origins of its lines.
pub(super) struct ModelWriter<'a> {
    out: &'a mut dyn Write,
    /// The index of the file in [`Language::extensions`](super::Language::extensions).
    pub(super) file: usize,
    line: usize,
    /// The first line of the current range, and its origins.
    current: (usize, Vec<Origin>),
    origins: Vec<LineOrigin>,
}

/// An item of a wrapped list, with its origins.
pub(super) type Item = (String, Vec<Origin>);

impl<'a> ModelWriter<'a> {
    pub(super) fn new(out: &'a mut dyn Write, file: usize) -> Self {
        ModelWriter {
            out,
            file,
            line: 0,
            current: (0, Vec::new()),
            origins: Vec::new(),
        }
    }

    /// Sets the origins of the lines up to the next call.
    pub(super) fn set_origins(&mut self, origins: &[Origin]) {
        let (start, before) = std::mem::replace(&mut self.current, (self.line, origins.to_vec()));
        if start < self.line {
            let lines = before.into_iter().map(|one| (start..self.line, one));
            self.origins.extend(lines);
        }
    }

    /// Writes lines of comment.
    pub(super) fn comments(
        &mut self,
        prefix: &str,
        lines: impl IntoIterator<Item = impl Display>,
    ) -> io::Result<()> {
        self.set_origins(&[]);
        let mut lines = lines.into_iter();
        lines.try_for_each(|line| writeln!(self, "{prefix} {line}"))
    }

    /// Writes items between two texts, wrapped into lines of at most `width` unless an item is longer. Each line has the
    /// origins of its items.
    pub(super) fn items(
        &mut self,
        [open, separator, close]: [&str; 3],
        indent: &str,
        width: usize,
        items: impl IntoIterator<Item = Item>,
    ) -> io::Result<()> {
        self.set_origins(&[]);
        let (mut line, mut origins, mut has_items) = (open.to_owned(), Vec::new(), false);
        for (item, its) in items {
            if has_items {
                line += separator;
                if line.len() + item.len() > width {
                    self.set_origins(&std::mem::take(&mut origins));
                    writeln!(self, "{}", line.trim_end())?;
                    line = indent.to_owned();
                }
            }
            has_items = true;
            line += &item;
            origins.extend(its);
        }
        self.set_origins(&origins);
        writeln!(self, "{line}{close}")?;
        self.set_origins(&[]);
        Ok(())
    }

    /// The origins of all lines.
    pub(super) fn finish(mut self) -> Vec<LineOrigin> {
        self.set_origins(&[]);
        self.origins
    }
}

impl Write for ModelWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        self.line += bytes.iter().filter(|&&byte| byte == b'\n').count();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The heading of the section of a constraint.
pub(super) fn heading(body: &ConstraintKind) -> &'static str {
    match body {
        ConstraintKind::Covered(_) => "Exactly one domino covers each cell.",
        ConstraintKind::Shows(_) => "Each cell shows what covers it.",
        ConstraintKind::Used { .. } => "Every domino is used as often as there are copies.",
        ConstraintKind::NeverFlipped(_) => "A double lies one way.",
        ConstraintKind::ValueCount { .. } => {
            "Redundant: the cells show each value as often as the dominoes do."
        }
        ConstraintKind::Rule { .. } => "The regions.",
        // Blocked at the end of the file.
        ConstraintKind::Excluded(_) => "Boards that do not count as solutions.",
    }
}
