//! Benchmarks: solvers and encodings measured against each other.
//!
//! A [`Runner`] makes the runs of some [`Configuration`]s on some puzzles. Each run is a [`Record`],
//! which a [`ResultStore`] keeps as one JSON object per line. Runs are identified by their content
//! ([`RunKey`]), so that a benchmark can be resumed, cut into [`Shard`]s and [merged](merge). A
//! [`Summary`] of any set of records is what [`report`] shows.

mod machine;
mod merge;
mod record;
pub(crate) mod report;
mod runner;
mod shard;
mod store;
mod summary;
#[cfg(test)]
mod tests;

pub(crate) use machine::Machine;
pub(crate) use merge::merge;
pub(crate) use record::{BenchGoal, Configuration, RunKey, RunLimits, RunRecord, RunVerdict};
pub(crate) use runner::{BenchInstance, Competitor, Runner, Schedule};
pub(crate) use shard::Shard;
pub(crate) use store::{ResultStore, StoreError, parse, write};
pub(crate) use summary::{BenchSummary, Clock, find_column};
