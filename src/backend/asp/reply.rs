//! What clingo prints: its text, its JSON (`--outf=2`), or what the ASP Competition asked for
//! (`--outf=1`).
//!
//! As text an answer is the line after `Answer: 1`, its atoms side by side; with `--verbose=0` the
//! line stands alone. Then comes the verdict, and with `Models : 3+` whether there may be more. In
//! the competition's form other lines than `ANSWER`, the atoms with a full stop each and
//! `INCONSISTENT` are comments. JSON is one document, so its answers come at its end.

mod document;

use std::collections::BTreeSet;

use crate::backend::reply::{Answer, ReadLines, Refusal, ReplyError, ReplyFormat, Status};
use document::Document;

/// How it replies.
pub const DIALECT: ReplyFormat = ReplyFormat {
    name: "clingo",
    reader: || Box::<Reader>::default(),
    core_reader: None,
    counts: false,
};

/// Reads the replies of clingo, in whichever form they begin.
#[derive(Debug, Default)]
enum Reader {
    #[default]
    Unbegun,
    Text(Text),
    Json(Document),
}

impl ReadLines for Reader {
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal> {
        if let Reader::Unbegun = self {
            match line.trim_start() {
                "" => return Ok(None),
                text if text.starts_with('{') => *self = Reader::Json(Document::default()),
                _ => *self = Reader::Text(Text::default()),
            }
        }
        match self {
            Reader::Unbegun => Ok(None),
            Reader::Text(text) => text.line(line.trim()),
            Reader::Json(document) => {
                document.line(line);
                Ok(None)
            }
        }
    }

    fn rest(&mut self) -> Result<Vec<Answer>, ReplyError> {
        match self {
            Reader::Unbegun | Reader::Text(_) => Ok(Vec::new()),
            Reader::Json(document) => document.answers(),
        }
    }

    fn finish(&mut self) -> Result<Status, &'static str> {
        match self {
            Reader::Unbegun => Err("any verdict"),
            Reader::Text(text) => text.finish(),
            Reader::Json(document) => document.status(),
        }
    }
}

/// Replies as text.
#[derive(Debug, Default)]
struct Text {
    verdict: Option<Status>,
    /// The next line is an answer.
    is_announced: bool,
    answers: u64,
    /// How many answers it says there are, and whether these are all.
    models: Option<(u64, bool)>,
}

/// Tells whether a text is the number of an answer; clingo 5.8 adds the time, as in `1 (Time: 0.2s)`.
fn is_answer_number(text: &str) -> bool {
    let number = text
        .split_once(" (Time:")
        .map_or(text, |(number, _)| number);
    number.bytes().all(|byte| byte.is_ascii_digit())
}

impl Text {
    fn line(&mut self, text: &str) -> Result<Option<Answer>, Refusal> {
        if self.is_announced {
            self.is_announced = false;
            return self.answer(text).map(Some);
        }
        let (word, number) = text.split_once(':').unwrap_or((text, ""));
        match (word.trim_end(), number.trim()) {
            ("", _) => Ok(None),
            ("Answer", number) if is_answer_number(number) => {
                self.is_announced = true;
                Ok(None)
            }
            ("ANSWER", "") => {
                self.is_announced = true;
                self.verdict(Status::Satisfiable)
            }
            ("SATISFIABLE", "") => self.verdict(Status::Satisfiable),
            ("UNSATISFIABLE" | "INCONSISTENT", "") => self.verdict(Status::Unsatisfiable),
            ("UNKNOWN", "") => self.verdict(Status::Unknown),
            ("OPTIMUM FOUND", "") => Err("an optimum, where nothing is to be optimised".into()),
            ("*** ERROR", problem) => Err(Refusal::Solver(problem.into())),
            ("*** Info" | "*** Warn", _) => Ok(None),
            ("Models", number) if self.verdict.is_some() => self.models(number),
            // Statistics follow the verdict; some come before it, if asked for.
            (_, value) if !value.is_empty() && (self.verdict.is_some() || is_header(word)) => {
                Ok(None)
            }
            _ if text.starts_with('%') || is_header(text) => Ok(None),
            _ if self.verdict.is_none() => self.answer(text).map(Some),
            _ => Err("expected nothing but statistics after the verdict".into()),
        }
    }

    fn finish(&self) -> Result<Status, &'static str> {
        if self.is_announced {
            return Err("the answer that it announces");
        }
        match (self.verdict, self.models) {
            (None, _) => Err("any verdict"),
            (Some(Status::Satisfiable), _) if self.answers == 0 => {
                Err("the answer that it announces")
            }
            (Some(Status::Satisfiable), Some((models, true))) if models == self.answers => {
                Ok(Status::Exhausted)
            }
            (Some(status), _) => Ok(status),
        }
    }

    fn verdict(&mut self, status: Status) -> Result<Option<Answer>, Refusal> {
        if self.verdict.is_some_and(|before| before != status) {
            return Err("a second verdict that contradicts the first".into());
        }
        if status != Status::Satisfiable && self.answers > 0 {
            return Err("an answer came before this verdict".into());
        }
        self.verdict = Some(status);
        Ok(None)
    }

    fn answer(&mut self, text: &str) -> Result<Answer, Refusal> {
        if self
            .verdict
            .is_some_and(|verdict| verdict != Status::Satisfiable)
        {
            return Err("an answer after the verdict that there is none".into());
        }
        let atoms = text.split_whitespace();
        // In the competition's form every atom is a fact.
        let atoms = atoms.map(|word| word.strip_suffix('.').unwrap_or(word));
        let true_names: BTreeSet<String> = atoms.map(String::from).collect();
        if !true_names.iter().all(|name| is_atom(name)) {
            return Err("expected the atoms of an answer, or a verdict".into());
        }
        self.answers += 1;
        Ok(Answer { true_names })
    }

    /// Takes `3`, or `3+` for three and perhaps more.
    fn models(&mut self, number: &str) -> Result<Option<Answer>, Refusal> {
        let digits = number.strip_suffix('+').unwrap_or(number);
        let count = digits.parse().map_err(|_| "expected a number of models")?;
        self.models = Some((count, digits == number));
        Ok(None)
    }
}

/// A line that clingo prints before it answers: what it is, reads and does.
fn is_header(text: &str) -> bool {
    let begins = [
        "clingo version",
        "clasp version",
        "Reading",
        "Preprocessing",
        "Solving",
    ];
    begins.iter().any(|begin| text.starts_with(begin)) || text.starts_with("-----")
}

/// An atom: `name`, or `name(...)` with its brackets closed.
fn is_atom(text: &str) -> bool {
    let is_name = |name: &str| {
        let name = name.strip_prefix('-').unwrap_or(name);
        let letters = name.trim_start_matches('_');
        letters.starts_with(|c: char| c.is_ascii_lowercase())
            && letters
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "_'".contains(c))
    };
    match text.split_once('(') {
        None => is_name(text),
        Some((name, rest)) => is_name(name) && rest.ends_with(')'),
    }
}

#[cfg(test)]
mod tests;
