//! Where puzzles and other input come from: a path, `-`, a day, or any of them with a level.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use clap::Args;

use super::failure::{Failure, called};
use super::{newspaper, say};
use crate::fetch::Day;
use crate::formats::{self, Document, Format, Level};
use crate::puzzle::{Board, Label, Puzzle, doubts};

/// Names as a command's usage shows them: `one|another|a-third`.
pub(super) fn alternatives<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    names.into_iter().collect::<Vec<_>>().join("|")
}

/// The levels as usage shows them.
static LEVELS: LazyLock<String> = LazyLock::new(|| alternatives(Level::ALL.map(Level::name)));

/// The formats as usage shows them.
static FORMATS: LazyLock<String> = LazyLock::new(|| alternatives(Format::ALL.map(Format::name)));

/// The formats as the usage of `--to` shows them: those that people read come first.
pub(super) static TO_FORMATS: LazyLock<String> = LazyLock::new(|| {
    let mut formats = Format::ALL;
    formats.sort_by_key(|format| !matches!(format, Format::Nyt | Format::Text));
    alternatives(formats.map(Format::name))
});

/// The puzzle that a command works on, as it was typed.
#[derive(Debug, Args)]
pub(super) struct PuzzleArguments {
    /// The puzzle: a file, `-` for standard input, or a day of the newspaper's (YYYY-MM-DD or
    /// `today`), each also with `:easy`, `:medium` or `:hard`
    puzzle: PathBuf,

    /// The level, for a file that holds several
    #[arg(long, value_name = LEVELS.as_str(), value_parser = str::parse::<Level>)]
    level: Option<Level>,

    /// The puzzle's format, instead of finding out from its content
    #[arg(long, value_name = FORMATS.as_str(), value_parser = str::parse::<Format>)]
    from: Option<Format>,
}

/// A puzzle with what to call it.
#[derive(Debug)]
pub(super) struct Chosen {
    /// The puzzle.
    pub(super) puzzle: Puzzle,
    /// The file's name without its ending, with the level: `2025-10-05-easy`.
    pub(super) name: Label,
    /// The level in its file, where that has several.
    pub(super) level: Option<Level>,
}

impl PuzzleArguments {
    /// Whether the puzzle is read from standard input.
    pub(super) fn is_stdin(&self) -> bool {
        self.source().is_ok_and(|(path, _)| path == Path::new("-"))
    }

    /// Refuses a board that would come from standard input together with the puzzle.
    pub(super) fn check_apart_from(&self, board: Option<&Path>) -> Result<(), Failure> {
        if self.is_stdin() && board == Some(Path::new("-")) {
            return Err(Failure::Usage(
                "the puzzle and the board cannot both come from standard input".into(),
            ));
        }
        Ok(())
    }

    /// How the puzzle was named, with its level, for commands that go on with it.
    pub(super) fn typed(&self) -> String {
        let path = self.puzzle.display();
        match self.level {
            Some(level) if self.source().is_ok_and(|(path, _)| path == self.puzzle) => {
                format!("{path}:{}", level.name())
            }
            _ => path.to_string(),
        }
    }

    /// Reads the puzzle. Doubts about it are said at once.
    pub(super) fn read(&self) -> Result<Chosen, Failure> {
        let (path, level) = self.source()?;
        let document = read_document(&path, self.from)?;
        let level_there = level.or_else(|| document.levels().first().copied());
        let chosen = Chosen {
            puzzle: pick(&document, level, &path)?,
            name: name(&path, level_there),
            level: level_there,
        };
        for doubt in doubts(&chosen.puzzle) {
            say::warning(&doubt);
        }
        say_what_was_read(&path, &document);
        Ok(chosen)
    }

    fn source(&self) -> Result<(PathBuf, Option<Level>), Failure> {
        source(&self.puzzle, self.level)
    }
}

/// Several puzzles that a command works on, as they were typed.
#[derive(Debug, Args)]
pub(super) struct PuzzlesArguments {
    /// The puzzles: files, folders, `-` for standard input, days of the newspaper's (YYYY-MM-DD or
    /// `today`); a file or a day can have `:easy`, `:medium` or `:hard` after it. Without a level, all
    /// levels of it
    #[arg(required = true, value_name = "PUZZLE")]
    puzzles: Vec<PathBuf>,

    /// The level, for files that hold several
    #[arg(long, value_name = LEVELS.as_str(), value_parser = str::parse::<Level>)]
    level: Option<Level>,

    /// The puzzles' format, instead of finding out from their content
    #[arg(long, value_name = FORMATS.as_str(), value_parser = str::parse::<Format>)]
    from: Option<Format>,
}

impl PuzzlesArguments {
    /// The paths as they were typed.
    pub(super) fn typed(&self) -> &[PathBuf] {
        &self.puzzles
    }

    /// Whether the user says what format the files have.
    pub(super) fn has_format(&self) -> bool {
        self.from.is_some()
    }

