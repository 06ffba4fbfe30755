//! The cache: a file for each day that was fetched, in the folder that the system has for this.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{ContentError, Day, Server, examine};

/// Where a server's puzzles are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
}

/// What the cache has for a day.
#[derive(Debug)]
pub enum Entry {
    /// The puzzles.
    There(Vec<u8>),
    /// Nothing.
    Missing,
    /// A file that cannot be read.
    Unreadable(io::Error),
    /// A file that does not hold the puzzles of the day.
    Damaged(ContentError),
}

impl Cache {
    /// The user's cache for a server: `$XDG_CACHE_HOME/pipsc`, or else `~/.cache/pipsc`. Without a home
    /// there is none.
    pub fn of(server: &Server) -> Option<Self> {
        Cache::within(server, |name| env::var_os(name))
    }

    fn within(server: &Server, variable: impl Fn(&str) -> Option<OsString>) -> Option<Self> {
        // The standard has relative paths ignored.
        let absolute = |name: &str| {
            variable(name)
                .map(PathBuf::from)
                .filter(|p| p.is_absolute())
        };
        let caches =
            absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
        Some(Cache {
            folder: caches.join("pipsc").join(folder_name(server)),
        })
    }

    /// The folder; it need not be there.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a day.
    pub fn file(&self, day: Day) -> PathBuf {
        self.folder.join(format!("{day}.json"))
    }

    /// What there is for a day.
    pub fn look_up(&self, day: Day) -> Entry {
        match fs::read(self.file(day)) {
            Ok(text) => match examine(&text, day) {
                Ok(_) => Entry::There(text),
                Err(problem) => Entry::Damaged(problem),
            },
            Err(problem) if problem.kind() == io::ErrorKind::NotFound => Entry::Missing,
            Err(problem) => Entry::Unreadable(problem),
        }
    }
}

/// A folder's name that no other server has: all but letters, digits, dots and dashes is written as
/// its code.
fn folder_name(server: &Server) -> String {
    let base = server.to_string();
    let shown = base.strip_prefix("https://").unwrap_or(&base);
    let mut name = String::new();
    for byte in shown.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'-' => name.push(byte.into()),
            _ => name += &format!("%{byte:02X}"),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(server: &str, variables: &[(&str, &str)]) -> Option<PathBuf> {
        let server = server.parse().expect("a server");
        let variable = |name: &str| {
            let found = variables.iter().find(|(other, _)| *other == name)?;
            Some(found.1.into())
        };
        Some(Cache::within(&server, variable)?.folder)
    }

    #[test]
    fn the_folder_is_where_the_standard_says() {
        let site = "https://example.org/pips";
        let both = [("XDG_CACHE_HOME", "/caches"), ("HOME", "/home/ada")];
        let name = "pipsc/example.org%2Fpips";
        assert_eq!(folder(site, &both), Some(Path::new("/caches").join(name)));
        let home = Path::new("/home/ada/.cache").join(name);
        assert_eq!(folder(site, &both[1..]), Some(home.clone()));
        let relative = [("XDG_CACHE_HOME", "caches"), ("HOME", "/home/ada")];
        assert_eq!(folder(site, &relative), Some(home));
        assert_eq!(folder(site, &[]), None);
    }

    #[test]
    fn servers_do_not_share_a_folder() {
        let names = ["http://a/b", "https://a/b", "https://a-b", "https://a%2Fb"]
            .map(|server| folder_name(&server.parse().expect("a server")));
        assert_eq!(names, ["http%3A%2F%2Fa%2Fb", "a%2Fb", "a-b", "a%252Fb"]);
    }
}
