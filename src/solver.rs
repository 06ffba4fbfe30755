//! Solvers: a puzzle, a solver, a goal and limits in; checked boards out.
//!
//! A [`Task`] is a puzzle with a goal. A [`Solver`] is the embedded solver, a search strategy, or an
//! external program with an entry in `solvers.toml`. Every returned board is accepted by the checker.
//! [`crate::solve`] and [`crate::count`] are the short forms for the embedded solver.
//!
#![cfg_attr(feature = "external", doc = "```no_run")]
#![cfg_attr(not(feature = "external"), doc = "```ignore")]
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//! use pipsc::solver::{Solver, Task};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let document = pipsc::formats::read(b"**\n\n00\n", None)?;
//! # let puzzle = document.pick(None)?;
//! let kissat = Solver::find("kissat")?;
//! let mut task = Task::new(puzzle);
//! task.limits.time = Some(Duration::from_secs(10));
//! let solved = kissat.solve(&task, &mut |board| {
//!     println!("{}", pipsc::formats::write_board(puzzle, &board));
//!     ControlFlow::Continue(())
//! })?;
//! println!("{:?} in {:?}", solved.outcome, solved.stats.solve);
//! # Ok(())
//! # }
//! ```
//!
//! [`race`] and [`compare`] run several solvers on one task. A program that starts no other processes
//! can call [`adopt_orphans`], so that no process of a solver outlives its run.

mod boards;
#[cfg(feature = "external")]
mod conformance;
mod decode;
pub mod embedded;
mod engine;
mod error;
#[cfg(feature = "external")]
pub(crate) mod external;
#[cfg(feature = "external")]
mod fault;
mod index;
mod matching;
#[cfg(feature = "external")]
pub(crate) mod portfolio;
#[cfg(feature = "external")]
pub(crate) mod process;
#[cfg(feature = "external")]
mod registry;
pub mod search;
pub mod statistics;
mod task;

#[cfg(feature = "external")]
pub use crate::folders::NoTemporaryFolder;
#[cfg(feature = "cli")]
pub(crate) use conformance::works;
#[cfg(feature = "external")]
pub use conformance::{ConformanceCase, conformance};
pub use decode::{DecodeError, Decoder, decode, decode_all};
pub use engine::{Solver, SolverRunResult};
pub use error::SolverError;
#[cfg(feature = "external")]
pub use fault::{FaultExcerpt, SolverFault};
#[cfg(feature = "external")]
pub use portfolio::{Comparison, Disagreement, Race, compare, race};
#[cfg(feature = "external")]
pub use process::{ProcessExit, adopt_orphans, kill_all};
#[cfg(feature = "external")]
pub use registry::{
    InstalledSolver, MissingSolver, Registry, RegistryError, SearchPath, SolverEntry, UnknownSolver,
};
pub use statistics::Statistics;
pub use task::{
    Goal, KeepFolder, Lowering, Outcome, ProofRequest, ProofState, RunStats, SolutionCount,
    SolvedTask, SolverOptions, Task,
};

#[cfg(feature = "external")]
pub use crate::folders::remove_temporary_folders;
pub use crate::limits::{CancelFlag, Limits, StopReason};
