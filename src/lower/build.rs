//! States a puzzle as a model, and generates its placements.
//!
//! With symmetry breaking, copies of a domino are one kind with a multiplicity, and a double has one
//! orientation, so a solution has exactly one assignment. Without it, every domino is its own kind, and
//! a double can be flipped.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::LowerError;
use super::size::{MAX_PLACEMENTS, TooLarge};
use crate::limits::Budget;
use crate::model::{
    CellVar, Constraint, ConstraintKind, DominoKind, EdgeId, KindId, Model, Origin, Placement,
    is_plain,
};
use crate::puzzle::{Pips, Puzzle, Relation, Rule};

/// The measure of the size of a model.
const PLACEMENTS: &str = "placements in its model";

/// For each value, the kinds that can show it on the first cell of an edge: the kind, whether it is
/// flipped, and the value of the second cell.
struct Orientations {
    by_value: BTreeMap<Pips, Vec<(KindId, bool, Pips)>>,
    count: u64,
}

impl Orientations {
    fn of(model: &Model) -> Orientations {
        let mut flippable = vec![true; model.kinds.len()];
        for constraint in &model.constraints {
            if let ConstraintKind::NeverFlipped(kind) = constraint.body {
                flippable[kind.index()] = false;
            }
        }
        let mut by_value: BTreeMap<Pips, Vec<(KindId, bool, Pips)>> = BTreeMap::new();
        let mut count = 0;
        for (index, (kind, both)) in model.kinds.iter().zip(flippable).enumerate() {
            let (id, low, high) = (KindId::at(index), kind.domino.low(), kind.domino.high());
            by_value.entry(low).or_default().push((id, false, high));
            if both {
                by_value.entry(high).or_default().push((id, true, low));
            }
            count += 1 + u64::from(both);
        }
        Orientations { by_value, count }
    }
}

/// Generates the placements on some edges that fit their cells' domains and are allowed, in order. Fails
/// if there are more than `most`.
pub(super) fn generate(
    model: &Model,
    edges: &[EdgeId],
    domains: &[Arc<[Pips]>],
    most: u64,
    budget: &Budget,
    is_allowed: impl Fn(Placement) -> bool,
) -> Result<Vec<Placement>, LowerError> {
    let orientations = Orientations::of(model);
    let estimate = edges.len() as u64 * orientations.count;
    let mut placements = Vec::new();
    for &edge in edges {
        budget.check()?;
        let [a, b] = model.edges[edge.index()].ends();
        let first = placements.len();
        for value in domains[a.index()].iter() {
            for &(kind, flipped, other) in orientations.by_value.get(value).into_iter().flatten() {
                let placement = Placement {
                    edge,
                    kind,
                    flipped,
                };
                if domains[b.index()].binary_search(&other).is_ok() && is_allowed(placement) {
                    placements.push(placement);
                }
            }
        }
        placements[first..].sort_unstable();
        if placements.len() as u64 > most {
            TooLarge::refuse(model, PLACEMENTS, estimate, most)?;
        }
    }
    Ok(placements)
}

/// Generates every placement: every kind on every edge, in both orientations if it can be flipped.
pub(super) fn generate_all(model: &mut Model, budget: &Budget) -> Result<(), LowerError> {
    let count = model.edges.len() as u64 * Orientations::of(model).count;
    TooLarge::refuse(model, PLACEMENTS, count, MAX_PLACEMENTS)?;
    let edges: Vec<EdgeId> = (0..model.edges.len()).map(EdgeId::at).collect();
    let domains: Vec<Arc<[Pips]>> = model.cells.iter().map(|c| c.domain.clone()).collect();
    model.placements = generate(model, &edges, &domains, MAX_PLACEMENTS, budget, |_| true)?;
    Ok(())
}

