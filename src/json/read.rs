//! Reading JSON with the place of every mistake, in words for people.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde_json::error::Category;
use serde_json::value::RawValue;

use crate::visible::Visible;

/// As many characters of a wrong value are shown.
const SHOWN: usize = 60;

/// What is wrong with a JSON text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mistake {
    /// The way to the value, such as `hard.regions[3]`; empty for the whole.
    pub(crate) path: String,
    /// Line and column, counted from 1, where they are known.
    pub(crate) position: Option<(usize, usize)>,
    /// What was found and what was expected.
    pub(crate) message: String,
}

/// `regions[3] (line 4, column 2): found a list, expected an object`.
impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.path.as_str(), self.position) {
            ("", None) => {}
            ("", Some((line, column))) => write!(f, "line {line}, column {column}: ")?,
            (path, None) => write!(f, "{}: ", Visible(path))?,
            (path, Some((line, column))) => {
                write!(f, "{} (line {line}, column {column}): ", Visible(path))?;
            }
        }
        Visible(&self.message).fmt(f)
    }
}

impl std::error::Error for Mistake {}

/// Reads a whole text as a `T`.
pub(crate) fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Mistake> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value: T = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = match error.path().to_string() {
            root if root == "." => String::new(),
            // The part of a path that is not known, as inside of a value that is no JSON.
            path => path.trim_end_matches(['?', '.']).to_string(),
        };
        located(text, path, error.inner())
    })?;
    let end = deserializer.end();
    end.map_err(|error| located(text, String::new(), &error))?;
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

/// A mistake with its line and column. serde_json's message has them at its end, in words.
fn located(text: &str, path: String, error: &serde_json::Error) -> Mistake {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message
        .strip_suffix(&format!(" at line {line} column {column}"))
        .unwrap_or(&message);
    let here = text.split('\n').nth(line.saturating_sub(1));
    let here = here.unwrap_or_default();
    // serde_json counts bytes, and editors count characters.
    let mut end = column.saturating_sub(1).min(here.len());
    while !here.is_char_boundary(end) {
        end -= 1;
    }
    let (before, rest) = here.split_at(end);
    let message = match error.classify() {
        Category::Data => data(message),
        Category::Io | Category::Syntax | Category::Eof => {
            // Where one of some names is expected, serde_json takes any other value for bad JSON.
            match value_start(rest).filter(|_| message == "expected value") {
                Some(value) => format!("found {value}, expected a string in quotation marks"),
                None => format!("this is not valid JSON: {}", syntax(message, rest)),
            }
        }
    };
    let column = 1 + before.chars().count();
    Mistake {
        path,
        position: (line > 0).then_some((line, column)),
        message,
    }
}

/// The value that begins here, if it is one and neither a string nor an object.
fn value_start(rest: &str) -> Option<&'static str> {
    let literals = ["null", "true", "false"].into_iter();
    let mut literals = literals.filter(|literal| rest.starts_with(literal));
    literals.next().or(match rest.chars().next()? {
        '[' => Some("a list"),
        '-' | '0'..='9' => Some("a number"),
        _ => None,
    })
}

/// What is wrong with the signs of a text; `rest` is its line from there.
fn syntax(message: &str, rest: &str) -> String {
    let found = match rest.chars().next() {
        None => "the end of the line".to_owned(),
        Some(char) => format!("`{char}`"),
    };
    match message {
        "EOF while parsing a list" => "the text ends inside a list, expected `]`".into(),
        "EOF while parsing an object" => "the text ends inside an object, expected `}`".into(),
        "EOF while parsing a string" => {
            "the text ends inside a string, expected a quotation mark".into()
        }
        "EOF while parsing a value" => "the text ends where a value is expected".into(),
        "expected value" => format!("found {found}, expected a value"),
        "expected ident" => {
            format!("found {found}, expected true, false, null, a number, a string or a list")
        }
        "key must be a string" => {
            format!("found {found}, expected a key in quotation marks")
        }
        "trailing comma" => "nothing follows the last comma; leave the comma out".into(),
        "trailing characters" => format!("found {found} behind the end"),
        "invalid number" | "number out of range" => "this is not a number that can be read".into(),
        "invalid escape" => format!("found {found} behind a `\\`, which means nothing"),
        "recursion limit exceeded" => "too many lists or objects are inside each other".into(),
        _ if message.starts_with("control character") => {
            "a string ends with its line, or holds a control character; expected a quotation mark"
                .into()
        }
        _ if message.starts_with("expected ") => format!("found {found}, {message}"),
        _ => message.to_owned(),
    }
}

