//! Deduction: what follows from some of a puzzle's rules, step by step, as a person would infer it.
//!
//! An [`Engine`] applies inference techniques, one file each, to a state, the easiest first
//! ([propagation](Propagation::infer)); where that is not enough, it refutes assumptions one at a time
//! ([probing](Propagation::probe)). A [`ProofTree`] is what is left of the inferences after backward
//! slicing: each [`Step`] has the conclusions that are needed later and the premises that its technique
//! needs, and its sentence is made of these alone.

mod engine;
mod index;
mod phrases;
mod region;
mod shortfall;
mod slice;
mod state;
mod statement;
mod technique;
mod untileable;

pub use engine::{Depth, Engine, Propagation};
pub(crate) use phrases::{and, cell_names, count, fact, number, region_names, sentence};
pub use shortfall::{Shortfall, Total};
pub use statement::{Premise, ProofTree, Refutation, Source, Statement, Step};
pub use untileable::Untileable;
