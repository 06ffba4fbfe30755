//! The deduction room: what follows from some of a puzzle's rules, a step at a time, as a person
//! would see it.
//!
//! A [`Looker`] has the puzzle laid out and remembers what was seen, [`knowledge`] is what is still
//! possible. A technique is one look at the board (a region's rule, the supply of a value, a cell's
//! neighbours); each that finds something new makes a [`Step`]. A [`Chain`] is the steps to a
//! fact or to a contradiction, with those left out that are not needed. Every step drops only what
//! cannot be, given the rules that it names; the words say what was counted.

mod cases;
mod chain;
mod ground;
mod knowledge;
mod look;
mod looker;
mod support;
mod technique;
mod telling;
mod wording;

pub use cases::{Case, Proof};
pub use chain::{Chain, Goal, Step};
pub use looker::Looker;
pub(crate) use telling::{fact_json, placement_json};
pub(crate) use wording::{and, cell_names, count, fact, region_names};
