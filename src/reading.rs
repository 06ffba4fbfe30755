//! Reads files, standard input and replies, with one size limit.
//!
//! The limit bounds memory: endless devices, files of gigabytes and endless replies are rejected
//! with an error.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::visible;

/// The maximum size of an input. A puzzle of 100,000 cells takes a few million bytes in any format;
/// the longest replies of solvers take about ten times as many.
pub const MAX_BYTES: u64 = 256 << 20;

/// An input that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadingError {
    /// A system error.
    #[error("cannot read {}: {}", called(.path), reason(.problem))]
    Unreadable {
        /// The file, or `-` for standard input.
        path: PathBuf,
        /// The system error.
        problem: io::Error,
    },
    /// The input exceeds [`MAX_BYTES`].
    #[error(
        "{} is too large: it has more than {} MiB, which is the most that is read",
        called(.path),
        MAX_BYTES >> 20
    )]
    TooLarge {
        /// The file, or `-` for standard input.
        path: PathBuf,
    },
}

impl ReadingError {
    /// Whether the file does not exist.
    pub fn is_missing(&self) -> bool {
        match self {
            ReadingError::Unreadable { problem, .. } => problem.kind() == io::ErrorKind::NotFound,
            ReadingError::TooLarge { .. } => false,
        }
    }
}

/// A path as messages display it.
pub(crate) fn called(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".into()
    } else {
        visible::path(path)
    }
}

/// A system error in plain words, without the code of the operating system.
pub(crate) fn reason(problem: &io::Error) -> String {
    match problem.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "the permission is missing".into(),
        io::ErrorKind::IsADirectory => "it is a folder, and a file is expected".into(),
        io::ErrorKind::NotADirectory => "a part of the path is not a folder".into(),
        io::ErrorKind::AlreadyExists => "there is a file of that name already".into(),
        io::ErrorKind::StorageFull => "there is no space left on the disk".into(),
        io::ErrorKind::InvalidFilename => "the name is too long for a file".into(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk can only be read".into(),
        io::ErrorKind::InvalidInput => "the path is not one that a file can have".into(),
        _ => {
            let text = problem.to_string();
            let end = text.find(" (os error").unwrap_or(text.len());
            text[..end].to_lowercase()
        }
    }
}

/// Reads a whole file. A pipe or a device is read to its end.
pub fn file(path: &Path) -> Result<Vec<u8>, ReadingError> {
    let file = File::open(path).map_err(|problem| unreadable(path, problem))?;
    bounded(file, path)
}

/// Reads a whole file of a folder that pipsc writes, such as the cache. Pipes and devices are not
/// opened, because opening a pipe would block.
pub fn kept_file(path: &Path) -> Result<Vec<u8>, ReadingError> {
    let metadata = fs::metadata(path).map_err(|problem| unreadable(path, problem))?;
    if metadata.is_file() || metadata.is_dir() {
        return file(path);
    }
    let problem = io::Error::other("it is a pipe or a device, and a file is expected");
    Err(unreadable(path, problem))
}

/// Reads standard input to its end.
pub fn stdin() -> Result<Vec<u8>, ReadingError> {
    bounded(io::stdin().lock(), Path::new("-"))
}

fn bounded(from: impl Read, path: &Path) -> Result<Vec<u8>, ReadingError> {
    let mut text = Vec::new();
    let read = from.take(MAX_BYTES + 1).read_to_end(&mut text);
    let _ = read.map_err(|problem| unreadable(path, problem))?;
    if text.len() as u64 > MAX_BYTES {
        let path = path.to_owned();
        return Err(ReadingError::TooLarge { path });
    }
    Ok(text)
}

fn unreadable(path: &Path, problem: io::Error) -> ReadingError {
    ReadingError::Unreadable {
        path: path.to_owned(),
        problem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_inputs_are_rejected() {
        let error = bounded(io::repeat(b'x'), Path::new("some\u{1b}thing")).expect_err("endless");
        assert_eq!(
            error.to_string(),
            "some\\u{1b}thing is too large: it has more than 256 MiB, which is the most that is read"
        );
        let most = io::repeat(b'x').take(MAX_BYTES);
        assert_eq!(
            bounded(most, Path::new("-")).expect("all of it").len() as u64,
            MAX_BYTES
        );
    }

    #[test]
    fn kept_file_rejects_folders_and_devices() {
        let folder = std::env::temp_dir();
        let error = kept_file(&folder).expect_err("a folder");
        assert!(
            error
                .to_string()
                .ends_with("it is a folder, and a file is expected")
        );
        assert!(!error.is_missing());
        let error = kept_file(Path::new("/dev/zero")).expect_err("a device");
        assert!(
            error
                .to_string()
                .ends_with("it is a pipe or a device, and a file is expected")
        );
        let error = kept_file(&folder.join("there is no such file")).expect_err("nothing");
        assert!(error.is_missing());
        assert!(error.to_string().ends_with(": there is no such file"));
    }
}
