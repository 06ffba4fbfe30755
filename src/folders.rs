//! Folders of the user by the XDG base directory specification, and temporary folders. Relative paths in
//! the variables are ignored, as the specification requires.

#[cfg(feature = "external")]
mod temporary;

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

#[cfg(feature = "external")]
pub use temporary::{NoTemporaryFolder, remove_temporary_folders};
#[cfg(feature = "external")]
pub(crate) use temporary::{StagedFolder, TemporaryFolder, let_others_read, temporary_folder};
#[cfg(feature = "cli")]
pub(crate) use temporary::{parent, temporary_in};

/// Returns the folder for settings.
#[cfg(feature = "external")]
pub(crate) fn config() -> Option<PathBuf> {
    below("XDG_CONFIG_HOME", ".config", |name| env::var_os(name))
}

/// Returns the folder for downloads.
#[cfg(feature = "fetch")]
pub(crate) fn cache() -> Option<PathBuf> {
    below("XDG_CACHE_HOME", ".cache", |name| env::var_os(name))
}

/// Returns the folder for data of the program, such as the playground.
#[cfg(feature = "cli")]
pub(crate) fn data() -> Option<PathBuf> {
    below("XDG_DATA_HOME", ".local/share", |name| env::var_os(name))
}

/// Returns `pipsc` in the folder of a variable, or in `default` of the home folder.
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
