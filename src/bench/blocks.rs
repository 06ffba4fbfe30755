//! Files of lines, a block of whole lines at a time, whatever their size.
//!
//! A file is cut into spans, which several threads can read at the same time: copying what the system has
//! read from the disk takes as long as looking at it. Every line is in the block of one span. The last line
//! of a file, if it has no end, is one that an interrupt cut off, and is passed over.

use std::fs::File;
use std::io;
use std::ops::Range;
#[cfg(unix)]
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::{memchr, memchr_iter, memrchr};

use super::results::{ResultsError, bad_line};
use crate::reading::ReadingError;

/// The most bytes of a line. Records have less than a thousandth of it.
pub(super) const LONGEST: usize = 1 << 20;

/// How long a span is. With a quarter of it, what comes from a disk takes a fifth longer.
pub(super) const USUAL: usize = 1 << 20;

/// So many bytes behind a span are read with it, because most lines that begin in it have ended there.
const BEYOND: usize = 1 << 12;

/// How many bytes the system reads from a disk and copies at the least.
const PAGE: usize = 1 << 12;

/// Whole lines of a file.
#[derive(Debug)]
pub(super) struct Block {
    /// The number of the file among those that are read.
    pub(super) file: usize,
    /// The number of the first line in its file. It is known as soon as all blocks before it were taken.
    pub(super) first: usize,
    bytes: Vec<u8>,
    /// Where its lines are among them.
    lines: Range<usize>,
    /// How many lines it has.
    pub(super) count: usize,
    /// Why nothing can be read after these lines.
    pub(super) fault: Option<Fault>,
}

/// Why a file cannot be read on.
#[derive(Debug)]
pub(super) enum Fault {
    /// The system says so.
    Unreadable(io::Error),
    /// A line is too long.
    TooLong,
}

impl Fault {
    /// The fault of some line of a file; which one it is matters only if the line is to blame.
    pub(super) fn located(self, path: &Path, line: usize) -> ResultsError {
        match self {
            Fault::Unreadable(problem) => {
                let path = path.to_owned();
                ReadingError::Unreadable { path, problem }.into()
            }
            Fault::TooLong => bad_line(
                path,
                line,
                format!("this line has more than {LONGEST} bytes"),
            ),
        }
    }
}

/// Where a line is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// How many lines of the block come before it.
    before: usize,
    from: usize,
    to: usize,
}

impl Block {
    /// Where its lines are that are not blank.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        let mut from = self.lines.start;
        let lines = &self.bytes[self.lines.clone()];
        let places = memchr_iter(b'\n', lines).enumerate();
        let places = places.map(move |(before, end)| {
            let to = self.lines.start + end + 1;
            let place = Place { before, from, to };
            from = to;
            place
        });
        places.filter(|&place| !self.line(place).trim_ascii().is_empty())
    }

    /// A line of it, with its end.
    pub(super) fn line(&self, place: Place) -> &[u8] {
        &self.bytes[place.from..place.to]
    }

    /// The number of a line in its file, counted from 1, as soon as the first one has its own.
    pub(super) fn number(&self, place: Place) -> usize {
        self.first + place.before
    }

    /// How many bytes its lines have.
    pub(super) fn length(&self) -> u64 {
        self.lines.len() as u64
    }

    /// The memory that it took, for another block.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.bytes
    }
}

/// The spans of files, one after the other.
#[derive(Debug)]
pub(super) struct Spans<'f> {
    files: &'f [PathBuf],
    /// How far each file is read; to the end where this does not say.
    lengths: &'f [u64],
    size: usize,
    /// The number of the file that is cut.
    number: usize,
    open: Option<Open>,
}

/// A file that is being cut.
#[derive(Debug)]
struct Open {
    file: Arc<File>,
    /// Where the next span begins.
    at: u64,
    end: u64,
}

impl<'f> Spans<'f> {
    /// Those of whole files, with so many bytes each.
    pub(super) fn of(files: &'f [PathBuf], size: usize) -> Self {
        Spans::until(files, &[], size)
    }

    /// Those of files as far as lengths say.
    pub(super) fn until(files: &'f [PathBuf], lengths: &'f [u64], size: usize) -> Self {
        Spans {
            files,
            lengths,
            size,
            number: 0,
            open: None,
        }
    }

    /// The files that are cut.
    pub(super) fn files(&self) -> &'f [PathBuf] {
        self.files
    }

    fn begin(&self, path: &Path) -> io::Result<Open> {
        let file = File::open(path)?;
        let there = file.metadata()?;
        if there.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let length = self.lengths.get(self.number).copied();
        let end = length.unwrap_or(there.len());
        Ok(Open {
            file: Arc::new(file),
            at: 0,
            end,
        })
    }
}