/// States a puzzle as a model without placements.
pub(super) fn state(puzzle: &Puzzle, breaks_symmetry: bool) -> Model {
    let mut dominoes = puzzle.dominoes().to_vec();
    dominoes.sort_unstable();
    let mut kinds: Vec<DominoKind> = Vec::new();
    for domino in dominoes {
        match kinds.last_mut() {
            Some(last) if breaks_symmetry && last.domino == domino => last.copies += 1,
            _ => kinds.push(DominoKind { domino, copies: 1 }),
        }
    }
    let mut constraints = Vec::new();
    let mut add =
        |origin: Origin, body: ConstraintKind| constraints.push(Constraint { origin, body });
    for cell in puzzle.cell_ids() {
        add(Origin::Cell(cell), ConstraintKind::Covered(cell));
        add(Origin::Cell(cell), ConstraintKind::Shows(cell));
    }
    let mut values = puzzle.halves();
    values.dedup();
    let most = values.last().copied().unwrap_or(0);
    for Constraint { origin, body } in rules(puzzle) {
        add(origin, body);
    }
    for (&cell, &pips) in puzzle.pins() {
        let pips = pips.min(most + 1);
        let (cells, rule) = (vec![cell], Rule::pin(pips));
        add(Origin::Pin(cell), ConstraintKind::Rule { cells, rule });
    }
    let ids = || (0..kinds.len()).map(KindId::at).zip(&kinds);
    for (kind, &DominoKind { copies: times, .. }) in ids() {
        add(Origin::Domino(kind), ConstraintKind::Used { kind, times });
    }
    for (kind, _) in ids().filter(|(_, kind)| breaks_symmetry && kind.domino.is_double()) {
        add(Origin::Symmetry, ConstraintKind::NeverFlipped(kind));
    }
    Model {
        title: puzzle.title().cloned(),
        cells: cell_variables(puzzle, &values),
        kinds,
        edges: puzzle.edges().to_vec(),
        placements: Vec::new(),
        regions: puzzle.regions().iter().map(|r| r.name.clone()).collect(),
        constraints,
    }
}

/// Returns the rules of a puzzle's regions as constraints.
pub(crate) fn rules(puzzle: &Puzzle) -> impl Iterator<Item = Constraint> {
    let most = puzzle.halves().last().copied().unwrap_or(0);
    let regions = puzzle.region_ids().zip(puzzle.regions());
    regions.filter_map(move |(id, region)| {
        let cells = region.cells.clone();
        let rule = match region.rule {
            Rule::Sum(relation, target) => {
                let most = cells.len() as i64 * i64::from(most);
                Rule::Sum(relation, within_reach(relation, target, most))
            }
            // One cell is always equal to itself and different from no other.
            Rule::Equal | Rule::Unequal if cells.len() < 2 => return None,
            Rule::Equal | Rule::Unequal => region.rule,
            Rule::Empty => return None,
        };
        Some(Constraint {
            origin: Origin::Region(id),
            body: ConstraintKind::Rule { cells, rule },
        })
    })
}

/// Clamps a target to the nearest equivalent one for sums from 0 to `most`: a target of 10^15 exceeds the
/// 32-bit integers of some solvers.
fn within_reach(relation: Relation, target: i64, most: i64) -> i64 {
    match relation {
        Relation::Equal | Relation::Greater => target.clamp(-1, most + 1),
        Relation::Less => target.clamp(0, most + 1),
    }
}

/// Returns the variables of the cells. Names are symbols if all are plain; otherwise all cells are
/// numbered, because a mixture could give two cells the same symbol.
fn cell_variables(puzzle: &Puzzle, values: &[Pips]) -> Vec<CellVar> {
    let all: Arc<[Pips]> = values.into();
    let cells = puzzle.cells();
    let grid = puzzle.is_grid();
    let plain = cells.iter().all(|cell| is_plain(cell.name.raw()));
    cells
        .iter()
        .enumerate()
        .map(|(index, cell)| CellVar {
            name: cell.name.clone(),
            symbol: if plain {
                cell.name.raw().to_owned()
            } else {
                format!("n{index}")
            },
            at: cell.at.filter(|_| grid),
            domain: all.clone(),
        })
        .collect()
}
