//! Output to standard output, or to files that are written atomically.
//!
//! A file is written in a temporary folder beside its target and renamed at the end, so that a failure
//! or an interrupt overwrites nothing.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::{CliError, terminal};
use crate::folders::{parent, temporary_in};
use crate::formats::{self, Format};
use crate::puzzle::Puzzle;
use crate::visible;

/// The size of output buffers, in bytes.
const BUFFER: usize = 1 << 16;

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
    let folder = parent(&target);
    if !folder.is_dir() {
        return refused(&format!("there is no folder {}", visible::path(folder)));
    }
    whole_file(&target, there.as_ref(), write).map_err(|problem| CliError::writing(path, problem))
}

/// Resolves symbolic links, so that the target is replaced and not the link. The target need not
/// exist.
fn behind_link(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| {
        let target = fs::read_link(path).map(|target| parent(path).join(target));
        target.unwrap_or_else(|_| path.to_owned())
    })
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

/// Writes a file atomically. An existing file keeps its permissions.
fn whole_file(
    path: &Path,
    there: Option<&fs::Metadata>,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    if there.is_some() {
        // Fails if the existing file is not writable: renaming would replace it anyway.
        let _ = fs::OpenOptions::new().write(true).open(path)?;
    }
    let folder = temporary_in(parent(path), ".pipsc-")?;
    let unfinished = folder.path().join("unfinished");
    let file = fs::File::create(&unfinished)?;
    fill(&file, write)?;
    if let Some(there) = there {
        file.set_permissions(there.permissions())?;
    }
    drop(file);
    fs::rename(unfinished, path)
}

fn fill(file: &fs::File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(BUFFER, file);
    write(&mut out)?;
    out.flush()
}
