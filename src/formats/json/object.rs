//! Reading JSON: an object cut into its fields, and typed values with path, line and column of every
//! mistake.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::formats::{FormatError, Location};
use crate::json;

/// A JSON object, cut into its fields. The text has been walked through once, so it is JSON and
/// each key is there once; what stands under a key is understood when somebody asks for it.
#[derive(Debug)]
pub(in crate::formats) struct Object<'t> {
    text: &'t str,
    fields: Vec<(String, &'t RawValue)>,
}

impl<'t> Object<'t> {
    /// The object that a text is.
    pub(in crate::formats) fn scan(text: &'t str) -> Result<Self, FormatError> {
        let Fields(fields) = json::read(text).map_err(FormatError::from)?;
        Ok(Object { text, fields })
    }

    /// Whether there is something under a key.
    pub(in crate::formats) fn has(&self, key: &str) -> bool {
        self.fields.iter().any(|(there, _)| there == key)
    }

    /// Its keys.
    pub(in crate::formats) fn keys(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|(key, _)| key.as_str())
    }

    /// The whole object as a `T`.
    pub(in crate::formats) fn read<T: Deserialize<'t>>(&self) -> Result<T, FormatError> {
        read(self.text)
    }

    /// What stands under a key as a `T`, whatever stands under the others.
    pub(in crate::formats) fn field<T: Deserialize<'t>>(
        &self,
        key: &str,
    ) -> Option<Result<T, FormatError>> {
        let (_, value) = self.fields.iter().find(|(there, _)| there == key)?;
        Some(read(value.get()).map_err(|error| error.within(key, self.before(value))))
    }

    /// The text of what stands under a key.
    pub(in crate::formats) fn raw(&self, key: &str) -> Option<&'t str> {
        let (_, value) = self.fields.iter().find(|(there, _)| there == key)?;
        Some(value.get())
    }

    /// The text before a value.
    fn before(&self, value: &RawValue) -> &'t str {
        let offset = value.get().as_ptr() as usize - self.text.as_ptr() as usize;
        &self.text[..offset]
    }
}

impl FormatError {
    /// The same mistake, seen from the object that has the value under a key, behind some text.
    pub(in crate::formats) fn within(self, key: &str, before: &str) -> FormatError {
        let moved = |(line, column): (usize, usize)| {
            let above = before.bytes().filter(|&byte| byte == b'\n').count();
            let left = before[before.rfind('\n').map_or(0, |at| at + 1)..]
                .chars()
                .count();
            match line {
                1 => (above + 1, left + column),
                _ => (above + line, column),
            }
        };
        let (path, position) = match self.location {
            Location::Whole if key.is_empty() => {
                return FormatError::new(Location::Whole, self.message);
            }
            Location::Text { line, column } if key.is_empty() => {
                let (line, column) = moved((line, column));
                return FormatError::at_line(line, column, self.message);
            }
            Location::Json { path, position } if key.is_empty() => (path, position.map(moved)),
            Location::Whole => (key.to_string(), None),
            Location::Text { line, column } => (key.to_string(), Some(moved((line, column)))),
            Location::Json { path, position } => (format!("{key}.{path}"), position.map(moved)),
        };
        FormatError::new(Location::Json { path, position }, self.message)
    }
}

/// Reads a whole text as a `T`.
fn read<'t, T: Deserialize<'t>>(text: &'t str) -> Result<T, FormatError> {
    json::read(text).map_err(FormatError::from)
}

impl From<json::Mistake> for FormatError {
    fn from(mistake: json::Mistake) -> Self {
        let location = match (mistake.path.is_empty(), mistake.position) {
            (true, None) => Location::Whole,
            (true, Some((line, column))) => Location::Text { line, column },
            (false, position) => Location::Json {
                path: mistake.path,
                position,
            },
        };
        FormatError::new(location, mistake.message)
    }
}

struct Fields<'t>(Vec<(String, &'t RawValue)>);

impl<'t> Deserialize<'t> for Fields<'t> {
    fn deserialize<D: Deserializer<'t>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldsVisitor;

        impl<'t> Visitor<'t> for FieldsVisitor {
            type Value = Fields<'t>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a puzzle, which is a JSON object")
            }

            fn visit_map<A: MapAccess<'t>>(self, mut map: A) -> Result<Fields<'t>, A::Error> {
                let mut seen = HashSet::new();
                let mut fields = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    if !seen.insert(key.clone()) {
                        return Err(A::Error::custom(format!("the key `{key}` is there twice")));
                    }
                    fields.push((key, map.next_value()?));
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(FieldsVisitor)
    }
}
