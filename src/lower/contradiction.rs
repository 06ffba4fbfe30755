//! What pruning can find out: that there is no solution, and why.

use std::fmt;

use crate::model::{Domino, Pips};

/// Pruning left nothing: the puzzle has no solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contradiction {
    /// A cell, by name, has no value left.
    NoValue(String),
    /// A domino does not fit anywhere, or not often enough.
    NoPlace(Domino),
    /// What is left of the board cannot be tiled.
    NoTiling,
    /// Too few cells can show a value.
    ValueLeftOver(Pips),
    /// More cells must show a value than there are.
    ValueShort(Pips),
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the puzzle has no solution: ")?;
        match self {
            Contradiction::NoValue(cell) => write!(f, "no value is possible in cell {cell}"),
            Contradiction::NoPlace(domino) => {
                write!(f, "domino {domino} does not fit as often as it must")
            }
            Contradiction::NoTiling => {
                f.write_str("no tiling is left that the dominoes and rules allow")
            }
            Contradiction::ValueLeftOver(value) => {
                write!(
                    f,
                    "too few cells can show {value} for the dominoes there are"
                )
            }
            Contradiction::ValueShort(value) => {
                write!(f, "more cells must show {value} than the dominoes do")
            }
        }
    }
}
