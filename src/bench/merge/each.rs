//! The lines that count, in the order of the files.

use std::ops::ControlFlow;
use std::path::PathBuf;

use super::{Pace, Survey};
use crate::bench::blocks::{Block, Place, Spans};
use crate::bench::crew::in_order;
use crate::bench::record::Record;
use crate::bench::results::{self, Line, Reader, ResultsError};

/// How a run of this form begins that this program has written.
const OURS: &[u8] = br#"{"kind":"run","form":2,"key":""#;

/// What a line is, the second time.
enum Found {
    /// A run that is handed on as it is.
    Ours,
    /// The same, and what it says.
    Read(Result<Option<Line>, String>),
    /// Anything else, which may depend on the lines before it.
    Other,
}

impl Survey {
    /// Hands on every run that counts, as the line that it is and, where it is to be `read`, as a record.
    pub(crate) fn each(
        &self,
        files: &[PathBuf],
        pace: Pace,
        read: bool,
        mut take: impl FnMut(&[u8], Option<&Record>) -> ControlFlow<()>,
    ) -> Result<(), ResultsError> {
        let mut number = 0;
        let (mut file, mut reader) = (0, Reader::default());
        let mut counts = || {
            number += 1;
            !self.dropped.has(number - 1)
        };
        in_order(
            // What somebody adds meanwhile is not looked at.
            Spans::until(files, &self.lengths, pace.block),
            pace.threads,
            |block| found(block, read),
            |block, lines| {
                if file != block.file {
                    (file, reader) = (block.file, Reader::default());
                }
                for (place, found) in lines {
                    let line = block.line(place);
                    let (said, is_ours) = match found {
                        Found::Ours => {
                            if counts() && take(line, None).is_break() {
                                return Ok(ControlFlow::Break(()));
                            }
                            continue;
                        }
                        Found::Read(said) => (said, true),
                        Found::Other => (reader.line(line), false),
                    };
                    let said = said.map_err(|problem| {
                        results::bad_line(&files[file], block.number(place), problem)
                    })?;
                    let Some(Line::Run(record)) = said else {
                        continue;
                    };
                    if !counts() {
                        continue;
                    }
                    let taken = match is_ours {
                        true => take(line, Some(&record)),
                        // Of another form, or written by others.
                        false => take(results::run_line(&record).as_bytes(), Some(&record)),
                    };
                    if taken.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            },
        )
    }
}

/// What the lines of a block are. Runs of this form say everything that they depend on.
fn found(block: &Block, read: bool) -> Vec<(Place, Found)> {
    let found = |place: Place| {
        let line = block.line(place);
        let found = match (line.starts_with(OURS), read) {
            (true, false) => Found::Ours,
            (true, true) => Found::Read(Reader::default().line(line)),
            (false, _) => Found::Other,
        };
        (place, found)
    };
    block.places().map(found).collect()
}
