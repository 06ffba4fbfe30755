//! Backends: writers of a model in the languages of solvers, and readers of the solvers' replies.
//!
//! Languages are elements of [`Language::ALL`], encodings of [`ENCODINGS`]. A language has a module that writes its
//! encodings, names their placements, and blocks boards, and a reader of replies. This module starts no process.

mod asp;
mod blocking;
mod cpsat;
mod dimacs;
mod emission;
mod encoding;
mod ir;
mod language;
mod lp;
mod minizinc;
mod names;
pub(crate) mod opb;
mod provenance;
pub mod reply;
mod size;
mod smtlib;
#[cfg(test)]
mod tests;
mod text;
mod xcsp3;

pub use blocking::BlockingSyntax;
use emission::render;
pub use emission::{Emission, Profile};
pub use encoding::{ENCODINGS, Encoding, Inexpressible};
use encoding::{PlacementName, PlacementNames};
pub use language::{Language, SolverProtocol};
pub use names::{NameMap, NameMapError};
pub use provenance::{Provenance, Signature};
pub use size::ModelSize;
pub use text::LineOrigin;
use text::ModelWriter;
