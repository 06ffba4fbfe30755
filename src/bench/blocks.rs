//! Files of lines, a block of whole lines at a time, whatever their size.
//!
//! A block is of one file and small enough to stay in a processor's cache while somebody looks at it. A
//! line that a block would cut goes to the next one. The last line of a file, if it has no end, is one
//! that an interrupt cut off, and is passed over.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use memchr::{memchr_iter, memrchr};

use super::results::ResultsError;
use crate::reading::ReadingError;

/// The most bytes of a line. Records have less than a thousandth of it.
const LONGEST: usize = 1 << 20;

/// How much of a file is read at a time: what stays in the cache that a core has for itself.
pub(super) const USUAL: usize = 1 << 18;

/// Whole lines of a file.
#[derive(Debug)]
pub(super) struct Block {
    /// The number of the file among those that are read.
    pub(super) file: usize,
    /// The number of the first line in its file.
    first: usize,
    bytes: Vec<u8>,
    /// Why nothing can be read after these lines.
    pub(super) fault: Option<ResultsError>,
}

/// Where a line is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Its number in the file, counted from 1.
    pub(super) number: usize,
    from: usize,
    to: usize,
}

impl Place {
    /// How far the block has been read when this line has.
    pub(super) fn end(self) -> u64 {
        self.to as u64
    }
}

impl Block {
    /// Where its lines are that are not blank.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        let mut from = 0;
        let places = memchr_iter(b'\n', &self.bytes)
            .zip(self.first..)
            .map(move |(end, number)| {
                let place = Place {
                    number,
                    from,
                    to: end + 1,
                };
                from = place.to;
                place
            });
        places.filter(|&place| !self.line(place).trim_ascii().is_empty())
    }

    /// A line of it, with its end.
    pub(super) fn line(&self, place: Place) -> &[u8] {
        &self.bytes[place.from..place.to]
    }

    /// How many bytes its lines have.
    pub(super) fn length(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The memory that it took, for another block.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.bytes
    }
}

/// The blocks of files, one after the other.
#[derive(Debug)]
pub(super) struct Blocks<'f> {
    files: &'f [PathBuf],
    /// How far each file is read; to the end where this does not say.
    lengths: &'f [u64],
    size: usize,
    /// The number of the file that is read.
    number: usize,
    open: Option<Open>,
}

/// A file that is being read.
#[derive(Debug)]
struct Open {
    file: io::Take<File>,
    /// The number of the next line.
    line: usize,
    /// The beginning of it, which the last block would have cut.
    begun: Vec<u8>,
}

impl<'f> Blocks<'f> {
    /// Those of whole files, with so many bytes each, or a little more.
    pub(super) fn of(files: &'f [PathBuf], size: usize) -> Self {
        Blocks::until(files, &[], size)
    }

    /// Those of files as far as lengths say.
    pub(super) fn until(files: &'f [PathBuf], lengths: &'f [u64], size: usize) -> Self {
        Blocks {
            files,
            lengths,
            size,
            number: 0,
            open: None,
        }
    }

    /// The next block, in the memory of an earlier one. After one with a fault there are no others.
    pub(super) fn next(&mut self, buffer: Vec<u8>) -> Option<Block> {
        let path = self.files.get(self.number)?;
        let mut block = Block {
            file: self.number,
            first: 1,
            bytes: buffer,
            fault: None,
        };
        block.bytes.clear();
        match self.open.take().map_or_else(|| self.begin(path), Ok) {
            Ok(open) => self.fill(&mut block, open, path),
            Err(problem) => block.fault = Some(unreadable(path, problem)),
        }
        if block.fault.is_some() {
            self.number = self.files.len();
        }
        Some(block)
    }

    fn begin(&self, path: &Path) -> io::Result<Open> {
        let length = self.lengths.get(self.number).copied().unwrap_or(u64::MAX);
        Ok(Open {
            file: File::open(path)?.take(length),
            line: 1,
            begun: Vec::new(),
        })
    }

    fn fill(&mut self, block: &mut Block, mut open: Open, path: &Path) {
        let too_long = |line| ResultsError::BadLine {
            path: path.to_owned(),
            line,
            problem: format!("this line has more than {LONGEST} bytes"),
        };
        block.first = open.line;
        let bytes = &mut block.bytes;
        bytes.append(&mut open.begun);
        let mut searched = 0;
        let whole = loop {
            bytes.reserve(self.size);
            let part = &mut (&mut open.file).take(self.size as u64);
            let read = part.read_to_end(bytes);
            let end = memrchr(b'\n', &bytes[searched..]).map(|at| searched + at + 1);
            match (read, end) {
                (Ok(_), Some(end)) => break end,
                (Err(problem), end) => {
                    block.fault = Some(unreadable(path, problem));
                    break end.unwrap_or(0);
                }
                (Ok(_), None) if bytes.len() > LONGEST => {
                    block.fault = Some(too_long(open.line));
                    break 0;
                }
                (Ok(0), None) => {
                    bytes.clear();
                    self.number += 1;
                    return;
                }
                (Ok(_), None) => searched = bytes.len(),
            }
        };
        open.begun.extend_from_slice(&bytes[whole..]);
        bytes.truncate(whole);
        let long = long_line(bytes);
        bytes.truncate(long.unwrap_or(whole));
        open.line += memchr_iter(b'\n', bytes).count();
        if long.is_some() {
            block.fault = Some(too_long(open.line));
        }
        self.open = Some(open);
    }
}

/// Where the first line begins that is too long, if there is one.
fn long_line(bytes: &[u8]) -> Option<usize> {
    // Most blocks are shorter than such a line.
    if bytes.len() <= LONGEST {
        return None;
    }
    let mut from = 0;
    memchr_iter(b'\n', bytes).find_map(|end| {
        let begin = from;
        from = end + 1;
        (from - begin > LONGEST).then_some(begin)
    })
}

fn unreadable(path: &Path, problem: io::Error) -> ResultsError {
    let path = path.to_owned();
    ReadingError::Unreadable { path, problem }.into()
}
