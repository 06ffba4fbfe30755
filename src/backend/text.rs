//! Output of model text with the origins of its lines.

use std::io::{self, Write};
use std::ops::Range;

use crate::model::Origin;

/// A range of lines of a file, counted from 0, with a part of the puzzle that they come from. Ranges may overlap.
pub type LineOrigin = (Range<usize>, Origin);

/// Receives the text of a file.
pub(crate) trait ModelSink: Write {
    /// Sets the origins of the lines up to the next call.
    fn set_origins(&mut self, origins: &[Origin]);
}

/// Forwards a text and records the origins of its lines.
pub(super) struct OriginRecorder<'a> {
    out: &'a mut dyn Write,
    line: usize,
    /// The first line of the current range, and its origins.
    current: (usize, Vec<Origin>),
    origins: Vec<LineOrigin>,
}

impl<'a> OriginRecorder<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        OriginRecorder {
            out,
            line: 0,
            current: (0, Vec::new()),
            origins: Vec::new(),
        }
    }

    /// The origins of all lines.
    pub(super) fn finish(mut self) -> Vec<LineOrigin> {
        self.set_origins(&[]);
        self.origins
    }
}

impl Write for OriginRecorder<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write_all(bytes)?;
        self.line += bytes.iter().filter(|&&byte| byte == b'\n').count();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl ModelSink for OriginRecorder<'_> {
    fn set_origins(&mut self, origins: &[Origin]) {
        let (start, before) = std::mem::replace(&mut self.current, (self.line, origins.to_vec()));
        if start < self.line {
            let lines = before.into_iter().map(|one| (start..self.line, one));
            self.origins.extend(lines);
        }
    }
}

/// Marks in the values of a template, from which the origins of rendered lines are found.
#[derive(Default)]
pub(super) struct OriginMarks(Vec<Vec<Origin>>);

/// The delimiters of a mark's number. Displayed names contain no control characters.
const MARK: [char; 2] = ['\u{1}', '\u{2}'];

impl OriginMarks {
    /// A mark that sets the origins of its line.
    pub(super) fn mark(&mut self, origins: &[Origin]) -> String {
        self.0.push(origins.to_vec());
        format!("{}{}{}", MARK[0], self.0.len() - 1, MARK[1])
    }

    /// The length of a text without its marks.
    pub(super) fn width(text: &str) -> usize {
        text.split(MARK).step_by(2).map(str::len).sum()
    }

    /// Writes a text without its marks.
    pub(super) fn write(&self, text: &str, out: &mut dyn ModelSink) -> io::Result<()> {
        for line in text.split_inclusive('\n') {
            let (mut plain, mut origins) = (String::new(), Vec::new());
            for (index, part) in line.split(MARK).enumerate() {
                match index % 2 {
                    0 => plain.push_str(part),
                    _ => origins.extend(
                        part.parse()
                            .ok()
                            .and_then(|at: usize| self.0.get(at))
                            .into_iter()
                            .flatten(),
                    ),
                }
            }
            out.set_origins(&origins);
            out.write_all(plain.as_bytes())?;
        }
        out.set_origins(&[]);
        Ok(())
    }
}

/// Wraps words into lines of at most `width`, of which `used` is taken on the first line and `indent` on the others.
pub(super) fn fill(
    words: impl IntoIterator<Item = String>,
    separator: &str,
    [used, indent, width]: [usize; 3],
) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut taken = used;
    for word in words {
        let length = OriginMarks::width(&word);
        let mut line = lines.pop().unwrap_or_default();
        if !line.is_empty() && taken + length > width {
            lines.push(std::mem::take(&mut line));
            taken = indent;
        } else if !line.is_empty() {
            line += separator;
        }
        lines.push(line + &word);
        taken += length + separator.len();
    }
    lines
}
