//! The deduction room: what follows from some of a puzzle's rules, a step at a time, as a person
//! would see it.
//!
//! A [`Looker`] has the puzzle laid out and remembers what was seen, [`knowledge`] is what is known
//! and what that leaves possible. A technique is one look at the board (a region's rule, the supply
//! of a value, a cell's neighbours). What is found on the way to a fact or to a contradiction is a
//! [`Sketch`]; a [`Proof`] is made of it, going backwards: each [`Step`] has as conclusions only
//! what is needed later, and as premises only what these conclusions rest on, which the
//! [`basis`] finds by looking again with less before the eyes. The words of a step are made
//! from its premises and its conclusions alone.

mod basis;
mod cases;
mod chain;
mod demand;
mod depth;
mod ground;
mod knowledge;
mod look;
mod looker;
mod proof;
mod shortfall;
mod step;
mod support;
mod technique;
mod telling;
mod untileable;
mod wording;
mod writing;

pub use cases::Sketch;
pub use chain::Goal;
pub use depth::Depth;
pub use knowledge::Source;
pub use looker::Looker;
pub use proof::{Alternative, Case, Proof};
pub use shortfall::{Shortfall, Total};
pub use step::{Premise, Statement, Step};
pub use untileable::Untileable;
pub(crate) use wording::{and, cell_names, count, fact, region_names, sentence};
pub(crate) use writing::{fact_json, placement_json};
