//! The compact encoding: linear in edges x kinds.
//!
//! A literal per placement, per edge and per value of a cell. A placement implies its edge and its
//! two values. At-most-one over the placements of a cell therefore follows from at-most-one over its
//! values and its edges (on a grid at most four), and the thousands of pairs of placements are not
//! stated. Support clauses (Gent, "Arc Consistency in SAT", ECAI 2002) go the other way: an edge and a
//! value at one of its ends imply one of the placements that show it there, so unit propagation removes a
//! value that has lost its last domino.
//! Cells of an `equal` region share their value literals.
//!
//! Value counts are stated where the model has them and their counters are small
//! ([`MAX_VALUE_COUNT_CLAUSES`]). A literal that cells share is one step of a counter. On small boards
//! solvers then need no search, and often nothing but propagation; on large boards the counters cost
//! kissat more than they save.
//!
//! With P placements, E edges, C cells, d values and at most g edges at a cell: P + E + C d variables and
//! 6P + 2E d + C(d^2 + g^2)/2 clauses, besides the lines of each kind's table (see [`super::product`]),
//! the value counts (at most s(C-s) variables and four times as many clauses for a value on s cells)
//! and the sums (see [`super::mdd`]).
//!
//! With one domino kind, the number of its copies follows from the cells. If that kind is a double, every
//! cell shows the same value and a placement is an edge. The textbook tiling remains: exactly one edge per
//! cell, pairwise ([`is_tiling`]).
//!
//! The rules come first and the clauses of placements last, because solvers first branch in the order of
//! the file. `docs/performance.md` has measurements.

use super::board::BoardLiterals;
use super::{
    CnfSink, Lit, contradiction, counter, declare_placements, exactly_one, placement_lit, product,
};
use crate::model::{
    CellId, CellVar, ConstraintKind, KindId, Model, Origin, Pips, PlacementId, Rule,
};

/// Maximal number of clauses for value counts: enough for a full double-7 board.
const MAX_VALUE_COUNT_CLAUSES: u64 = 25_000;

/// Writes the clauses of the compact encoding.
pub fn encode(model: &Model, formula: &mut dyn CnfSink) {
    if is_tiling(model) {
        return encode_tiling(model, formula);
    }
    let shared = shared_values(model);
    let board = BoardLiterals::declare(model, formula, |cell| shared[cell.index()]);
    let states_value_counts = states_value_counts(model);
    let mut cells = Vec::new();
    let mut kinds = Vec::new();
    for constraint in &model.constraints {
        if formula.is_cancelled() {
            return;
        }
        formula.set_origins(&[constraint.origin]);
        match &constraint.body {
            // Stated for the earlier cell, whose literals these are.
            ConstraintKind::Shows(cell) if shared[cell.index()].is_some() => {}
            ConstraintKind::Covered(_) | ConstraintKind::Shows(_) => cells.push(constraint),
            ConstraintKind::Used { kind, times } => kinds.push((*kind, *times)),
            ConstraintKind::ValueCount { .. } if !states_value_counts => {}
            body => board.encode_constraint(formula, body),
        }
    }
    for constraint in cells {
        if formula.is_cancelled() {
            return;
        }
        formula.set_origins(&[constraint.origin]);
        board.encode_constraint(formula, &constraint.body);
    }
    for (kind, times) in kinds {
        formula.set_origins(&[Origin::Domino(kind)]);
        encode_copies(&board, formula, kind, times);
    }
    link_placements(&board, formula);
}

/// Whether only the tiling is undecided: there is one kind, every cell has one value, and no edge has two
/// placements.
fn is_tiling(model: &Model) -> bool {
    let shows_one = |cell: &CellVar| cell.domain.len() == 1;
    model.kinds.len() == 1
        && model.cells.iter().all(shows_one)
        && (model.placements.windows(2)).all(|pair| pair[0].edge != pair[1].edge)
}

/// Encodes a model in which only the tiling is undecided.
fn encode_tiling(model: &Model, formula: &mut dyn CnfSink) {
    declare_placements(model, formula);
    let by_cell = model.placements_by_cell();
    let shown = |cell: &CellId| model.cell(*cell).domain[0];
    for constraint in &model.constraints {
        if formula.is_cancelled() {
            return;
        }
        formula.set_origins(&[constraint.origin]);
        let holds = match &constraint.body {
            ConstraintKind::Covered(cell) => {
                let placements = by_cell[cell.index()].iter();
                let lits: Vec<Lit> = placements.map(|&(id, _)| placement_lit(id)).collect();
                exactly_one(formula, &lits);
                true
            }
            ConstraintKind::Used { times, .. } => follows_from_cells(model, *times),
            ConstraintKind::Rule { cells, rule } => {
                rule.holds(&cells.iter().map(shown).collect::<Vec<_>>())
            }
            _ => true,
        };
        if !holds {
            contradiction(formula);
        }
    }
}

/// Whether the number of copies of a kind follows from the covered cells, because it is the only kind.
fn follows_from_cells(model: &Model, times: u32) -> bool {
    model.kinds.len() == 1 && 2 * times as usize == model.cells.len()
}

