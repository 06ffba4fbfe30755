//! Where results go: standard output, or files that are there whole or not at all.
//!
//! A file is written beside its final place under a temporary name and renamed at the end, so
//! that a failure overwrites nothing; an interrupt removes the temporary file.

use std::fs;
use std::io::{self, BufWriter, Write};
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use tempfile::{NamedTempFile, TempPath};

use super::{CliError, interrupt, terminal};
use crate::formats::{self, Format};
use crate::puzzle::Puzzle;
use crate::visible;

/// How results are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

/// Writes to standard output.
pub(super) fn to_stdout(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    terminal::aside(|| {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        write(&mut out).and_then(|()| out.flush())
    })
    .map_err(|problem| CliError::writing(Path::new("standard output"), problem))
}

/// Writes to a file, or to standard output for `-`.
pub(super) fn to_path(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), CliError> {
    if ["-", "/dev/stdout"]
        .iter()
        .any(|out| path == Path::new(out))
    {
        return to_stdout(write);
    }
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(fs::Metadata::is_dir) {
        return Err(CliError::Usage(format!(
            "cannot write {}: it is a folder, and a file is expected",
            visible::path(path)
        )));
    }
    // A device, a pipe and what is open already are written to directly: there is nothing to
    // protect, or to rename.
    let is_open = ["/dev/stderr", "/dev/fd", "/proc/self/fd"];
    let is_open = is_open.iter().any(|open| path.starts_with(open));
    if is_open || there.as_ref().is_some_and(|there| !there.is_file()) {
        return fs::OpenOptions::new()
            .append(true)
            .open(path)
            .and_then(|file| fill(&file, write))
            .map_err(|problem| CliError::writing(path, problem));
    }
    // A link keeps pointing where it did: the file behind it is what changes.
    let Some(target) = behind_links(path) else {
        return Err(CliError::Usage(format!(
            "cannot write {}: it is a link that leads back to itself, and a file is expected",
            visible::path(path)
        )));
    };
    let folder = folder_of(&target);
    if !folder.is_dir() {
        return Err(CliError::Usage(format!(
            "cannot write {}: there is no folder {}",
            visible::path(path),
            visible::path(folder)
        )));
    }
    whole_file(&target, there.as_ref(), write).map_err(|problem| CliError::writing(path, problem))
}

/// The file that a path leads to, whether it is there or not; none where links lead in a circle.
fn behind_links(path: &Path) -> Option<PathBuf> {
    // The system follows no more either.
    const MAX_LINKS: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else {
            return Some(target);
        };
        target = folder_of(&target).join(next);
    }
    None
}

/// Tells whether two paths lead to the same file, there or not. Standard output, a device and a pipe
/// take what comes one after the other, and count as none.
pub(super) fn is_same_file(one: &Path, other: &Path) -> bool {
    let file = |path: &Path| {
        let target = behind_links(path)?;
        let is_special = fs::metadata(&target).is_ok_and(|there| !there.is_file());
        let folder = folder_of(&target).canonicalize().ok()?;
        let name = target.file_name().filter(|_| !is_special)?;
        Some(folder.join(name))
    };
    let is_stdout = one == Path::new("-");
    !is_stdout && file(one).is_some_and(|one| file(other) == Some(one))
}

/// A path that is a folder, or says by its end that it will be one.
pub(super) fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR)
}

/// A path as that of a folder, unless something else is there already.
pub(super) fn to_be_folder(path: PathBuf) -> PathBuf {
    let is_free = path != Path::new("-") && fs::symlink_metadata(&path).is_err();
    if is_free { path.join("") } else { path }
}

/// A puzzle in a format, without its solution unless that is asked for. A file in the format nyt
/// always has it.
pub(super) fn puzzle_text(puzzle: &Puzzle, to: Format, solution: bool) -> Result<String, CliError> {
    if solution || to == Format::Nyt {
        return Ok(formats::write(puzzle, to)?);
    }
    Ok(formats::write(&puzzle.without_solution(), to)?)
}

/// Where the files of several puzzles go.
#[derive(Debug)]
pub(super) struct Target {
    path: PathBuf,
    is_folder: bool,
}

impl Target {
    /// The place for so many files: more than one need a folder, which is created.
    pub(super) fn of(path: PathBuf, files: usize) -> Result<Self, CliError> {
        let is_new = path.extension().is_none();
        let path = if files > 1 && is_new {
            to_be_folder(path)
        } else {
            path
        };
        let is_folder = is_folder(&path);
        if files > 1 && !is_folder {
            return Err(CliError::Usage(format!(
                "{files} puzzles make {files} files: name a folder for them with -o, such as `-o day/`, \
                 or choose one, such as `today.json:easy`"
            )));
        }
        if is_folder {
            fs::create_dir_all(&path).map_err(|problem| CliError::writing(&path, problem))?;
        }
        Ok(Target { path, is_folder })
    }

    /// The file of one of them, by its name in a folder.
    pub(super) fn file(&self, name: &str, extension: &str) -> PathBuf {
        match self.is_folder {
            true => self.path.join(format!("{name}.{extension}")),
            false => self.path.clone(),
        }
    }
}

impl From<Target> for PathBuf {
    fn from(target: Target) -> Self {
        target.path
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes a file that is there whole or not at all. One that is there already keeps who may read
/// and write it.
fn whole_file(
    path: &Path,
    there: Option<&fs::Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut builder = tempfile::Builder::new();
    let _ = builder.prefix(".pipsc-");
    if there.is_some() {
        // A file that may not be written is not replaced either.
        let _ = fs::OpenOptions::new().write(true).open(path)?;
    } else {
        // Unlike other temporary files this one stays, so it gets the permissions of a usual file.
        #[cfg(unix)]
        let _ = builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let (file, temporary) = interrupt::temporary_file(|| {
        let (file, temporary) = NamedTempFile::into_parts(builder.tempfile_in(folder_of(path))?);
        let path = temporary.to_path_buf();
        Ok(((file, temporary), path))
    })?;
    let name = temporary.to_path_buf();
    let result = fill(&file, write)
        .and_then(|()| there.map_or(Ok(()), |there| keep_access(&file, there)))
        .and_then(|()| finish(temporary, path));
    interrupt::no_longer_temporary(&name);
    result
}

/// Gives a file the owner, the group and the permissions of the one whose place it takes.
#[cfg(unix)]
fn keep_access(file: &fs::File, there: &fs::Metadata) -> io::Result<()> {
    let group = Some(there.gid());
    // Only the system's administrator can give files away. A group that cannot be kept gets nothing.
    let is_kept =
        fchown(file, Some(there.uid()), group).is_ok() || fchown(file, None, group).is_ok();
    let mode = if is_kept { 0o7777 } else { 0o7707 } & there.mode();
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_access(file: &fs::File, there: &fs::Metadata) -> io::Result<()> {
    file.set_permissions(there.permissions())
}

fn fill(file: &fs::File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, file);
    write(&mut out)?;
    out.flush()
}

fn finish(temporary: TempPath, path: &Path) -> io::Result<()> {
    temporary.persist(path).map_err(|failed| failed.error)
}
