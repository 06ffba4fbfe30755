//! CNF: a model as clauses.
//!
//! An encoder is a function from a model to clauses in a [`CnfSink`]; it numbers the placements
//! first, so that the variable of a placement is known without asking. The encoders share the
//! pieces beside them: [`board`], [`values`], [`counter`], [`product`],
//! [`mdd`].
//!
//! In every encoding the auxiliary variables follow from the placements, so that a formula has
//! exactly one model for each solution (as long as symmetry is broken) and plain model counters
//! and enumerators count right.

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

/// A variable or its complement. Variables are numbered from 0 here and from 1 in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lit(u32);

impl Lit {
    /// The variable with this number.
    #[inline]
    pub fn positive(variable: u32) -> Lit {
        Lit(variable << 1)
    }

    /// The number of its variable.
    #[inline]
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the complement of its variable.
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

/// Where an encoder puts variables and clauses.
pub trait CnfSink {
    /// A variable that was not there before, as its positive literal.
    fn new_lit(&mut self) -> Lit;

    /// A clause: distinct literals, none with its complement, at least one.
    fn clause(&mut self, literals: &[Lit]);

    /// From here on new variables belong to this block.
    fn block(&mut self, _: VariableBlock) {}

    /// The clauses from here on, up to the next call, are about these parts of the puzzle.
    fn set_origins(&mut self, _: &[Origin]) {}

    /// The rest is not wanted: the encoder may end early, and what there is may not be used.
    fn is_cancelled(&self) -> bool {
        false
    }
}

/// What some variables stand for.
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
    /// What it is called, and what its variables say.
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

/// Literals between two polls for cancellation.
const POLL_INTERVAL: usize = 1 << 10;

/// Numbers the placements. Every encoder begins with this.
fn declare_placements(model: &Model, formula: &mut dyn CnfSink) {
    formula.block(VariableBlock::Placements);
    for _ in &model.placements {
        let _ = formula.new_lit();
    }
}

/// States that there is no solution. An empty clause would say the same, but not every solver
/// reads one.
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

/// At most one of the literals, pairwise: no auxiliary variables and n(n-1)/2 binary clauses.
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

/// Exactly one of a few literals: no auxiliary variables, n(n-1)/2 + 1 clauses.
fn exactly_one(formula: &mut dyn CnfSink, literals: &[Lit]) {
    at_least_one(formula, literals);
    at_most_one(formula, literals);
}
