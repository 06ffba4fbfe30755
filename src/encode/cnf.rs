//! CNF: a model as clauses.
//!
//! An encoder is a function that writes the clauses of a model to a [`CnfSink`]. It numbers the
//! placements first, so that [`placement_lit`] depends on the placement alone. The encoders share
//! [`board`], [`values`], the sequential [`counter`], the [`product`] encoding and the sums of [`mdd`].
//!
//! In every encoding the placements determine the auxiliary variables. With symmetry broken, a
//! formula therefore has exactly one model for each solution, and model counters and enumerators
//! need no projection.

mod board;
pub mod compact;
mod counter;
pub mod links;
mod mdd;
pub mod placement;
mod product;
pub(crate) mod switched;
#[cfg(test)]
mod tests;
mod values;

use std::fmt;
use std::ops::Not;

use crate::model::{Model, Origin, PlacementId};

/// A literal: a variable or its complement. Variables are numbered from 0 here and from 1 in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The positive literal of the variable with this number.
    #[inline]
    pub fn positive(variable: u32) -> Lit {
        Lit(variable << 1)
    }

    /// The number of the variable.
    #[inline]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the literal is the complement of its variable.
    #[inline]
    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Lit {
    type Output = Lit;

    #[inline]
    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// As in a file: `17`, `-17`.
impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.is_negative() { "-" } else { "" };
        write!(f, "{sign}{}", self.variable() + 1)
    }
}

/// Receives the variables and clauses of an encoder.
pub trait CnfSink {
    /// Creates a variable and returns its positive literal.
    fn new_lit(&mut self) -> Lit;

    /// Adds a clause: at least one literal, no variable twice.
    fn clause(&mut self, literals: &[Lit]);

    /// Sets the block of the variables that follow.
    fn block(&mut self, _: VariableBlock) {}

    /// Sets the parts of the puzzle that the clauses up to the next call come from.
    fn set_origins(&mut self, _: &[Origin]) {}

    /// Whether the encoder may stop early. The formula is then incomplete and must not be used.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// The meaning of a range of variables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariableBlock {
    /// A domino kind on an edge.
    Placements,
    /// Some domino on an edge.
    Edges,
    /// A cell's value.
    Values,
    /// That there is no solution.
    Contradiction,
    /// Nothing in the puzzle.
    Auxiliary,
}

impl VariableBlock {
    /// The name of the block, and the meaning of its variables.
    pub fn name_and_meaning(self) -> (&'static str, &'static str) {
        match self {
            VariableBlock::Placements => {
                ("placements", "a domino kind lies on an edge, one way round")
            }
            VariableBlock::Edges => ("edges", "some domino lies on two neighbouring cells"),
            VariableBlock::Values => ("values", "a cell shows a number of pips"),
            VariableBlock::Contradiction => ("contradiction", "the puzzle cannot be solved"),
            VariableBlock::Auxiliary => ("auxiliary", "counters and partial sums"),
        }
    }
}

/// The literal of a placement, in every encoding.
pub fn placement_lit(id: PlacementId) -> Lit {
    Lit::positive(id.0)
}

/// Number of literals between two polls for cancellation.
const POLL_INTERVAL: usize = 1 << 10;

/// Creates the variables of the placements, which come first in every encoding.
fn declare_placements(model: &Model, formula: &mut dyn CnfSink) {
    formula.block(VariableBlock::Placements);
    for _ in &model.placements {
        let _ = formula.new_lit();
    }
}

/// Adds an unsatisfiable pair of unit clauses. Not every solver reads an empty clause.
fn contradiction(formula: &mut dyn CnfSink) {
    formula.block(VariableBlock::Contradiction);
    let impossible = formula.new_lit();
    formula.clause(&[impossible]);
    formula.clause(&[!impossible]);
    formula.block(VariableBlock::Auxiliary);
}

/// At least one of the literals.
fn at_least_one(formula: &mut dyn CnfSink, literals: &[Lit]) {
    match literals {
        [] => contradiction(formula),
        _ => formula.clause(literals),
    }
}

/// At most one of the literals: the pairwise (binomial) encoding, with n(n-1)/2 clauses and no auxiliary
/// variables. Arc consistent under unit propagation.
fn at_most_one(formula: &mut dyn CnfSink, literals: &[Lit]) {
    for (index, &one) in literals.iter().enumerate() {
        if index.is_multiple_of(POLL_INTERVAL) && formula.is_cancelled() {
            return;
        }
        for &other in &literals[index + 1..] {
            // one -> not other
            formula.clause(&[!one, !other]);
        }
    }
}

/// Exactly one of a few literals: pairwise, n(n-1)/2 + 1 clauses.
fn exactly_one(formula: &mut dyn CnfSink, literals: &[Lit]) {
    at_least_one(formula, literals);
    at_most_one(formula, literals);
}
