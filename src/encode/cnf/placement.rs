//! The placement encoding: the IR stated directly. A baseline.
//!
//! Exactly one over all placements of a cell and of a kind, pairwise; a literal per value of a
//! cell; a clause for every shortest combination of values that breaks a sum. With
//! at most p placements of a cell and k of a kind: C p^2/2 + K k^2/2 clauses, besides the sums, whose
//! number is exponential in the cells of a region.
//!
//! Two constraints would need too many clauses: copies use the sequential counter, and a sum with more
//! than [`TUPLE_LIMIT`] combinations the decision diagram of the compact encoding. Value counts are not
//! stated.

use super::mdd::{OneHot, bounds};
use super::values::ValueLiterals;
use super::{
    CnfSink, Lit, VariableBlock, contradiction, counter, declare_placements, exactly_one,
    placement_lit,
};
use crate::model::{CellId, ConstraintKind, Model, Relation, Rule};
use crate::puzzle::SumBounds;

/// Maximal number of combinations of values for which a sum is stated by its combinations.
const TUPLE_LIMIT: f64 = 200_000.0;

/// Writes the clauses of the placement encoding.
pub fn encode(model: &Model, formula: &mut dyn CnfSink) {
    declare_placements(model, formula);
    let values = ValueLiterals::declare(model, formula, |_| None);
    formula.block(VariableBlock::Auxiliary);

    let by_cell = model.placements_by_cell();
    let by_kind = model.placements_by_kind();
    for constraint in &model.constraints {
        if formula.is_cancelled() {
            return;
        }
        formula.set_origins(&[constraint.origin]);
        match &constraint.body {
            ConstraintKind::Covered(cell) => {
                let placements = by_cell[cell.index()].iter();
                let lits: Vec<Lit> = placements.map(|&(id, _)| placement_lit(id)).collect();
                exactly_one(formula, &lits);
            }
            ConstraintKind::Shows(cell) => {
                exactly_one(formula, &values.lits(*cell));
                for &(id, value) in &by_cell[cell.index()] {
                    // placement -> value
                    match values.lit(*cell, value) {
                        Some(lit) => formula.clause(&[!placement_lit(id), lit]),
                        None => formula.clause(&[!placement_lit(id)]),
                    }
                }
            }
            ConstraintKind::Used { kind, times } => {
                let placements = by_kind[kind.index()].iter();
                let lits: Vec<Lit> = placements.map(|&id| placement_lit(id)).collect();
                match times {
                    1 => exactly_one(formula, &lits),
                    _ => counter::exactly(formula, &lits, *times as usize),
                }
            }
            ConstraintKind::Rule { cells, rule } => {
                encode_rule(formula, model, &values, cells, *rule)
            }
            ConstraintKind::NeverFlipped(_)
            | ConstraintKind::ValueCount { .. }
            | ConstraintKind::Excluded(_) => {}
        }
    }
}

/// Number of pairs of placements that share a cell or a kind, which are most of the clauses.
pub(crate) fn pairs(model: &Model) -> u64 {
    let of = |count: usize| (count as u64).saturating_mul(count as u64) / 2;
    let mut at_cell = vec![0; model.cells.len()];
    let mut of_kind = vec![0; model.kinds.len()];
    for placement in &model.placements {
        let edge = model.edges[placement.edge.index()];
        at_cell[edge.a.index()] += 1;
        at_cell[edge.b.index()] += 1;
        of_kind[placement.kind.index()] += 1;
    }
    let counts = at_cell.into_iter().chain(of_kind);
    counts.map(of).fold(0, u64::saturating_add)
}

/// States a rule, a sum by its combinations if these are few.
fn encode_rule(
    formula: &mut dyn CnfSink,
    model: &Model,
    values: &ValueLiterals<'_>,
    cells: &[CellId],
    rule: Rule,
) {
    let combinations = |cell: &CellId| model.cell(*cell).domain.len() as f64;
    match rule {
        Rule::Sum(relation, target)
            if cells.iter().map(combinations).product::<f64>() <= TUPLE_LIMIT =>
        {
            let cells: Vec<OneHot> = cells.iter().map(|&cell| values.one_hot(cell)).collect();
            forbid(formula, &cells, relation, target, 0, &mut Vec::new());
        }
        Rule::Sum(..) | Rule::Equal | Rule::Unequal | Rule::Empty => {
            values.encode_rule(formula, cells, rule);
        }
    }
}

/// Forbids every combination of values of the remaining cells that breaks the rule, by the shortest
/// prefix from which it cannot hold. `chosen` has the complements of the values so far.
fn forbid(
    formula: &mut dyn CnfSink,
    rest: &[OneHot],
    relation: Relation,
    target: i64,
    sum: i64,
    chosen: &mut Vec<Lit>,
) {
    let bounds = SumBounds::exactly(sum) + rest.iter().map(bounds).sum();
    match bounds.settle(relation, target) {
        Some(true) => return,
        Some(false) if chosen.is_empty() => return contradiction(formula),
        Some(false) => return formula.clause(chosen),
        None => {}
    }
    if let Some((cell, rest)) = rest.split_first() {
        for &(value, lit) in cell {
            chosen.push(!lit);
            forbid(
                formula,
                rest,
                relation,
                target,
                sum + i64::from(value),
                chosen,
            );
            let _ = chosen.pop();
        }
    }
}
