//! At most one, pairwise: no auxiliary variables and n(n-1)/2 binary clauses.
//!
//! Two loops, written here because a library's version takes a vector and gives a vector for each
//! clause, and most of a plain formula is made by these two loops.

use super::{Formula, Lit};

/// At most one of the literals is true.
pub(super) fn at_most_one(formula: &mut impl Formula, literals: &[Lit]) {
    for (index, &one) in literals.iter().enumerate() {
        for &other in &literals[index + 1..] {
            // one -> not other
            formula.clause(&[!one, !other]);
        }
    }
}
