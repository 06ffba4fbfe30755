//! Checks a bundle: rebuilds its files from its manifest and its puzzles, and compares the bytes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path};
use std::time::Duration;

use super::error::BundleError;
use super::make::{Files, build};
use super::manifest::{self, Manifest};
use super::{BundleEntry, BundleOptions, CompetitionSpec};
use crate::backend::Signature;
use crate::formats;
use crate::limits::Budget;
use crate::puzzle::{Label, Puzzle};
use crate::reading::{self, ReadingError};

/// A file that differs from the rebuilt bundle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileDifference {
    /// Its path in the bundle.
    pub path: String,
    /// The difference.
    pub what: &'static str,
    /// Whether it is a text that the submitter may edit.
    pub is_text: bool,
}

/// Rebuilds a bundle. Returns its manifest, and the files that differ.
pub fn check(
    folder: &Path,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<(Manifest, Vec<FileDifference>), BundleError> {
    let no_bundle = |problem: String| BundleError::NoBundle {
        folder: folder.to_owned(),
        problem,
    };
    let text = match reading::kept_file(&folder.join(manifest::FILE)) {
        Ok(text) => text,
        Err(problem) if problem.is_missing() => {
            return Err(no_bundle(format!("it has no {}", manifest::FILE)));
        }
        Err(problem) => return Err(problem.into()),
    };
    let manifest = Manifest::read(&String::from_utf8_lossy(&text))
        .map_err(|problem| no_bundle(format!("{}: {problem}", manifest::FILE)))?;
    let ours = env!("CARGO_PKG_VERSION");
    if manifest.pipsc != ours {
        let theirs = Label::from(manifest.pipsc.as_str());
        return Err(no_bundle(format!(
            "it was made by pipsc {theirs}, and this is pipsc {ours}, which may write other bytes"
        )));
    }
    let competition = CompetitionSpec::named(&manifest.competition)
        .map_err(|problem| no_bundle(problem.to_string()))?;
    let encoding = competition.language.encoding(&manifest.encoding);
    let encoding = encoding.ok_or_else(|| no_bundle("its encoding is unknown".into()))?;
    let options = BundleOptions {
        competition,
        encoding,
        signature: Signature {
            author: manifest.author.as_deref().map(Label::from),
            day: manifest.date.as_deref().map(Label::from),
        },
        status_limit: Duration::try_from_secs_f64(manifest.status_limit_s)
            .map_err(|problem| no_bundle(problem.to_string()))?,
        strict: false,
    };
    let mut entries = Vec::new();
    for instance in &manifest.instances {
        let puzzle = read_puzzle(folder, &instance.puzzle).map_err(no_bundle)?;
        entries.push(BundleEntry {
            name: instance.name.clone(),
            puzzle,
            times: instance.times.clone(),
            origin: instance.origin.clone(),
        });
    }
    let (_, expected) = build(&options, entries, budget, progress)?;
    let differences = differences(folder, &expected)?;
    Ok((manifest, differences))
}

fn read_puzzle(folder: &Path, path: &str) -> Result<Puzzle, String> {
    let mut parts = Path::new(path).components();
    if !parts.all(|part| matches!(part, Component::Normal(_))) {
        return Err(format!("{path:?} is not a path inside the bundle"));
    }
    let text = reading::kept_file(&folder.join(path)).map_err(|problem| problem.to_string())?;
    let document = formats::read(&text, None).map_err(|problem| format!("{path}: {problem}"))?;
    let puzzle = document.pick(None).cloned();
    puzzle.map_err(|problem| format!("{path}: {problem}"))
}

/// Returns the files that are missing, changed, or not part of the bundle.
fn differences(folder: &Path, expected: &Files) -> Result<Vec<FileDifference>, BundleError> {
    let mut paths = files(folder)?;
    let found = paths.clone();
    paths.extend(expected.keys().cloned());
    let mut differences = Vec::new();
    for path in paths {
        let bytes = expected.get(&path);
        let what = match (found.contains(&path), bytes) {
            (false, _) => "it is missing",
            (true, None) => "it does not belong to the bundle",
            (true, Some(bytes)) if reading::kept_file(&folder.join(&path))? == *bytes => continue,
            (true, Some(_)) => "it differs from the regenerated file",
        };
        let is_text = path == "README.md" || path.to_lowercase().starts_with("description.");
        differences.push(FileDifference {
            is_text: is_text && found.contains(&path) && bytes.is_some(),
            path,
            what,
        });
    }
    Ok(differences)
}

/// Returns the paths of all files of a folder.
fn files(folder: &Path) -> Result<BTreeSet<String>, BundleError> {
    let mut paths = BTreeSet::new();
    let mut open = vec![String::new()];
    while let Some(prefix) = open.pop() {
        let place = folder.join(&prefix);
        let unreadable = |problem| ReadingError::Unreadable {
            path: place.clone(),
            problem,
        };
        for entry in fs::read_dir(&place).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type().map_err(unreadable)?.is_dir() {
                open.push(format!("{path}/"));
            } else {
                let _ = paths.insert(path);
            }
        }
    }
    Ok(paths)
}
