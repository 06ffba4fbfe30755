//! Where results go: standard output, or files that are there whole or not at all.
//!
//! A file is written beside its final place under a temporary name and renamed at the end, so
//! that a failure overwrites nothing; an interrupt removes the temporary file.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use clap::ValueEnum;
use tempfile::{NamedTempFile, TempPath};

use super::{Failure, interrupt, terminal};
use crate::visible;

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// For people
    Text,
    /// For programs
    Json,
}

/// Writes to standard output.
pub(super) fn to_stdout(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    terminal::aside(|| {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        write(&mut out).and_then(|()| out.flush())
    })
    .map_err(|problem| Failure::writing(Path::new("standard output"), problem))
}

/// Writes to a file, or to standard output for `-`.
pub(super) fn to_path(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    if path == Path::new("-") {
        return to_stdout(write);
    }
    // A device or a pipe is written to directly: there is nothing to protect, or to rename.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return fs::OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|file| {
                let mut out = BufWriter::new(file);
                write(&mut out)?;
                out.flush()
            })
            .map_err(|problem| Failure::writing(path, problem));
    }
    let folder = folder_of(path);
    if !folder.is_dir() {
        return Err(Failure::Usage(format!(
            "cannot write {}: there is no folder {}",
            visible::path(path),
            visible::path(folder)
        )));
    }
    // A link keeps pointing where it did: the file behind it is what changes.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    whole_file(&target, write).map_err(|problem| Failure::writing(path, problem))
}

/// A path that is a folder, or says by its end that it will be one.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR)
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

fn whole_file(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    let _ = builder.prefix(".pipsc-");
    // Unlike other temporary files this one stays, so it gets the permissions of a usual file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let (file, temporary) = interrupt::temporary_file(|| {
        let (file, temporary) = NamedTempFile::into_parts(builder.tempfile_in(folder_of(path))?);
        let path = temporary.to_path_buf();
        Ok(((file, temporary), path))
    })?;
    let name = temporary.to_path_buf();
    let result = fill(file, write).and_then(|()| finish(temporary, path));
    interrupt::no_longer_temporary(&name);
    result
}

fn fill(file: fs::File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    out.flush()
}

fn finish(temporary: TempPath, path: &Path) -> io::Result<()> {
    temporary.persist(path).map_err(|failed| failed.error)
}
