//! The bench room: solvers measured against each other, and what the measurements say.
//!
//! A [`Record`] is one run of one [`Column`] (a solver with an encoding and a question) on one
//! puzzle. Records are kept one a line in a [`file`](results), so that they can be resumed and
//! merged; a [`Summary`] is made from any collection of them, and the [`report`]s show it. Nothing
//! here runs a solver.

pub(crate) mod order;
mod record;
pub(crate) mod report;
pub(crate) mod results;
mod summary;
mod suspicion;
#[cfg(test)]
mod tests;

pub(crate) use record::{Column, Machine, Question, Record, Verdict};
pub(crate) use summary::{Clock, Summary};
