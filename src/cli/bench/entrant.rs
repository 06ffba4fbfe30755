//! The puzzles of a bench, each with a file that a process of our own can be given.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::Failure;
use crate::cli::input::{Chosen, PuzzlesArguments};
use crate::formats::{self, Format, Level};
use crate::puzzle::{Label, Puzzle};

/// The smallest puzzle there is: what a solver takes for it is its start-up time.
const SMALLEST: &str = "**\n\n00\n";

/// A puzzle of a bench.
#[derive(Debug)]
pub(super) struct Entrant {
    pub(super) puzzle: Puzzle,
    pub(super) name: Label,
    pub(super) digest: String,
    /// Its file, and the level in it.
    file: PathBuf,
    level: Option<Level>,
    /// The file is the user's, and not one that goes with the bench.
    is_given: bool,
}

impl Entrant {
    /// Its file and the level in it, if others can read it too.
    pub(super) fn file(&self) -> Option<(&Path, Option<Level>)> {
        self.is_given.then_some((self.file.as_path(), self.level))
    }

    /// How a command of ours is told to read it.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let mut arguments = vec![self.file.clone().into_os_string()];
        if let Some(level) = self.level {
            arguments.extend(["--level".into(), level.name().into()]);
        }
        arguments
    }

    /// A puzzle without a file of its own gets one in the folder.
    fn written(puzzle: Puzzle, name: Label, file: PathBuf) -> Result<Self, Failure> {
        let text = formats::write(&puzzle, Format::Text)
            .or_else(|_| formats::write(&puzzle, Format::Graph))?;
        fs::write(&file, text).map_err(|problem| Failure::writing(&file, problem))?;
        Ok(Entrant {
            digest: puzzle.digest(),
            puzzle,
            name,
            file,
            level: None,
            is_given: false,
        })
    }

    /// The puzzle for measuring start-up times.
    pub(super) fn smallest(folder: &Path) -> Result<Self, Failure> {
        let puzzle = formats::read(SMALLEST.as_bytes(), Some(Format::Text))
            .ok()
            .and_then(|document| document.pick(None).ok().cloned())
            .ok_or_else(|| Failure::Internal("the smallest puzzle cannot be read".into()))?;
        Entrant::written(puzzle, "start-up".into(), folder.join("smallest.txt"))
    }
}

/// Reads the puzzles that were asked for.
pub(super) fn read(puzzles: &PuzzlesArguments, folder: &Path) -> Result<Vec<Entrant>, Failure> {
    let mut entrants = Vec::new();
    for source in puzzles.sources()? {
        for (number, chosen) in puzzles.read(&source)?.into_iter().enumerate() {
            let Chosen {
                puzzle,
                name,
                level,
            } = chosen?;
            if let (Some(file), false) = (source.file(), puzzles.has_format()) {
                entrants.push(Entrant {
                    digest: puzzle.digest(),
                    puzzle,
                    name,
                    file: file.to_owned(),
                    level,
                    is_given: true,
                });
            } else {
                let file = folder.join(format!("{}-{number}", entrants.len()));
                entrants.push(Entrant::written(puzzle, name, file)?);
            }
        }
    }
    Ok(entrants)
}
