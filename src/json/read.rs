//! Reads JSON and reports the location of every error.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::visible::Visible;

/// The most characters of a wrong value that are shown.
const SHOWN: usize = 60;

/// An error in a JSON text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{location}{message}")]
pub(crate) struct JsonError {
    pub(crate) location: Location,
    /// What was found and what was expected, with control characters escaped.
    pub(crate) message: String,
}

/// A place in a text. Displayed with the colon that leads to the message, or as nothing at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Location {
    /// The text as a whole.
    Whole,
    /// A line and a column, counted from 1.
    Text {
        /// The line.
        line: usize,
        /// The column, in characters.
        column: usize,
    },
    /// A value inside a JSON text.
    Json {
        /// The way to it, such as `hard.regions[3].indices[1]`.
        path: String,
        /// Its line and column, when the JSON reader still knew them.
        position: Option<(usize, usize)>,
    },
}

impl Location {
    /// A path into JSON that is otherwise well-formed.
    pub(crate) fn path(path: impl Into<String>) -> Self {
        Location::Json {
            path: path.into(),
            position: None,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Whole => Ok(()),
            Location::Text { line, column } => write!(f, "line {line}, column {column}: "),
            Location::Json { path, position } => {
                Visible(path).fmt(f)?;
                match position {
                    None => f.write_str(": "),
                    Some((line, column)) => write!(f, " (line {line}, column {column}): "),
                }
            }
        }
    }
}

/// Reads a whole text as a `T`.
pub(crate) fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, JsonError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value: T = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = match error.path().to_string() {
            root if root == "." => String::new(),
            // The part of a path that is not known, as inside of a value that is no JSON.
            path => path.trim_end_matches(['?', '.']).to_string(),
        };
        json_error(text, path, error.inner())
    })?;
    let end = deserializer.end();
    end.map_err(|error| json_error(text, String::new(), &error))?;
    Ok(value)
}

/// The text of the value at a path such as `hard.regions[3]`, if there is one. A key may hold dots and
/// brackets: the longest one that fits is taken.
pub(crate) fn find<'t>(text: &'t str, path: &str) -> Option<&'t str> {
    if path.is_empty() {
        return Some(text.trim());
    }
    if let Some(rest) = path.strip_prefix('[') {
        let (index, rest) = rest.split_once(']')?;
        let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
        return find(items.get(index.parse::<usize>().ok()?)?.get(), rest);
    }
    let path = path.strip_prefix('.').unwrap_or(path);
    let fields: HashMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let rest_after = |key: &str| {
        let rest = path.strip_prefix(key)?;
        (rest.is_empty() || rest.starts_with(['.', '['])).then_some(rest)
    };
    let fitting = fields.keys().filter(|key| rest_after(key).is_some());
    let key = fitting.max_by_key(|key| key.len())?;
    find(fields[key].get(), rest_after(key)?)
}

/// Where a part of a text begins, in bytes.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// The line and the column of a byte, both counted from 1. Columns count characters, as editors do.
pub(crate) fn position(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let line = 1 + before.matches('\n').count();
    (line, 1 + before[start..].chars().count())
}

/// An error with its location: where the value begins, or where the reader stopped if that is more precise.
fn json_error(text: &str, path: String, error: &serde_json::Error) -> JsonError {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message
        .strip_suffix(&format!(" at line {line} column {column}"))
        .unwrap_or(&message);
    let is_json = || serde_json::from_str::<IgnoredAny>(text).is_ok();
    let (message, value) = match error.classify() {
        Category::Data => (
            plain(message),
            find(text, &path).filter(|_| !path.is_empty()),
        ),
        // serde_json reports a list with too many items as a syntax error.
        _ if message == "trailing characters" && is_json() => {
            ("this list has too many items".into(), find(text, &path))
        }
        _ => {
            let message = message
                .replace("EOF while parsing", "the text ends inside")
                .replace("expected value", "expected a value");
            (format!("this is not valid JSON: {message}"), None)
        }
    };
    let position = value.map_or_else(
        || {
            let line_start = text.split_inclusive('\n').take(line.saturating_sub(1));
            let line_start: usize = line_start.map(str::len).sum();
            position(text, line_start + column.saturating_sub(1))
        },
        |value| position(text, offset(text, value)),
    );
    let position = (line > 0).then_some(position);
    let location = match (path.is_empty(), position) {
        (true, None) => Location::Whole,
        (true, Some((line, column))) => Location::Text { line, column },
        (false, position) => Location::Json { path, position },
    };
    JsonError {
        location,
        message: Visible(&message).to_string(),
    }
}

