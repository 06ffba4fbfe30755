//! The links encoding: a tiling and a filling, joined. A baseline.
//!
//! The tiling: every cell is linked to exactly one neighbour. The filling: every cell shows a value, the
//! rules hold, and the value counts are those of the dominoes. A link joins both: the values at its ends
//! are those of an available domino. Tiling and filling determine the placements.
//!
//! With P placements, E edges, C cells, d values and at most g edges at a cell: 2P + E + C d variables
//! and 8P + 2E d + C(d^2 + g^2)/2 clauses, besides the value counts (s(C-s) variables and four times as many
//! clauses for a value on s cells) and the sums (see [`super::mdd`]).

use std::ops::Range;

use super::board::BoardLiterals;
use super::{CnfSink, Lit, at_most_one, compact, counter, placement_lit};
use crate::model::{ConstraintKind, Model, Origin, Pips, PlacementId};
use std::collections::BTreeMap;

/// Writes the clauses of the links encoding.
pub fn encode(model: &Model, formula: &mut dyn CnfSink) {
    let board = BoardLiterals::declare(model, formula, |_| None);
    for constraint in &model.constraints {
        if formula.is_cancelled() {
            return;
        }
        formula.set_origins(&[constraint.origin]);
        match &constraint.body {
            ConstraintKind::Used { kind, times } => {
                counter::exactly(formula, &board.of_kind(*kind), *times as usize);
            }
            // Stated below.
            ConstraintKind::ValueCount { .. } => {}
            body => board.encode_constraint(formula, body),
        }
    }
    // Value counts are part of the encoding, even if the model does not state them.
    formula.set_origins(&[Origin::Redundant]);
    for (value, times) in model.value_counts() {
        board.encode_constraint(
            formula,
            &ConstraintKind::ValueCount {
                value,
                cells: times,
            },
        );
    }
    for (edge, range) in model.placements_by_edge().into_iter().enumerate() {
        if formula.is_cancelled() {
            return;
        }
        formula.set_origins(&model.edges[edge].ends().map(Origin::Cell));
        join(&board, edge, range, formula);
    }
}

/// Upper bound on the number of clauses that count dominoes and values.
pub(crate) fn count_clauses(model: &Model) -> u64 {
    let by_kind = model.placements_by_kind();
    let copies = model.constraints.iter().map(|one| match one.body {
        ConstraintKind::Used { kind, times } => {
            counter::clauses(by_kind[kind.index()].len() as u64, times)
        }
        _ => 0,
    });
    let values = compact::value_count_clauses(model, model.value_counts().into_iter());
    copies.fold(values, u64::saturating_add)
}

/// Links the values at the ends of an edge to its placements.
fn join(board: &BoardLiterals<'_>, edge: usize, placements: Range<u32>, formula: &mut dyn CnfSink) {
    let BoardLiterals { model, values, .. } = board;
    let link = board.edges[edge];
    // Several placements show the same values only where symmetry is not broken: copies of a domino, or a
    // double in both orientations.
    let mut shown: BTreeMap<[Pips; 2], Vec<Lit>> = BTreeMap::new();
    for id in placements.map(PlacementId) {
        let pips = model
            .halves(model.placements[id.index()])
            .map(|(_, value)| value);
        shown.entry(pips).or_default().push(placement_lit(id));
    }
    let ends = model.edges[edge];
    for (from, to, first) in [(ends.a, ends.b, 0), (ends.b, ends.a, 1)] {
        for (value, at_from) in values.one_hot(from) {
            // link and a value at one end -> an available value at the other
            let mut clause = vec![!link, !at_from];
            clause.extend(
                shown
                    .keys()
                    .filter(|pips| pips[first] == value)
                    .filter_map(|pips| values.lit(to, pips[1 - first])),
            );
            formula.clause(&clause);
        }
    }
    for ([at_a, at_b], lits) in &shown {
        let (Some(at_a), Some(at_b)) = (values.lit(ends.a, *at_a), values.lit(ends.b, *at_b))
        else {
            // A value outside the cell's domain.
            lits.iter().for_each(|&lit| formula.clause(&[!lit]));
            continue;
        };
        for &lit in lits {
            // placement -> its link, placement -> each of its two values
            formula.clause(&[!lit, link]);
            formula.clause(&[!lit, at_a]);
            formula.clause(&[!lit, at_b]);
        }
        // link and the two values -> the placement
        let mut clause = vec![!link, !at_a, !at_b];
        clause.extend(lits);
        formula.clause(&clause);
        at_most_one(formula, lits);
    }
}
