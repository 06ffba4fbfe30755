//! Build: the puzzle stated plainly.
//!
//! Every domino is a kind of its own, copies or not, and may lie on every edge both ways round,
//! doubles too. So a solution of the puzzle can have several assignments here, which
//! [`super::break_symmetry`] makes one.

use std::sync::Arc;

use super::Unlowered;
use super::size::{MOST_PLACEMENTS, Measure, TooLarge, flippable, orientations};
use crate::limits::Watch;
use crate::model::{
    Body, CellVar, Constraint, Edge, EdgeId, Kind, KindId, Model, Origin, Placement, is_plain,
};
use crate::puzzle::{Pips, Puzzle, Relation, Rule};

/// States a puzzle as a model, until a watch says stop.
pub fn build(puzzle: &Puzzle, watch: &Watch) -> Result<Model, Unlowered> {
    let mut model = state(puzzle);
    lay_out(&mut model, watch)?;
    Ok(model)
}

/// Lays every kind on every edge, both ways round where it can be flipped.
pub(super) fn lay_out(model: &mut Model, watch: &Watch) -> Result<(), Unlowered> {
    let flippable = flippable(model);
    let count = model.edges.len() as u64 * orientations(&flippable);
    TooLarge::refuse(model, Measure::Placements, count, MOST_PLACEMENTS)?;
    let mut placements = Vec::with_capacity(count as usize);
    for edge in (0..model.edges.len()).map(EdgeId::at) {
        watch.check()?;
        for (kind, &both) in flippable.iter().enumerate() {
            let kind = KindId::at(kind);
            for flipped in [false, true].into_iter().take(1 + usize::from(both)) {
                placements.push(Placement {
                    edge,
                    kind,
                    flipped,
                });
            }
        }
    }
    model.placements = placements;
    Ok(())
}

/// States a puzzle as a model that has no placements yet.
pub(super) fn state(puzzle: &Puzzle) -> Model {
    let mut dominoes = puzzle.dominoes().to_vec();
    dominoes.sort_unstable();
    let kinds: Vec<Kind> = dominoes
        .into_iter()
        .map(|domino| Kind { domino, copies: 1 })
        .collect();

    let mut constraints = Vec::new();
    for cell in puzzle.cell_ids() {
        for body in [Body::Covered(cell), Body::Shows(cell)] {
            let origin = Origin::Cell(cell);
            constraints.push(Constraint { origin, body });
        }
    }
    for kind in (0..kinds.len()).map(KindId::at) {
        constraints.push(Constraint {
            origin: Origin::Domino(kind),
            body: Body::Used { kind, times: 1 },
        });
    }
    let mut values = puzzle.halves();
    values.dedup();
    let most = values.last().copied().unwrap_or(0);
    constraints.extend(rules(puzzle));
    for (&cell, &pips) in puzzle.pins() {
        constraints.push(Constraint {
            origin: Origin::Pin(cell),
            body: Body::Pinned {
                cell,
                pips: pips.min(most + 1),
            },
        });
    }

    constraints.extend(exclusions(puzzle));

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

/// The rules of a puzzle's regions, as constraints.
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
            body: Body::Rule { cells, rule },
        })
    })
}

/// The boards that a puzzle excludes, as constraints. Where what lies on the board already has left
/// fewer edges, the boards with others exclude nothing.
pub(crate) fn exclusions(puzzle: &Puzzle) -> impl Iterator<Item = Constraint> {
    let is_edge = |edge: Edge| puzzle.edges().binary_search(&edge).is_ok();
    let excluded = puzzle.excluded().iter().zip(0..);
    let possible = excluded.filter(move |(board, _)| {
        let mut placements = board.placements().iter();
        placements.all(|placed| is_edge(placed.edge()))
    });
    possible.map(|(board, number)| Constraint {
        origin: Origin::Excluded(number),
        body: Body::Excluded(board.clone()),
    })
}

/// The target, or the nearest one that means the same for sums from 0 to `most`: solvers with
/// 32-bit integers would choke on a target of 10^15.
fn within_reach(relation: Relation, target: i64, most: i64) -> i64 {
    match relation {
        Relation::Equal | Relation::Greater => target.clamp(-1, most + 1),
        Relation::Less => target.clamp(0, most + 1),
    }
}

/// Cells keep their names as symbols if all of these are plain, else all are numbered: a mixture
/// could give two cells one symbol.
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
