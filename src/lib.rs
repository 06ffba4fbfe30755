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

pub mod backend;
pub mod bench;
pub mod cli;
pub mod deduce;
pub mod exit;
pub mod explain;
pub mod fetch;
pub mod formats;
pub mod generate;
pub mod hint;
pub mod lower;
pub mod model;
mod nearest;
pub mod puzzle;
pub mod render;
pub mod solver;
