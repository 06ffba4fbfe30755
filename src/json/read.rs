//! Reading JSON with the place of every mistake, in words for people.

use std::fmt;

use serde::Deserialize;
use serde_json::error::Category;

use super::path::path;
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
    serde_json::from_str(text).map_err(|error| located(text, &error, usize::MAX))
}

/// Reads a whole text as a `T` that only tells its fields apart: what is wrong inside of one is wrong with the field.
pub(crate) fn read_fields<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, Mistake> {
    serde_json::from_str(text).map_err(|error| located(text, &error, 1))
}

/// serde_json tells line and column both in words and in numbers; only the numbers stay. The path has at most so many
/// steps.
fn located(text: &str, error: &serde_json::Error, steps: usize) -> Mistake {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message
        .strip_suffix(&format!(" at line {line} column {column}"))
        .unwrap_or(&message);
    let above = text.split('\n').take(line.saturating_sub(1));
    let above: usize = above.map(|line| line.len() + 1).sum();
    let here = text.get(above..).unwrap_or_default();
    let here = here.split('\n').next().unwrap_or_default();
    let read = match error.classify() {
        Category::Data => above + column,
        // The last character was one too many.
        Category::Io | Category::Syntax => (above + column).saturating_sub(1),
        Category::Eof => text.len(),
    };
    let path = path(text, read, message, steps);
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
    // Columns are counted in characters, as editors do.
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
        return rest.replacen(", expected", " is not known here, expected", 1);
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
}
