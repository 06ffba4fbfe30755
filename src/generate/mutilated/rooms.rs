//! Two rooms, separated by a wall with a few doors.
//!
//! One room has more dark cells than light ones and the other more light cells than dark ones, so that the
//! colours of the whole board are balanced. Dominoes through the doors would have to compensate the
//! difference, but one more is needed than the doors allow: the dark cells of one room and the light cells of
//! the other have one neighbour too few. Small parts of the board do not show this: the Hall violators have
//! most of a room.

use std::collections::BTreeSet;

use super::{is_dark, square};
use crate::generate::layout::assemble;
use crate::generate::rng::Rng;
use crate::generate::tiling::{GridPoint, around};
use crate::generate::{Effort, GenerateError};
use crate::puzzle::{CellId, Domino, DoubleSet, Graph, Puzzle};

/// Maximum number of holes tried before the next wall.
const HOLES_TRIED: u32 = 100;

/// Generates a board with this number of doors.
pub(super) fn make(
    size: u32,
    doors: u32,
    set: DoubleSet,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let least = 3 * doors + 2;
    if size < least.max(8) {
        return Err(GenerateError::Impossible(format!(
            "two rooms with doors={doors} between them need a square of side {} at least, not {size}",
            least.max(8)
        )));
    }
    effort.attempt(
        || format!("a board of side {size} with two rooms of which none can be covered"),
        || {
            let plan = WalledSquare::new(size, doors, rng);
            let cells = plan.unbalance(rng);
            Ok(cells.map(|cells| super::puzzle(cells.into_iter(), set, rng)))
        },
    )
}

/// A square with a wall through its middle.
struct WalledSquare {
    cells: BTreeSet<GridPoint>,
    /// The candidates for holes, above and below the wall.
    above: Vec<GridPoint>,
    below: Vec<GridPoint>,
}

impl WalledSquare {
    /// A wall from left to right that moves by at most one row per column, with evenly spread doors of one
    /// cell.
    fn new(size: u32, doors: u32, rng: &mut Rng) -> WalledSquare {
        let band = (size / 8).max(1);
        let (highest, lowest) = (size / 2 - band, size / 2 + band - 1);
        let mut row = size / 2 - rng.below(2);
        let wall: Vec<i32> = (0..size)
            .map(|_| {
                let here = row as i32;
                row = (row + rng.below(3)).saturating_sub(1);
                row = row.clamp(highest, lowest);
                here
            })
            .collect();
        let open: Vec<i32> = (0..doors)
            .map(|door| ((2 * door + 1) * (size - 2) / (2 * doors) + rng.below(3)) as i32)
            .collect();
        let is_wall = |(row, column): GridPoint| wall[column as usize] == row;
        let is_open = |(_, column): GridPoint| open.contains(&column);
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for place in square(size).filter(|&place| !is_wall(place)) {
            if place.0 < wall[place.1 as usize] {
                above.push(place);
            } else {
                below.push(place);
            }
        }
        let cells = square(size).filter(|&place| !is_wall(place) || is_open(place));
        WalledSquare {
            cells: cells.collect(),
            above,
            below,
        }
    }

    /// Cuts holes of one colour above the wall and of the other below it until the colours are balanced,
    /// no tiling exists, and the Hall violators have most of a room. `None` if this fails.
    fn unbalance(mut self, rng: &mut Rng) -> Option<Vec<GridPoint>> {
        let dark_above = rng.below(2) == 0;
        let colour = |places: &[GridPoint], dark| -> Vec<GridPoint> {
            let alike = places.iter().filter(|&&place| is_dark(place) == dark);
            alike.copied().collect()
        };
        let above = colour(&self.above, dark_above);
        let below = colour(&self.below, !dark_above);
        let mut is_covered = false;
        for _ in 0..HOLES_TRIED {
            let alike = self.cells.iter();
            let alike = alike.filter(|&&place| is_dark(place) == dark_above).count();
            let others = self.cells.len() - alike;
            let mut holes = Vec::new();
            if alike >= others {
                holes.push(rng.pick(&above));
            }
            if alike <= others {
                holes.push(rng.pick(&below));
            }
            let mut cells = self.cells.clone();
            if !holes.iter().all(|hole| cells.remove(hole)) || !is_roomy(&cells, &holes) {
                continue;
            }
            if alike != others {
                self.cells = cells;
                continue;
            }
            // One pair of holes too many suffices: more would make the violator smaller.
            if !is_covered && !uncovered(&graph(&self.cells))?.is_empty() {
                return None;
            }
            is_covered = true;
            let places: Vec<GridPoint> = cells.iter().copied().collect();
            let graph = graph(&cells);
            if graph.parts(|_| true).len() > 1 {
                continue;
            }
            let spared = uncovered(&graph)?;
            if spared.is_empty() {
                self.cells = cells;
                continue;
            }
            let dark = spared.iter().filter(|cell| is_dark(places[cell.index()]));
            let dark = dark.count();
            // Three quarters of a room's cells of one colour.
            let least = places.len() * 3 / 16;
            if dark >= least && spared.len() - dark >= least {
                return Some(places);
            }
        }
        None
    }
}

/// The cells that some maximum matching leaves uncovered.
fn uncovered(graph: &Graph) -> Option<Vec<CellId>> {
    graph.sometimes_uncovered(|_| true)
}

/// Whether every cell beside a hole still has two neighbours.
fn is_roomy(cells: &BTreeSet<GridPoint>, holes: &[GridPoint]) -> bool {
    let beside = holes.iter().flat_map(|&hole| around(hole));
    beside.filter(|place| cells.contains(place)).all(|place| {
        around(place)
            .iter()
            .filter(|next| cells.contains(next))
            .count()
            > 1
    })
}

/// The board of an even number of cells, as a graph.
fn graph(cells: &BTreeSet<GridPoint>) -> Graph {
    let blank = vec![Domino::new(0, 0); cells.len() / 2];
    assemble(cells.iter().copied(), blank, Vec::new(), None).graph()
}
