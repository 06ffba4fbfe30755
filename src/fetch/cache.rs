//! The cache: one file per fetched day, in the cache folder of the user.

use std::path::{Path, PathBuf};

use super::{ContentError, Day, Server, examine};
use crate::folders;
use crate::reading::{self, ReadingError};

/// The cached puzzles of one server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayCache {
    folder: PathBuf,
}

/// The cached file of a day.
#[derive(Debug)]
pub enum CacheEntry {
    /// The puzzles.
    Found(Vec<u8>),
    /// There is none.
    Missing,
    /// It cannot be read.
    Unreadable(ReadingError),
    /// It does not hold the puzzles of the day.
    Damaged(ContentError),
}

impl DayCache {
    /// The user's cache for a server: `$XDG_CACHE_HOME/pipsc`, or else `~/.cache/pipsc`. Without a home
    /// there is none.
    pub fn of(server: &Server) -> Option<Self> {
        let folder = folders::cache()?.join(folder_name(server));
        Some(DayCache { folder })
    }

    /// The folder; it need not be there.
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

    #[test]
    fn servers_do_not_share_a_folder() {
        let names = ["http://a/b", "https://a/b", "https://a-b", "https://a/%2Fb"]
            .map(|server| folder_name(&server.parse().expect("a server")));
        assert_eq!(names, ["http%3A%2F%2Fa%2Fb", "a%2Fb", "a-b", "a%2F%252Fb"]);
    }
}
