//! The rules over what cells show, as terms of integers: a sum is one term with as many summands as
//! cells, equal and different cells are one term as well.
//!
//! Integers make QF_LIA of every file, also of one without a sum: integer difference logic has
//! `(= x y)` and `(= (- x y) 4)`, but not `(= x 4)`.

use std::fmt::Display;

use super::script::{Spaced, plus};
use crate::model::{CellId, Model, Rule};

/// `(= (+ pips_a pips_b) 8)`: the cells keep the rule.
pub(super) fn rule_term(model: &Model, cells: &[CellId], rule: Rule) -> String {
    let shown = cells.iter().map(|&cell| &model.cell(cell).symbol);
    let shown: Vec<String> = shown.map(|symbol| format!("pips_{symbol}")).collect();
    match rule {
        Rule::Sum(relation, target) => {
            let target = match target {
                0.. => target.to_string(),
                _ => format!("(- {})", target.unsigned_abs()),
            };
            format!("({} {} {target})", relation.sign(), plus(&shown))
        }
        Rule::Equal => format!("(={})", Spaced(&shown)),
        Rule::Unequal => format!("(distinct{})", Spaced(&shown)),
        Rule::Empty => "true".into(),
    }
}

/// So many of the terms are true, as a sum of integers.
pub(super) fn tally(terms: &[impl Display], times: usize) -> String {
    let ones = terms.iter().map(|term| format!("(ite {term} 1 0)"));
    format!("(= {} {times})", plus(&ones.collect::<Vec<_>>()))
}
