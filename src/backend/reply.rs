//! Reply readers: solver output as answers in the variable names of the model.
//!
//! One reader per reply format. A reader takes lines as they are printed and reports answers and the verdict
//! to a [`VerdictBuilder`], which rejects contradictions. A truncated answer, a contradiction or a missing
//! verdict is an error, never "unknown".

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

/// One assignment that a solver claims to be a solution: the names of the variables that are true.
/// Names that stand for no placement may be among them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The variables that are true.
    pub true_names: BTreeSet<String>,
}

/// The verdict of a whole reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyStatus {
    /// There is a solution, possibly more than were printed.
    Satisfiable,
    /// The printed answers are all there are; there is at least one.
    Exhausted,
    /// The number of solutions, at least one; none was printed. `u128::MAX` stands for that many or more.
    Counted(u128),
    /// There is no solution.
    Unsatisfiable,
    /// The solver gave up, or ran out of time.
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

/// Why a reply is rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// An unexpected line.
    #[error("line {line} of the reply is not what it should be: {problem}: {text:?}")]
    Unreadable {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: &'static str,
        /// The beginning of the line.
        text: String,
    },
    /// The solver reported an error of its own.
    #[error("the solver reports an error: {0}")]
    Solver(String),
    /// The reply ended too early.
    #[error("the reply ends before {0}")]
    Truncated(&'static str),
}

impl ReplyError {
    /// The line up to which the reply could be read; one that ends too early was read whole.
    pub(super) fn line(&self) -> usize {
        match self {
            ReplyError::Unreadable { line, .. } => *line,
            ReplyError::Solver(_) | ReplyError::Truncated(_) => usize::MAX,
        }
    }
}

/// Why a reader rejects a line, or the end of the reply.
#[derive(Debug)]
pub(super) enum ReaderError {
    /// The line does not belong there.
    Line(&'static str),
    /// The solver reported an error of its own.
    Solver(String),
    /// The reply ends before this.
    Truncated(&'static str),
}

impl From<&'static str> for ReaderError {
    fn from(problem: &'static str) -> Self {
        ReaderError::Line(problem)
    }
}

/// Accumulates the verdict and the answers of a reply, and rejects contradictions.
#[derive(Debug, Default)]
pub(super) struct VerdictBuilder {
    status: Option<ReplyStatus>,
    found: usize,
    /// Answers that were not taken out yet.
    pending: VecDeque<Answer>,
    /// The question was for an unsatisfiable core, and not for answers.
    asks_core: bool,
}

impl VerdictBuilder {
    /// Takes a verdict.
    pub(super) fn status(&mut self, status: ReplyStatus) -> Result<(), ReaderError> {
        if self.status.is_some_and(|before| before != status) {
            return Err("a second verdict that contradicts the first".into());
        }
        if status == ReplyStatus::Unsatisfiable && self.found > 0 {
            return Err("no solution after an answer".into());
        }
        self.status = Some(status);
        Ok(())
    }

    /// Takes an answer.
    pub(super) fn answer(&mut self, true_names: BTreeSet<String>) -> Result<(), ReaderError> {
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

    /// Takes an unsatisfiable core, or none where there is a solution.
    pub(super) fn core(&mut self, names: Option<BTreeSet<String>>) {
        self.asks_core = true;
        self.pending
            .extend(names.map(|true_names| Answer { true_names }));
    }

    /// How many answers there were.
    pub(super) fn found(&self) -> usize {
        self.found
    }

    /// The verdict so far.
    pub(super) fn verdict(&self) -> Option<ReplyStatus> {
        self.status
    }

    /// Makes the verdict more precise, where the reply says more.
    pub(super) fn refine(&mut self, status: ReplyStatus) {
        self.status = Some(status);
    }

    fn finish(&self) -> Result<ReplyStatus, &'static str> {
        match (self.status, self.found) {
            (None, _) => Err("any verdict"),
            (Some(ReplyStatus::Satisfiable | ReplyStatus::Exhausted), 0) if !self.asks_core => {
                Err("the answer that it announces")
            }
            // A solver that gave up after a solution has found that solution.
            (Some(ReplyStatus::Unknown), 1..) => Ok(ReplyStatus::Satisfiable),
            (Some(status), _) => Ok(status),
        }
    }
}

/// Reads replies of one format, line by line.
pub(super) trait LineReader: Debug {
    /// Takes the next line, without its end.
    fn line(&mut self, line: &str, verdict: &mut VerdictBuilder) -> Result<(), ReaderError>;

