//! From bytes to text, and from text to its format.

use super::{Format, FormatError, Location, json};

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

/// Is the text JSON at all? Nothing in the text formats begins with a bracket.
pub(super) fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// What a JSON format looks like from outside.
struct Mark {
    format: Format,
    /// Sets of keys of which each makes a whole puzzle.
    whole: &'static [&'static [&'static str]],
    /// Keys that no other format has.
    own: &'static [&'static str],
}

const MARKS: [Mark; 4] = [
    Mark {
        format: Format::Nyt,
        whole: &[&["easy"], &["medium"], &["hard"], &["dominoes", "regions"]],
        own: &["printDate"],
    },
    Mark {
        format: Format::Graph,
        whole: &[&["dominoes", "links"]],
        own: &["links", "constraints"],
    },
    Mark {
        format: Format::Cells,
        whole: &[&["dominos", "cells"]],
        own: &["cells"],
    },
    Mark {
        format: Format::Board,
        whole: &[&["dominos", "board"]],
        own: &["board"],
    },
];

/// The format of a text, by its content.
pub(super) fn format(text: &str) -> Result<Format, FormatError> {
    if !is_json(text) {
        return Ok(Format::Text);
    }
    let keys = json::keys(text)?;
    let has = |key: &&str| keys.iter().any(|there| there == key);

    // Formats whose every key is there come first: an unknown field such as `cells` in the
    // newspaper's JSON is not a reason to doubt. A file that is whole in no format is read as the
    // one whose own key it has, because that reader says what is missing.
    let formats = |fits: &dyn Fn(&Mark) -> bool| -> Vec<Format> {
        MARKS
            .iter()
            .filter(|mark| fits(mark))
            .map(|mark| mark.format)
            .collect()
    };
    let mut found = formats(&|mark| mark.whole.iter().any(|keys| keys.iter().all(has)));
    if found.is_empty() {
        found = formats(&|mark| mark.own.iter().any(has));
    }
    match found.as_slice() {
        [format] => Ok(*format),
        [] => Err(FormatError::new(
            Location::Whole,
            format!("this JSON object is in no puzzle format: {EXPECTED}"),
        )),
        several => {
            let names: Vec<&str> = several.iter().map(|format| format.name()).collect();
            Err(FormatError::new(
                Location::Whole,
                format!(
                    "this JSON object has the keys of several formats ({}), choose one with --from: {EXPECTED}",
                    names.join(", ")
                ),
            ))
        }
    }
}

const EXPECTED: &str = "expected the keys easy, medium or hard (nyt, a day), dominoes and regions \
(nyt, one level), dominoes, constraints and links (graph), cells, regions and dominos (cells), \
or board, regions and dominos (board)";