/// What is wrong with a value. serde's words for types are not JSON's.
fn data(message: &str) -> String {
    if let Some(field) = message.strip_prefix("missing field ") {
        return format!("the field {field} is missing");
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return format!("the field {field} is there twice");
    }
    let unknown = ["unknown variant ", "unknown field "];
    if let Some(rest) = unknown.iter().find_map(|start| message.strip_prefix(start)) {
        return format!(
            "unknown name {}",
            rest.replacen(", expected", ": expected", 1)
        );
    }
    let length = message.strip_prefix("invalid length ");
    if let Some((length, expected)) = length.and_then(|rest| rest.split_once(", expected ")) {
        let items = if length == "1" { "item" } else { "items" };
        return format!("found {length} {items}, expected {}", type_word(expected));
    }
    let wrong = ["invalid type: ", "invalid value: "];
    let wrong = wrong.iter().find_map(|start| message.strip_prefix(start));
    // What was found may hold anything, and what was expected is ours.
    match wrong.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => {
            format!(
                "found {}, expected {}",
                value_words(found),
                type_word(expected)
            )
        }
        None => message.to_owned(),
    }
}

/// A value as serde calls it: `integer `-1``, `string "x"`, `sequence`.
fn value_words(found: &str) -> String {
    let quoted = |start: &str| found.strip_prefix(start)?.strip_suffix('`');
    let number = quoted("integer `").or_else(|| quoted("floating point `"));
    if let Some(value) = number.or_else(|| quoted("boolean `")) {
        return value.to_owned();
    }
    match found {
        "sequence" => "a list".into(),
        "map" => "an object".into(),
        "null" | "unit value" => "null".into(),
        found => {
            let found = found.strip_prefix("string ").unwrap_or(found);
            if found.chars().count() <= SHOWN {
                return found.to_owned();
            }
            let start: String = found.chars().take(SHOWN).collect();
            format!("{start}...")
        }
    }
}

/// What serde calls a type, in the words of JSON.
fn type_word(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0 up",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        "f32" | "f64" => "a number",
        "a sequence" => "a list",
        "a map" => "an object",
        "a string" => "a string in quotation marks",
        "a boolean" => "true or false",
        "an array of length 2" => "a list of two",
        // Names of variants are strings wherever we read them.
        "string or map" => "a string in quotation marks",
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
                "line 1, column 1: this is not valid JSON: the text ends inside a list, expected `]`",
            ),
            (
                "{\"number\": 1",
                "line 1, column 12: this is not valid JSON: the text ends inside an object, expected `}`",
            ),
            (
                "{\"number\": \"é",
                "number (line 1, column 13): this is not valid JSON: the text ends inside a string, expected a quotation mark",
            ),
            (
                "{\"number\": é}",
                "number (line 1, column 12): this is not valid JSON: found `é`, expected a value",
            ),
            (
                "{number: 1}",
                "line 1, column 2: this is not valid JSON: found `n`, expected a key in quotation marks",
            ),
            (
                "{\"number\": 1,}",
                "line 1, column 14: this is not valid JSON: nothing follows the last comma; leave the comma out",
            ),
            (
                "{\"number\": 1}",
                "line 1, column 13: the field `list` is missing",
            ),
            (
                "{\"number\": -1}",
                "number (line 1, column 13): found -1, expected a whole number from 0 up",
            ),
            (
                "{\"number\": 1.5}",
                "number (line 1, column 14): found 1.5, expected a whole number from 0 up",
            ),
            (
                "{\"number\": \"a, expected b\"}",
                "number (line 1, column 26): found \"a, expected b\", expected a whole number from 0 up",
            ),
            (
                "{\"list\": {}}",
                "list (line 1, column 9): found an object, expected a list",
            ),
            (
                "{\"list\": [null]}",
                "list[0] (line 1, column 14): found null, expected a string in quotation marks",
            ),
            (
                "{\"number\": 1, \"number\": 1}",
                "line 1, column 22: the field `number` is there twice",
            ),
        ] {
            assert_eq!(told(text), expected, "{text}");
        }
        #[derive(Debug, Deserialize)]
        enum Name {
            One,
        }
        assert!(matches!(read::<Name>("\"One\""), Ok(Name::One)));
        for (text, found) in [
            ("null", "null"),
            ("false", "false"),
            ("-1", "a number"),
            ("[]", "a list"),
        ] {
            assert_eq!(
                read::<Name>(text).expect_err(text).message,
                format!("found {found}, expected a string in quotation marks")
            );
        }
        assert_eq!(
            read::<Name>("nix").expect_err("no JSON").message,
            "this is not valid JSON: found `n`, expected a value"
        );
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
            assert_eq!(read::<Rows>(text).expect_err(text).path, path, "{text}");
        }
    }
}
