//! The text of a model on its way out, and the parts of the puzzle that each of its lines is about.

use std::io::{self, Write};
use std::ops::Range;

use crate::model::Origin;

/// Lines of a file, counted from 0, with a part of the puzzle that they are about. A line may be about several.
pub type LineOrigin = (Range<usize>, Origin);

/// Where an encoding writes a file.
pub(crate) trait ModelSink: Write {
    /// The lines from here on, up to the next call, are about these.
    fn set_origins(&mut self, origins: &[Origin]);
}

/// Passes a text on and records what its lines are about.
pub(super) struct OriginRecorder<'a> {
    out: &'a mut dyn Write,
    line: usize,
    /// What the lines from this one on are about.
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

    /// What the lines of the whole text are about.
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

/// Marks in the values of a template, which stay on their line whatever surrounds them.
#[derive(Default)]
pub(super) struct OriginMarks(Vec<Vec<Origin>>);

/// What encloses the number of a mark. Names of a puzzle have no control characters when they are displayed.
const MARK: [char; 2] = ['\u{1}', '\u{2}'];

impl OriginMarks {
    /// Text without width: the line on which it comes to stand is about these.
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

/// Words on lines of at most `width`, of which so much is `used` on the first line and by the `indent` of the others.
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
