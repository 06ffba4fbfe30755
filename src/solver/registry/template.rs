//! Command-line arguments with placeholders, such as `--time={time_s}`.

use std::ffi::OsString;
use std::ops::Deref;

use serde::{Deserialize, Deserializer};

use crate::nearest::either;

/// Placeholder of the options that are set, then the user's own arguments.
pub(crate) const OPTIONS: &str = "{options}";

/// Placeholder of the file that the solver writes its reply to.
pub(crate) const RESULT: &str = "{result}";

/// One text, or several.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

/// Reads one text or a list of texts.
pub(super) fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    Ok(match OneOrMany::deserialize(from)? {
        OneOrMany::One(text) => vec![text],
        OneOrMany::Many(texts) => texts,
    })
}

/// Arguments with placeholders: a list, or one text that is split at white space.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ArgumentTemplate(pub(super) Vec<String>);

impl Deref for ArgumentTemplate {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl<'de> Deserialize<'de> for ArgumentTemplate {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(ArgumentTemplate(match OneOrMany::deserialize(from)? {
            OneOrMany::One(text) => text.split_whitespace().map(str::to_owned).collect(),
            OneOrMany::Many(words) => words,
        }))
    }
}

impl ArgumentTemplate {
    /// Whether an argument contains a placeholder.
    pub(crate) fn mention(&self, placeholder: &str) -> bool {
        self.iter().any(|argument| argument.contains(placeholder))
    }

    /// Checks that every placeholder is one of these names.
    pub(super) fn check(&self, allowed: &[&str]) -> Result<(), String> {
        for piece in self.iter().flat_map(|argument| argument.split('{').skip(1)) {
            let Some((name, _)) = piece.split_once('}') else {
                return Err(format!("`{{{piece}` opens a brace and does not close it"));
            };
            if !allowed.contains(&name) {
                let expected = match allowed {
                    [] => String::new(),
                    _ => format!(", expected {}", either(allowed)),
                };
                return Err(format!("there is no placeholder `{name}` here{expected}"));
            }
        }
        Ok(())
    }

    /// Replaces placeholders by their values. A placeholder without a value becomes empty: the registry
    /// allows it only in arguments that are then not used.
    pub(crate) fn fill(
        &self,
        value: &dyn Fn(&str) -> Option<OsString>,
    ) -> impl Iterator<Item = OsString> {
        self.iter().map(move |argument| {
            let mut filled = OsString::new();
            let mut rest = argument.as_str();
            while let Some((before, after)) = rest.split_once('{') {
                let (name, after) = after.split_once('}').unwrap_or((after, ""));
                filled.push(before);
                filled.push(value(name).unwrap_or_default());
                rest = after;
            }
            filled.push(rest);
            filled
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_unknown_ones_refused() {
        let one = |text: &str| ArgumentTemplate(vec![text.to_owned()]);
        let time = one("--time={time_s}s/{time_s}");
        let value = |name: &str| (name == "time_s").then(|| "7".into());
        assert_eq!(time.fill(&value).collect::<Vec<_>>(), ["--time=7s/7"]);
        assert_eq!(time.check(&["time_ms", "time_s"]), Ok(()));
        let unknown = one("{tiem}").check(&["time_ms", "time_s"]);
        let expected = "there is no placeholder `tiem` here, expected time_ms or time_s";
        assert_eq!(unknown, Err(expected.to_owned()));
        assert!(one("{model").check(&["model"]).is_err());
    }
}
