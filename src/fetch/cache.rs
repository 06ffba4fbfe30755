//! A cache with one file per day, in the user's cache folder.

use std::path::{Path, PathBuf};

use super::{ContentError, Day, Server, examine};
use crate::folders;
use crate::reading::{self, ReadingError};

/// The cache of one server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayCache {
    folder: PathBuf,
}

/// The result of a look-up.
#[derive(Debug)]
pub enum CacheEntry {
    /// A file with the puzzles of the day.
    Found(Vec<u8>),
    /// No file.
    Missing,
    /// A file that cannot be read.
    Unreadable(ReadingError),
    /// A file without the puzzles of the day.
    Damaged(ContentError),
}

impl DayCache {
    /// The user's cache for a server in `$XDG_CACHE_HOME/pipsc`, or else `~/.cache/pipsc`; `None`
    /// without a home folder.
    pub fn of(server: &Server) -> Option<Self> {
        let folder = folders::cache()?.join(folder_name(server));
        Some(DayCache { folder })
    }

    /// The folder, which need not exist.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a day.
    pub fn file(&self, day: Day) -> PathBuf {
        self.folder.join(format!("{day}.json"))
    }

    /// Looks up a day.
    pub fn look_up(&self, day: Day) -> CacheEntry {
        match reading::kept_file(&self.file(day)) {
            Ok(text) => match examine(&text, day) {
                Ok(_) => CacheEntry::Found(text),
                Err(problem) => CacheEntry::Damaged(problem),
            },
            Err(problem) if problem.is_missing() => CacheEntry::Missing,
            Err(problem) => CacheEntry::Unreadable(problem),
        }
    }
}

/// A unique folder name of a server: characters other than letters, digits, dots and dashes are
/// written as their codes.
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

    #[test]
    fn servers_do_not_share_a_folder() {
        let names = ["http://a/b", "https://a/b", "https://a-b", "https://a/%2Fb"]
            .map(|server| folder_name(&server.parse().expect("a server")));
        assert_eq!(names, ["http%3A%2F%2Fa%2Fb", "a%2Fb", "a-b", "a%2F%252Fb"]);
    }
}
