//! The file that runs go to: one writer at a time, and nothing but whole lines.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::unusable;
use crate::bench::Record;
use crate::bench::results::{self, Line, Part};
use crate::cli::{Failure, say};
use crate::visible;

/// A file that is ours to write to.
#[derive(Debug)]
pub(super) struct Store {
    path: PathBuf,
    /// Locked for as long as we have it.
    file: File,
    /// The length of its whole lines.
    length: u64,
}

impl Store {
    /// Opens a file, or makes one, with what is in it already. What is there and not ours to write to is
    /// refused, and so is one that another process writes to.
    pub(super) fn open(path: &Path, each: impl FnMut(Line)) -> Result<Self, Failure> {
        let failed = |problem| Failure::writing(path, problem);
        let file = OpenOptions::new()
            .create(true)
            .append(true)
            .read(true)
            .open(path)
            .map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => Failure::Usage(format!(
                "another process is writing to {}, and two would mix their lines; wait for it, or \
                 name another file",
                visible::path(path)
            )),
            TryLockError::Error(problem) => failed(problem),
        })?;
        let there = file.metadata().map_err(failed)?;
        let mut length = 0;
        if there.is_file() {
            length = results::lines(path, each).map_err(unusable)?;
            // A line that an interrupt cut off makes room for a whole one.
            if there.len() > length {
                say::warning(&format_args!(
                    "the last line of {} was cut off; its run is made again",
                    visible::path(path)
                ));
                file.set_len(length).map_err(failed)?;
            }
        }
        Ok(Store {
            path: path.to_owned(),
            file,
            length,
        })
    }

    /// Says what the file is for.
    pub(super) fn begin(&mut self, part: &Part) -> Result<(), Failure> {
        self.append(&results::part_line(part))
    }

    /// Adds a run; it is there when this returns.
    pub(super) fn add(&mut self, record: &Record) -> Result<(), Failure> {
        self.append(&results::run_line(record))
    }

    fn append(&mut self, line: &str) -> Result<(), Failure> {
        match self.file.write_all(line.as_bytes()) {
            Ok(()) => {
                self.length += line.len() as u64;
                Ok(())
            }
            Err(problem) => {
                // On a full disk half a line may have found its place; whoever goes on would have to
                // pass over it. A device cannot be cut.
                let _ = self.file.set_len(self.length);
                Err(Failure::writing(&self.path, problem))
            }
        }
    }
}
