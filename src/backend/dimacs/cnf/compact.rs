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

use super::board::Board;
use super::{Formula, counter, placement_lit};
use crate::model::{Body, CellId, Model, PlacementId, Rule};

/// Encodes a model compactly.
pub(crate) fn encode(model: &Model, formula: &mut impl Formula) {
    let shared = shared_values(model);
    let board = Board::declare(model, formula, |cell| shared[cell.index()]);
    link(&board, formula);
    for constraint in &model.constraints {
        if formula.is_unwanted() {
            return;
        }
        match &constraint.body {
            // The earlier cell has stated it.
            Body::Shows(cell) if shared[cell.index()].is_some() => {}
            body => board.state(formula, body),
        }
    }
}

/// How many clauses it takes to count the copies of each domino.
pub(crate) fn clauses_for_copies(model: &Model) -> u64 {
    let mut of_kind = vec![0_u64; model.kinds.len()];
    for placement in &model.placements {
        of_kind[placement.kind.index()] += 1;
    }
    let counters = model
        .constraints
        .iter()
        .map(|constraint| match &constraint.body {
            Body::Used { kind, times } => counter::clauses(of_kind[kind.index()], *times),
            Body::Covered(_)
            | Body::Shows(_)
            | Body::Rule { .. }
            | Body::Pinned { .. }
            | Body::NeverFlipped(_)
            | Body::Supply { .. } => 0,
        });
    counters.fold(0, u64::saturating_add)
}

/// How many clauses the encoding of a model has, roughly and rather too many: found without making
/// any.
pub(crate) fn clauses(model: &Model) -> u64 {
    let values = |cell: &CellId| model.cell(*cell).domain.len() as u64;
    let stated = model.constraints.iter().map(|constraint| {
        let pairs = |count: u64| count * count / 2 + 1;
        match &constraint.body {
            // On a grid a cell has at most four edges.
            Body::Covered(_) => pairs(4),
            Body::Shows(cell) => pairs(values(cell)),
            Body::Rule { cells, rule } => match rule {
                Rule::Sum(_, target) => {
                    let greatest = |cell: &CellId| model.cell(*cell).domain.last().copied();
                    let most: u64 = cells.iter().filter_map(greatest).map(u64::from).sum();
                    let sums = most.min(target.unsigned_abs()) + 1;
                    let values: u64 = cells.iter().map(values).sum();
                    // From each node of the diagram with each value, forth and back.
                    2 * values.saturating_mul(sums)
                }
                Rule::Equal => 2 * cells.iter().map(values).sum::<u64>(),
                Rule::Unequal => {
                    let widest = cells.iter().map(values).max().unwrap_or(0);
                    widest.saturating_mul(pairs(cells.len() as u64))
                }
                Rule::Empty => 0,
            },
            Body::Pinned { cell, .. } => values(cell),
            Body::Used { .. } | Body::NeverFlipped(_) | Body::Supply { .. } => 0,
        }
    });
    let links = 3 * model.placements.len() as u64 + model.edges.len() as u64;
    stated.fold(
        links.saturating_add(clauses_for_copies(model)),
        u64::saturating_add,
    )
}

/// Ties the placements to edges and values.
pub(super) fn link(board: &Board<'_>, formula: &mut impl Formula) {
    let Board {
        model,
        edges,
        values,
        ..
    } = board;
    for (range, &edge) in model.placements_by_edge().into_iter().zip(edges) {
        if formula.is_unwanted() {
            return;
        }
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
                [None, _] | [_, None] => formula.clause(&[!placed]),
            }
            some_placement.push(placed);
        }
        // edge -> one of its placements
        formula.clause(&some_placement);
    }
}

/// For each cell, the earlier cell of its `equal` region whose value literals it shares.
fn shared_values(model: &Model) -> Vec<Option<CellId>> {
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
                    shared[cell.index()] = Some(cells[0]);
                }
            }
        }
    }
    shared
}
