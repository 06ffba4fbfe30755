//! Output to standard output, or to files that are written atomically.
//!
//! A file is written under a temporary name in the same folder and renamed at the end, so that a
//! failure overwrites nothing. An interrupt removes the temporary file.

use std::fs;
use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::NamedTempFile;

use super::{CliError, interrupt, terminal};
use crate::formats::{self, Format};
use crate::puzzle::Puzzle;
use crate::visible;

/// The size of output buffers, in bytes.
const BUFFER: usize = 1 << 16;

/// The maximum time between two flushes of a stream of results.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

/// Writes to standard output.
pub(super) fn to_stdout(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    terminal::suspend_progress(|| {
        let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        write(&mut out).and_then(|()| out.flush())
    })
    .map_err(|problem| CliError::writing(Path::new("standard output"), problem))
}

/// Writes to a file, or to standard output for `-`.
pub(super) fn to_path(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    if path == Path::new("-") || path == Path::new("/dev/stdout") {
        return to_stdout(write);
    }
    let refused = |why: &str| {
        let path = visible::path(path);
        Err(CliError::usage(format!("cannot write {path}: {why}")))
    };
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(fs::Metadata::is_dir) {
        return refused("it is a folder, and a file is expected");
    }
    // Devices, pipes and standard error cannot be replaced by renaming, so they are written to
    // directly.
    let is_special = there.as_ref().is_some_and(|there| !there.is_file());
    if is_special || path == Path::new("/dev/stderr") {
        let file = fs::OpenOptions::new().append(true).open(path);
        return file
            .and_then(|file| fill(&file, write))
            .map_err(|problem| CliError::writing(path, problem));
    }
    let target = behind_link(path);
    if target.is_symlink() {
        return refused(
            "it is a link that leads back to itself or to another link, and a file is expected",
        );
    }
    let folder = folder_of(&target);
    if !folder.is_dir() {
        return refused(&format!("there is no folder {}", visible::path(folder)));
    }
    whole_file(&target, there.as_ref(), write).map_err(|problem| CliError::writing(path, problem))
}

/// Resolves symbolic links, so that the target is replaced and not the link. The target need not
/// exist.
fn behind_link(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let target = fs::read_link(path).map(|target| folder_of(path).join(target));
        target.unwrap_or_else(|_| path.to_owned())
    })
}

/// Whether two paths refer to the same file, which need not exist. Standard output, devices and
/// pipes accept several outputs and count as different.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let file = |path: &Path| {
        let target = behind_link(path);
        let is_special = fs::metadata(&target).is_ok_and(|there| !there.is_file());
        let folder = folder_of(&target).canonicalize().ok()?;
        let name = target.file_name().filter(|_| !is_special)?;
        Some(folder.join(name))
    };
    one != Path::new("-") && file(one).is_some_and(|one| file(other) == Some(one))
}

/// Whether a path is a folder, or ends with a slash.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR)
}

/// A puzzle in a format, with its known solution if `solution` is set. The nyt format always
/// includes it.
pub(super) fn puzzle_text(puzzle: &Puzzle, to: Format, solution: bool) -> Result<String, CliError> {
    if solution || to == Format::Nyt {
        return Ok(formats::write(puzzle, to)?);
    }
    Ok(formats::write(&puzzle.without_solution(), to)?)
}

/// Inserts a field before the others of an object.
pub(super) fn with_first(
    key: &str,
    first: impl serde::Serialize,
    mut object: serde_json::Value,
) -> serde_json::Value {
    if let serde_json::Value::Object(fields) = &mut object {
        let _ = fields.shift_insert(0, key.into(), serde_json::json!(first));
    }
    object
}

/// The output of a command: one file, standard output, or a folder.
#[derive(Debug)]
pub(super) struct OutputTarget {
    path: PathBuf,
}

