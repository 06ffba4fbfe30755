//! The cache: a file for each day that was fetched, in the folder that the system has for this.

use std::path::{Path, PathBuf};

use super::{ContentError, Day, Server, examine};
use crate::folders;
use crate::reading::{self, ReadingError};

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
    /// Something that cannot be read.
    Unreadable(ReadingError),
    /// A file that does not hold the puzzles of the day.
    Damaged(ContentError),
}

impl Cache {
    /// The user's cache for a server: `$XDG_CACHE_HOME/pipsc`, or else `~/.cache/pipsc`. Without a home
    /// there is none.
    pub fn of(server: &Server) -> Option<Self> {
        let folder = folders::cache()?.join(folder_name(server));
        Some(Cache { folder })
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
        match reading::kept_file(&self.file(day)) {
            Ok(text) => match examine(&text, day) {
                Ok(_) => Entry::There(text),
                Err(problem) => Entry::Damaged(problem),
            },
            Err(problem) if problem.is_missing() => Entry::Missing,
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

    #[test]
    fn servers_do_not_share_a_folder() {
        let names = ["http://a/b", "https://a/b", "https://a-b", "https://a/%2Fb"]
            .map(|server| folder_name(&server.parse().expect("a server")));
        assert_eq!(names, ["http%3A%2F%2Fa%2Fb", "a%2Fb", "a-b", "a%2F%252Fb"]);
    }
}
