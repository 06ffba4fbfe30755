//! Faults of external solvers.

use super::decode::DecodeError;
use super::process::ProcessExit;
use crate::backend::reply::{ReplyError, ReplyStatus};
use crate::visible::Visible;

/// Number of lines shown of each stream.
const MAX_LINES: usize = 5;

/// A fault of a solver, which invalidates its reply.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverFault {
    /// The reply is malformed or incomplete.
    #[error(transparent)]
    Reply(#[from] ReplyError),
    /// The exit code contradicts the printed verdict.
    #[error("the reply is {}, which contradicts {ending}", word(*.status))]
    Veto {
        /// The printed verdict.
        status: ReplyStatus,
        /// The exit code or signal.
        ending: ProcessExit,
    },
    /// The output exceeds its size limit.
    #[error("it was cut off, because it floods its {0}")]
    Flood(&'static str),
    /// A board of the solver is not a solution.
    #[error(transparent)]
    Rejected(#[from] DecodeError),
    /// An answer is excluded or repeated.
    #[error("it repeats a solution that the model excludes")]
    Repeated,
    /// The verdict contradicts itself or another result.
    #[error("{0}")]
    Inconsistent(String),
    /// The checker rejects its proof, with this message.
    #[error("the checker does not accept its proof: {0}")]
    Proof(String),
}

fn word(status: ReplyStatus) -> &'static str {
    match status {
        ReplyStatus::Satisfiable => "satisfiable",
        ReplyStatus::Exhausted => "that these are all solutions",
        ReplyStatus::Counted(_) => "how many solutions there are",
        ReplyStatus::Unsatisfiable => "unsatisfiable",
        ReplyStatus::Unknown => "unknown",
    }
}

/// The first lines of both streams, and how the solver ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultExcerpt {
    /// The exit code or signal; `None` if the solver was stopped.
    pub ending: Option<ProcessExit>,
    /// The beginning of the reply.
    pub reply: Vec<u8>,
    /// The beginning of standard error.
    pub stderr: Vec<u8>,
}

impl std::fmt::Display for FaultExcerpt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.ending {
            Some(ending) => write!(f, "\n  it ended with {ending}")?,
            None => write!(f, "\n  it was stopped")?,
        }
        for (name, bytes) in [("reply", &self.reply), ("standard error", &self.stderr)] {
            if bytes.is_empty() {
                write!(f, "\n  its {name} is empty")?;
                continue;
            }
            write!(f, "\n  its {name} begins:")?;
            for line in String::from_utf8_lossy(bytes).lines().take(MAX_LINES) {
                let start: String = line.chars().take(120).collect();
                write!(f, "\n    {}", Visible(&start))?;
            }
        }
        Ok(())
    }
}