impl OutputTarget {
    /// The output for a number of files, described by `what` and selected by `option`. Several
    /// files need a folder, which is created if the path does not exist.
    pub(super) fn of(
        path: &Path,
        files: usize,
        what: &str,
        option: &str,
    ) -> Result<Self, CliError> {
        let is_new = path != Path::new("-") && fs::symlink_metadata(path).is_err();
        let path = match files > 1 && is_new && path.extension().is_none() {
            true => path.join(""),
            false => path.to_owned(),
        };
        if files > 1 && !is_folder(&path) {
            let or = match what {
                "puzzles" => ", or choose one, such as `today.json:easy`",
                _ => "",
            };
            return Err(CliError::usage(format!(
                "{files} {what} need a folder: name one with {option}, such as `{option} folder/`{or}"
            )));
        }
        Ok(OutputTarget { path })
    }

    /// The single file, or the file of this name in the folder, which is created.
    pub(super) fn file(&self, name: &str) -> Result<PathBuf, CliError> {
        if !is_folder(&self.path) {
            return Ok(self.path.clone());
        }
        fs::create_dir_all(&self.path).map_err(|problem| CliError::writing(&self.path, problem))?;
        Ok(self.path.join(name))
    }
}

/// The parent folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes a file atomically. An existing file keeps its permissions.
fn whole_file(
    path: &Path,
    there: Option<&fs::Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    let _ = builder.prefix(".pipsc-");
    if there.is_some() {
        // Fails if the existing file is not writable: renaming would replace it anyway.
        let _ = fs::OpenOptions::new().write(true).open(path)?;
    } else {
        // Temporary files are private by default; this one becomes the output.
        #[cfg(unix)]
        let _ = builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let temporary = interrupt::temporary_file(|| {
        let temporary: NamedTempFile = builder.tempfile_in(folder_of(path))?;
        let path = temporary.path().to_owned();
        Ok((temporary, path))
    })?;
    let name = temporary.path().to_owned();
    let result = fill(temporary.as_file(), write)
        .and_then(|()| match there {
            Some(there) => temporary.as_file().set_permissions(there.permissions()),
            None => Ok(()),
        })
        .and_then(|()| temporary.persist(path).map_err(|failed| failed.error))
        .map(drop);
    interrupt::no_longer_temporary(&name);
    result
}

fn fill(file: &fs::File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, file);
    write(&mut out)?;
    out.flush()
}

/// A stream of results to standard output or a file.
pub(super) struct OutputStream<'f> {
    out: Box<dyn Write + 'f>,
    /// The path of the file; none for standard output.
    path: Option<&'f Path>,
    flushed: Option<Instant>,
}

impl<'f> OutputStream<'f> {
    pub(super) fn stdout() -> Self {
        OutputStream {
            out: Box::new(BufWriter::with_capacity(BUFFER, io::stdout())),
            path: None,
            flushed: None,
        }
    }

    pub(super) fn into_file(out: &'f mut dyn Write, path: &'f Path) -> Self {
        OutputStream {
            out: Box::new(out),
            path: Some(path),
            flushed: None,
        }
    }

    pub(super) fn is_stdout(&self) -> bool {
        self.path.is_none()
    }

    /// Writes bytes into the buffer, and flushes it at intervals.
    pub(super) fn put(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let is_due = self
            .flushed
            .is_none_or(|last| last.elapsed() >= FLUSH_INTERVAL);
        self.write(bytes, is_due)
    }

    /// Writes bytes and flushes the buffer.
    pub(super) fn put_now(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.write(bytes, true)
    }

    fn write(&mut self, bytes: &[u8], flush: bool) -> Result<(), CliError> {
        let written = terminal::suspend_progress(|| {
            self.out.write_all(bytes)?;
            if flush && self.path.is_none() {
                self.flushed = Some(Instant::now());
                self.out.flush()?;
            }
            Ok(())
        });
        let path = self.path.unwrap_or(Path::new("standard output"));
        written.map_err(|problem| CliError::writing(path, problem))
    }
}