/// A message about a value, with JSON's names of types in place of serde's.
fn plain(message: &str) -> String {
    let kinds = ["invalid type: ", "invalid value: ", "invalid length "];
    let rest = kinds.iter().find_map(|kind| message.strip_prefix(kind));
    // What was found may hold anything; what was expected is a text of this program.
    let Some((found, expected)) = rest.and_then(|rest| rest.rsplit_once(", expected ")) else {
        return message.replacen("unknown variant ", "unknown name ", 1);
    };
    let found = match message.starts_with("invalid length ") {
        true => format!("{found} item{}", if found == "1" { "" } else { "s" }),
        false => plain_value(found),
    };
    format!("found {found}, expected {}", plain_type(expected))
}

/// A value in serde's words: `integer `-1``, `string "x"`, `sequence`.
fn plain_value(found: &str) -> String {
    match found {
        "sequence" => "a list".into(),
        "map" => "an object".into(),
        "null" | "unit value" => "null".into(),
        found => {
            let kinds = ["integer ", "floating point ", "boolean ", "string "];
            let value = kinds.iter().find_map(|kind| found.strip_prefix(kind));
            let value = value.unwrap_or(found).trim_matches('`');
            match value.char_indices().nth(SHOWN) {
                Some((end, _)) => format!("{}...", &value[..end]),
                None => value.to_owned(),
            }
        }
    }
}

/// A type in serde's words.
fn plain_type(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0 up",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        "a map" => "an object",
        "a boolean" => "true or false",
        "an array of length 2" => "a list of two",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_in_words() {
        #[derive(Debug, Deserialize)]
        struct Given {
            #[expect(dead_code, reason = "only reading is tried")]
            number: u32,
            #[expect(dead_code, reason = "only reading is tried")]
            list: Vec<String>,
        }
        let told = |text: &str| read::<Given>(text).expect_err(text).to_string();
        for (text, expected) in [
            (
                "[",
                "line 1, column 1: this is not valid JSON: the text ends inside a list",
            ),
            (
                "{\"number\": 1",
                "line 1, column 12: this is not valid JSON: the text ends inside an object",
            ),
            (
                "{\"number\": \"é",
                "number (line 1, column 13): this is not valid JSON: the text ends inside a string",
            ),
            (
                "{\"number\": é}",
                "number (line 1, column 12): this is not valid JSON: expected a value",
            ),
            (
                "{number: 1}",
                "line 1, column 2: this is not valid JSON: key must be a string",
            ),
            (
                "{\"number\": 1,}",
                "line 1, column 14: this is not valid JSON: trailing comma",
            ),
            ("{\"number\": 1}", "line 1, column 13: missing field `list`"),
            (
                "{\"number\": -1}",
                "number (line 1, column 12): found -1, expected a whole number from 0 up",
            ),
            (
                "{\"number\": 1.5}",
                "number (line 1, column 12): found 1.5, expected a whole number from 0 up",
            ),
            (
                "{\"number\": \"a, expected b\"}",
                "number (line 1, column 12): found \"a, expected b\", expected a whole number from 0 up",
            ),
            (
                "{\"list\": {}}",
                "list (line 1, column 10): found an object, expected a list",
            ),
            (
                "{\"list\": [null]}",
                "list[0] (line 1, column 11): found null, expected a string",
            ),
            (
                "{\"number\": 1, \"number\": 1}",
                "line 1, column 22: duplicate field `number`",
            ),
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
        let long = format!("{{\"number\": \"{}\"}}", "x".repeat(10_000));
        assert!(told(&long).len() < 200);
    }

    #[test]
    fn a_path_leads_to_a_value_and_a_mistake_has_one() {
        let text = r#"{"a": [1, {"b.c": "x"}], "b": {"c": [2]}}"#;
        for (path, value) in [
            ("a[0]", Some("1")),
            ("a[1].b.c", Some("\"x\"")),
            ("b.c[0]", Some("2")),
            ("b.d", None),
            ("a[7]", None),
            ("", Some(text)),
        ] {
            assert_eq!(find(text, path), value, "{path}");
        }
        type Rows = std::collections::BTreeMap<String, Vec<Vec<u32>>>;
        for (text, path) in [
            (r#"{"rows": 1}"#, "rows"),
            (r#"{"rows": [[1, 2], "x"]}"#, "rows[1]"),
            (r#"{"rows": [[], [1, -2]]}"#, "rows[1][1]"),
            (r#"{"x y": [[1, x]]}"#, "x y[0][1]"),
            ("[", ""),
            (r#"{"rows": []} x"#, ""),
        ] {
            let found = match read::<Rows>(text).expect_err(text).location {
                Location::Json { path, .. } => path,
                Location::Whole | Location::Text { .. } => String::new(),
            };
            assert_eq!(found, path, "{text}");
        }
    }
}
