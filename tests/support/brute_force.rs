//! Reference solver: every solution of a small puzzle, by plain backtracking.
//!
//! It is meant to be obviously right, not fast, and shares no code with the compiler beyond the
//! puzzle's own types and `Rule::holds`. The first uncovered cell is covered in every way there
//! is, so no set of placements is met twice: copies are drawn from a count per kind, and a double
//! lies in one orientation only.

use std::collections::BTreeMap;

use pipsc::puzzle::{Board, CellId, Domino, Pips, PlacedDomino, Puzzle, Relation, Rule};

/// The solutions of a puzzle, at most `limit` of them.
pub(crate) fn solutions(puzzle: &Puzzle, limit: usize) -> Vec<Board> {
    let mut supply: BTreeMap<Domino, usize> = BTreeMap::new();
    for &domino in puzzle.dominoes() {
        *supply.entry(domino).or_default() += 1;
    }
    let mut search = Search {
        puzzle,
        neighbours: neighbours(puzzle),
        supply,
        values: vec![None; puzzle.cells().len()],
        placements: Vec::new(),
        found: Vec::new(),
        limit,
    };
    search.cover_from(0);
    search.found
}

/// The cells beside each cell.
pub(crate) fn neighbours(puzzle: &Puzzle) -> Vec<Vec<CellId>> {
    let mut neighbours = vec![Vec::new(); puzzle.cells().len()];
    for edge in puzzle.edges() {
        neighbours[edge.a.index()].push(edge.b);
        neighbours[edge.b.index()].push(edge.a);
    }
    neighbours
}

struct Search<'p> {
    puzzle: &'p Puzzle,
    neighbours: Vec<Vec<CellId>>,
    supply: BTreeMap<Domino, usize>,
    values: Vec<Option<Pips>>,
    placements: Vec<PlacedDomino>,
    found: Vec<Board>,
    limit: usize,
}

impl Search<'_> {
    fn cover_from(&mut self, from: usize) {
        let mut uncovered = (from..self.values.len()).filter(|&cell| self.values[cell].is_none());
        let Some(cell) = uncovered.next() else {
            let board: Board = self.placements.iter().copied().collect();
            self.found.push(board);
            return;
        };
        let cell = CellId(cell as u32);
        for other in self.neighbours[cell.index()].clone() {
            if self.values[other.index()].is_some() {
                continue;
            }
            for (domino, left) in self.supply.clone() {
                if left == 0 {
                    continue;
                }
                self.try_placement((cell, domino.low()), (other, domino.high()));
                if !domino.is_double() {
                    self.try_placement((cell, domino.high()), (other, domino.low()));
                }
            }
        }
    }

    fn try_placement(&mut self, one: (CellId, Pips), other: (CellId, Pips)) {
        if self.found.len() >= self.limit {
            return;
        }
        let placed = PlacedDomino::new(one, other);
        for (cell, pips) in [one, other] {
            self.values[cell.index()] = Some(pips);
        }
        if self.may_hold(one.0) && self.may_hold(other.0) {
            *self.supply.entry(placed.domino()).or_default() -= 1;
            self.placements.push(placed);
            self.cover_from(one.0.index());
            let _ = self.placements.pop();
            *self.supply.entry(placed.domino()).or_default() += 1;
        }
        for (cell, _) in [one, other] {
            self.values[cell.index()] = None;
        }
    }

    /// Whether the rule of a cell's region can still hold. A covered region is tested by its rule,
    /// a partly covered one by violations that further pips cannot repair.
    fn may_hold(&self, cell: CellId) -> bool {
        let Some(region) = self.puzzle.region_of(cell) else {
            return true;
        };
        let region = &self.puzzle.regions()[region.index()];
        let cells = region.cells.iter();
        let values: Vec<Pips> = cells.filter_map(|cell| self.values[cell.index()]).collect();
        if values.len() == region.cells.len() {
            return region.rule.holds(&values);
        }
        let sum: i64 = values.iter().map(|&pips| i64::from(pips)).sum();
        match region.rule {
            Rule::Sum(Relation::Equal, target) => sum <= target,
            Rule::Sum(Relation::Less, target) => sum < target,
            Rule::Sum(Relation::Greater, _) | Rule::Empty => true,
            Rule::Equal | Rule::Unequal => region.rule.holds(&values),
        }
    }
}
