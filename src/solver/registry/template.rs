//! Arguments with placeholders, such as `--time={time_s}`.

use std::ffi::OsString;
use std::ops::Deref;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{Error as _, IntoDeserializer};
use serde::{Deserialize, Deserializer};

/// A placeholder, written in braces in snake case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Placeholder {
    Model,
    /// The data file, for languages that have one.
    Data,
    /// The file that the solver writes its reply to.
    Result,
    /// The script of [`SolverCommand::launcher`](super::entry::SolverCommand::launcher).
    Launcher,
    /// The options that are set, then the user's own arguments.
    Options,
    /// The time limit in milliseconds.
    TimeMs,
    /// The time limit in seconds, rounded up.
    TimeS,
    Seed,
    Threads,
    /// The file that the solver writes its proof to.
    Proof,
}

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Hole(Placeholder),
}

impl TryFrom<String> for Template {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text.as_str();
        while let Some((before, after)) = rest.split_once('{') {
            let Some((word, after)) = after.split_once('}') else {
                return Err(format!("`{text}` opens a brace and does not close it"));
            };
            let name: StrDeserializer<'_, Error> = word.into_deserializer();
            let hole = Placeholder::deserialize(name).map_err(|error| {
                let problem = error
                    .to_string()
                    .replace("unknown variant", "no placeholder");
                format!("`{text}`: {problem}")
            })?;
            pieces.push(Piece::Text(before.to_owned()));
            pieces.push(Piece::Hole(hole));
            rest = after;
        }
        pieces.push(Piece::Text(rest.to_owned()));
        pieces.retain(|piece| *piece != Piece::Text(String::new()));
        Ok(Template(pieces))
    }
}

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

/// Arguments: a list, or one text that is split at white space.
#[derive(Debug, Clone, Default)]
pub(crate) struct Arguments(Vec<Template>);

impl Arguments {
    /// One argument without placeholders.
    pub(super) fn literal(text: &str) -> Self {
        Arguments(vec![Template(vec![Piece::Text(text.to_owned())])])
    }
}

impl Deref for Arguments {
    type Target = [Template];

    fn deref(&self) -> &[Template] {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let words = match OneOrMany::deserialize(from)? {
            OneOrMany::One(text) => text.split_whitespace().map(str::to_owned).collect(),
            OneOrMany::Many(words) => words,
        };
        let templates = words.into_iter().map(Template::try_from);
        let templates = templates.collect::<Result<_, _>>();
        templates.map(Arguments).map_err(D::Error::custom)
    }
}

impl Template {
    /// Whether this is the placeholder and nothing else.
    pub(crate) fn is(&self, placeholder: Placeholder) -> bool {
        self.0 == [Piece::Hole(placeholder)]
    }

    /// Whether it contains the placeholder.
    pub(crate) fn mentions(&self, placeholder: Placeholder) -> bool {
        self.0.contains(&Piece::Hole(placeholder))
    }

    /// The placeholders in it.
    pub(crate) fn placeholders(&self) -> impl Iterator<Item = Placeholder> {
        self.0.iter().filter_map(|piece| match piece {
            Piece::Hole(hole) => Some(*hole),
            Piece::Text(_) => None,
        })
    }

    /// The argument with values for its placeholders. One without a value in this run is left empty:
    /// the registry allows it only in arguments that are then not used.
    pub(crate) fn fill(&self, values: &dyn Fn(Placeholder) -> Option<OsString>) -> OsString {
        let mut argument = OsString::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => argument.push(text),
                Piece::Hole(hole) => argument.push(values(*hole).unwrap_or_default()),
            }
        }
        argument
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn template(text: &str) -> Result<Template, String> {
        Template::try_from(text.to_owned())
    }

    #[test]
    fn placeholders_are_filled_and_unknown_ones_refused() {
        let filled = template("--time={time_s}s").expect("valid").fill(&|hole| {
            assert_eq!(hole, Placeholder::TimeS);
            Some("7".into())
        });
        assert_eq!(filled, "--time=7s");
        assert!(template("{options}").is_ok_and(|one| one.is(Placeholder::Options)));
        let problem = template("{tiem}").expect_err("no such placeholder");
        let expected = "`{tiem}`: no placeholder `tiem`, expected one of `model`, ";
        assert!(problem.starts_with(expected), "{problem}");
        assert!(template("{model").is_err());
    }
}
