//! From bytes to text, and from text to its format.

use super::json::Object;
use super::{CannotExpress, Entry, Format, FormatError, Location};
use crate::puzzle::Puzzle;

/// What the file of a format says about it.
#[derive(Debug)]
pub(super) struct Description {
    /// How it is told from others and read.
    pub(super) read: Read,
    /// Its writer, unless it is only read.
    pub(super) write: Option<WritePuzzle>,
}

/// How a format is told from others and read.
#[derive(Debug, Clone, Copy)]
pub(super) enum Read {
    /// An object, known by its keys.
    Json {
        /// Its keys.
        marks: Marks,
        /// Its reader.
        read: ReadObject,
    },
    /// Anything that is not JSON.
    Text(fn(&str) -> Result<Vec<Entry>, FormatError>),
}

type WritePuzzle = fn(&Puzzle) -> Result<String, CannotExpress>;

type ReadObject = fn(&Object<'_>) -> Result<Vec<Entry>, FormatError>;

/// What a JSON format looks like from outside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Marks {
    /// Sets of keys of which each makes a whole puzzle.
    pub(super) whole: &'static [&'static [&'static str]],
    /// Keys that no other format has.
    pub(super) own: &'static [&'static str],
    /// The keys as a message lists them.
    pub(super) expected: &'static [&'static str],
}

/// The text behind the bytes, without a byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = &bytes[..error.valid_up_to()];
        let line = 1 + good.iter().filter(|&&byte| byte == b'\n').count();
        let start = good
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        let column = 1 + String::from_utf8_lossy(&good[start..]).chars().count();
        FormatError::at_line(line, column, "this is not text: expected UTF-8")
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Whether the text is JSON at all. Nothing in the text formats begins with a bracket.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// The format of an object, by its keys, with the reader.
pub(super) fn format(object: &Object<'_>) -> Result<(Format, ReadObject), FormatError> {
    let known: Vec<(Format, Marks, ReadObject)> = Format::ALL
        .into_iter()
        .filter_map(|format| match format.description().read {
            Read::Json { marks, read } => Some((format, marks, read)),
            Read::Text(_) => None,
        })
        .collect();
    let has = |key: &&str| object.has(key);

    // Formats whose every key is there come first: an unknown field such as `cells` in the
    // newspaper's JSON is not a reason to doubt. A file that is whole in no format is read as the
    // one whose own key it has, because that reader says what is missing.
    let is_whole = |marks: &Marks| marks.whole.iter().any(|keys| keys.iter().all(has));
    let has_own = |marks: &Marks| marks.own.iter().any(has);
    let mut found: Vec<_> = known.iter().filter(|known| is_whole(&known.1)).collect();
    if found.is_empty() {
        found = known.iter().filter(|known| has_own(&known.1)).collect();
    }
    let expected = || {
        let mut expected: Vec<&str> = known
            .iter()
            .flat_map(|(_, marks, _)| marks.expected.iter().copied())
            .collect();
        let last = expected.pop().unwrap_or_default();
        format!("expected the keys {}, or {last}", expected.join(", "))
    };
    let problem = match found.as_slice() {
        [(format, _, read)] => return Ok((*format, *read)),
        [] => format!("this JSON object is in no puzzle format: {}", expected()),
        several => {
            let names: Vec<&str> = several.iter().map(|(format, ..)| format.name()).collect();
            format!(
                "this JSON object has the keys of several formats ({}), choose one with --from: {}",
                names.join(", "),
                expected()
            )
        }
    };
    Err(FormatError::new(Location::Whole, problem))
}
