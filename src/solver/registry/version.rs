//! Versions of programs: reading them from output, and the range that is known to work.

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
    pub(super) from: String,
    /// Lowest later version not known to work.
    pub(super) below: String,
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
    pub(super) fn read(&self, output: &str) -> Option<String> {
        let (before, _) = self.pattern.split_once("{version}")?;
        let rest = after(output, before)?;
        let is_part = |c: char| c.is_ascii_alphanumeric() || ".-+_".contains(c);
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let word = rest[..end].trim_end_matches(['.', '-']);
        let is_known = self.also.iter().any(|other| other == word);
        let is_version = word.len() <= MAX_LENGTH && word.contains(|c: char| c.is_ascii_digit());
        (is_known || is_version).then(|| word.to_owned())
    }

    /// Whether a version is known to work.
    pub(super) fn supports(&self, version: &str) -> bool {
        let is_number = version.starts_with(|c: char| c.is_ascii_digit());
        let range = numbers(&self.from)..numbers(&self.below);
        is_number && range.contains(&numbers(version)) || self.also.iter().any(|one| one == version)
    }
}

/// Returns the text after a pattern with `*` as a wildcard.
fn after<'a>(text: &'a str, pattern: &str) -> Option<&'a str> {
    pattern.split('*').try_fold(text, |rest, wanted| {
        let at = rest.find(wanted)?;
        Some(&rest[at + wanted.len()..])
    })
}

/// Returns the numbers of a version, by which versions are compared.
fn numbers(version: &str) -> Vec<u64> {
    let parts = version.split(|c: char| !c.is_ascii_digit());
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(|part| part.parse().unwrap_or(u64::MAX)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(pattern: &str) -> VersionReader {
        VersionReader {
            arguments: ArgumentTemplate::default(),
            pattern: pattern.into(),
            from: "4.8".into(),
            below: "6".into(),
            also: vec!["sc2021".into()],
            required: false,
        }
    }

    #[test]
    fn a_version_is_read_after_its_pattern() {
        let z3 = reading("Z3 version {version}");
        let version = z3.read("Z3 version 4.8.12 - 64 bit\n").expect("a version");
        assert_eq!(version, "4.8.12");
        let long = format!("Z3 version {}\n", "4".repeat(100_000));
        assert!(z3.read(&long).is_none());
        assert!(z3.supports(&version));
        for (version, is_supported) in [
            ("4.8", true),
            ("4.10", true),
            ("4.7.9", false),
            ("6.0", false),
            ("6-rc", false),
            ("sc2021", true),
            ("2021", false),
        ] {
            assert_eq!(z3.supports(version), is_supported, "{version}");
        }
        assert_eq!(z3.read("usage: z3 FILE"), None);
        let json = reading(r#""id": "b"*"version": "{version}""#);
        let text = r#"{"id": "a", "version": "1.0"}, {"id": "b", "version": "5.1"}"#;
        assert_eq!(json.read(text), Some("5.1".into()));
    }
}
