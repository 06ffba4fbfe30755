//! The folder of a bundle: files that are there whole or not at all.
//!
//! A file is written to a temporary folder inside and renamed when it is whole; an interrupt removes the temporary
//! folder. What is finished is noted in a journal, so that the next call goes on after it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::error::BundleError;
use super::hash::sha256;
use super::manifest::{self, Listed, Manifest, Role, Stored};
use crate::folders::{self, Temporary};
use crate::json::{self, Style};
use crate::reading;

/// The journal of a bundle that is not finished: the manifest without instances, then an instance a line.
pub(super) const JOURNAL: &str = "unfinished.jsonl";

/// How temporary folders begin.
const TEMPORARY: &str = ".pipsc-";

/// The folder of a bundle.
#[derive(Debug)]
pub(super) struct Store {
    folder: PathBuf,
    temporary: Temporary,
}

/// What was finished before.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// The manifest, its instances left out.
    pub(super) head: Option<Manifest>,
    /// The instances.
    pub(super) instances: Vec<Listed>,
    /// Whether all of it was.
    pub(super) is_finished: bool,
}

impl Store {
    /// Opens a folder for writing; one that is not there is made.
    pub(super) fn open(folder: &Path) -> Result<Self, BundleError> {
        let unwritable = |problem| BundleError::Unwritable {
            path: folder.to_owned(),
            problem,
        };
        fs::create_dir_all(folder).map_err(unwritable)?;
        let temporary = folders::temporary_in(folder, TEMPORARY).map_err(unwritable)?;
        let folder = folder.to_owned();
        Ok(Store { folder, temporary })
    }

    /// What was finished before, or why the folder cannot be used.
    pub(super) fn before(&self) -> Result<Before, BundleError> {
        let occupied = |what: String| BundleError::Occupied {
            folder: self.folder.clone(),
            what,
        };
        let text = |name: &str| match reading::kept_file(&self.folder.join(name)) {
            Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Err(problem) if problem.is_missing() => Ok(None),
            Err(problem) => Err(problem),
        };
        let mut before = Before::default();
        if let Some(manifest) = text(manifest::FILE)? {
            let mut manifest = Manifest::read(&manifest).map_err(|problem| {
                occupied(format!("its {} cannot be read: {problem}", manifest::FILE))
            })?;
            before.instances = std::mem::take(&mut manifest.instances);
            before.head = Some(manifest);
            before.is_finished = true;
        }
        if let Some(journal) = text(JOURNAL)? {
            // A line that an interrupt cut off is no line.
            let mut lines = journal
                .split_inclusive('\n')
                .filter(|line| line.ends_with('\n'));
            let head = lines.next().and_then(|line| Manifest::read(line).ok());
            before.head = before.head.or(head);
            let listed = lines.filter_map(|line| json::read::<Listed>(line).ok());
            before.instances.extend(listed);
            before.is_finished = false;
        }
        if before.head.is_none()
            && !self
                .is_empty()
                .map_err(|problem| self.unwritable("", problem))?
        {
            return Err(occupied(
                "the folder is not empty, and holds no bundle".into(),
            ));
        }
        Ok(before)
    }

