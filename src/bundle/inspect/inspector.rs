//! A bundle that is gone through: what has been read of it, and what has been found so far.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use super::finding::{Finding, Outcome};
use crate::bundle::Order;
use crate::bundle::manifest::{Listed, Manifest, Role, Stored};
use crate::formats;
use crate::limits::Budget;
use crate::puzzle::Puzzle;

/// Whoever goes through a bundle.
pub(super) struct Inspector<'a> {
    pub(super) folder: &'a Path,
    pub(super) manifest: &'a Manifest,
    pub(super) order: Order,
    pub(super) limit: Duration,
    pub(super) budget: &'a Budget,
    pub(super) findings: Vec<Finding>,
    /// What is in the files that could be read, unpacked, by their paths.
    pub(super) texts: BTreeMap<&'a str, String>,
}

/// What this program is called among those who check.
const OURSELVES: &str = concat!("pipsc ", env!("CARGO_PKG_VERSION"));

impl<'a> Inspector<'a> {
    /// Notes a check of this program's own.
    pub(super) fn find(&mut self, check: &'static str, says: &str, outcome: Outcome) {
        self.findings.push(Finding {
            check,
            says: says.into(),
            by: OURSELVES.into(),
            outcome,
        });
    }

    /// The models that instances share.
    pub(super) fn models(&self) -> impl Iterator<Item = &'a Stored> {
        let files = self.manifest.files.iter();
        files.filter(|file| file.role == Role::Model)
    }

    /// The instances, each with its puzzle, or with why it cannot be read.
    pub(super) fn puzzles(&self) -> Vec<(&'a Listed, Result<Puzzle, String>)> {
        let instances = self.manifest.instances.iter();
        instances
            .map(|listed| (listed, self.puzzle(listed)))
            .collect()
    }

    fn puzzle(&self, listed: &Listed) -> Result<Puzzle, String> {
        let file = listed
            .puzzle()
            .ok_or("the manifest names no file of its puzzle")?;
        let text = self.texts.get(file.path.as_str());
        let text = text.ok_or_else(|| format!("its puzzle {} cannot be read", file.path))?;
        let document = formats::read(text.as_bytes(), None);
        let document = document.map_err(|problem| format!("{}: {problem}", file.path))?;
        let puzzle = document.pick(None).cloned();
        puzzle.map_err(|problem| format!("{}: {problem}", file.path))
    }
}
