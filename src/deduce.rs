//! The deduction room: what follows from some of a puzzle's rules, a step at a time, as a person
//! would see it.
//!
//! [`Ground`] is the puzzle laid out for reasoning, [`Knowledge`] what is still possible. An
//! [`Angle`] is one look at the board (a region's rule, the supply of a value, a cell's
//! neighbours); each that finds something new makes a [`Step`]. A [`Chain`] is the steps to a
//! fact or to a contradiction, with those left out that are not needed. Every step drops only what
//! cannot be, given the rules that it names; the words say what was counted.

mod angle;
mod cases;
mod chain;
mod ground;
mod knowledge;
mod look;
mod memory;
mod support;
mod telling;
mod tiling;
mod words;

pub use angle::Angle;
pub use cases::{Case, Proof, prove, search};
pub use chain::{Chain, Goal, Step, derive, reach};
pub use ground::Ground;
pub use knowledge::{Dead, Knowledge};
pub use telling::{lines, names, value};
pub use tiling::{Untileable, untileable};
pub use words::{alternatives, and, cells, count, fact, rule};
