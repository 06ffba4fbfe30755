//! The folders of the user's, where the system has them: `$XDG_CONFIG_HOME/pipsc`, or else
//! `~/.config/pipsc`, and so for others. What is not an absolute path is ignored, as the standard
//! of these variables asks; without a home there is none.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

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
