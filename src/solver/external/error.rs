//! Why an external solver gave no outcome.

use std::io;
use std::path::PathBuf;

use crate::backend::reply::{ReplyError, Status};
use crate::backend::{Inexpressible, NameMapError};
use crate::exit::Exit;
use crate::solver::decode::DecodeError;
use crate::solver::process::{Ending, RunError, Stream};
use crate::solver::registry::Missing;

/// As many lines of each stream are shown.
const LINES: usize = 5;

/// A solver that could not be used, or that cannot be believed.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// It is not there.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// It is there and does not start.
    #[error("{solver}: {problem}")]
    Run {
        /// The solver.
        solver: String,
        /// What happened.
        problem: RunError,
    },
    /// It printed something that cannot be read, or too little.
    #[error("{solver}: {problem}{excerpt}")]
    Reply {
        /// The solver.
        solver: String,
        /// What is wrong with it.
        problem: ReplyError,
        /// How it ended, and the first lines of both streams.
        excerpt: Box<Excerpt>,
    },
    /// Its exit code does not go with its verdict.
    #[error("{solver}: the reply says {}, which does not go with {ending}{excerpt}", word(*.status))]
    Veto {
        /// The solver.
        solver: String,
        /// What it printed.
        status: Status,
        /// How it ended.
        ending: Ending,
        /// The first lines of both streams.
        excerpt: Box<Excerpt>,
    },
    /// It printed without end.
    #[error("{solver}: cut off, because it floods its {stream}{excerpt}")]
    Flood {
        /// The solver.
        solver: String,
        /// Where.
        stream: Stream,
        /// The first lines of both streams.
        excerpt: Box<Excerpt>,
    },
    /// It claims a board that is not a solution.
    #[error("{solver}: {problem}")]
    Rejected {
        /// The solver.
        solver: String,
        /// What is wrong.
        problem: DecodeError,
    },
    /// It gave an answer that was excluded.
    #[error("{solver}: it repeats a solution that the model excludes")]
    Repeated {
        /// The solver.
        solver: String,
    },
    /// It says that there is no further solution, or the reverse, and an earlier run disagrees.
    #[error("{solver}: {problem}")]
    Inconsistent {
        /// The solver.
        solver: String,
        /// What does not fit.
        problem: String,
    },
    /// Its proof is none.
    #[error("{solver}: the checker does not accept its proof: {problem}")]
    Proof {
        /// The solver.
        solver: String,
        /// What the checker says.
        problem: String,
    },
    /// Something was asked for that it cannot do.
    #[error("{solver}: {problem}")]
    Unsupported {
        /// The solver.
        solver: String,
        /// What it cannot do.
        problem: String,
    },
    /// The encoding that it was to be given has no form for the puzzle.
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    /// A name map of ours that does not fit; an internal fault.
    #[error(transparent)]
    Names(#[from] NameMapError),
    /// A file of ours cannot be read or written.
    #[error("cannot write {}: {problem}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        problem: io::Error,
    },
}

impl SolverError {
    /// The exit code that follows.
    pub fn exit(&self) -> Exit {
        match self {
            SolverError::Missing(_) | SolverError::Run { .. } => Exit::NoSolver,
            SolverError::Reply { .. }
            | SolverError::Veto { .. }
            | SolverError::Flood { .. }
            | SolverError::Rejected { .. }
            | SolverError::Repeated { .. }
            | SolverError::Inconsistent { .. }
            | SolverError::Proof { .. } => Exit::Rejected,
            SolverError::Unsupported { .. } | SolverError::Inexpressible(_) => Exit::BadInput,
            SolverError::Names(_) | SolverError::File { .. } => Exit::Unexpected,
        }
    }
}

fn word(status: Status) -> &'static str {
    match status {
        Status::Satisfiable => "satisfiable",
        Status::Exhausted => "that these are all solutions",
        Status::Unsatisfiable => "unsatisfiable",
        Status::Unknown => "unknown",
    }
}

/// The first lines of both streams, and how the solver ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// How it ended; nothing if it was stopped.
    pub ending: Option<Ending>,
    /// The beginning of its reply.
    pub reply: Vec<u8>,
    /// The beginning of its standard error.
    pub stderr: Vec<u8>,
}

impl std::fmt::Display for Excerpt {
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
            for line in String::from_utf8_lossy(bytes).lines().take(LINES) {
                let shown: String = line.chars().take(120).map(printable).collect();
                write!(f, "\n    {shown}")?;
            }
        }
        Ok(())
    }
}

/// Nothing that a solver prints may steer the terminal.
fn printable(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}
