//! The puzzles that a command works on, as they are typed, and other files that it reads.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::args::warn_about;
use super::error::CliError;
use super::source::Source;
use super::{interrupt, log};
use crate::formats::{Format, NytLevel};
use crate::puzzle::{Label, Puzzle};
use crate::reading;

/// Names as a command's usage shows them: `one|another|a-third`.
pub(super) fn alternatives<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().collect::<Vec<_>>().join("|")
}

/// The levels as usage shows them.
static LEVELS: LazyLock<String> = LazyLock::new(|| alternatives(NytLevel::ALL.map(NytLevel::name)));

/// The formats as usage shows them.
static FORMATS: LazyLock<String> = LazyLock::new(|| alternatives(Format::ALL.map(Format::name)));

/// The formats as the usage of `--to` shows them.
pub(super) static TO_FORMATS: LazyLock<String> =
    LazyLock::new(|| alternatives(Format::WRITTEN.map(Format::name)));

/// Which puzzles of a file are read, and how.
#[derive(Debug, Default, Args)]
struct FilterArguments {
    /// The level, for a file that holds several
    #[arg(long, value_name = LEVELS.as_str(), value_parser = str::parse::<NytLevel>)]
    level: Option<NytLevel>,

    /// The puzzle's format, instead of finding out from its content
    #[arg(long, value_name = FORMATS.as_str(), value_parser = str::parse::<Format>)]
    from: Option<Format>,
}

/// The puzzle that a command works on, as it was typed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Puzzles")]
pub(super) struct PuzzleArguments {
    /// The puzzle: a file, `-` for standard input, a day of the newspaper's (YYYY-MM-DD, `today` or
    /// `yesterday`) or the address of its page, each also with `:easy`, `:medium` or `:hard`
    puzzle: PathBuf,

    #[command(flatten)]
    filter: FilterArguments,
}

/// A puzzle with what to call it.
#[derive(Debug)]
pub(super) struct LoadedPuzzle {
    /// The puzzle.
    pub(super) puzzle: Puzzle,
    /// The file's name without its ending, with the level: `2025-10-05-easy`.
    pub(super) name: Label,
}

impl PuzzleArguments {
    /// The path as it was typed, for a command that can be given something else in its place.
    pub(super) fn path(&self) -> &Path {
        &self.puzzle
    }

    /// How the puzzle was named, with its level, for commands that go on with it.
    pub(super) fn typed(&self) -> String {
        let path = self.puzzle.display();
        match self.filter.level {
            Some(level)
                if Source::of(&self.puzzle, None).is_ok_and(|typed| typed.level().is_none()) =>
            {
                format!("{path}:{}", level.name())
            }
            _ => path.to_string(),
        }
    }

    /// Reads the puzzle, and prints warnings about it.
    pub(super) fn read(&self) -> Result<LoadedPuzzle, CliError> {
        let source = self.source()?;
        let document = source.document(self.filter.from)?;
        let chosen = source.pick(&document, source.level())?;
        warn_about(&chosen);
        Ok(chosen)
    }

    /// Reads the puzzle of the level, or every puzzle of a file with several. Warnings are printed at
    /// once.
    pub(super) fn read_all(&self) -> Result<Vec<LoadedPuzzle>, CliError> {
        let puzzles = self.source()?.load(self.filter.from)?;
        let puzzles = puzzles.into_iter().collect::<Result<Vec<_>, _>>()?;
        puzzles.iter().for_each(warn_about);
        Ok(puzzles)
    }

    fn source(&self) -> Result<Source, CliError> {
        let source = Source::of(&self.puzzle, self.filter.level)?;
        if source.is_folder() {
            return Err(CliError::usage(format!(
                "{source} is a folder, and this command takes one puzzle; name a file in it"
            )));
        }
        Ok(source)
    }
}

/// Several puzzles that a command works on, as they were typed.
#[derive(Debug, Args)]
#[command(next_help_heading = "Puzzles")]
pub(super) struct PuzzlesArguments {
    /// The puzzles: files, folders, `-` for standard input, days of the newspaper's (YYYY-MM-DD,
    /// `today` or `yesterday`) or addresses of its pages; all but folders can have `:easy`, `:medium`
    /// or `:hard` after them. Without a level, all levels are taken
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<PathBuf>,

    #[command(flatten)]
    filter: FilterArguments,
}

impl PuzzlesArguments {
    /// Puzzles of a command that has other words for their levels, of any format.
    pub(super) fn of(puzzles: Vec<PathBuf>) -> Self {
        PuzzlesArguments {
            puzzles,
            filter: FilterArguments::default(),
        }
    }

    /// The paths as they were typed.
    pub(super) fn typed(&self) -> &[PathBuf] {
        &self.puzzles
    }

    /// Where they are, in order; the files of a folder by name.
    pub(super) fn sources(&self) -> Result<Vec<Source>, CliError> {
        let mut sources = Vec::new();
        for typed in &self.puzzles {
            sources.extend(Source::of(typed, self.filter.level)?.files()?);
        }
        Ok(sources)
    }

    /// Every puzzle of a source that was asked for, each valid or not.
    pub(super) fn read(
        &self,
        source: &Source,
    ) -> Result<Vec<Result<LoadedPuzzle, CliError>>, CliError> {
        source.load(self.filter.from)
    }

    /// Every puzzle of every source, each valid or not.
    pub(super) fn load(&self) -> Result<Vec<Result<LoadedPuzzle, CliError>>, CliError> {
        let read = |source| self.read(source).unwrap_or_else(|error| vec![Err(error)]);
        Ok(self.sources()?.iter().flat_map(read).collect())
    }
}

/// Gives every puzzle of a call a name of its own.
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

/// Reads a file, or standard input for `-`, which can be read once. Either may block, and an interrupt
/// ends that.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let is_stdin = path == Path::new("-");
    if is_stdin && STDIN_READ.swap(true, Ordering::Relaxed) {
        return Err(stdin_twice());
    }
    Ok(interrupt::may_cut_off(|| {
        if is_stdin {
            reading::stdin()
        } else {
            reading::file(path)
        }
    })?)
}

pub(super) fn stdin_twice() -> CliError {
    CliError::usage("standard input is read once: only one of the arguments can be `-`".into())
}

/// A path as it was typed, with `-` for the system's name of standard input.
pub(super) fn with_stdin_as_dash(path: &Path) -> PathBuf {
    let is_stdin = path == Path::new("/dev/stdin");
    if is_stdin {
        "-".into()
    } else {
        path.to_owned()
    }
}
