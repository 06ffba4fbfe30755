//! The contents of a text: one puzzle, or a day's puzzles by level.

use super::Format;
use crate::nearest::named_enum;
use crate::parse::ParseError;
use crate::puzzle::Puzzle;

/// The three NYT puzzles of a day. The names are also their keys in the JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NytLevel {
    /// The smallest puzzle.
    Easy,
    /// The puzzle of middle size.
    Medium,
    /// The largest puzzle.
    Hard,
}

named_enum!("level", NytLevel {
    Easy = "easy",
    Medium = "medium",
    Hard = "hard",
});

/// The puzzles of one text.
#[derive(Debug, Clone)]
pub struct Document {
    /// The format of the text.
    pub format: Format,
    /// At least one puzzle, the easiest first.
    pub entries: Vec<DocumentEntry>,
}

/// One puzzle of a document, or its error, so that one invalid level does not hide the others of its day.
#[derive(Debug, Clone)]
pub struct DocumentEntry {
    /// The level; `None` for a single puzzle.
    pub level: Option<NytLevel>,
    /// The puzzle, or its error.
    pub puzzle: Result<Puzzle, ParseError>,
}

impl DocumentEntry {
    /// The only entry of a text with one puzzle without a level.
    pub(super) fn alone(puzzle: Puzzle) -> Vec<Self> {
        vec![DocumentEntry {
            level: None,
            puzzle: Ok(puzzle),
        }]
    }
}

/// Why [`Document::pick`] returns no puzzle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PickError {
    /// No level was requested, and there are several.
    #[error("the file holds several puzzles, choose a level: {}", names(.0))]
    Several(Vec<NytLevel>),
    /// The requested level is missing.
    #[error("there is no level {wanted} in the file, only {}", names(.there))]
    NotThere {
        /// The requested level.
        wanted: NytLevel,
        /// The levels of the file.
        there: Vec<NytLevel>,
    },
    /// A level was requested, and the text has one puzzle without a level.
    #[error("there is no level {0} in the file: it holds a single puzzle, without levels")]
    NoLevels(NytLevel),
    /// The puzzle is invalid.
    #[error(transparent)]
    Broken(#[from] ParseError),
}

fn names(levels: &[NytLevel]) -> String {
    let names: Vec<&str> = levels.iter().map(|level| level.name()).collect();
    names.join(", ")
}

impl Document {
    /// The levels, the easiest first; empty for a single puzzle.
    pub fn levels(&self) -> Vec<NytLevel> {
        self.entries
            .iter()
            .filter_map(|entry| entry.level)
            .collect()
    }

    /// The puzzle of a level, or the only puzzle.
    pub fn pick(&self, level: Option<NytLevel>) -> Result<&Puzzle, PickError> {
        let entry = match (level, self.entries.as_slice()) {
            (None, [only]) => only,
            (None, _) => return Err(PickError::Several(self.levels())),
            (Some(wanted), entries) => {
                let found = entries.iter().find(|entry| entry.level == level);
                match (found, self.levels()) {
                    (Some(entry), _) => entry,
                    (None, there) if there.is_empty() => return Err(PickError::NoLevels(wanted)),
                    (None, there) => return Err(PickError::NotThere { wanted, there }),
                }
            }
        };
        entry.puzzle.as_ref().map_err(|error| error.clone().into())
    }
}
