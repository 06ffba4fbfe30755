//! Decoding of UTF-8, and detection of the format.

use super::Format;
use super::json::Fields;
use crate::parse::{ParseError, PartError};

type FormatKeys = (
    Format,
    &'static [&'static [&'static str]],
    &'static [&'static str],
);

/// For each JSON format: the sets of keys of which each identifies a complete puzzle, and the keys that no other
/// format has.
const KEYS: [FormatKeys; 4] = [
    (
        Format::Nyt,
        &[&["easy"], &["medium"], &["hard"], &["dominoes", "regions"]],
        &["printDate"],
    ),
    (
        Format::Graph,
        &[&["dominoes", "links"]],
        &["links", "constraints"],
    ),
    (Format::Cells, &[&["dominos", "cells"]], &["cells"]),
    (Format::Board, &[&["dominos", "board"]], &["board"]),
];

/// The keys, for messages.
const EXPECTED: &str = "expected the keys easy, medium or hard (nyt, a day), dominoes and regions (nyt, one \
                        level), dominoes, constraints and links (graph), cells, regions and dominos (cells), or \
                        board, regions and dominos (board)";

/// Decodes UTF-8 and removes a byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<&str, ParseError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let end = &good[good.len()..];
        PartError::new(end, "this is not text: expected UTF-8").in_text(&good)
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Whether the text is JSON. No text format begins with a bracket or a brace.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// The format of an object, by its keys.
pub(super) fn format(fields: &Fields<'_>) -> Result<Format, ParseError> {
    // Complete puzzles first, since unknown fields are allowed: `cells` in a complete puzzle of another format is
    // no ambiguity. An incomplete puzzle is read in the format of its distinctive key, and that reader reports
    // the missing fields.
    let has = |key: &&str| fields.has(key);
    let whole = KEYS
        .iter()
        .filter(|(_, whole, _)| whole.iter().any(|keys| keys.iter().all(has)));
    let mut found: Vec<Format> = whole.map(|(format, ..)| *format).collect();
    if found.is_empty() {
        let own = KEYS.iter().filter(|(_, _, own)| own.iter().any(has));
        found = own.map(|(format, ..)| *format).collect();
    }
    let problem = match found.as_slice() {
        [format] => return Ok(*format),
        [] => format!("this JSON object is in no puzzle format: {EXPECTED}"),
        several => {
            let names: Vec<&str> = several.iter().map(|format| format.name()).collect();
            format!(
                "this JSON object has the keys of several formats ({}), choose one with --from: {EXPECTED}",
                names.join(", ")
            )
        }
    };
    Err(ParseError::whole(problem))
}
