//! Deduction: human-style inference from some of a puzzle's rules, with proofs.
//!
//! An [`Engine`] applies inference techniques to a state, the easiest first
//! ([propagation](Propagation::infer)). Where propagation ends, it refutes assumptions one at a time
//! (failed-literal [probing](Propagation::probe)). Backward slicing turns the inferences into a
//! [`ProofTree`]. Each [`ProofStep`] keeps the conclusions that later steps need and the premises that its
//! technique needs; its sentence is made of these alone.

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
pub use shortfall::{PipTotal, Shortfall};
pub use statement::{Premise, PremiseSource, ProofStep, ProofTree, Refutation, Statement};
pub use untileable::Untileable;