    fn is_empty(&self) -> io::Result<bool> {
        for entry in fs::read_dir(&self.folder)? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            if !name.starts_with(TEMPORARY) && name != JOURNAL {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether files are there, each as it is listed.
    pub(super) fn has<'s>(&self, stored: impl IntoIterator<Item = &'s Stored>) -> bool {
        stored.into_iter().all(|stored| {
            let there = reading::kept_file(&self.folder.join(&stored.path));
            there.is_ok_and(|bytes| sha256(&bytes) == stored.sha256)
        })
    }

    /// Puts a file where it belongs, whole.
    pub(super) fn put(&self, path: &str, role: Role, bytes: &[u8]) -> Result<Stored, BundleError> {
        let stored = Stored {
            path: path.to_owned(),
            role,
            bytes: bytes.len() as u64,
            sha256: sha256(bytes),
        };
        if self.has([&stored]) {
            return Ok(stored);
        }
        let place = self.folder.join(path);
        let written = || -> io::Result<()> {
            if let Some(parent) = place.parent() {
                fs::create_dir_all(parent)?;
            }
            let part = self.temporary.path().join("part");
            fs::write(&part, bytes)?;
            fs::rename(&part, &place)
        };
        written().map_err(|problem| self.unwritable(path, problem))?;
        Ok(stored)
    }

    /// A file that somebody else has put there, as it is.
    pub(super) fn stored(&self, path: &str, role: Role) -> Result<Stored, BundleError> {
        let bytes = reading::kept_file(&self.folder.join(path))?;
        Ok(Stored {
            path: path.to_owned(),
            role,
            bytes: bytes.len() as u64,
            sha256: sha256(&bytes),
        })
    }

    /// Puts a text where it belongs that people may go on writing: one that they have changed since is left alone, and that is
    /// told.
    pub(super) fn put_text(
        &self,
        path: &str,
        text: &str,
        before: Option<&Manifest>,
    ) -> Result<(Stored, bool), BundleError> {
        let written = before.and_then(|before| before.files.iter().find(|file| file.path == path));
        let there = reading::kept_file(&self.folder.join(path)).ok();
        if let (Some(written), Some(there)) = (written, &there)
            && sha256(there) != written.sha256
            && sha256(there) != sha256(text.as_bytes())
        {
            let stored = Stored {
                path: path.to_owned(),
                role: Role::Text,
                bytes: text.len() as u64,
                sha256: sha256(text.as_bytes()),
            };
            return Ok((stored, true));
        }
        Ok((self.put(path, Role::Text, text.as_bytes())?, false))
    }

    /// Removes a file that was listed before and is not any more, if it is still as it was.
    pub(super) fn remove(&self, stored: &Stored) {
        if self.has([stored]) {
            let place = self.folder.join(&stored.path);
            let _ = fs::remove_file(&place);
            // Folders that are left empty.
            let mut parent = place.parent();
            while let Some(folder) = parent.filter(|folder| *folder != self.folder) {
                if fs::remove_dir(folder).is_err() {
                    break;
                }
                parent = folder.parent();
            }
        }
    }

    /// Removes the folder if nothing is in it.
    pub(super) fn leave(self) {
        let Store { folder, temporary } = self;
        drop(temporary);
        let _ = fs::remove_dir(folder);
    }

    /// Begins the journal of what is finished.
    pub(super) fn journal(&self, head: &Manifest, kept: &[Listed]) -> Result<Journal, BundleError> {
        let path = self.folder.join(JOURNAL);
        let mut lines = vec![line(head)];
        lines.extend(kept.iter().map(line));
        let _ = self.put(JOURNAL, Role::Text, lines.concat().as_bytes())?;
        let file = OpenOptions::new().append(true).open(&path);
        let file = file.map_err(|problem| self.unwritable(JOURNAL, problem))?;
        Ok(Journal { file, path })
    }

    fn unwritable(&self, path: &str, problem: io::Error) -> BundleError {
        BundleError::Unwritable {
            path: self.folder.join(path),
            problem,
        }
    }
}

/// What is finished, so far.
#[derive(Debug)]
pub(super) struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Notes an instance.
    pub(super) fn note(&mut self, listed: &Listed) -> Result<(), BundleError> {
        let written = self.file.write_all(line(listed).as_bytes());
        written.map_err(|problem| BundleError::Unwritable {
            path: self.path.clone(),
            problem,
        })
    }

    /// Everything is finished.
    pub(super) fn end(self) -> Result<(), BundleError> {
        fs::remove_file(&self.path).map_err(|problem| BundleError::Unwritable {
            path: self.path,
            problem,
        })
    }
}

fn line(value: &impl serde::Serialize) -> String {
    let mut text = Vec::new();
    // Memory takes it.
    let _ = json::write(&mut text, Style::Compact, value);
    text.push(b'\n');
    String::from_utf8_lossy(&text).into_owned()
}
