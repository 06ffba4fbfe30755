//! Versions of programs: reading them from output, and the range that is known to work.

use std::cmp::Ordering;
use std::fmt;

use serde::Deserialize;

use super::template::ArgumentTemplate;

/// Maximum length of a version.
const MAX_LENGTH: usize = 100;

/// Reads the version of a program.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VersionReader {
    /// Arguments that make the program print its version.
    #[serde(default = "version_option")]
    pub(super) arguments: ArgumentTemplate,
    /// Text before `{version}`, with `*` as a wildcard.
    #[serde(default = "version_alone")]
    pub(super) pattern: String,
    /// Lowest version known to work.
    pub(super) from: SolverVersion,
    /// Lowest later version not known to work.
    pub(super) below: SolverVersion,
    /// Versions outside the range that are known to work.
    #[serde(default)]
    also: Vec<String>,
    /// Whether a program without this output is a different program.
    #[serde(default)]
    pub(super) required: bool,
}

fn version_option() -> ArgumentTemplate {
    ArgumentTemplate(vec!["--version".into()])
}

fn version_alone() -> String {
    "{version}".into()
}

impl VersionReader {
    /// Returns the version in a program's output.
    pub(super) fn read(&self, output: &str) -> Option<SolverVersion> {
        let (before, _) = self.pattern.split_once("{version}")?;
        let rest = after(output, before)?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || ".-+_".contains(c);
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = rest[..end].trim_end_matches(['.', '-']);
        let is_known = self.also.iter().any(|other| other == word);
        let is_version = word.len() <= MAX_LENGTH && word.contains(|c: char| c.is_ascii_digit());
        (is_known || is_version).then(|| SolverVersion(word.to_owned()))
    }

    /// Whether a version is known to work.
    pub(super) fn supports(&self, version: &SolverVersion) -> bool {
        let is_number = version.0.starts_with(|c: char| c.is_ascii_digit());
        let is_between = is_number && (&self.from..&self.below).contains(&version);
        is_between || self.also.contains(&version.0)
    }
}

/// Returns the text after a pattern with `*` as a wildcard.
fn after<'a>(text: &'a str, pattern: &str) -> Option<&'a str> {
    pattern.split('*').try_fold(text, |rest, wanted| {
        let at = rest.find(wanted)?;
        Some(&rest[at + wanted.len()..])
    })
}

/// A version as the program prints it, ordered by its numbers, then by its text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct SolverVersion(pub String);

impl SolverVersion {
    fn numbers(&self) -> impl Iterator<Item = u64> {
        self.0
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().unwrap_or(u64::MAX))
    }
}

impl Ord for SolverVersion {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_numbers = self.numbers().cmp(other.numbers());
        by_numbers.then_with(|| self.0.cmp(&other.0))
    }
}

impl PartialOrd for SolverVersion {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for SolverVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(pattern: &str) -> VersionReader {
        VersionReader {
            arguments: ArgumentTemplate::default(),
            pattern: pattern.into(),
            from: SolverVersion("4.8".into()),
            below: SolverVersion("6".into()),
            also: vec!["sc2021".into()],
            required: false,
        }
    }

    #[test]
    fn a_version_is_read_behind_its_pattern() {
        let z3 = reading("Z3 version {version}");
        let version = z3.read("Z3 version 4.8.12 - 64 bit\n").expect("a version");
        assert_eq!(version.to_string(), "4.8.12");
        let long = format!("Z3 version {}\n", "4".repeat(100_000));
        assert!(z3.read(&long).is_none());
        assert!(z3.supports(&version));
        assert!(!z3.supports(&SolverVersion("6.0".into())));
        assert!(!z3.supports(&SolverVersion("4.7.9".into())));
        assert!(z3.supports(&SolverVersion("sc2021".into())));
        assert_eq!(z3.read("usage: z3 FILE"), None);
        let json = reading(r#""id": "b"*"version": "{version}""#);
        let text = r#"{"id": "a", "version": "1.0"}, {"id": "b", "version": "5.1"}"#;
        assert_eq!(json.read(text), Some(SolverVersion("5.1".into())));
    }

    #[test]
    fn only_equal_versions_compare_equal() {
        let version = |text: &str| SolverVersion(text.into());
        assert!(version("4.9") < version("4.10") && version("4.8") < version("4.8.1"));
        assert!(version("6") < version("6-rc") && version("6-rc") > version("6"));
        for (one, other) in [("6", "6"), ("6", "6-rc"), ("sc2021", "2021")] {
            let (one, other) = (version(one), version(other));
            assert_eq!(one.cmp(&other) == Ordering::Equal, one == other);
        }
    }
}
