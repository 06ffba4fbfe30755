//! Places on a grid for a graph that came without any: neighbours side by side, and nothing else.
//!
//! A search with backtracking, one connected part at a time, inside a square that grows until the
//! part fits. It stops after so many steps with the best that it has: the smallest square around
//! the part, then the smallest box.

use std::collections::{HashMap, HashSet};

use super::shelve;
use crate::puzzle::{CellId, Graph};

/// How many places are tried for one part inside a square of one size.
const STEPS: usize = 25_000;

/// The largest part that is tried; the search goes as deep as it has cells.
const LARGEST: usize = 1_000;

type Spot = (i32, i32);

type Score = (i32, i32);

/// Right first, so that a chain of cells becomes a row.
const AROUND: [Spot; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// Row and column of each cell, if every part fits on a grid.
pub(super) fn embed(graph: &Graph, parts: &[Vec<CellId>]) -> Option<Vec<(u32, u32)>> {
    // On a grid every way back has an even length.
    let _ = graph.two_colours()?;
    let placed: Vec<Vec<(CellId, (u32, u32))>> = parts
        .iter()
        .map(|part| embed_part(part, graph))
        .collect::<Option<_>>()?;
    let boxes: Vec<(f64, f64)> = placed
        .iter()
        .map(|part| {
            let (height, width) = size(part.iter().map(|(_, spot)| *spot));
            (f64::from(width), f64::from(height))
        })
        .collect();
    let mut places = vec![(0, 0); parts.iter().map(Vec::len).sum()];
    for (part, (x, y)) in placed.iter().zip(shelve(&boxes, 1.0)) {
        for &(cell, (row, column)) in part {
            places[cell.index()] = (row + y as u32, column + x as u32);
        }
    }
    Some(places)
}

/// Rows and columns that some places reach over.
fn size(spots: impl Iterator<Item = (u32, u32)>) -> (u32, u32) {
    spots.fold((0, 0), |(height, width), (row, column)| {
        (height.max(row + 1), width.max(column + 1))
    })
}

fn embed_part(part: &[CellId], graph: &Graph) -> Option<Vec<(CellId, (u32, u32))>> {
    let crowded = part.iter().any(|&cell| graph.edges_at(cell).len() > 4);
    if part.len() > LARGEST || crowded {
        return None;
    }
    let mut search = Search {
        order: order(part, graph),
        graph,
        at: HashMap::new(),
        taken: HashMap::new(),
        side: (part.len() as f64).sqrt().ceil() as i32,
        steps: STEPS,
        best: None,
    };
    while search.best.is_none() && search.side <= part.len() as i32 {
        search.steps = STEPS;
        search.place(0, ((0, 0), (0, 0)));
        search.side += 1 + search.side / 4;
    }
    let (_, spots) = search.best?;
    Some(upright(&spots))
}

/// Each cell after the first beside one that comes before it, and beside many if possible.
fn order(part: &[CellId], graph: &Graph) -> Vec<CellId> {
    let mut order: Vec<CellId> = part.first().copied().into_iter().collect();
    let mut done: HashSet<CellId> = order.iter().copied().collect();
    while order.len() < part.len() {
        let known = |cell: &CellId| {
            let around = graph.neighbours(*cell);
            around.filter(|next| done.contains(next)).count()
        };
        let open = part.iter().filter(|cell| !done.contains(cell));
        // The first of the best: `max_by_key` would give the last.
        let Some(&next) = open.rev().max_by_key(|cell| known(cell)) else {
            break;
        };
        let _ = done.insert(next);
        order.push(next);
    }
    order
}

struct Search<'a> {
    order: Vec<CellId>,
    graph: &'a Graph,
    at: HashMap<CellId, Spot>,
    taken: HashMap<Spot, CellId>,
    /// The side of the square that must hold all.
    side: i32,
    steps: usize,
    /// The longer side and the area of the best so far, and its cells.
    best: Option<(Score, Vec<(CellId, Spot)>)>,
}

