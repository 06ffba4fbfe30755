//! Benchmarks: solvers and encodings measured against each other.
//!
//! A [`Runner`] runs [`Configuration`]s on puzzles. Each run is a [`RunRecord`], which a
//! [`ResultStore`] writes as one JSON object per line. Runs are identified by their content
//! ([`RunKey`]), so that a benchmark can be resumed, split into [`Shard`]s and [merged](merge).
//! [`report`] shows a [`BenchSummary`] of a set of records.

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
