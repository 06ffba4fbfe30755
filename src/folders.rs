//! The folders of the user's, where the system has them: `$XDG_CONFIG_HOME/pipsc`, or else
//! `~/.config/pipsc`, and so for others. What is not an absolute path is ignored, as the standard
//! of these variables asks; without a home there is none. Temporary folders are made here as well.

use std::env;
use std::ffi::OsString;
#[cfg(feature = "external")]
use std::path::Path;
use std::path::PathBuf;
#[cfg(feature = "external")]
use std::sync::{Arc, Mutex, Once, PoisonError};
#[cfg(feature = "external")]
use std::{
    fs::{self, File},
    io,
};

#[cfg(feature = "external")]
use tempfile::TempDir;

#[cfg(feature = "external")]
use crate::reading::reason;
#[cfg(feature = "external")]
use crate::visible;

/// The folder for settings.
#[cfg(feature = "external")]
pub(crate) fn config() -> Option<PathBuf> {
    below("XDG_CONFIG_HOME", ".config", |name| env::var_os(name))
}

/// The folder for what can be had again.
#[cfg(feature = "fetch")]
pub(crate) fn cache() -> Option<PathBuf> {
    below("XDG_CACHE_HOME", ".cache", |name| env::var_os(name))
}

/// The folder for what belongs to the program, such as the page of the playground.
#[cfg(feature = "cli")]
pub(crate) fn data() -> Option<PathBuf> {
    below("XDG_DATA_HOME", ".local/share", |name| env::var_os(name))
}

/// The temporary folders that are held.
#[cfg(feature = "external")]
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// A folder of our own, for as long as it is held.
#[cfg(feature = "external")]
#[derive(Debug)]
pub(crate) struct Temporary(Option<TempDir>, Option<File>);

/// How the folders of [`temporary`] are called, so that [`remove_abandoned`] finds them.
#[cfg(feature = "external")]
const PREFIX: &str = "pipsc-";

/// The file in a temporary folder that its process holds locked.
#[cfg(feature = "external")]
const LOCK: &str = ".lock";

/// Makes a folder of our own where the system keeps temporary ones. The first call removes the
/// folders of processes that were killed.
#[cfg(feature = "external")]
pub(crate) fn temporary() -> Result<Temporary, NoTemporaryFolder> {
    static ABANDONED: Once = Once::new();
    let parent = env::temp_dir();
    ABANDONED.call_once(|| remove_abandoned(&parent));
    let locked = || {
        let mut made = temporary_in(&parent, PREFIX)?;
        // Named only when it is locked: until then the folder is not taken for an abandoned one.
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

/// Removes temporary folders that no process holds: the lock ends with its process, however that ends.
#[cfg(feature = "external")]
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

/// Makes a folder of our own inside another, from where it, or what is in it, can be renamed to its place.
#[cfg(feature = "external")]
pub(crate) fn temporary_in(parent: &Path, prefix: &str) -> io::Result<Temporary> {
    let mut held = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
    let made = tempfile::Builder::new().prefix(prefix).tempdir_in(parent)?;
    held.push(made.path().to_owned());
    Ok(Temporary(Some(made), None))
}

/// Removes all temporary folders, for a program that is about to end without waiting for those who
/// hold them.
#[cfg(feature = "external")]
pub fn remove_temporary_folders() {
    // A holder of the lock waits for nothing but the file system.
    let held = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
    for folder in held.iter() {
        let _ = fs::remove_dir_all(folder);
    }
}

#[cfg(feature = "external")]
impl Temporary {
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

#[cfg(feature = "external")]
impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(folder) = self.0.take() {
            let mut held = TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner);
            held.retain(|other| other != folder.path());
            // Windows removes no folder with an open file.
            self.1 = None;
            // It is registered for removal before it exists.
            drop(folder);
        }
    }
}

/// A folder that is written beside its place, and gets its name when it is complete.
#[cfg(feature = "external")]
#[derive(Debug)]
pub(crate) struct StagedFolder {
    folder: Temporary,
    target: PathBuf,
}

#[cfg(feature = "external")]
impl StagedFolder {
    /// Begins. Folders on the way to the place are made when it is complete.
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

    /// Its place.
    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Takes its place. A folder that was there is replaced.
    pub(crate) fn commit(self) -> io::Result<()> {
        let StagedFolder { folder, target } = self;
        // Other temporary folders are private; this one is for others to read.
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

#[cfg(feature = "external")]
fn parent(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| *parent != Path::new(""));
    parent.unwrap_or(Path::new("."))
}

/// Lets everyone read a file or folder that was made as a temporary one, and run or enter it.
#[cfg(feature = "external")]
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

/// There is nowhere to put temporary files.
#[cfg(feature = "external")]
#[derive(Debug, Clone, thiserror::Error)]
#[error(
    "cannot make a temporary folder in {}: {}; the environment variable TMPDIR says where \
     temporary folders are made",
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

fn below(
    name: &str,
    default: &str,
    variable: impl Fn(&str) -> Option<OsString>,
) -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = variable(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let folder = absolute(name).or_else(|| Some(absolute("HOME")?.join(default)))?;
    Some(folder.join("pipsc"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_folders_are_ignored() {
        let cache = |variables: &[(&str, &str)]| {
            below("XDG_CACHE_HOME", ".cache", |name| {
                let found = variables.iter().find(|(set, _)| *set == name);
                found.map(|(_, value)| value.into())
            })
        };
        assert_eq!(
            cache(&[("XDG_CACHE_HOME", "/caches"), ("HOME", "/me")]),
            Some("/caches/pipsc".into())
        );
        let at_home = Some(PathBuf::from("/me/.cache/pipsc"));
        assert_eq!(cache(&[("HOME", "/me")]), at_home);
        assert_eq!(
            cache(&[("XDG_CACHE_HOME", "caches"), ("HOME", "/me")]),
            at_home
        );
        assert_eq!(cache(&[("XDG_CACHE_HOME", ""), ("HOME", "me")]), None);
    }
}
