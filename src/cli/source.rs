//! Sources of puzzles: a file, a folder, standard input, a day of the NYT or the address of its
//! page, each with an optional level.

use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use super::error::CliError;
use super::input::{LoadedPuzzle, read};
use super::{log, nyt};
use crate::exit::ErrorExit;
use crate::fetch::{Day, PuzzleAddress};
use crate::formats::{self, Document, Format, NytLevel};
use crate::puzzle::Label;
use crate::reading::{ReadingError, called};
use crate::visible;

/// The extensions of puzzle files.
const ENDINGS: [&str; 2] = ["json", "txt"];

/// A source of puzzles and the selected level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PuzzleSource {
    place: SourceLocation,
    level: Option<NytLevel>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum SourceLocation {
    /// A file or a folder, which need not exist, or `-` for standard input.
    Path(PathBuf),
    /// The NYT puzzles of a day.
    Day(Day),
}

impl PuzzleSource {
    /// Parses an argument. An existing path takes precedence; otherwise the part after the last
    /// colon is a level. `option` is the level of `--level`.
    pub(super) fn of(typed: &Path, option: Option<NytLevel>) -> Result<Self, CliError> {
        let (source, after_colon) = match typed.to_str() {
            Some(text) if !typed.exists() => PuzzleSource::of_words(text)?,
            _ => (PuzzleSource::path(typed), None),
        };
        let mut levels = [source.level, after_colon, option].into_iter().flatten();
        let level = levels.next();
        if let (Some(one), Some(other)) = (level, levels.find(|&other| Some(other) != level)) {
            return Err(CliError::usage(format!(
                "two levels are selected for `{}`: {one} and {other}",
                visible::path(typed)
            )));
        }
        if let (Some(level), true) = (after_colon, typed.to_string_lossy().contains('*'))
            && !source.exists()
        {
            return Err(CliError::usage(format!(
                "no file is called {source}: a shell expands `*` only if no level follows; write \
                 `{source} --level {}`",
                level.name()
            )));
        }
        Ok(PuzzleSource { level, ..source })
    }

    /// Parses an argument that is not an existing path, and the level after its last colon. Paths and
    /// addresses may contain colons as well.
    fn of_words(text: &str) -> Result<(Self, Option<NytLevel>), CliError> {
        let (before, word) = text.rsplit_once(':').unwrap_or_default();
        match word.parse() {
            Ok(level) if !before.is_empty() => Ok((PuzzleSource::of_word(before)?, Some(level))),
            Err(unknown) if PuzzleSource::of_word(before).is_ok_and(|source| source.exists()) => {
                Err(CliError::usage(unknown.to_string()))
            }
            _ => Ok((PuzzleSource::of_word(text)?, None)),
        }
    }

    fn of_word(text: &str) -> Result<Self, CliError> {
        let path = PuzzleSource::path(Path::new(text));
        if path.exists() {
            return Ok(path);
        }
        match PuzzleAddress::read(text) {
            None => Ok(path),
            Some(Err(problem)) => Err(CliError::usage(problem.to_string())),
            Some(Ok(PuzzleAddress { day, level })) => Ok(PuzzleSource {
                place: SourceLocation::Day(day),
                level,
            }),
        }
    }

    fn path(path: &Path) -> Self {
        PuzzleSource {
            place: SourceLocation::Path(path.to_owned()),
            level: None,
        }
    }

    /// Whether the source exists.
    fn exists(&self) -> bool {
        match &self.place {
            SourceLocation::Path(path) => self.is_stdin() || path.exists(),
            SourceLocation::Day(_) => true,
        }
    }

    /// Whether the first word of a command line is a puzzle: it exists, or has the form of a file
    /// name.
    pub(super) fn is_puzzle(word: &OsStr) -> bool {
        let looks_like_a_file = || {
            let text = word.to_string_lossy();
            text.contains(['/', '\\', ':']) || Path::new(word).extension().is_some()
        };
        match PuzzleSource::of(Path::new(word), None) {
            Ok(source) => source.exists() || looks_like_a_file(),
            // An invalid day, or an address of another page.
            Err(_) => true,
        }
    }

    /// The selected level.
    pub(super) fn level(&self) -> Option<NytLevel> {
        self.level
    }

    pub(super) fn is_stdin(&self) -> bool {
        matches!(&self.place, SourceLocation::Path(path) if path == Path::new("-"))
    }

