//! Rules over the integers `v_a` of cells, for the encodings that have them: a sum is one term with
//! as many summands as cells, equal and different cells are one term as well.

use std::fmt::Display;
use std::io;

use super::script::{Script, plus};
use crate::model::{CellId, Model, Relation, Rule};
use crate::puzzle::Bounds;

/// The cells keep the rule.
pub(super) fn state(
    model: &Model,
    cells: &[CellId],
    rule: Rule,
    name: String,
    script: &mut Script<'_>,
) -> io::Result<()> {
    let list = |operator: &str| format!("({operator} {})", values(model, cells).join(" "));
    let term = match rule {
        Rule::Sum(relation, target) => match bounds(model, cells).settle(relation, target) {
            Some(verdict) => verdict.to_string(),
            None => sum(model, cells, relation, target),
        },
        Rule::Equal => list("="),
        Rule::Unequal => list("distinct"),
        Rule::Empty => return Ok(()),
    };
    script.state(name, term)
}

/// The least and the greatest sum of the cells. Where these alone do not settle a rule, the target
/// lies between them, and is a number that every encoding can write.
pub(super) fn bounds(model: &Model, cells: &[CellId]) -> Bounds {
    let values = |cell: &CellId| model.cell(*cell).domain.iter().copied();
    cells.iter().map(|cell| Bounds::of(values(cell))).sum()
}

/// `(= (+ v_a v_b) 8)`.
pub(super) fn sum(model: &Model, cells: &[CellId], relation: Relation, target: i64) -> String {
    let sign = relation.sign();
    format!("({sign} {} {target})", plus(&values(model, cells)))
}

fn values(model: &Model, cells: &[CellId]) -> Vec<String> {
    let symbols = cells.iter().map(|&cell| &model.cell(cell).symbol);
    symbols.map(|symbol| format!("v_{symbol}")).collect()
}

/// So many of the terms are true, as a sum of integers.
pub(super) fn tally(terms: impl IntoIterator<Item: Display>, times: u32) -> String {
    let ones = terms.into_iter().map(|term| format!("(ite {term} 1 0)"));
    format!("(= {} {times})", plus(&ones.collect::<Vec<_>>()))
}
