//! Reply readers: what a solver printed, as answers in the model's own variable names.
//!
//! One reader a reply_format. A reader takes a reply line by line, so that answers can be used while
//! the solver goes on, and believes nothing that it cannot read: half an answer, a contradiction
//! or a missing verdict is an error and never "unknown".

use std::collections::BTreeSet;
use std::fmt::Debug;

use super::Language;

/// One assignment that a solver claims to be a solution: the names of the variables that are true.
/// Names that stand for no placement may be among them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answer {
    /// The variables that are true.
    pub true_names: BTreeSet<String>,
}

/// What a whole reply says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// There is a solution, possibly more than were printed.
    Satisfiable,
    /// The answers printed are all there are; there is at least one.
    Exhausted,
    /// There are so many solutions, at least one; none was printed. `u128::MAX` stands for that
    /// many or more.
    Counted(u128),
    /// There is no solution.
    Unsatisfiable,
    /// The solver gave up, or ran out of time.
    Unknown,
}

/// A whole reply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    /// What it says.
    pub status: Status,
    /// The answers in the order of printing.
    pub answers: Vec<Answer>,
}

/// Why a reply cannot be believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplyError {
    /// A line that does not belong there.
    #[error("line {line} of the reply is not what it should be: {problem}: {text:?}")]
    Unreadable {
        /// The line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: &'static str,
        /// The line's beginning.
        text: String,
    },
    /// The solver reported an error of its own.
    #[error("the solver reports an error: {0}")]
    Solver(String),
    /// A line that only another reply format of the language has.
    #[error("line {line} of the reply is of another reply format: {text:?}")]
    OtherDialect {
        /// The line, counted from 1.
        line: usize,
        /// The line's beginning.
        text: String,
    },
    /// Nobody understands its first line.
    #[error("the reply is in none of the reply formats of this target, which are {names}; {first}")]
    NoDialect {
        /// The reply_formats.
        names: String,
        /// What the first of them says of it.
        first: Box<ReplyError>,
    },
    /// The reply ended too early.
    #[error("the reply ends before {0}")]
    Truncated(&'static str),
}

impl ReplyError {
    /// The line up to which the reply could be read; one that ends too early was read whole.
    pub(super) fn line(&self) -> usize {
        match self {
            ReplyError::Unreadable { line, .. } => *line,
            // Whoever speaks that reply_format tells what is wrong.
            ReplyError::OtherDialect { .. } => 0,
            ReplyError::NoDialect { .. } => 1,
            ReplyError::Solver(_) | ReplyError::Truncated(_) => usize::MAX,
        }
    }
}

/// Why the reader of a language does not go on.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The line does not belong there.
    Line(&'static str),
    /// The line belongs to another reply format.
    OtherDialect,
    /// The solver reported an error of its own.
    Solver(String),
}

impl From<&'static str> for Refusal {
    fn from(problem: &'static str) -> Self {
        Refusal::Line(problem)
    }
}

/// Reads the replies of a language's solvers, line by line.
pub(super) trait ReadLines: Debug {
    /// Takes the next line, without its end; says if it completes an answer.
    fn line(&mut self, line: &str) -> Result<Option<Answer>, Refusal>;

    /// The answers that only the end of the reply completes, in order: those of a document that
    /// is read as a whole. Asked for once, after the last line.
    fn rest(&mut self) -> Result<Vec<Answer>, ReplyError> {
        Ok(Vec::new())
    }

    /// Takes the end of the reply. One that comes too early comes before something.
    fn finish(&mut self) -> Result<Status, &'static str>;
}

type MakeReader = fn() -> Box<dyn ReadLines>;

/// Reads a reply of one reply_format, line by line.
#[derive(Debug)]
pub struct ReplyReader {
    reader: Box<dyn ReadLines>,
    lines: usize,
}

impl ReplyReader {
    fn new(make: MakeReader) -> Self {
        ReplyReader {
            reader: make(),
            lines: 0,
        }
    }

    /// Takes the next line, without its end; says if it completes an answer.
    pub fn line(&mut self, line: &str) -> Result<Option<Answer>, ReplyError> {
        self.lines += 1;
        let beginning = || line.chars().take(80).collect();
        self.reader.line(line).map_err(|refusal| match refusal {
            Refusal::Line(problem) => ReplyError::Unreadable {
                line: self.lines,
                problem,
                text: beginning(),
            },
            Refusal::OtherDialect => ReplyError::OtherDialect {
                line: self.lines,
                text: beginning(),
            },
            Refusal::Solver(problem) => ReplyError::Solver(problem),
        })
    }

    /// The answers that only the end of the reply completes, in order. Asked for once, after the
    /// last line and before the end is taken.
    pub fn rest(&mut self) -> Result<Vec<Answer>, ReplyError> {
        self.reader.rest()
    }

    /// Takes the end of the reply.
    pub fn finish(&mut self) -> Result<Status, ReplyError> {
        self.reader.finish().map_err(ReplyError::Truncated)
    }
}

/// A way in which solvers reply.
#[derive(Debug, Clone, Copy)]
pub struct ReplyFormat {
    /// What registry files call it.
    pub name: &'static str,
    pub(super) reader: MakeReader,
    /// For the reply to a question for the core of a contradiction.
    pub(super) core_reader: Option<MakeReader>,
    /// Replies say how many solutions there are, and show none.
    pub counts: bool,
}

impl ReplyFormat {
    /// The reply_format by the name that registry files use.
    pub fn named(name: &str) -> Option<ReplyFormat> {
        Language::ALL
            .into_iter()
            .filter_map(|language| language.exchange())
            .flat_map(|exchange| exchange.replies)
            .copied()
            .find(|reply_format| reply_format.name == name)
    }

    /// A reader for a new reply.
    pub fn reader(self) -> ReplyReader {
        ReplyReader::new(self.reader)
    }

    /// A reader for the reply to a question for the core of a contradiction. Its one answer has the
    /// names of the constraints that exclude each other.
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
        // Of a number that is cut off nobody sees that digits are missing.
        if self.counts && !text.ends_with('\n') {
            return Err(ReplyError::Truncated("the end of its last line"));
        }
        Ok(Reply { status, answers })
    }
}
