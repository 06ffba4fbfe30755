//! The contents of a text: one puzzle, or a day's puzzles by level.

use super::{Format, FormatError};
use crate::nearest::named_enum;
use crate::puzzle::Puzzle;

/// The newspaper's three puzzles of a day; the names are also their keys in its JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NytLevel {
    /// The small one.
    Easy,
    /// The one between.
    Medium,
    /// The large one.
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
    /// The format that it is in.
    pub format: Format,
    /// At least one puzzle, the easiest first.
    pub entries: Vec<DocumentEntry>,
}

/// One puzzle of a document. A level that is there but wrong keeps its error here, so that one
/// broken level does not hide the others of its day.
#[derive(Debug, Clone)]
pub struct DocumentEntry {
    /// Which of the day's puzzles it is; a puzzle that stands alone has no level.
    pub level: Option<NytLevel>,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<Puzzle, FormatError>,
}

impl DocumentEntry {
    /// The entries of a text that holds one puzzle without a level.
    pub(super) fn alone(puzzle: Puzzle) -> Vec<Self> {
        vec![DocumentEntry {
            level: None,
            puzzle: Ok(puzzle),
        }]
    }
}

/// Why a document does not give the puzzle asked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PickError {
    /// No level was asked for, and there are several.
    #[error("the file holds several puzzles, choose a level: {}", names(.0))]
    Several(Vec<NytLevel>),
    /// The level asked for is not there.
    #[error("there is no level {wanted} in the file, only {}", names(.there))]
    NotThere {
        /// The level asked for.
        wanted: NytLevel,
        /// The levels of the file.
        there: Vec<NytLevel>,
    },
    /// A level was asked for, and the file holds one puzzle without a level.
    #[error("there is no level {0} in the file: it holds a single puzzle, without levels")]
    NoLevels(NytLevel),
    /// The puzzle asked for is not a valid one.
    #[error(transparent)]
    Broken(#[from] FormatError),
}

fn names(levels: &[NytLevel]) -> String {
    let names: Vec<&str> = levels.iter().map(|level| level.name()).collect();
    names.join(", ")
}

impl Document {
    /// The levels there are, the easiest first; none for a puzzle that stands alone.
    pub fn levels(&self) -> Vec<NytLevel> {
        self.entries
            .iter()
            .filter_map(|entry| entry.level)
            .collect()
    }

    /// The puzzle of a level, or the only one there is.
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