    /// The files, in order; those of a folder by name.
    pub(super) fn sources(&self) -> Result<Vec<(PathBuf, Option<Level>)>, Failure> {
        let mut sources = Vec::new();
        for typed in &self.puzzles {
            let (path, level) = source(typed, self.level)?;
            if !path.is_dir() {
                sources.push((path, level));
                continue;
            }
            let unreadable = |problem| Failure::Unreadable {
                path: path.clone(),
                problem,
            };
            let mut files = Vec::new();
            for entry in fs::read_dir(&path).map_err(unreadable)? {
                files.push(entry.map_err(unreadable)?.path());
            }
            files.retain(|file| {
                let end = file.extension().unwrap_or_default();
                file.is_file() && (end == "json" || end == "txt")
            });
            files.sort();
            sources.extend(files.into_iter().map(|file| (file, level)));
        }
        Ok(sources)
    }

    /// Every puzzle of a file that was asked for, each good or bad for itself.
    pub(super) fn read(
        &self,
        path: &Path,
        level: Option<Level>,
    ) -> Result<Vec<Result<Chosen, Failure>>, Failure> {
        let document = read_document(path, self.from)?;
        say_what_was_read(path, &document);
        let levels = match (level, document.levels()) {
            (Some(level), _) => vec![Some(level)],
            (None, there) if there.is_empty() => vec![None],
            (None, there) => there.into_iter().map(Some).collect(),
        };
        let chosen = levels.into_iter().map(|level| {
            Ok(Chosen {
                puzzle: pick(&document, level, path)?,
                name: name(path, level),
                level,
            })
        });
        Ok(chosen.collect())
    }
}

/// The puzzles of a text.
fn read_document(path: &Path, from: Option<Format>) -> Result<Document, Failure> {
    formats::read(&read_puzzle(path)?, from).map_err(|problem| Failure::in_file(path, problem))
}

/// One of the puzzles of a text.
fn pick(document: &Document, level: Option<Level>, path: &Path) -> Result<Puzzle, Failure> {
    let picked = document.pick(level);
    picked
        .cloned()
        .map_err(|problem| Failure::in_file(path, problem))
}

/// Says what was read.
fn say_what_was_read(path: &Path, document: &Document) {
    let levels: Vec<&str> = document.levels().iter().map(|level| level.name()).collect();
    let levels = match levels.as_slice() {
        [] => String::new(),
        levels => format!(" with {}", levels.join(", ")),
    };
    say::detail(&format_args!(
        "{}: format {}{levels}",
        called(path),
        document.format
    ));
}

/// The path and the level that was asked for. A path that exists is taken as it is, whatever
/// it contains; otherwise what follows its last colon is a level.
fn source(typed: &Path, asked: Option<Level>) -> Result<(PathBuf, Option<Level>), Failure> {
    let split = typed.to_str().and_then(|text| text.rsplit_once(':'));
    let (path, word) = match split {
        Some((path, word)) if !path.is_empty() && !typed.exists() => (path, word),
        _ => return Ok((typed.to_owned(), asked)),
    };
    let level = match word.parse::<Level>() {
        Ok(level) => level,
        // A path with a colon that is not there, rather than a misspelt level.
        Err(_) if path != "-" && !Path::new(path).exists() && Day::read(path).is_none() => {
            return Ok((typed.to_owned(), asked));
        }
        Err(unknown) => return Err(Failure::Usage(unknown.to_string())),
    };
    match asked {
        Some(other) if other != level => Err(Failure::Usage(format!(
            "two levels: {} after the colon, {other} with --level",
            level.name()
        ))),
        _ => Ok((path.into(), Some(level))),
    }
}

/// The day that stands in place of a file. A path that exists is a file, whatever it is called.
fn day(path: &Path) -> Option<Result<Day, Failure>> {
    let found = Day::read(path.to_str()?).filter(|_| !path.exists())?;
    Some(found.map_err(|problem| Failure::Usage(problem.to_string())))
}

/// Reads the text of a puzzle: a file, standard input, or what the newspaper had on a day.
fn read_puzzle(path: &Path) -> Result<Vec<u8>, Failure> {
    match day(path) {
        Some(day) => newspaper::puzzles(day?),
        None => read(path),
    }
}

/// Reads a file, or standard input for `-`.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let result = if path == Path::new("-") {
        let mut text = Vec::new();
        io::stdin().lock().read_to_end(&mut text).map(|_| text)
    } else {
        fs::read(path)
    };
    result.map_err(|problem| Failure::Unreadable {
        path: path.to_owned(),
        problem,
    })
}

/// Reads a board of a puzzle.
pub(super) fn board(path: &Path, puzzle: &Puzzle) -> Result<Board, Failure> {
    formats::read_board(&read(path)?, puzzle).map_err(|problem| Failure::in_file(path, problem))
}

/// What to call a puzzle: its day, or its file up to the first dot, with the level.
fn name(path: &Path, level: Option<Level>) -> Label {
    let day = day(path).and_then(Result::ok).map(|day| day.to_string());
    let file = path.file_name().map(|name| name.to_string_lossy());
    let stem = match day.as_deref().or(file.as_deref()) {
        None | Some("-") => "puzzle",
        Some(file) => match file.split('.').next() {
            Some("") | None => "puzzle",
            Some(stem) => stem,
        },
    };
    match level {
        Some(level) => format!("{stem}-{}", level.name()).into(),
        None => stem.into(),
    }
}
