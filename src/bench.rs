//! The bench room: solvers measured against each other, and what the measurements say.
//!
//! A [`Record`] is one run of one [`Column`] (a solver with an encoding and a question) on one
//! puzzle, on one [`Machine`]. Records are kept one a line in a [`file`](results), known by their
//! [`Key`], so that they can be resumed and merged; a [`Tally`] of any collection of them makes a
//! [`Summary`], and the [`report`]s show it. Nothing here runs a solver.

mod blocks;
mod counted;
mod crew;
mod faults;
mod index;
mod key;
mod machine;
pub(crate) mod merge;
pub(crate) mod order;
pub(crate) mod plan;
mod record;
pub(crate) mod report;
pub(crate) mod results;
mod summary;
mod suspicion;
mod tally;
#[cfg(test)]
mod tests;

pub(crate) use key::{Conditions, Key};
pub(crate) use machine::Machine;
pub(crate) use record::{Column, Question, Record, Verdict};
pub(crate) use summary::{Clock, Summary};
pub(crate) use tally::Tally;