impl Iterator for Spans<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        loop {
            let path = self.files.get(self.number)?;
            let file = self.number;
            let opened = self.open.take().map_or_else(|| self.begin(path), Ok);
            let part = match opened {
                Ok(open) if open.at >= open.end => {
                    self.number += 1;
                    continue;
                }
                Ok(open) => {
                    let to = open.end.min(open.at + self.size as u64);
                    let part = Part {
                        file: Arc::clone(&open.file),
                        from: open.at,
                        to,
                        end: open.end,
                    };
                    self.open = Some(Open { at: to, ..open });
                    Ok(part)
                }
                Err(problem) => {
                    self.number += 1;
                    Err(problem)
                }
            };
            return Some(Span { file, part });
        }
    }
}

/// What is to be read.
#[derive(Debug)]
pub(super) struct Span {
    /// The number of the file among those that are read.
    file: usize,
    part: io::Result<Part>,
}

/// A part of a file.
#[derive(Debug)]
struct Part {
    file: Arc<File>,
    from: u64,
    to: u64,
    /// Where the file ends.
    end: u64,
}

impl Span {
    /// Its block, in the memory of an earlier one.
    pub(super) fn read(self, buffer: Vec<u8>) -> Block {
        let mut bytes = buffer;
        let read = self.part.and_then(|part| part.read(&mut bytes));
        let (lines, fault) = match read {
            Ok((lines, is_too_long)) => (lines, is_too_long.then_some(Fault::TooLong)),
            Err(problem) => (0..0, Some(Fault::Unreadable(problem))),
        };
        Block {
            file: self.file,
            first: 0,
            count: memchr_iter(b'\n', &bytes[lines.clone()]).count(),
            bytes,
            lines,
            fault,
        }
    }
}

impl Part {
    /// Reads its lines. Gives where they are, and whether the one behind them is too long.
    ///
    /// They are those behind the ends of lines that are in it, and the first line of the file, if that begins
    /// here. So the last of them ends where the part does, or later.
    fn read(&self, bytes: &mut Vec<u8>) -> io::Result<(Range<usize>, bool)> {
        let size = (self.to - self.from) as usize;
        let most = (self.end - self.from) as usize;
        let mut beyond = size.min(BEYOND);
        loop {
            let there = self.bytes(most.min(size + beyond), bytes)?;
            let behind = there.end.min(there.start + size);
            let begin = match self.from {
                0 => Some(there.start),
                _ => end_of_line(bytes, there.start..behind),
            };
            let Some(begin) = begin else {
                return Ok((0..0, false));
            };
            let end = end_of_line(bytes, behind..there.end);
            if let Some(long) = long_line(&bytes[begin..end.unwrap_or(there.end)]) {
                return Ok((begin..begin + long, true));
            }
            if let Some(end) = end {
                return Ok((begin..end, false));
            }
            if there.len() < size + beyond {
                let whole = memrchr(b'\n', &bytes[begin..there.end]);
                return Ok((begin..whole.map_or(begin, |end| begin + end + 1), false));
            }
            beyond *= 2;
        }
    }

    /// Reads as many bytes from its beginning. Gives where they are.
    fn bytes(&self, wanted: usize, bytes: &mut Vec<u8>) -> io::Result<Range<usize>> {
        if bytes.len() < wanted + PAGE {
            bytes.resize(wanted + PAGE, 0);
        }
        // The system copies whole pages. Where they are not laid to whole pages, some processors take
        // four times as long.
        let begin = bytes.as_ptr().align_offset(PAGE).min(PAGE);
        let mut read = 0;
        while read < wanted {
            let rest = &mut bytes[begin + read..begin + wanted];
            match read_at(&self.file, rest, self.from + read as u64) {
                Ok(0) => return Err(io::Error::other("it became shorter while it was read")),
                Ok(more) => read += more,
                Err(problem) if problem.kind() == io::ErrorKind::Interrupted => {}
                Err(problem) => return Err(problem),
            }
        }
        Ok(begin..begin + wanted)
    }
}

#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], from: u64) -> io::Result<usize> {
    file.read_at(bytes, from)
}

#[cfg(windows)]
fn read_at(file: &File, bytes: &mut [u8], from: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, bytes, from)
}

/// Behind the first end of a line in some bytes.
fn end_of_line(bytes: &[u8], among: Range<usize>) -> Option<usize> {
    let end = memchr(b'\n', &bytes[among.clone()])?;
    Some(among.start + end + 1)
}

/// Where the first line begins that is too long, if there is one. The last need not have an end.
fn long_line(lines: &[u8]) -> Option<usize> {
    // Whatever is not longer than a line may be holds none that is.
    if lines.len() <= LONGEST {
        return None;
    }
    let mut from = 0;
    let ends = memchr_iter(b'\n', lines).map(|end| end + 1);
    ends.chain([lines.len()]).find_map(|end| {
        let begin = from;
        from = end;
        (end - begin > LONGEST).then_some(begin)
    })
}
