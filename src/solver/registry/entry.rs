//! What is known of one solver.

use std::path::PathBuf;

use serde::Deserialize;

use super::argument::Template;
use super::statistics::StatisticsReading;
use super::version::VersionReading;
use crate::backend::reply::{Dialect, Status};
use crate::backend::{Encoding, Exchange};
use crate::solver::process::Ending;

/// A solver, as data.
#[derive(Debug, Clone)]
pub struct Entry {
    /// What people type.
    pub name: String,
    /// What kind of solver it is.
    pub about: String,
    /// The encoding that suits it, of the language that it reads.
    pub encoding: Encoding,
    /// How it is spoken to.
    pub exchange: Exchange,
    /// The dialect in which it replies.
    pub reply: Dialect,
    /// How to get it.
    pub install: String,
    /// The exit codes with which each verdict is believed.
    pub exit: ExitCodes,
    /// The ways to run it, the best first.
    pub via: Vec<Via>,
    /// The file that says all this.
    pub file: PathBuf,
}

/// One way to run a solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Via {
    /// What people call it, where there are several or the program alone does not tell.
    pub name: Option<String>,
    /// The programs to look for.
    pub programs: Vec<String>,
    /// Shows that the program that was found has what we need.
    pub probe: Option<Probe>,
    /// The arguments.
    pub arguments: Vec<Template>,
    /// How a time limit is passed; not at all if empty. So for the others.
    pub time: Vec<Template>,
    /// How a seed is passed.
    pub seed: Vec<Template>,
    /// How a number of threads is passed.
    pub threads: Vec<Template>,
    /// How all solutions are asked for.
    pub all: Vec<Template>,
    /// How it is asked for the number of solutions alone, if it can be.
    pub count: Option<Vec<Template>>,
    /// How a proof is asked for.
    pub proof: Vec<Template>,
    /// The name of a script of ours, or the path of the user's.
    pub launcher: Option<String>,
    /// How the numbers that it counts are read.
    pub statistics: StatisticsReading,
    /// How the version is read.
    pub version: Option<VersionReading>,
}

/// A command that must succeed and print something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Probe {
    /// The arguments.
    pub arguments: Vec<Template>,
    /// Texts that must follow each other somewhere in its output.
    pub shows: Vec<String>,
}

/// Exit codes by verdict.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExitCodes {
    /// There is a solution.
    pub satisfiable: Vec<i32>,
    /// There is one, and all that were printed are all there are.
    #[serde(default)]
    pub exhausted: Vec<i32>,
    /// There is none.
    pub unsatisfiable: Vec<i32>,
    /// The solver does not know.
    #[serde(default)]
    pub unknown: Vec<i32>,
}

impl ExitCodes {
    /// The verdict of a reply after the exit code had its say: confirmed, completed or, with
    /// nothing, vetoed.
    pub fn confirm(&self, status: Status, ending: Ending) -> Option<Status> {
        let Ending::Exit(code) = ending else {
            return None;
        };
        let believed = |codes: &[i32]| codes.contains(&code);
        match status {
            Status::Satisfiable | Status::Exhausted if believed(&self.exhausted) => {
                Some(Status::Exhausted)
            }
            Status::Satisfiable | Status::Exhausted => {
                believed(&self.satisfiable).then_some(status)
            }
            Status::Counted(_) => believed(&self.satisfiable).then_some(status),
            Status::Unsatisfiable => believed(&self.unsatisfiable).then_some(status),
            Status::Unknown => believed(&self.unknown).then_some(status),
        }
    }
}
