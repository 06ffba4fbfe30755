//! Build: the puzzle stated plainly.
//!
//! Every domino is a kind of its own, copies or not, and may lie on every edge both ways round,
//! doubles too. So a solution of the puzzle can have several assignments here, which
//! [`super::break_symmetry`] makes one.

use crate::model::{
    Body, CellVar, Constraint, EdgeId, Kind, KindId, Model, Origin, Placement, RegionId, is_plain,
};
use crate::puzzle::{Pips, Puzzle, Relation, Rule};

/// States a puzzle as a model.
pub fn build(puzzle: &Puzzle) -> Model {
    let mut dominoes = puzzle.dominoes().to_vec();
    dominoes.sort_unstable();
    let kinds: Vec<Kind> = dominoes
        .into_iter()
        .map(|domino| Kind { domino, copies: 1 })
        .collect();

    let mut placements = Vec::with_capacity(puzzle.edges().len() * kinds.len() * 2);
    for edge in 0..puzzle.edges().len() {
        for kind in 0..kinds.len() {
            for flipped in [false, true] {
                placements.push(Placement {
                    edge: EdgeId::at(edge),
                    kind: KindId::at(kind),
                    flipped,
                });
            }
        }
    }

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
    for (index, region) in puzzle.regions().iter().enumerate() {
        let cells = region.cells.clone();
        let rule = match region.rule {
            Rule::Sum(relation, target) => {
                let most = cells.len() as i64 * i64::from(most);
                Rule::Sum(relation, within_reach(relation, target, most))
            }
            // One cell is always equal to itself and different from no other.
            Rule::Equal | Rule::Unequal if cells.len() < 2 => continue,
            Rule::Equal | Rule::Unequal => region.rule,
            Rule::Empty => continue,
        };
        constraints.push(Constraint {
            origin: Origin::Region(RegionId::at(index)),
            body: Body::Rule { cells, rule },
        });
    }
    for (&cell, &pips) in puzzle.pins() {
        constraints.push(Constraint {
            origin: Origin::Pin(cell),
            body: Body::Pinned {
                cell,
                pips: pips.min(most + 1),
            },
        });
    }

    Model {
        title: puzzle.title().cloned(),
        cells: cell_variables(puzzle, &values),
        kinds,
        edges: puzzle.edges().to_vec(),
        placements,
        regions: puzzle.regions().iter().map(|r| r.name.clone()).collect(),
        constraints,
    }
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
            domain: values.to_vec(),
        })
        .collect()
}
