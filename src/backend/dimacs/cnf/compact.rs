//! The compact encoding: linear in edges x kinds.
//!
//! A literal per placement, per edge and per value of a cell. A placement implies its edge and its
//! two values, and an edge implies one of its placements; so at-most-one over the placements of a
//! cell follows from at-most-one over its values and its (on a grid at most four) edges, and the
//! thousands of pairs of placements need not be stated. Cells of an `equal` region share their
//! value literals.
//!
//! With P placements, E edges, C cells, d values and at most g edges a cell: P + E + C d + P
//! variables and 7P + E + C(d^2 + g^2)/2 clauses, beside the sums (see [`super::layers`]).
//!
//! Supply facts are left out. Counters for them add about a half to the clauses of a full set, and
//! on five full double-nine and two double-twelve boards kissat took 1.1 to 4 times as long with
//! them, CaDiCaL 0.4 to 2.8 times, twice as long in the middle.

use super::layers::{self, OneHot};
use super::{
    Block, Formula, Lit, Values, at_least_one, counter, declare_placements, declare_values,
    exactly_one, pairwise, placement_lit,
};
use crate::model::{Body, CellId, Model, PlacementId, Rule};

/// Encodes a model compactly.
pub fn encode(model: &Model, formula: &mut impl Formula) {
    declare_placements(model, formula);
    formula.block(Block::Edges);
    let edges: Vec<Lit> = model.edges.iter().map(|_| formula.new_lit()).collect();
    let shared = shared_values(model);
    let values = declare_values(model, formula, |cell| shared[cell]);
    formula.block(Block::Auxiliary);

    for (range, &edge) in model.placements_by_edge().into_iter().zip(&edges) {
        let mut some_placement = vec![!edge];
        for id in range.map(PlacementId) {
            let placed = placement_lit(id);
            // placement -> its edge, placement -> each of its two values
            formula.clause(&[!placed, edge]);
            let shown = model
                .halves(model.placements[id.index()])
                .map(|(cell, value)| values.lit(cell, value));
            match shown {
                [Some(one), Some(other)] => {
                    formula.clause(&[!placed, one]);
                    if other != one {
                        formula.clause(&[!placed, other]);
                    }
                }
                // A value outside the cell's domain.
                _ => formula.clause(&[!placed]),
            }
            some_placement.push(placed);
        }
        // edge -> one of its placements
        formula.clause(&some_placement);
    }

    let edges_by_cell = model.edges_by_cell();
    let placements_by_kind = model.placements_by_kind();
    for constraint in &model.constraints {
        match &constraint.body {
            Body::Covered(cell) => {
                let at_cell: Vec<Lit> = edges_by_cell[cell.index()]
                    .iter()
                    .map(|edge| edges[edge.index()])
                    .collect();
                exactly_one(formula, &at_cell);
            }
            Body::Shows(cell) if shared[cell.index()].is_none() => {
                exactly_one(formula, &values.lits(*cell));
            }
            Body::Shows(_) => {}
            Body::Used { kind, times } => {
                let lits: Vec<Lit> = placements_by_kind[kind.index()]
                    .iter()
                    .map(|&id| placement_lit(id))
                    .collect();
                counter::exactly(formula, &lits, *times as usize);
            }
            Body::Rule { cells, rule } => state(formula, &values, cells, *rule),
            Body::Pinned { cell, pips } => state(formula, &values, &[*cell], Rule::pin(*pips)),
            Body::NeverFlipped(_) | Body::Supply { .. } => {}
        }
    }
}

/// For each cell, the earlier cell of its `equal` region whose value literals it shares.
fn shared_values(model: &Model) -> Vec<Option<usize>> {
    let mut shared = vec![None; model.cells.len()];
    for constraint in &model.constraints {
        if let Body::Rule {
            cells,
            rule: Rule::Equal,
        } = &constraint.body
        {
            let alike = cells
                .iter()
                .all(|&cell| model.cell(cell).domain == model.cell(cells[0]).domain);
            if alike {
                for cell in &cells[1..] {
                    shared[cell.index()] = Some(cells[0].index());
                }
            }
        }
    }
    shared
}

/// The values of a cell with their literals.
pub(super) fn one_hot(values: &Values<'_>, cell: CellId) -> OneHot {
    let domain = &values.model.cell(cell).domain;
    domain.iter().copied().zip(values.lits(cell)).collect()
}

/// The values of the cells keep the rule.
pub(super) fn state(formula: &mut impl Formula, values: &Values<'_>, cells: &[CellId], rule: Rule) {
    match rule {
        Rule::Sum(relation, target) => {
            let cells: Vec<OneHot> = cells.iter().map(|&cell| one_hot(values, cell)).collect();
            layers::sum(formula, &cells, relation, target);
        }
        Rule::Equal => {
            for pair in cells.windows(2) {
                same_value(formula, values, pair[0], pair[1]);
            }
        }
        Rule::Unequal => all_different(formula, values, cells),
        Rule::Empty => {}
    }
}

/// Two cells have one value. Cells that share their literals have it already.
fn same_value(formula: &mut impl Formula, values: &Values<'_>, one: CellId, other: CellId) {
    if values.first[one.index()] == values.first[other.index()] {
        return;
    }
    for (from, to) in [(one, other), (other, one)] {
        for (value, lit) in one_hot(values, from) {
            // from has the value -> to has it
            match values.lit(to, value) {
                Some(same) => formula.clause(&[!lit, same]),
                None => formula.clause(&[!lit]),
            }
        }
    }
}

/// The cells have pairwise different values.
fn all_different(formula: &mut impl Formula, values: &Values<'_>, cells: &[CellId]) {
    let mut all: Vec<_> = cells
        .iter()
        .flat_map(|&cell| values.model.cell(cell).domain.iter().copied())
        .collect();
    all.sort_unstable();
    all.dedup();
    for &value in &all {
        let holders: Vec<Lit> = cells
            .iter()
            .filter_map(|&cell| values.lit(cell, value))
            .collect();
        pairwise::at_most_one(formula, &holders);
        if all.len() == cells.len() {
            // As many values as cells: each is used.
            at_least_one(formula, &holders);
        }
    }
}
