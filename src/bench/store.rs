//! A results file with one JSON object per line, a single writer, and complete lines.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::record::RunRecord;
use crate::json;
use crate::parse::ParseError;
use crate::reading::{self, ReadingError};
use crate::visible;

/// A results file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    /// The file cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReadingError),
    /// The file cannot be written.
    #[error("cannot write {}: {}", visible::path(.path), reading::reason(.problem))]
    Unwritable { path: PathBuf, problem: io::Error },
    /// Another process writes to the file.
    #[error(
        "another process is writing to {}, and two would mix their lines; wait for it, or name another \
         file",
        visible::path(.0)
    )]
    Locked(PathBuf),
    /// A line is not a record.
    #[error("{}:{line}: {problem}; expected a result of `pipsc bench --out`", visible::path(.path))]
    BadLine {
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        problem: String,
    },
}

/// A results file that records are appended to.
#[derive(Debug)]
pub(crate) struct ResultStore {
    path: PathBuf,
    /// The file, locked while it is open.
    file: File,
    /// The length of the complete lines.
    length: u64,
}

impl ResultStore {
    /// Opens or creates a file and returns its records. A truncated last line is removed; the last
    /// value is whether there was one.
    pub(crate) fn open(path: &Path) -> Result<(Self, Vec<RunRecord>, bool), StoreError> {
        let failed = |problem| StoreError::Unwritable {
            path: path.to_owned(),
            problem,
        };
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(path)
            .map_err(failed)?;
        file.try_lock().map_err(|problem| match problem {
            TryLockError::WouldBlock => StoreError::Locked(path.to_owned()),
            TryLockError::Error(problem) => failed(problem),
        })?;
        let there = file.metadata().map_err(failed)?;
        let (mut length, mut records) = (0, Vec::new());
        if there.is_file() {
            let text = reading::file(path)?;
            length = whole(&text).len() as u64;
            records = parse(path, &text)?;
        }
        let is_cut = there.is_file() && there.len() > length;
        if is_cut {
            file.set_len(length).map_err(failed)?;
        }
        let path = path.to_owned();
        Ok((ResultStore { path, file, length }, records, is_cut))
    }

    /// Appends a record with an unbuffered write.
    pub(crate) fn add(&mut self, record: &RunRecord) -> Result<(), StoreError> {
        let line = line(record);
        match self.file.write_all(line.as_bytes()) {
            Ok(()) => {
                self.length += line.len() as u64;
                Ok(())
            }
            Err(problem) => {
                // Removes a partial line, which a full disk leaves. Truncating fails for devices.
                let _ = self.file.set_len(self.length);
                let path = self.path.clone();
                Err(StoreError::Unwritable { path, problem })
            }
        }
    }
}

/// A record as a line with its newline.
pub(super) fn line(record: &RunRecord) -> String {
    // Numbers, strings and lists can always be serialised.
    let text = serde_json::to_string(record).unwrap_or_default();
    visible::json(&text) + "\n"
}

/// Writes records, one JSON object per line.
pub(crate) fn write(records: &[RunRecord], out: &mut dyn Write) -> io::Result<()> {
    records
        .iter()
        .try_for_each(|record| out.write_all(line(record).as_bytes()))
}

/// The records of a file. A truncated last line is skipped.
pub(crate) fn read(path: &Path) -> Result<Vec<RunRecord>, StoreError> {
    parse(path, &reading::file(path)?)
}

/// The records of a file's text.
pub(crate) fn parse(path: &Path, text: &[u8]) -> Result<Vec<RunRecord>, StoreError> {
    let mut records = Vec::new();
    for (number, line) in (1..).zip(whole(text).split(|&byte| byte == b'\n')) {
        if line.trim_ascii().is_empty() {
            continue;
        }
        let record = std::str::from_utf8(line)
            .map_err(|_| "it is not UTF-8".to_owned())
            .and_then(|line| json::read(line).map_err(in_line))
            .and_then(|record: RunRecord| record.fault().map_or(Ok(record), Err));
        records.push(record.map_err(|problem| StoreError::BadLine {
            path: path.to_owned(),
            line: number,
            problem: visible::Visible(&problem).to_string(),
        })?);
    }
    Ok(records)
}

/// A JSON error with its column only, because the line number is that of the file.
fn in_line(error: ParseError) -> String {
    match error.location.position {
        Some((_, column)) => format!("column {column}: {}", error.message),
        None => error.message,
    }
}

/// The complete lines of a text.
fn whole(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|&byte| byte == b'\n');
    &text[..end.map_or(0, |end| end + 1)]
}
