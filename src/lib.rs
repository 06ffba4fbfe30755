//! pipsc compiles Pips puzzles into constraint models and maps what solvers answer back to a
//! checked board.
//!
//! The rooms, in the order in which a puzzle goes through them:
//!
//! ```text
//!  puzzle text --formats--> Puzzle --lower--> Model --backend-> Emission {files, name map}
//!                              |                                   |
//!                              |                                 a solver
//!                              |                                   |
//!  board, report  <--check-- Board <--decode-- Answer <--reply reader + name map
//! ```
//!
//! Beside them, [`generate`] makes puzzles of any size from a seed, and [`fetch`] gets the
//! newspaper's; [`bench`] measures solvers against each other; [`deduce`] reasons about a puzzle in steps that a person can follow,
//! [`explain`](mod@explain) says why there is no solution or what many have in common, and
//! [`hint`] what can be known next.

#[cfg(all(feature = "external", not(unix)))]
compile_error!("the feature `external` runs processes as only Unix can");

pub mod backend;
#[cfg(feature = "cli")]
pub mod bench;
#[cfg(feature = "cli")]
pub mod cli;
mod clock;
pub mod deduce;
#[cfg(feature = "external")]
pub mod exit;
pub mod explain;
#[cfg(feature = "fetch")]
pub mod fetch;
#[cfg(any(feature = "external", feature = "fetch"))]
mod folders;
pub mod formats;
pub mod generate;
pub mod hint;
pub mod lower;
pub mod model;
mod nearest;
pub mod puzzle;
pub mod render;
#[cfg(feature = "external")]
mod shell;
pub mod solver;