impl Search<'_> {
    /// Places the cells from this one on; the others reach from one corner to the other.
    fn place(&mut self, depth: usize, (first, last): (Spot, Spot)) {
        let Some(&cell) = self.order.get(depth) else {
            self.keep();
            return;
        };
        let mut neighbours = self.graph.neighbours(cell);
        let anchor = neighbours.find_map(|next| self.at.get(&next).copied());
        let candidates: Vec<Spot> = match (depth, anchor) {
            (0, _) | (_, None) => vec![(0, 0)],
            // Turned boards are all the same here.
            (1, Some(_)) => vec![(0, 1)],
            (_, Some((row, column))) => AROUND
                .iter()
                .map(|&(down, right)| (row + down, column + right))
                .collect(),
        };
        for spot in candidates {
            if self.steps == 0 {
                return;
            }
            self.steps -= 1;
            let first = (first.0.min(spot.0), first.1.min(spot.1));
            let last = (last.0.max(spot.0), last.1.max(spot.1));
            let inside = (last.0 - first.0).max(last.1 - first.1) < self.side;
            if inside && self.fits(cell, spot) {
                let _ = self.at.insert(cell, spot);
                let _ = self.taken.insert(spot, cell);
                self.place(depth + 1, (first, last));
                let _ = self.at.remove(&cell);
                let _ = self.taken.remove(&spot);
            }
        }
    }

    /// Tells whether a place is beside all placed neighbours of a cell, and beside no other cell.
    fn fits(&self, cell: CellId, (row, column): Spot) -> bool {
        if self.taken.contains_key(&(row, column)) {
            return false;
        }
        let beside: Vec<CellId> = AROUND
            .iter()
            .filter_map(|(down, right)| self.taken.get(&(row + down, column + right)).copied())
            .collect();
        let linked = |other| self.graph.neighbours(cell).any(|next| next == other);
        let placed = self.graph.neighbours(cell);
        let placed = placed.filter(|next| self.at.contains_key(next)).count();
        placed == beside.len() && beside.into_iter().all(linked)
    }

    fn keep(&mut self) {
        let spots: Vec<(CellId, Spot)> = self
            .order
            .iter()
            .map(|&cell| (cell, self.at[&cell]))
            .collect();
        let reach = |part: fn(Spot) -> i32| {
            let all = || spots.iter().map(|&(_, spot)| part(spot));
            all().max().unwrap_or(0) - all().min().unwrap_or(0) + 1
        };
        let (height, width) = (reach(|spot| spot.0), reach(|spot| spot.1));
        let score = (height.max(width), height * width);
        if self.best.as_ref().is_none_or(|(best, _)| score < *best) {
            self.best = Some((score, spots));
        }
    }
}

/// Turns and mirrors a part so that its cells come in reading order as far as possible, and moves
/// it to the top left.
fn upright(spots: &[(CellId, Spot)]) -> Vec<(CellId, (u32, u32))> {
    let turns: [fn(Spot) -> Spot; 8] = [
        |(r, c)| (r, c),
        |(r, c)| (r, -c),
        |(r, c)| (-r, c),
        |(r, c)| (-r, -c),
        |(r, c)| (c, r),
        |(r, c)| (c, -r),
        |(r, c)| (-c, r),
        |(r, c)| (-c, -r),
    ];
    let turned = turns.map(|turn| {
        let mut spots: Vec<(CellId, Spot)> = spots
            .iter()
            .map(|&(cell, spot)| (cell, turn(spot)))
            .collect();
        spots.sort_unstable();
        let back = spots
            .windows(2)
            .filter(|pair| pair[1].1 < pair[0].1)
            .count();
        let top = spots.iter().map(|(_, spot)| spot.0).min().unwrap_or(0);
        let left = spots.iter().map(|(_, spot)| spot.1).min().unwrap_or(0);
        let placed: Vec<(CellId, (u32, u32))> = spots
            .into_iter()
            .map(|(cell, (row, column))| (cell, ((row - top) as u32, (column - left) as u32)))
            .collect();
        (back, placed)
    });
    // As seldom back as possible; then with the first cells at the top left.
    turned
        .into_iter()
        .min()
        .map(|(_, placed)| placed)
        .unwrap_or_default()
}