    /// The path or the day, for programs.
    pub(super) fn raw(&self) -> String {
        match &self.place {
            SourceLocation::Path(path) => path.to_string_lossy().into_owned(),
            SourceLocation::Day(day) => day.to_string(),
        }
    }

    pub(super) fn is_folder(&self) -> bool {
        matches!(&self.place, SourceLocation::Path(path) if path.is_dir())
    }

    /// The source itself, or the puzzle files of a folder in the order of their names.
    pub(super) fn files(self) -> Result<Vec<Self>, CliError> {
        let folder = match &self.place {
            SourceLocation::Path(path) if path.is_dir() => path,
            SourceLocation::Path(_) | SourceLocation::Day(_) => return Ok(vec![self]),
        };
        let unreadable = |problem| ReadingError::Unreadable {
            path: folder.clone(),
            problem,
        };
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            files.push(entry.map_err(unreadable)?.path());
        }
        files.retain(|file| {
            let ending = file.extension().unwrap_or_default();
            ENDINGS.iter().any(|&known| ending == known) && file.is_file()
        });
        if files.is_empty() {
            return Err(CliError::usage(format!(
                "there is no puzzle in the folder {self}: none of its files ends in .{}",
                ENDINGS.join(" or .")
            )));
        }
        files.sort();
        let level = self.level;
        let files = files.iter().map(|file| PuzzleSource {
            level,
            ..PuzzleSource::path(file)
        });
        Ok(files.collect())
    }

    /// Reads the puzzles, and logs their format and levels.
    pub(super) fn document(&self, from: Option<Format>) -> Result<Document, CliError> {
        let text = match &self.place {
            SourceLocation::Path(path) => read(path)?,
            SourceLocation::Day(day) => nyt::puzzles(*day)?,
        };
        let document = formats::read(&text, from).map_err(|problem| self.unusable(problem))?;
        let levels: Vec<&str> = document.levels().iter().map(|level| level.name()).collect();
        let levels = match levels.as_slice() {
            [] => String::new(),
            levels => format!(" with {}", levels.join(", ")),
        };
        log::detail(&format_args!("{self}: format {}{levels}", document.format));
        Ok(document)
    }

    /// The selected puzzles, each valid or not: that of the level, or all of them.
    pub(super) fn load(
        &self,
        from: Option<Format>,
    ) -> Result<Vec<Result<LoadedPuzzle, CliError>>, CliError> {
        let document = self.document(from)?;
        let levels = match (self.level, document.levels()) {
            (None, levels) if !levels.is_empty() => levels.into_iter().map(Some).collect(),
            (level, _) => vec![level],
        };
        let puzzles = levels.into_iter().map(|level| self.pick(&document, level));
        Ok(puzzles.collect())
    }

    /// One puzzle: that of a level, or the only one.
    pub(super) fn pick(
        &self,
        document: &Document,
        level: Option<NytLevel>,
    ) -> Result<LoadedPuzzle, CliError> {
        let puzzle = document.pick(level).cloned();
        let level = level.or_else(|| document.levels().first().copied());
        Ok(LoadedPuzzle {
            puzzle: puzzle.map_err(|problem| self.unusable(problem))?,
            name: self.name(level),
        })
    }

    fn unusable(&self, problem: impl ErrorExit + fmt::Display) -> CliError {
        CliError::about(&self.to_string(), problem)
    }

    /// The name of a puzzle: its day, or its file name up to the first dot, with the level.
    fn name(&self, level: Option<NytLevel>) -> Label {
        let file = match &self.place {
            SourceLocation::Day(day) => day.to_string(),
            SourceLocation::Path(_) if self.is_stdin() => String::new(),
            SourceLocation::Path(path) => {
                let name = path.file_name().unwrap_or_default();
                name.to_string_lossy().into_owned()
            }
        };
        let stem = match file.split('.').next() {
            Some("") | None => "puzzle",
            Some(stem) => stem,
        };
        match level {
            Some(level) => format!("{stem}-{}", level.name()).into(),
            None => stem.into(),
        }
    }
}

/// The name in messages, without the level.
impl fmt::Display for PuzzleSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            SourceLocation::Path(path) => f.write_str(&called(path)),
            SourceLocation::Day(day) => day.fmt(f),
        }
    }
}
