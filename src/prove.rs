//! Certificates that a puzzle has no solution, exactly one, or a number of them.
//!
//! A certificate is a folder that can be checked without trust in pipsc or any solver. It contains the
//! puzzle, every solution as a checked board, and a model that states "there is another solution" with
//! proofs that this model is unsatisfiable, each checked by an independent program ([`CHECKERS`]).
//! [`prove`] makes such a folder; [`verify`] checks it from its files alone.
//! `docs/hints.md` describes the files and what remains to be trusted.
//!
//! A SAT solver finds the proof in general. Resolution needs exponentially many steps to prove that
//! dominoes cannot cover a board, or that rules need more than the dominoes have. For these, pipsc writes
//! a cutting-planes proof of a few sums.

mod blocked;
mod checker;
mod clauses;
mod folder;
mod prover;
mod sums;
mod verify;

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

pub use checker::{CHECKERS, CheckOutcome, ProofChecker, ProofFormat};
pub use folder::{Certificate, ProofEncoding, Refutation};
pub use prover::{ProofTools, ProveOptions, prove};
pub use verify::{CheckFinding, Verification, verify};

use crate::backend::Inexpressible;
use crate::formats::CannotExpress;
use crate::limits::StopReason;
use crate::lower::LowerError;
use crate::puzzle::Board;
use crate::reading::reason;
use crate::solver::SolverError;
use crate::visible;

/// Name and version of pipsc, as the author of files.
const PIPSC: &str = concat!("pipsc ", env!("CARGO_PKG_VERSION"));

/// A claim about the number of solutions of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Claim {
    /// There is none.
    None,
    /// There is exactly one.
    Unique,
    /// There is the given number.
    Count,
}

impl Claim {
    /// Returns the name of the claim and of its option.
    fn name(self) -> &'static str {
        match self {
            Claim::None => "none",
            Claim::Unique => "unique",
            Claim::Count => "count",
        }
    }

    /// Describes the claim in a sentence without a full stop.
    pub fn sentence(self, solutions: u64) -> String {
        match (self, solutions) {
            (Claim::None, _) | (Claim::Count, 0) => "The puzzle has no solution".into(),
            (Claim::Unique, _) | (Claim::Count, 1) => "The puzzle has exactly one solution".into(),
            (Claim::Count, many) => format!("The puzzle has exactly {many} solutions"),
        }
    }

    /// Whether the claim is true of a puzzle with this number of solutions.
    fn fits(self, solutions: u64) -> bool {
        match self {
            Claim::None => solutions == 0,
            Claim::Unique => solutions == 1,
            Claim::Count => true,
        }
    }
}

/// Receives a description of each step at its start.
pub type OnProgress<'a> = dyn FnMut(&str) + 'a;

/// Maximum number of boards of a certificate.
pub const MAX_BOARDS: u64 = 50_000;

/// Reason why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// No format can express the puzzle.
    #[error(transparent)]
    CannotExpress(#[from] CannotExpress),
    /// The puzzle has no model.
    #[error(transparent)]
    LowerError(LowerError),
    /// An encoding cannot express the puzzle.
    #[error(transparent)]
    Inexpressible(#[from] Inexpressible),
    /// A solver cannot be used, or is at fault.
    #[error(transparent)]
    Solver(Box<SolverError>),
    /// No installed solver writes proofs.
    #[error(
        "no solver that writes proofs is installed: pipsc knows {}; scripts/install-solvers installs them, and \
         `pipsc solvers` lists those that are installed", .known.join(", ")
    )]
    NoSolver {
        /// The names of the solvers that write proofs.
        known: Vec<String>,
    },
    /// A checker is not installed.
    #[error("the proof is not checked: {} is not installed; to install it: {}", .0.program, .0.install)]
    NoChecker(&'static ProofChecker),
    /// The claim is not true.
    #[error("there is nothing to prove with --{asked}: the puzzle has {found}", asked = .asked.name())]
    Untrue {
        /// The claim.
        asked: Claim,
        /// The solutions that the puzzle has, in words.
        found: String,
        /// A solution that contradicts the claim `none`.
        board: Option<Box<Board>>,
    },
    /// There are more solutions than a certificate lists.
    #[error(
        "the puzzle has more than {MAX_BOARDS} solutions, and a certificate lists every one; `pipsc run --count` \
         counts them"
    )]
    TooMany,
    /// A checker refuses a proof.
    #[error("{checker} refuses the proof of {proof}: {said}")]
    Refused {
        /// The checker.
        checker: String,
        /// The folder of the proof.
        proof: String,
        /// Its output.
        said: String,
    },
    /// Two solvers contradict each other.
    #[error("{0}")]
    Disagreement(String),
    /// Stopped by a limit or a signal.
    #[error("there is no certificate: {0}")]
    Stopped(#[from] StopReason),
    /// The solver gave no verdict.
    #[error("there is no certificate: {0} gave up")]
    GaveUp(String),
    /// The target is the certificate of another puzzle.
    #[error(
        "{} is the certificate of another puzzle; name another folder with -o, or replace it with --force",
        visible::path(.0)
    )]
    OfAnother(PathBuf),
    /// The target is a non-empty folder that is not a certificate.
    #[error(
        "{} is neither empty nor a certificate, so it is not replaced; name another folder with -o",
        visible::path(.0)
    )]
    Occupied(PathBuf),
    /// A folder is not a certificate.
    #[error("{} is not a certificate: {problem}", visible::path(.folder))]
    NotACertificate {
        /// The folder.
        folder: PathBuf,
        /// The problem.
        problem: String,
    },
    /// A file cannot be read or written.
    #[error("cannot use {}: {}", visible::path(.path), reason(.problem))]
    File {
        /// The file.
        path: PathBuf,
        /// The system's error.
        problem: io::Error,
    },
    /// A bug in pipsc, or a system error without a file.
    #[error("the certificate cannot be made: {0}")]
    Internal(String),
}

impl ProveError {
    fn untrue(asked: Claim, found: &str) -> Self {
        ProveError::Untrue {
            asked,
            found: found.into(),
            board: None,
        }
    }

    fn file(path: &Path, problem: io::Error) -> Self {
        match stop_reason(&problem) {
            Some(stop) => ProveError::Stopped(stop),
            None => ProveError::File {
                path: path.to_owned(),
                problem,
            },
        }
    }
}

impl From<SolverError> for ProveError {
    fn from(problem: SolverError) -> Self {
        ProveError::Solver(Box::new(problem))
    }
}

impl From<LowerError> for ProveError {
    fn from(problem: LowerError) -> Self {
        match problem {
            LowerError::Stopped(stop) => ProveError::Stopped(stop),
            LowerError::TooLarge(_) => ProveError::LowerError(problem),
        }
    }
}

impl From<io::Error> for ProveError {
    fn from(problem: io::Error) -> Self {
        match stop_reason(&problem) {
            Some(stop) => ProveError::Stopped(stop),
            None => ProveError::Internal(reason(&problem)),
        }
    }
}

/// Returns the limit or signal that stopped a writer.
fn stop_reason(problem: &io::Error) -> Option<StopReason> {
    problem.get_ref()?.downcast_ref().copied()
}
