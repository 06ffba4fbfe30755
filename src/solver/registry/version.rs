//! Versions: how they are read from what a program prints, and which are known to work.

use std::cmp::Ordering;
use std::fmt;

use super::argument::Template;

/// A longer word is no version.
const LONGEST: usize = 100;

/// How the version of a program is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionReading {
    /// The arguments that make it print its version.
    pub arguments: Vec<Template>,
    /// Texts that follow each other in the output, the last one right before the version.
    pub before: Vec<String>,
    /// The lowest version known to work.
    pub from: Version,
    /// The lowest version above it that is not.
    pub below: Version,
    /// Versions outside the range that are known to work, written otherwise.
    pub also: Vec<String>,
}

impl VersionReading {
    /// The version in a program's output.
    pub fn read(&self, output: &str) -> Option<Version> {
        let rest = after(output, &self.before)?;
        let end = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !".-+_".contains(c))
            .unwrap_or(rest.len());
        let word = rest[..end].trim_end_matches(['.', '-']);
        let known = self.also.iter().any(|other| other == word);
        let is_version = word.len() <= LONGEST && word.contains(|c: char| c.is_ascii_digit());
        (known || is_version).then(|| Version(word.to_owned()))
    }

    /// Tells whether a version is known to work.
    pub fn knows(&self, version: &Version) -> bool {
        let listed = self.also.contains(&version.0);
        listed || (version.starts_with_number() && *version >= self.from && *version < self.below)
    }

    /// The range for people.
    pub fn range(&self) -> String {
        format!("{} up to {}", self.from, self.below)
    }
}

/// What follows some texts that stand in this order, with anything between them.
pub(super) fn after<'a>(text: &'a str, texts: &[String]) -> Option<&'a str> {
    let mut rest = text;
    for wanted in texts {
        let at = rest.find(wanted.as_str())?;
        rest = &rest[at + wanted.len()..];
    }
    Some(rest)
}

/// A version as the program writes it, ordered by its numbers; the text decides between those that
/// have the same numbers, so that only equal versions are neither above nor below each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version(pub String);

impl Version {
    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.0
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().unwrap_or(u64::MAX))
    }

    fn starts_with_number(&self) -> bool {
        self.0.starts_with(|c: char| c.is_ascii_digit())
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_numbers = self.numbers().cmp(other.numbers());
        by_numbers.then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(before: &[&str]) -> VersionReading {
        VersionReading {
            arguments: Vec::new(),
            before: before.iter().map(|text| text.to_string()).collect(),
            from: Version("4.8".into()),
            below: Version("6".into()),
            also: vec!["sc2021".into()],
        }
    }

    #[test]
    fn a_version_is_read_where_it_stands() {
        let z3 = reading(&["Z3 version "]);
        let version = z3.read("Z3 version 4.8.12 - 64 bit\n").expect("a version");
        assert_eq!(version.to_string(), "4.8.12");
        let long = format!("Z3 version {}\n", "4".repeat(100_000));
        assert!(z3.read(&long).is_none());
        assert!(z3.knows(&version));
        assert!(!z3.knows(&Version("6.0".into())));
        assert!(!z3.knows(&Version("4.7.9".into())));
        assert!(z3.knows(&Version("sc2021".into())));
        assert_eq!(z3.read("usage: z3 FILE"), None);
        let json = reading(&["\"id\": \"b\"", "\"version\": \""]);
        let text = r#"{"id": "a", "version": "1.0"}, {"id": "b", "version": "5.1"}"#;
        assert_eq!(json.read(text), Some(Version("5.1".into())));
    }
    #[test]
    fn versions_order_as_they_equal() {
        let version = |text: &str| Version(text.into());
        assert!(version("4.9") < version("4.10") && version("4.8") < version("4.8.1"));
        assert!(version("6") < version("6-rc") && version("6-rc") > version("6"));
        for (one, other) in [("6", "6"), ("6", "6-rc"), ("sc2021", "2021")] {
            let (one, other) = (version(one), version(other));
            assert_eq!(one.cmp(&other) == Ordering::Equal, one == other);
        }
    }
}
