//! Arguments with placeholders: `--time={time_s}`.

use std::ffi::{OsStr, OsString};
use std::fmt;

/// What can stand in braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Placeholder {
    /// The model's file.
    Model,
    /// The data's file, for languages that have one.
    Data,
    /// A file that the solver writes its reply to.
    Result,
    /// A script of ours.
    Launcher,
    /// All that was asked for beside the model: time, seed, threads, all solutions, proof, and
    /// the user's own arguments.
    Options,
    /// The time limit in milliseconds.
    TimeMs,
    /// The time limit in seconds, rounded up.
    TimeS,
    /// The seed.
    Seed,
    /// The number of threads.
    Threads,
    /// The file that the solver writes its proof to.
    Proof,
}

impl Placeholder {
    /// Every placeholder.
    pub const ALL: [Placeholder; 10] = [
        Placeholder::Model,
        Placeholder::Data,
        Placeholder::Result,
        Placeholder::Launcher,
        Placeholder::Options,
        Placeholder::TimeMs,
        Placeholder::TimeS,
        Placeholder::Seed,
        Placeholder::Threads,
        Placeholder::Proof,
    ];

    /// What stands in the braces.
    pub fn name(self) -> &'static str {
        match self {
            Placeholder::Model => "model",
            Placeholder::Data => "data",
            Placeholder::Result => "result",
            Placeholder::Launcher => "launcher",
            Placeholder::Options => "options",
            Placeholder::TimeMs => "time_ms",
            Placeholder::TimeS => "time_s",
            Placeholder::Seed => "seed",
            Placeholder::Threads => "threads",
            Placeholder::Proof => "proof",
        }
    }
}

impl fmt::Display for Placeholder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}}}", self.name())
    }
}

/// One argument, in pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Hole(Placeholder),
}

/// What the placeholders stand for in one run.
pub(super) type Filling<'a> = dyn Fn(Placeholder) -> Option<OsString> + 'a;

impl Template {
    /// Takes an argument apart. Braces around anything but a placeholder are a mistake.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            let (before, after) = rest.split_at(open);
            let Some(close) = after.find('}') else {
                return Err(format!("`{text}` opens a brace and does not close it"));
            };
            let word = &after[1..close];
            let Some(hole) = Placeholder::ALL.into_iter().find(|p| p.name() == word) else {
                let known: Vec<String> = Placeholder::ALL.iter().map(|p| p.to_string()).collect();
                return Err(format!(
                    "there is no placeholder {{{word}}}, expected one of {}",
                    known.join(" ")
                ));
            };
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            pieces.push(Piece::Hole(hole));
            rest = &after[close + 1..];
        }
        if !rest.is_empty() || pieces.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Template { pieces })
    }

    /// Tells whether this is the placeholder and nothing else.
    pub fn is(&self, placeholder: Placeholder) -> bool {
        self.pieces == [Piece::Hole(placeholder)]
    }

    /// Tells whether it contains the placeholder.
    pub fn mentions(&self, placeholder: Placeholder) -> bool {
        self.pieces.contains(&Piece::Hole(placeholder))
    }

    /// The placeholders in it.
    pub fn placeholders(&self) -> impl Iterator<Item = Placeholder> {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Hole(hole) => Some(*hole),
            Piece::Text(_) => None,
        })
    }

    /// The argument itself. What has no meaning in this run is left empty; reading the registry
    /// has made sure that only arguments that are not used then can be affected.
    pub fn fill(&self, filling: &Filling<'_>) -> OsString {
        let mut argument = OsString::new();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => argument.push(OsStr::new(text)),
                Piece::Hole(hole) => argument.push(filling(*hole).unwrap_or_default()),
            }
        }
        argument
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_filled_and_unknown_ones_refused() {
        let template = Template::parse("--time={time_s}s").expect("valid");
        let filled = template.fill(&|hole| match hole {
            Placeholder::TimeS => Some("7".into()),
            _ => None,
        });
        assert_eq!(filled, "--time=7s");
        assert!(Template::parse("{options}").is_ok_and(|t| t.is(Placeholder::Options)));
        let problem = Template::parse("{tiem}").expect_err("no such placeholder");
        assert!(
            problem.starts_with("there is no placeholder {tiem}, expected one of {model} "),
            "{problem}"
        );
        assert!(Template::parse("{model").is_err());
    }
}
