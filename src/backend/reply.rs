//! Reply readers: parse solver output into answers in the variable names of the model.
//!
//! There is one [`LineReader`] per reply format. It reports answers and the verdict to a [`VerdictBuilder`],
//! which rejects contradictions. A truncated answer, a contradiction or a missing verdict is an error,
//! never "unknown".

pub(super) mod clingo;
pub(super) mod lp;
pub(super) mod minizinc;
pub(super) mod sat;
pub(super) mod smtlib;
#[cfg(test)]
mod tests;
pub(super) mod xcsp3;

use std::collections::{BTreeSet, VecDeque};
use std::fmt::Debug;

use super::Language;

/// One assignment that a solver claims to be a solution: the names of the true variables, including
/// those of auxiliary variables.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The true variables.
    pub true_names: BTreeSet<String>,
}

/// The verdict of a whole reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyStatus {
    /// There is a solution, and there may be more than were printed.
    Satisfiable,
    /// The printed answers, at least one, are all solutions.
    Exhausted,
    /// The number of solutions, at least one; none was printed. `u128::MAX` means that many or more.
    Counted(u128),
    /// There is no solution.
    Unsatisfiable,
    /// The solver stopped without a verdict.
    Unknown,
}

/// A whole reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// The verdict.
    pub status: ReplyStatus,
    /// The answers in the order of printing.
    pub answers: Vec<Answer>,
}

/// The reason why a reply is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// An unexpected line.
    #[error("line {line} of the reply is invalid: {problem}: {text:?}")]
    Unreadable {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: &'static str,
        /// The beginning of the line.
        text: String,
    },
    /// The solver reported an error.
    #[error("the solver reports an error: {0}")]
    Solver(String),
    /// The reply ended too early.
    #[error("the reply ends before {0}")]
    Truncated(&'static str),
}

impl ReplyError {
    /// The line of the error; the maximum if every line was read.
    pub(super) fn line(&self) -> usize {
        match self {
            ReplyError::Unreadable { line, .. } => *line,
            ReplyError::Solver(_) | ReplyError::Truncated(_) => usize::MAX,
        }
    }
}

/// A reader rejects a line by what is wrong with it; [`ReplyReader`] adds the line.
impl From<&'static str> for ReplyError {
    fn from(problem: &'static str) -> Self {
        ReplyError::Unreadable {
            line: 0,
            problem,
            text: String::new(),
        }
    }
}

/// Accumulates the verdict and the answers of a reply, and rejects contradictions.
#[derive(Debug, Default)]
pub(super) struct VerdictBuilder {
    status: Option<ReplyStatus>,
    found: usize,
    /// Answers that were not returned yet.
    pending: VecDeque<Answer>,
}

impl VerdictBuilder {
    /// Adds a verdict.
    pub(super) fn status(&mut self, status: ReplyStatus) -> Result<(), ReplyError> {
        if self.status.is_some_and(|before| before != status) {
            return Err("a second verdict that contradicts the first".into());
        }
        if status == ReplyStatus::Unsatisfiable && self.found > 0 {
            return Err("no solution after an answer".into());
        }
        self.status = Some(status);
        Ok(())
    }

    /// Adds an answer.
    pub(super) fn answer(&mut self, true_names: BTreeSet<String>) -> Result<(), ReplyError> {
        if matches!(
            self.status,
            Some(ReplyStatus::Unsatisfiable | ReplyStatus::Exhausted)
        ) {
            return Err("an answer after the verdict that there is none".into());
        }
        self.found += 1;
        self.pending.push_back(Answer { true_names });
        Ok(())
    }

    /// Number of answers.
    pub(super) fn found(&self) -> usize {
        self.found
    }

    /// The verdict so far.
    pub(super) fn verdict(&self) -> Option<ReplyStatus> {
        self.status
    }

    /// Replaces the verdict by a more precise one.
    pub(super) fn refine(&mut self, status: ReplyStatus) {
        self.status = Some(status);
    }

    fn finish(&self) -> Result<ReplyStatus, &'static str> {
        match (self.status, self.found) {
            (None, _) => Err("any verdict"),
            (Some(ReplyStatus::Satisfiable | ReplyStatus::Exhausted), 0) => {
                Err("the answer that it announces")
            }
            // A solver may stop without a verdict after an answer.
            (Some(ReplyStatus::Unknown), 1..) => Ok(ReplyStatus::Satisfiable),
            (Some(status), _) => Ok(status),
        }
    }
}

