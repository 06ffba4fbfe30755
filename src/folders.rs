//! The folders of the user's, where the system has them: `$XDG_CONFIG_HOME/pipsc`, or else
//! `~/.config/pipsc`, and so for others. What is not an absolute path is ignored, as the standard
//! of these variables asks; without a home there is none. Temporary folders are made here as well.

use std::env;
use std::ffi::OsString;
#[cfg(feature = "external")]
use std::io;
use std::path::PathBuf;
#[cfg(feature = "external")]
use std::sync::Arc;

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

/// A folder of our own, for as long as it is held.
#[cfg(feature = "external")]
pub(crate) fn temporary(prefix: &str) -> Result<TempDir, NoTemporaryFolder> {
    let made = tempfile::Builder::new().prefix(prefix).tempdir();
    made.map_err(|problem| NoTemporaryFolder {
        folder: env::temp_dir(),
        problem: Arc::new(problem),
    })
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
