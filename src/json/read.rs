//! Reads JSON and reports the location of every error.

use std::collections::HashMap;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::parse::ParseError;

/// The most characters of a wrong value that are shown.
const SHOWN: usize = 60;

/// Reads a whole text as a `T`.
pub(crate) fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, ParseError> {
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

/// An error with its location: the wrong value, or the place where the reader stopped.
fn json_error(text: &str, path: String, error: &serde_json::Error) -> ParseError {
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
    let problem = ParseError::at_path(path, message);
    if value.is_some() {
        return problem.in_text(text);
    }
    if line == 0 {
        return problem;
    }
    let before = text.split_inclusive('\n').take(line - 1);
    let start = before.map(str::len).sum::<usize>() + column.saturating_sub(1);
    let start = (0..=start.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at));
    let start = start.unwrap_or(0);
    let word = text[start..].split(char::is_whitespace).next();
    problem.at_span(text, start..start + word.map_or(0, str::len))
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
    fn errors_have_plain_messages() {
        #[derive(Debug, Deserialize)]
        struct Given {
            #[expect(dead_code, reason = "only reading is tried")]
            number: u32,
            #[expect(dead_code, reason = "only reading is tried")]
            list: Vec<String>,
        }
        let message = |text: &str| read::<Given>(text).expect_err(text).to_string();
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
            assert_eq!(message(text), expected, "{text}");
        }
        let long = format!("{{\"number\": \"{}\"}}", "x".repeat(10_000));
        assert!(message(&long).len() < 200);
    }

    #[test]
    fn values_and_errors_have_paths() {
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
            let error = read::<Rows>(text).expect_err(text);
            assert_eq!(error.location.path, path, "{text}");
        }
    }
}
