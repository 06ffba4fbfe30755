//! pipsc compiles Pips puzzles into constraint models, runs solvers on them, and decodes their
//! replies into checked boards.
//!
//! ```text
//!  puzzle text --formats--> Puzzle --lower--> Model --backend-> Emission {files, name map}
//!                              |                                   |
//!                              |                                 a solver
//!                              |                                   |
//!  board, picture <--check-- Board <--decode-- Answer <--reply reader + name map
//! ```
//!
//! # A tour
//!
//! A [`Puzzle`](puzzle::Puzzle) holds cells, dominoes, and regions with rules, and is always valid:
//! building one from a [`PuzzleDraft`](puzzle::PuzzleDraft) fails with the first error. [`formats`]
//! reads and writes puzzles. [`puzzle::check`] lists the violations of a [`Board`](puzzle::Board).
//! The checker depends on the puzzle alone and shares no code with lowering, encoding or search.
//!
//! ```
//! use pipsc::{formats, puzzle};
//!
//! // A map of six cells in four regions, their rules, and three dominoes.
//! let text = b"
//! AAB
//! CDD
//!
//! A 6
//! B > 2
//! C 0
//! D =
//!
//! 05 11 13
//! ";
//! let document = formats::read(text, None)?;
//! let puzzle = document.pick(None)?;
//! assert_eq!((puzzle.cells().len(), puzzle.dominoes().len()), (6, 3));
//!
//! let board = formats::read_board(b"5 1-3\n|\n0 1-1\n", puzzle)?;
//! assert!(puzzle::check(puzzle, &board).is_empty());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`solve`] and [`count`] run the embedded solver, which needs no installation; [`boards`] lists
//! solutions. [`solver`] has other goals, and the solvers of `solvers.toml`, which run as processes
//! with the feature `external`. Every board that these functions return has passed the checker.
//!
//! ```
//! use pipsc::{Verdict, formats, solver::{SolutionCount, Limits}};
//!
//! let document = formats::read(&std::fs::read("puzzles/dozen.txt")?, None)?;
//! let puzzle = document.pick(None)?;
//! let Verdict::Solved(board) = pipsc::solve(puzzle, &Limits::default())? else {
//!     panic!("no solution");
//! };
//! print!("{}", formats::write_board(puzzle, &board));
//! assert_eq!(pipsc::count(puzzle, &Limits::default())?, SolutionCount::Exactly(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A puzzle is [lowered](mod@lower) to a [`Model`](model::Model) by a list of named
//! [steps](lower::LoweringStep). A model holds placements, cell values, and constraints, each with
//! its origin. [`backend`] has a file or folder per modelling language. An
//! [`Emission`](backend::Emission) writes the files and maps their variables to placements, so that
//! [`decode`](solver::decode) can turn a solver's reply into a board.
//!
//! [`emit`] returns the text of a model:
//!
//! ```
//! use pipsc::{backend::Language, formats};
//!
//! let document = formats::read(&std::fs::read("puzzles/dozen.txt")?, None)?;
//! let encoding = Language::named("dimacs").expect("a language").encodings()[0];
//! let model = pipsc::emit(document.pick(None)?, encoding)?;
//! assert!(model.starts_with("c Pips: "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`deduce`] applies the inference techniques of human solvers, one file per technique.
//! [`mod@explain`] uses it to explain why a puzzle has no solution (MUS) or what its solutions have
//! in common (backbone), and [`hint`] to find the next step. A [`report`] presents either as text,
//! JSON or a page.
//!
//! [`render`] draws puzzles and boards as text, SVG, PNG and pages. [`generate`] makes puzzles of
//! any size from a seed.
#![cfg_attr(feature = "fetch", doc = "[`fetch`] downloads the NYT puzzles.")]
//!
//! # Features
//!
//! All are on by default. Without them, the crate runs in process, without PNG and downloads, and
//! builds for `wasm32-unknown-unknown` as well.
//!
//! - `external`: solvers as processes. They run on Unix; elsewhere they end with an error.
//! - `fetch`: downloads of the NYT puzzles.
//! - `png`: pictures as PNG.
//! - `bundle`: folders of instances for competitions, with `external`.
//! - `cli`: the program `pipsc`, which enables all other features.

pub mod backend;
#[cfg(feature = "cli")]
mod bench;
#[cfg(feature = "bundle")]
pub mod bundle;
#[cfg(feature = "external")]
mod checksum;
#[cfg(feature = "cli")]
pub mod cli;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod clock;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub mod clock;
pub mod deduce;
pub mod encode;
#[cfg(feature = "cli")]
mod exit;
pub mod explain;
#[cfg(feature = "fetch")]
pub mod fetch;
#[cfg(any(feature = "external", feature = "fetch"))]
mod folders;
pub mod formats;
pub mod generate;
pub mod hint;
pub mod json;
pub mod limits;
pub mod link;
pub mod lower;
pub mod model;
mod nearest;
#[cfg(feature = "external")]
mod parallel;
mod parse;
#[cfg(feature = "external")]
pub mod prove;
pub mod puzzle;
#[cfg(any(feature = "external", feature = "fetch"))]
pub mod reading;
pub mod render;
pub mod report;
mod rng;
#[cfg(feature = "external")]
mod shell;
pub mod solver;
pub mod trace;
mod verdict;
mod visible;

#[cfg(not(target_family = "wasm"))]
pub use verdict::boards;
pub use verdict::{EmitError, Verdict, count, emit, solve};