    /// Takes the end of the reply, which may complete answers.
    fn end(&mut self, _: &mut VerdictBuilder) -> Result<(), ReaderError> {
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
    fn new(make: MakeReader) -> Self {
        ReplyReader {
            reader: make(),
            verdict: VerdictBuilder::default(),
            lines: 0,
        }
    }

    /// Takes the next line, without its end. Returns an answer if one is complete.
    pub fn line(&mut self, line: &str) -> Result<Option<Answer>, ReplyError> {
        self.lines += 1;
        match self.reader.line(line, &mut self.verdict) {
            Ok(()) => Ok(self.verdict.pending.pop_front()),
            Err(refusal) => Err(self.error(refusal, line)),
        }
    }

    /// Takes the end of the reply. Returns the answers that it completes; called once, before
    /// [`finish`](Self::finish).
    pub fn rest(&mut self) -> Result<Vec<Answer>, ReplyError> {
        match self.reader.end(&mut self.verdict) {
            Ok(()) => Ok(self.verdict.pending.drain(..).collect()),
            Err(refusal) => Err(self.error(refusal, "")),
        }
    }

    /// The verdict of the whole reply.
    pub fn finish(&mut self) -> Result<ReplyStatus, ReplyError> {
        self.verdict.finish().map_err(ReplyError::Truncated)
    }

    fn error(&self, refusal: ReaderError, line: &str) -> ReplyError {
        match refusal {
            ReaderError::Line(problem) => ReplyError::Unreadable {
                line: self.lines,
                problem,
                text: line.chars().take(80).collect(),
            },
            ReaderError::Solver(problem) => ReplyError::Solver(problem),
            ReaderError::Truncated(missing) => ReplyError::Truncated(missing),
        }
    }
}

/// A format of replies.
#[derive(Debug, Clone, Copy)]
pub struct ReplyFormat {
    /// Its name in registry files.
    pub name: &'static str,
    pub(super) reader: MakeReader,
    /// For the reply to a question for an unsatisfiable core.
    pub(super) core_reader: Option<MakeReader>,
    /// Replies say how many solutions there are, and show none.
    pub counts: bool,
}

impl ReplyFormat {
    const fn new(name: &'static str, reader: MakeReader) -> Self {
        ReplyFormat {
            name,
            reader,
            core_reader: None,
            counts: false,
        }
    }

    /// The format by the name that registry files use.
    pub fn named(name: &str) -> Option<ReplyFormat> {
        let languages = Language::ALL.into_iter();
        let protocols = languages.filter_map(|language| language.protocol);
        let mut formats = protocols.flat_map(|protocol| protocol.replies).copied();
        formats.find(|format| format.name == name)
    }

    /// A reader for a new reply.
    pub fn reader(self) -> ReplyReader {
        ReplyReader::new(self.reader)
    }

    /// A reader for the reply to a question for an unsatisfiable core. Its one answer has the names of the
    /// constraints of the core.
    pub fn core_reader(self) -> Option<ReplyReader> {
        self.core_reader.map(ReplyReader::new)
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
        // A number that is cut off looks like a smaller number.
        if self.counts && !text.ends_with('\n') {
            return Err(ReplyError::Truncated("the end of its last line"));
        }
        Ok(Reply { status, answers })
    }
}

/// Splits the first word off a line.
fn tagged(line: &str) -> (&str, &str) {
    let text = line.trim();
    let (tag, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (tag, rest.trim())
}

/// The status in an `s` line, as the rules of the SAT, PB and XCSP3 competitions have it.
fn competition_status(words: &str) -> Result<ReplyStatus, ReaderError> {
    match words {
        // Without an objective every solution is optimal.
        "SATISFIABLE" | "SAT" | "OPTIMUM FOUND" => Ok(ReplyStatus::Satisfiable),
        "UNSATISFIABLE" | "UNSAT" => Ok(ReplyStatus::Unsatisfiable),
        "UNKNOWN" | "INDETERMINATE" | "INDET" => Ok(ReplyStatus::Unknown),
        "UNSUPPORTED" => {
            let problem = "it does not support a constraint of the model";
            Err(ReaderError::Solver(problem.into()))
        }
        _ => Err("unknown verdict".into()),
    }
}
