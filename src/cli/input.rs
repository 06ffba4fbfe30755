//! The arguments for puzzles, and reading of input files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::error::CliError;
use super::source::PuzzleSource;
use super::{interrupt, log};
use crate::formats::{Format, NytLevel};
use crate::puzzle::{Label, Puzzle, warnings};
use crate::reading;

/// The options for the level and format of puzzles.
#[derive(Debug, Default, Args)]
struct FilterArguments {
    /// The level, for a file with several: easy, medium or hard
    #[arg(long, value_parser = str::parse::<NytLevel>)]
    level: Option<NytLevel>,

    /// The format, instead of detecting it; `pipsc formats` lists all
    #[arg(long, value_name = "FORMAT", value_parser = str::parse::<Format>)]
    from: Option<Format>,
}

/// The arguments of a command with one puzzle.
#[derive(Debug, Args)]
pub(super) struct PuzzleArguments {
    /// The puzzle: a file, `-`, a day, or the address of a page of the NYT
    ///
    /// `-` is standard input. A day is YYYY-MM-DD, `today` or `yesterday`. `:easy`, `:medium` or
    /// `:hard` after a file or a day selects a level.
    puzzle: PathBuf,

    #[command(flatten)]
    filter: FilterArguments,
}

/// A puzzle and its name.
#[derive(Debug)]
pub(super) struct LoadedPuzzle {
    /// The puzzle.
    pub(super) puzzle: Puzzle,
    /// The file name without its extension, with the level: `2025-10-05-easy`.
    pub(super) name: Label,
}

impl LoadedPuzzle {
    /// Prints warnings about the puzzle, prefixed with `about`.
    pub(super) fn warn(&self, about: &str) {
        for warning in warnings(&self.puzzle) {
            log::warning(&format_args!("{about}{warning}"));
        }
    }
}

impl PuzzleArguments {
    /// A puzzle of a command without options for the level and format.
    pub(super) fn of(puzzle: PathBuf) -> Self {
        PuzzleArguments {
            puzzle,
            filter: FilterArguments::default(),
        }
    }

    /// The typed path, for commands that also accept other paths.
    pub(super) fn path(&self) -> &Path {
        &self.puzzle
    }

    /// The typed puzzle with its level, quoted for use in suggested commands.
    pub(super) fn typed(&self) -> String {
        let path = self.puzzle.display();
        match self.filter.level {
            Some(level)
                if PuzzleSource::of(&self.puzzle, None)
                    .is_ok_and(|typed| typed.level().is_none()) =>
            {
                format!("{path}:{}", level.name())
            }
            _ => path.to_string(),
        }
    }

    /// Reads the puzzle and prints its warnings.
    pub(super) fn read(&self) -> Result<LoadedPuzzle, CliError> {
        let source = self.source()?;
        let document = source.document(self.filter.from)?;
        let chosen = source.pick(&document, source.level())?;
        chosen.warn("");
        Ok(chosen)
    }

    /// Reads the puzzle of the level, or all levels of a file, and prints their warnings.
    pub(super) fn read_all(&self) -> Result<Vec<LoadedPuzzle>, CliError> {
        let puzzles = self.source()?.load(self.filter.from)?;
        let puzzles = puzzles.into_iter().collect::<Result<Vec<_>, _>>()?;
        puzzles.iter().for_each(|chosen| chosen.warn(""));
        Ok(puzzles)
    }

    fn source(&self) -> Result<PuzzleSource, CliError> {
        let source = PuzzleSource::of(&self.puzzle, self.filter.level)?;
        if source.is_folder() {
            return Err(CliError::usage(format!(
                "{source} is a folder, and this command takes one puzzle; name a file in it"
            )));
        }
        Ok(source)
    }
}

/// The arguments of a command with several puzzles.
#[derive(Debug, Args)]
pub(super) struct PuzzlesArguments {
    /// The puzzles: files, folders, `-`, days, or addresses of pages of the NYT
    ///
    /// `-` is standard input. A day is YYYY-MM-DD, `today` or `yesterday`. `:easy`, `:medium` or
    /// `:hard` after a file or a day selects a level; without it, all levels are read.
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<PathBuf>,

    #[command(flatten)]
    filter: FilterArguments,
}

impl PuzzlesArguments {
    /// Puzzles of a command without options for levels and formats.
    pub(super) fn of(puzzles: Vec<PathBuf>) -> Self {
        PuzzlesArguments {
            puzzles,
            filter: FilterArguments::default(),
        }
    }

    /// The typed paths.
    pub(super) fn typed(&self) -> &[PathBuf] {
        &self.puzzles
    }

    /// The sources of the puzzles in order; the files of a folder are sorted by name.
    pub(super) fn sources(&self) -> Result<Vec<PuzzleSource>, CliError> {
        let mut sources = Vec::new();
        for typed in &self.puzzles {
            sources.extend(PuzzleSource::of(typed, self.filter.level)?.files()?);
        }
        Ok(sources)
    }

    /// Reads the selected puzzles of a source, each valid or not.
    pub(super) fn read(
        &self,
        source: &PuzzleSource,
    ) -> Result<Vec<Result<LoadedPuzzle, CliError>>, CliError> {
        source.load(self.filter.from)
    }

    /// Reads the selected puzzles of all sources, each valid or not.
    pub(super) fn load(&self) -> Result<Vec<Result<LoadedPuzzle, CliError>>, CliError> {
        let read = |source| self.read(source).unwrap_or_else(|error| vec![Err(error)]);
        Ok(self.sources()?.iter().flat_map(read).collect())
    }
}

/// Makes the names of puzzles unique.
#[derive(Debug, Default)]
pub(super) struct UniqueNames {
    taken: BTreeSet<String>,
}

impl UniqueNames {
    /// Appends a number to the name of a puzzle if an earlier one has the same name.
    pub(super) fn rename(&mut self, chosen: LoadedPuzzle) -> LoadedPuzzle {
        let LoadedPuzzle { puzzle, name } = chosen;
        if self.taken.insert(name.raw().to_owned()) {
            return LoadedPuzzle { puzzle, name };
        }
        let mut numbered = (2..).map(|number: u64| format!("{}-{number}", name.raw()));
        let free = numbered.find(|one| self.taken.insert(one.clone()));
        let free = Label::from(free.unwrap_or_default().as_str());
        log::warning(&format_args!(
            "another puzzle is called `{name}` too: this one becomes `{free}`"
        ));
        LoadedPuzzle { puzzle, name: free }
    }
}

/// Whether standard input has been read.
static STDIN_READ: AtomicBool = AtomicBool::new(false);

/// Reads a file, or standard input for `-`, which can be read only once. An interrupt ends a read
/// that blocks.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let is_stdin = path == Path::new("-");
    if is_stdin && STDIN_READ.swap(true, Ordering::Relaxed) {
        return Err(CliError::usage(
            "standard input is read once: only one of the arguments can be `-`".into(),
        ));
    }
    Ok(interrupt::interruptible(|| {
        if is_stdin {
            reading::stdin()
        } else {
            reading::file(path)
        }
    })?)
}
