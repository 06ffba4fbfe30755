//! The files of a bundle: those that are listed, whole, and no others.

use std::collections::BTreeSet;
use std::fs;

use super::finding::{Fault, Outcome, fault, settled};
use super::inspector::Inspector;
use crate::bundle::error::BundleError;
use crate::bundle::hash::sha256;
use crate::bundle::manifest::{self, Role, Stored};
use crate::bundle::{certify, packed};
use crate::prove::Certificate;
use crate::reading;

impl Inspector<'_> {
    /// Every file is there and as it is listed; instances and models are kept for what comes next.
    pub(super) fn files(&mut self) -> Result<(), BundleError> {
        let (mut faults, mut doubts) = (Vec::new(), Vec::new());
        let mut count = 0;
        for stored in self.manifest.stored() {
            self.budget.check()?;
            count += 1;
            let bytes = match reading::kept_file(&self.folder.join(&stored.path)) {
                Ok(bytes) => bytes,
                Err(problem) if problem.is_missing() => {
                    faults.push(fault(stored, "it is not there"));
                    continue;
                }
                Err(problem) => {
                    faults.push(fault(stored, &problem.to_string()));
                    continue;
                }
            };
            if sha256(&bytes) != stored.sha256 || bytes.len() as u64 != stored.bytes {
                let what = "it is not what the manifest lists: its SHA-256 is another";
                if stored.role == Role::Text {
                    doubts.push(fault(
                        stored,
                        "somebody has changed it since it was written",
                    ));
                } else {
                    faults.push(fault(stored, what));
                }
            }
            match self.unpacked(stored, bytes) {
                Ok(text) => {
                    let _ = self.texts.insert(&stored.path, text);
                }
                Err(problem) => faults.push(fault(stored, &problem)),
            }
        }
        let outcome = match (faults.is_empty(), doubts.is_empty()) {
            (false, _) => Outcome::Failed(faults),
            (true, false) => Outcome::Doubted(doubts),
            (true, true) => Outcome::Passed(count),
        };
        self.find(
            "files",
            "every file of the manifest is there, with its length and its SHA-256",
            outcome,
        );
        Ok(())
    }

    fn unpacked(&self, stored: &Stored, bytes: Vec<u8>) -> Result<String, String> {
        let is_packed = stored.role == Role::Instance && self.order.competition.terms().is_packed;
        let bytes = match is_packed {
            true => packed::unpack(&bytes)
                .map_err(|problem| format!("it cannot be unpacked: {problem}"))?,
            false => bytes,
        };
        String::from_utf8(bytes).map_err(|_| "it is not text in UTF-8".into())
    }

    /// There is no file that nobody lists.
    pub(super) fn nothing_else(&mut self) -> Result<(), BundleError> {
        let mut listed: BTreeSet<String> = self
            .manifest
            .stored()
            .map(|stored| stored.path.clone())
            .collect();
        let count = listed.len();
        // A certificate has a list of its own. One that cannot be read lists nothing.
        for folder in self
            .manifest
            .stored()
            .filter_map(|stored| certify::folder(&stored.path))
        {
            if let Ok(certificate) = Certificate::read(&self.folder.join(folder)) {
                let files = certify::files(&certificate).into_iter();
                listed.extend(files.map(|file| format!("{folder}{file}")));
            }
        }
        let mut faults = Vec::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            let place = self.folder.join(&folder);
            let unreadable = |problem| reading::ReadingError::Unreadable {
                path: place.clone(),
                problem,
            };
            for entry in fs::read_dir(&place).map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = if folder.is_empty() {
                    name
                } else {
                    format!("{folder}/{name}")
                };
                let kind = entry.file_type().map_err(unreadable)?;
                if kind.is_dir() {
                    folders.push(path);
                } else if path != manifest::FILE && !listed.contains(&path) {
                    let what = match certify::is_inside(&path) {
                        true => "no certificate lists it".into(),
                        false => "the manifest does not list it".into(),
                    };
                    faults.push(Fault {
                        place: Some(path),
                        what,
                    });
                }
            }
        }
        faults.sort_by(|one, other| one.place.cmp(&other.place));
        let outcome = settled(faults, count);
        self.find(
            "nothing-else",
            "there is no file that neither the manifest nor a certificate lists",
            outcome,
        );
        Ok(())
    }
}
