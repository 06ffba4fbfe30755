//! Many files of results as one, in memory of a fixed size.
//!
//! The files are read twice. The first time every line is [glanced](glance) at: it is whole JSON, and its
//! key goes to an [`Index`], which tells what is there more than once and, next to a plan, what is
//! [missing](compare). The second time the lines that count are [handed on](each). Both times several
//! threads look at the lines, and what they saw is taken in the order of the files. Nothing is decided by
//! clocks, or by the order in which shards were run: of the same run on the same kind of machine a wrong
//! answer goes before all others, one that could not be made comes last, and otherwise the first in the
//! order of the files counts.

mod compare;
mod each;
mod glance;
mod surveyor;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use self::compare::Bits;
use self::surveyor::Surveyor;
use super::blocks::Spans;
pub(crate) use super::crew::Pace;
use super::crew::in_order;
use super::index::{Entry, Index, PackedKey};
use super::results::{self, Part, ResultsError};
use crate::puzzle::Label;

/// A puzzle that is not the same in all files.
#[derive(Debug)]
pub(crate) struct Changed {
    /// Its name.
    pub puzzle: Label,
    /// The file where it was first met.
    pub first: PathBuf,
    /// The file where it was another one.
    pub then: PathBuf,
}

/// Times that no right clock can have told.
#[derive(Debug, Default)]
pub(crate) struct Clocks {
    /// How many runs began in the future.
    pub future: u64,
    /// How many began before there was this program.
    pub past: u64,
    /// Where a run began long before the one that was written before it.
    pub backwards: Option<(PathBuf, usize)>,
}

/// What files hold together.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// How many lines are runs.
    pub runs: u64,
    /// How many of them are left when each is taken once.
    pub different: u64,
    /// How many runs that are no start-ups are there again.
    pub twice: u64,
    /// What the files were begun for, with the files.
    pub parts: Vec<(Part, PathBuf)>,
    /// The versions of pipsc, with how many runs each made.
    pub pipsc: BTreeMap<String, u64>,
    /// The programs of each solver, as version and hash, with how many runs each made.
    pub programs: BTreeMap<String, BTreeMap<(String, String), u64>>,
    /// Puzzles that have changed.
    pub changed: Vec<Changed>,
    /// Clocks that were wrong.
    pub clocks: Clocks,
    /// How many runs of the plan are missing, if there is a plan.
    pub missing: Option<u64>,
    /// How many runs are in no plan, if there is one.
    pub unplanned: u64,
    /// The runs that do not count, by their number over all files.
    dropped: Bits,
    /// The runs of the plan that are missing, by the number of their line.
    missing_lines: Bits,
    /// How far each file was read.
    lengths: Vec<u64>,
}

/// Why files cannot be merged.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MergeError {
    /// One of them cannot be used.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// There is no place for what does not fit into memory.
    #[error("cannot put aside what does not fit into memory: {0}")]
    Aside(#[source] io::Error),
}

impl Survey {
    /// Looks through files, and at a plan if there is one. What does not fit into memory goes to a folder;
    /// `now` is in milliseconds since 1970.
    pub(crate) fn of(
        files: &[PathBuf],
        plan: Option<&Path>,
        folder: &Path,
        now: u64,
        pace: Pace,
    ) -> Result<Self, MergeError> {
        let mut surveyor = Surveyor::new(files, folder, now);
        in_order(
            Spans::of(files, pace.block),
            pace.threads,
            glance::sights,
            |block, sights| {
                surveyor.block(block, sights)?;
                Ok::<_, MergeError>(ControlFlow::Continue(()))
            },
        )?;
        let planned = match plan {
            Some(path) => Some(index_of_plan(path, folder, pace)?),
            None => None,
        };
        let (mut survey, index) = surveyor.done();
        survey.compare(index, planned).map_err(MergeError::Aside)?;
        Ok(survey)
    }

    /// Tells whether a line of the plan, counted from 1, is missing.
    pub(crate) fn is_missing(&self, line: usize) -> bool {
        self.missing_lines.has(line as u64)
    }
}

fn index_of_plan(path: &Path, folder: &Path, pace: Pace) -> Result<Index, MergeError> {
    let mut index = Index::new(folder.to_owned());
    let files = [path.to_owned()];
    in_order(
        Spans::of(&files, pace.block),
        pace.threads,
        |block| {
            let planned = |place| {
                let key = results::planned(block.line(place));
                (place, key.map(|key| PackedKey::of(&key)))
            };
            block.places().map(planned).collect::<Vec<_>>()
        },
        |block, planned| {
            for (place, key) in planned {
                let line = block.number(place);
                let entry = Entry {
                    key: key.map_err(|problem| results::no_plan(path, line, &problem))?,
                    kind: 0,
                    rank: 0,
                    line: line as u64,
                };
                index.add(entry).map_err(MergeError::Aside)?;
            }
            Ok::<_, MergeError>(ControlFlow::Continue(()))
        },
    )?;
    Ok(index)
}
