//! Reading JSON into types, with path, line and column of every mistake.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor,
};

use crate::formats::{FormatError, Location};

/// Reads a whole text as a `T`.
pub(in crate::formats) fn read<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T, FormatError> {
    read_seed(text, PhantomData)
}

/// Reads the value under one key of an object and skips the rest, so that one level of a day can
/// be read while another is broken. Paths start at the object.
pub(in crate::formats) fn read_under<'de, T: Deserialize<'de>>(
    text: &'de str,
    key: &str,
) -> Result<Option<T>, FormatError> {
    read_seed(text, Under(key, PhantomData))
}

/// The keys of an object, each there once. This also finds out whether the text is JSON at all.
pub(in crate::formats) fn keys(text: &str) -> Result<Vec<String>, FormatError> {
    Ok(read::<Keys>(text)?.0)
}

fn read_seed<'de, S: DeserializeSeed<'de>>(
    text: &'de str,
    seed: S,
) -> Result<S::Value, FormatError> {
    let mut json = serde_json::Deserializer::from_str(text);
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    let value = seed
        .deserialize(tracked)
        .map_err(|error| located(&error, &track.path().to_string()))?;
    json.end().map_err(|error| located(&error, "."))?;
    Ok(value)
}

/// serde_json tells line and column both in words and in numbers; only the numbers stay.
fn located(error: &serde_json::Error, path: &str) -> FormatError {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let message = message
        .strip_suffix(&format!(" at line {line} column {column}"))
        .unwrap_or(&message);
    let message = match error.classify() {
        serde_json::error::Category::Data => plain(message),
        _ => format!("not valid JSON: {message}"),
    };
    // A path ends in `?` where not even the key could be read.
    let path = path.trim_end_matches('?').trim_matches('.').to_string();
    let column = column.max(1);
    let location = match (path.is_empty(), line) {
        (true, 0) => Location::Whole,
        (true, _) => Location::Text { line, column },
        (false, _) => Location::Json {
            path,
            position: (line > 0).then_some((line, column)),
        },
    };
    FormatError::new(location, message)
}

/// serde's words for types are not JSON's.
fn plain(message: &str) -> String {
    let message = match message.strip_suffix("expected a sequence") {
        Some(start) => format!("{start}expected a list"),
        None => message.to_string(),
    };
    for (word, plain) in [("sequence", "a list"), ("map", "an object")] {
        if let Some(rest) = message.strip_prefix(&format!("invalid type: {word},")) {
            return format!("invalid type: {plain},{rest}");
        }
    }
    message
}

struct Keys(Vec<String>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct KeysVisitor;

        impl<'de> Visitor<'de> for KeysVisitor {
            type Value = Keys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a puzzle, which is a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut seen = std::collections::HashSet::new();
                let mut keys = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    if !seen.insert(key.clone()) {
                        return Err(A::Error::custom(format!("the key `{key}` is there twice")));
                    }
                    let IgnoredAny = map.next_value()?;
                    keys.push(key);
                }
                Ok(Keys(keys))
            }
        }

        deserializer.deserialize_map(KeysVisitor)
    }
}

struct Under<'k, T>(&'k str, PhantomData<T>);

impl<'de, T: Deserialize<'de>> DeserializeSeed<'de> for Under<'_, T> {
    type Value = Option<T>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for Under<'_, T> {
    type Value = Option<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<T>, A::Error> {
        let mut found = None;
        while let Some(key) = map.next_key::<String>()? {
            if key == self.0 {
                found = Some(map.next_value()?);
            } else {
                let IgnoredAny = map.next_value()?;
            }
        }
        Ok(found)
    }
}