/// Parses replies of one format, line by line.
pub(super) trait LineReader: Debug {
    /// Reads the next line, without its line end.
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReplyError>;

    /// Handles the end of the reply, which may complete answers.
    fn end(&mut self, _: &mut VerdictBuilder) -> Result<(), ReplyError> {
        Ok(())
    }
}

type MakeReader = fn() -> Box<dyn LineReader>;

/// Reads a reply of one format, line by line.
#[derive(Debug)]
pub struct ReplyReader {
    reader: Box<dyn LineReader>,
    verdict: VerdictBuilder,
    lines: usize,
}

impl ReplyReader {
    /// Reads the next line, without its line end. Returns an answer if one is complete.
    pub fn line(&mut self, line: &str) -> Result<Option<Answer>, ReplyError> {
        self.lines += 1;
        let read = self.reader.line(line, &mut self.verdict);
        read.map_err(|error| self.located(error, line))?;
        Ok(self.verdict.pending.pop_front())
    }

    /// Handles the end of the reply. Returns the remaining answers. Must be called once, before
    /// [`finish`](Self::finish).
    pub fn rest(&mut self) -> Result<Vec<Answer>, ReplyError> {
        let read = self.reader.end(&mut self.verdict);
        read.map_err(|error| self.located(error, ""))?;
        Ok(self.verdict.pending.drain(..).collect())
    }

    /// The verdict of the whole reply.
    pub fn finish(&mut self) -> Result<ReplyStatus, ReplyError> {
        self.verdict.finish().map_err(ReplyError::Truncated)
    }

    /// Adds the line to the error of a reader.
    fn located(&self, mut error: ReplyError, last: &str) -> ReplyError {
        if let ReplyError::Unreadable { line, text, .. } = &mut error {
            *line = self.lines;
            *text = last.chars().take(80).collect();
        }
        error
    }
}

/// A format of replies.
#[derive(Debug, Clone, Copy)]
pub struct ReplyFormat {
    /// The name in registry files.
    pub name: &'static str,
    pub(super) reader: MakeReader,
    /// Whether replies have the number of solutions instead of answers.
    pub counts: bool,
}

impl ReplyFormat {
    const fn new(name: &'static str, reader: MakeReader) -> Self {
        ReplyFormat {
            name,
            reader,
            counts: false,
        }
    }

    /// The format with this name in registry files.
    pub fn named(name: &str) -> Option<ReplyFormat> {
        let languages = Language::ALL.into_iter();
        let protocols = languages.filter_map(|language| language.protocol);
        let mut formats = protocols.flat_map(|protocol| protocol.replies).copied();
        formats.find(|format| format.name == name)
    }

    /// A reader for a new reply.
    pub fn reader(self) -> ReplyReader {
        ReplyReader {
            reader: (self.reader)(),
            verdict: VerdictBuilder::default(),
            lines: 0,
        }
    }

    /// Reads a whole reply.
    pub fn read(self, text: &[u8]) -> Result<Reply, ReplyError> {
        let text = String::from_utf8_lossy(text);
        let mut reader = self.reader();
        let mut answers = Vec::new();
        for line in text.lines() {
            answers.extend(reader.line(line)?);
        }
        answers.extend(reader.rest()?);
        let status = reader.finish()?;
        // A truncated number is a smaller number.
        if self.counts && !text.ends_with('\n') {
            return Err(ReplyError::Truncated("the end of its last line"));
        }
        Ok(Reply { status, answers })
    }
}

/// Splits a line into its first word and the rest.
fn split_tag(line: &str) -> (&str, &str) {
    let text = line.trim();
    let (tag, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (tag, rest.trim())
}

/// The status in an `s` line, by the rules of the SAT, PB and XCSP3 competitions.
fn competition_status(words: &str) -> Result<ReplyStatus, ReplyError> {
    match words {
        // Without an objective every solution is optimal.
        "SATISFIABLE" | "SAT" | "OPTIMUM FOUND" => Ok(ReplyStatus::Satisfiable),
        "UNSATISFIABLE" | "UNSAT" => Ok(ReplyStatus::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" | "INDET" => Ok(ReplyStatus::Unknown),
        "UNSUPPORTED" => {
            let problem = "it does not support a constraint of the model";
            Err(ReplyError::Solver(problem.into()))
        }
        _ => Err("unknown verdict".into()),
    }
}