/// States that a kind is used as often as it has copies.
pub(super) fn encode_copies(
    board: &BoardLiterals<'_>,
    formula: &mut dyn CnfSink,
    kind: KindId,
    times: u32,
) {
    if follows_from_cells(board.model, times) {
        return;
    }
    let placements = board.of_kind(kind);
    match times {
        1 => product::exactly_one(formula, &placements),
        _ => counter::exactly(formula, &placements, times as usize),
    }
}

/// Whether the encoding states the value counts of the model.
pub(crate) fn states_value_counts(model: &Model) -> bool {
    let stated = value_count_clauses(model, model.stated_value_counts());
    (1..=MAX_VALUE_COUNT_CLAUSES).contains(&stated)
}

/// Upper bound on the number of clauses that count the copies of each kind.
pub(crate) fn copy_clauses(model: &Model) -> u64 {
    let by_kind = model.placements_by_kind();
    let counters = model.constraints.iter().map(|one| match one.body {
        ConstraintKind::Used { kind, times } if !follows_from_cells(model, times) => {
            let placements = by_kind[kind.index()].len() as u64;
            match times {
                1 => product::clauses(placements),
                _ => counter::clauses(placements, times),
            }
        }
        _ => 0,
    });
    counters.fold(0, u64::saturating_add)
}

/// Upper bound on the number of clauses that count the cells with each value.
pub(crate) fn value_count_clauses(model: &Model, supply: impl Iterator<Item = (Pips, u32)>) -> u64 {
    let counters = supply.map(|(value, cells)| {
        let can_show = |cell: &&CellVar| cell.domain.contains(&value);
        let holders = model.cells.iter().filter(can_show).count();
        counter::clauses(holders as u64, cells)
    });
    counters.fold(0, u64::saturating_add)
}

/// Upper bound on the number of clauses of the encoding, computed without encoding.
pub(crate) fn clauses(model: &Model) -> u64 {
    let values = |cell: &CellId| model.cell(*cell).domain.len() as u64;
    let pairs = |count: u64| count * count / 2 + 1;
    let graph = model.graph();
    let stated = model.constraints.iter().map(|one| match &one.body {
        ConstraintKind::Covered(cell) => pairs(graph.edges_at(*cell).len() as u64),
        ConstraintKind::Shows(cell) => pairs(values(cell)),
        ConstraintKind::Rule { cells, rule } => {
            let all: u64 = cells.iter().map(values).sum();
            match rule {
                Rule::Sum(_, target) => {
                    let greatest = |cell: &CellId| model.cell(*cell).domain.last().copied();
                    let most: u64 = cells.iter().filter_map(greatest).map(u64::from).sum();
                    // Two clauses for each node of the diagram and each value.
                    2 * all.saturating_mul(most.min(target.unsigned_abs()) + 1)
                }
                Rule::Equal => 2 * all,
                Rule::Unequal => all.saturating_mul(pairs(cells.len() as u64)),
                Rule::Empty => 0,
            }
        }
        _ => 1,
    });
    let ends = model.edges.iter().flat_map(|edge| edge.ends());
    let supports: u64 = ends.map(|cell| values(&cell)).sum();
    let links = 3 * model.placements.len() as u64 + supports;
    let counted =
        copy_clauses(model).saturating_add(value_count_clauses(model, model.stated_value_counts()));
    stated.fold(links.saturating_add(counted), u64::saturating_add)
}

/// Links placements to edges and values, in both directions.
pub(super) fn link_placements(board: &BoardLiterals<'_>, formula: &mut dyn CnfSink) {
    let BoardLiterals {
        model,
        edges,
        values,
        ..
    } = board;
    for (index, range) in model.placements_by_edge().into_iter().enumerate() {
        if formula.is_cancelled() {
            return;
        }
        formula.set_origins(&model.edges[index].ends().map(Origin::Cell));
        let edge = edges[index];
        let ends = [model.edges[index].a, model.edges[index].b];
        // At each end: each value with its support clause.
        let mut supports = ends.map(|cell| {
            let values = values.one_hot(cell).into_iter();
            values
                .map(|(_, lit)| (lit, vec![!edge, !lit]))
                .collect::<Vec<_>>()
        });
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
                    for (end, shown) in supports.iter_mut().zip([one, other]) {
                        support(end, shown, placed);
                    }
                }
                // A value outside the cell's domain.
                [None, _] | [_, None] => formula.clause(&[!placed]),
            }
        }
        for (_, clause) in supports.iter().flatten() {
            // edge and a value at one end -> one of the placements that show it there
            formula.clause(clause);
        }
    }
}

/// Adds a placement to the support clause of the value that it shows.
fn support(end: &mut [(Lit, Vec<Lit>)], shown: Lit, placed: Lit) {
    if let Ok(at) = end.binary_search_by_key(&shown, |(lit, _)| *lit) {
        end[at].1.push(placed);
    }
}

/// For each cell, the earlier cell of its `equal` region whose value literals it shares.
fn shared_values(model: &Model) -> Vec<Option<CellId>> {
    let mut shared = vec![None; model.cells.len()];
    for constraint in &model.constraints {
        if let ConstraintKind::Rule {
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
