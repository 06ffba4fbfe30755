//! Temporary folders, removed when they are dropped, by an interrupt, or by the next process.

use std::env;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, Once, PoisonError};

use tempfile::TempDir;

use crate::reading::reason;
use crate::visible;

/// The temporary folders of this process.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A temporary folder with its lock; dropping it removes the folder.
#[derive(Debug)]
pub(crate) struct TemporaryFolder(Option<TempDir>, Option<File>);

/// The prefix of the folders of [`temporary_folder`], by which [`remove_abandoned`] finds them.
const PREFIX: &str = "pipsc-";

/// The file in a temporary folder that its process holds locked.
const LOCK: &str = ".lock";

/// Creates a folder in the system's temporary folder. The first call removes the folders of processes
/// that were killed.
pub(crate) fn temporary_folder() -> Result<TemporaryFolder, NoTemporaryFolder> {
    static ABANDONED: Once = Once::new();
    let parent = env::temp_dir();
    ABANDONED.call_once(|| remove_abandoned(&parent));
    let locked = || {
        let mut made = temporary_in(&parent, PREFIX)?;
        // Only a folder with a lock file counts as abandoned, so the file is locked before it gets its
        // name.
        let unnamed = made.path().join(".unlocked");
        let lock = File::create(&unnamed)?;
        lock.lock()?;
        fs::rename(unnamed, made.path().join(LOCK))?;
        made.1 = Some(lock);
        Ok(made)
    };
    locked().map_err(|problem: io::Error| NoTemporaryFolder {
        folder: parent.clone(),
        problem: Arc::new(problem),
    })
}

/// Removes temporary folders whose lock is free: the system releases it when a process ends.
fn remove_abandoned(parent: &Path) {
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if !is_ours || !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let lock = File::open(entry.path().join(LOCK));
        if lock.is_ok_and(|lock| lock.try_lock().is_ok()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Creates a temporary folder inside another, so that it can be renamed within the file system.
pub(crate) fn temporary_in(parent: &Path, prefix: &str) -> io::Result<TemporaryFolder> {
    let mut held = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
    let made = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
    held.push(made.path().to_owned());
    Ok(TemporaryFolder(Some(made), None))
}

/// Removes all temporary folders of this process, before it ends without dropping them. The lock stays
/// held, so that no other folder is created until then.
pub fn remove_temporary_folders() {
    let held = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in held.iter() {
        let _ = fs::remove_dir_all(folder);
    }
    std::mem::forget(held);
}

impl TemporaryFolder {
    pub(crate) fn path(&self) -> &Path {
        self.0.as_ref().map_or(Path::new(""), TempDir::path)
    }

    /// Gives the folder its final name, under which it is not removed.
    pub(crate) fn persist(mut self, name: &Path) -> io::Result<()> {
        let mut held = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
        fs::rename(self.path(), name)?;
        if let Some(folder) = self.0.take() {
            held.retain(|other| other != folder.path());
            let _ = folder.keep();
        }
        Ok(())
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        if let Some(folder) = self.0.take() {
            let mut held = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
            held.retain(|other| other != folder.path());
            // Windows removes no folder with an open file.
            self.1 = None;
            drop(folder);
        }
    }
}

/// A folder that is written beside its target, and renamed when it is complete.
#[derive(Debug)]
pub(crate) struct StagedFolder {
    folder: TemporaryFolder,
    target: PathBuf,
}

impl StagedFolder {
    /// Creates the temporary folder. Missing parents of `target` are created by [`Self::commit`].
    pub(crate) fn beside(target: &Path) -> io::Result<Self> {
        let there = parent(target);
        let there = there.ancestors().find(|folder| folder.exists());
        let there = there.filter(|folder| *folder != Path::new(""));
        Ok(StagedFolder {
            folder: temporary_in(there.unwrap_or(Path::new(".")), ".pipsc-")?,
            target: target.to_owned(),
        })
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Moves the folder to its target, and replaces a folder that exists there.
    pub(crate) fn commit(self) -> io::Result<()> {
        let StagedFolder { folder, target } = self;
        // Temporary folders are private.
        let_others_read(folder.path())?;
        fs::create_dir_all(parent(&target))?;
        if !target.is_dir() {
            return folder.persist(&target);
        }
        let aside = temporary_in(parent(&target), ".pipsc-")?;
        let old = aside.path().join("old");
        fs::rename(&target, &old)?;
        folder.persist(&target).inspect_err(|_| {
            let _ = fs::rename(&old, &target);
        })
    }
}

/// Returns the folder of a path; `.` for a name alone.
pub(crate) fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new("."))
}

/// Sets the mode 755 on Unix: temporary files and folders are private.
pub(crate) fn let_others_read(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
    }
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// A temporary folder cannot be created.
#[derive(Debug, Clone, thiserror::Error)]
#[error(
    "cannot make a temporary folder in {}: {}; the environment variable TMPDIR sets \
     where temporary folders are made",
    visible::path(.folder),
    match .problem.kind() {
        io::ErrorKind::NotFound => "there is no such folder".into(),
        _ => reason(.problem),
    }
)]
pub struct NoTemporaryFolder {
    folder: PathBuf,
    problem: Arc<io::Error>,
}
