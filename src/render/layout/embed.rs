//! Grid embeddings of graphs, in which exactly the linked cells are adjacent.
//!
//! A backtracking search embeds one connected part at a time inside a square, which grows until the
//! part fits or the step limit is reached.

use std::collections::{HashMap, HashSet};

use super::shelve;
use crate::puzzle::{CellId, Graph};

/// The maximum number of positions that are tried for one part and one size of the square.
const MAX_STEPS: usize = 25_000;

/// The maximum number of cells of a part, which bounds the recursion depth.
const MAX_CELLS: usize = 1_000;

type GridPosition = (i32, i32);

/// Right first, so that a chain of cells becomes a row.
const AROUND: [GridPosition; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Row and column of each cell, if every part fits on a grid.
pub(super) fn embed(graph: &Graph, parts: &[Vec<CellId>]) -> Option<Vec<(u32, u32)>> {
    // A grid has no odd cycles.
    let _ = graph.two_colours()?;
    let placed = parts.iter().map(|part| embed_part(graph, part));
    let placed: Vec<Vec<(CellId, GridPosition)>> = placed.collect::<Option<_>>()?;
    let size = |part: &Vec<(CellId, GridPosition)>| {
        let larger =
            |(w, h): (i32, i32), &(_, (row, column)): &_| (w.max(column + 1), h.max(row + 1));
        let (width, height) = part.iter().fold((0, 0), larger);
        (f64::from(width), f64::from(height))
    };
    let boxes: Vec<(f64, f64)> = placed.iter().map(size).collect();
    let mut places = vec![(0, 0); parts.iter().map(Vec::len).sum()];
    for (part, (x, y)) in placed.iter().zip(shelve(&boxes, 1.0)) {
        for &(cell, (row, column)) in part {
            places[cell.index()] = (row as u32 + y as u32, column as u32 + x as u32);
        }
    }
    Some(places)
}

fn embed_part(graph: &Graph, part: &[CellId]) -> Option<Vec<(CellId, GridPosition)>> {
    let crowded = part.iter().any(|&cell| graph.edges_at(cell).len() > 4);
    if part.len() > MAX_CELLS || crowded {
        return None;
    }
    let order = search_order(graph, part);
    let mut side = (part.len() as f64).sqrt().ceil() as i32;
    while side <= part.len() as i32 {
        let mut search = EmbeddingSearch {
            order: &order,
            graph,
            at: HashMap::new(),
            taken: HashMap::new(),
            side,
            steps: MAX_STEPS,
        };
        if search.place(0, ((0, 0), (0, 0))) {
            let spots = part.iter().map(|cell| (*cell, search.at[cell]));
            return Some(upright(&spots.collect::<Vec<_>>()));
        }
        side += 1 + side / 4;
    }
    None
}

/// A search order in which each cell is adjacent to as many earlier cells as possible, and to at
/// least one.
fn search_order(graph: &Graph, part: &[CellId]) -> Vec<CellId> {
    let mut order: Vec<CellId> = Vec::new();
    let mut done: HashSet<CellId> = HashSet::new();
    let mut open = part.to_vec();
    while !open.is_empty() {
        let placed = |cell: CellId| graph.neighbours(cell).filter(|next| done.contains(next));
        // The first of the best: `max_by_key` would give the last.
        let best = (0..open.len()).rev();
        let best = best.max_by_key(|&at| placed(open[at]).count());
        let next = open.remove(best.unwrap_or(0));
        let _ = done.insert(next);
        order.push(next);
    }
    order
}

struct EmbeddingSearch<'a> {
    order: &'a [CellId],
    graph: &'a Graph,
    at: HashMap<CellId, GridPosition>,
    taken: HashMap<GridPosition, CellId>,
    /// The side of the bounding square.
    side: i32,
    steps: usize,
}

impl EmbeddingSearch<'_> {
    /// Places the cells from index `depth` on. `first` and `last` are the corners of the bounding
    /// box of the placed cells.
    fn place(&mut self, depth: usize, (first, last): (GridPosition, GridPosition)) -> bool {
        let Some(&cell) = self.order.get(depth) else {
            return true;
        };
        let mut neighbours = self.graph.neighbours(cell);
        let anchor = neighbours.find_map(|next| self.at.get(&next).copied());
        let candidates: Vec<GridPosition> = match (depth, anchor) {
            (_, None) => vec![(0, 0)],
            // Rotations of a part are equivalent.
            (1, Some(_)) => vec![(0, 1)],
            (_, Some((row, column))) => AROUND
                .map(|(down, right)| (row + down, column + right))
                .to_vec(),
        };
        for spot in candidates {
            if self.steps == 0 {
                return false;
            }
            self.steps -= 1;
            let first = (first.0.min(spot.0), first.1.min(spot.1));
            let last = (last.0.max(spot.0), last.1.max(spot.1));
            let is_inside = (last.0 - first.0).max(last.1 - first.1) < self.side;
            if is_inside && self.fits(cell, spot) {
                let _ = self.at.insert(cell, spot);
                let _ = self.taken.insert(spot, cell);
                if self.place(depth + 1, (first, last)) {
                    return true;
                }
                let _ = self.at.remove(&cell);
                let _ = self.taken.remove(&spot);
            }
        }
        false
    }

    /// Whether a position is adjacent to all placed neighbours of a cell, and to no other cell.
    fn fits(&self, cell: CellId, (row, column): GridPosition) -> bool {
        let beside = AROUND.map(|(down, right)| self.taken.get(&(row + down, column + right)));
        let is_linked = |other: &CellId| self.graph.neighbours(cell).any(|next| next == *other);
        let placed = self.graph.neighbours(cell);
        let placed = placed.filter(|next| self.at.contains_key(next)).count();
        !self.taken.contains_key(&(row, column))
            && beside.iter().flatten().count() == placed
            && beside.into_iter().flatten().all(is_linked)
    }
}

/// Rotates and mirrors a part so that its cells come in reading order as far as possible, and moves it to the top left.
fn upright(spots: &[(CellId, GridPosition)]) -> Vec<(CellId, GridPosition)> {
    let turned = (0..8).map(|turn| {
        let turned = spots.iter().map(|&(cell, (row, column))| {
            let row = if turn & 1 == 0 { row } else { -row };
            let column = if turn & 2 == 0 { column } else { -column };
            let spot = if turn & 4 == 0 {
                (row, column)
            } else {
                (column, row)
            };
            (cell, spot)
        });
        let mut turned: Vec<(CellId, GridPosition)> = turned.collect();
        let least =
            |(top, left): GridPosition, &(_, (row, column)): &_| (top.min(row), left.min(column));
        let (top, left) = turned.iter().fold((i32::MAX, i32::MAX), least);
        for (_, spot) in &mut turned {
            *spot = (spot.0 - top, spot.1 - left);
        }
        let back = turned.windows(2).filter(|pair| pair[1].1 < pair[0].1);
        (back.count(), turned)
    });
    // The fewest steps back; then the first cells at the top left.
    turned.min().map(|(_, turned)| turned).unwrap_or_default()
}
