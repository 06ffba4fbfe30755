//! The judge: checks many boards of one puzzle.
//!
//! [`check`](super::check) says everything that is wrong with a board. Somebody who lists millions
//! of solutions wants to hear only that nothing is, without an allocation a board. Like the
//! checker, the judge works on the puzzle alone.
//!
//! Boards that come one after the other are mostly alike. So the judge remembers the last one that it
//! accepted, and of the next it looks at the dominoes that lie otherwise: whether they cover the same
//! cells, are the same dominoes, and keep the rules of the regions that they touch. A board that
//! differs in too much, or is refused that way, is looked at as a whole.

use super::{Board, Domino, Pips, PlacedDomino, Puzzle};

/// Says of many boards whether they are solutions.
#[derive(Debug)]
pub struct Verifier<'p> {
    puzzle: &'p Puzzle,
    /// The puzzle's dominoes, sorted.
    dominoes: Vec<Domino>,
    /// Where the edges of each cell to later ones begin in the puzzle's list.
    edges_from: Vec<u32>,
    /// The last board that was accepted, and what its cells show.
    last: Vec<PlacedDomino>,
    shown: Vec<Option<Pips>>,
    /// Room: what lies otherwise than before, and now; their dominoes; the regions that they touch; what
    /// a region shows.
    before: Vec<PlacedDomino>,
    now: Vec<PlacedDomino>,
    laid: [Vec<Domino>; 2],
    touched: Vec<u32>,
    values: Vec<Pips>,
}

impl<'p> Verifier<'p> {
    /// A judge for the boards of a puzzle.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let mut dominoes = puzzle.dominoes.clone();
        dominoes.sort_unstable();
        let cells = 0..=puzzle.cells.len();
        let edges_from = cells.map(|cell| {
            let before = |edge: &super::Edge| edge.a.index() < cell;
            puzzle.edges.partition_point(before) as u32
        });
        Verifier {
            puzzle,
            dominoes,
            edges_from: edges_from.collect(),
            last: Vec::new(),
            shown: Vec::new(),
            before: Vec::new(),
            now: Vec::new(),
            laid: [Vec::new(), Vec::new()],
            touched: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Tells whether the board is a solution: exactly if the checker finds no fault in it.
    pub fn accepts(&mut self, board: &Board) -> bool {
        let is_good = self.accepts_after_last(board) || self.accepts_anew(board);
        is_good && !self.puzzle.excludes(board)
    }

    /// The same of a board of which nothing is known.
    fn accepts_anew(&mut self, board: &Board) -> bool {
        self.last.clear();
        let is_good = self.covers(board)
            && self.uses_every_domino(board)
            && self.keeps_every_rule()
            && self.keeps_every_pin();
        if is_good {
            self.last.extend_from_slice(board.placements());
        }
        is_good
    }

    /// Tells whether the board is good because the last one was: whether what lies otherwise covers the
    /// same cells with the same dominoes, and keeps the rules and pins there.
    fn accepts_after_last(&mut self, board: &Board) -> bool {
        let placements = board.placements();
        // Nothing is known, or it is not even as long.
        if self.last.len() != placements.len() || self.last.is_empty() {
            return false;
        }
        self.before.clear();
        self.now.clear();
        self.compare(placements);
        if 2 * self.now.len() > placements.len() || !self.is_swap() {
            return false;
        }
        let is_kept = self.keeps_touched_rules() && self.keeps_every_pin();
        if is_kept {
            self.last.copy_from_slice(placements);
        } else {
            // What it shows is no board's any more.
            self.last.clear();
        }
        is_kept
    }

    /// Lists what lies otherwise than on the last board. Both lists are sorted.
    fn compare(&mut self, placements: &[PlacedDomino]) {
        let (mut old, mut new) = (0, 0);
        while old < self.last.len() && new < placements.len() {
            let (was, is) = (self.last[old], placements[new]);
            if was == is {
                (old, new) = (old + 1, new + 1);
            } else if was < is {
                self.before.push(was);
                old += 1;
            } else {
                self.now.push(is);
                new += 1;
            }
        }
        self.before.extend_from_slice(&self.last[old..]);
        self.now.extend_from_slice(&placements[new..]);
    }

    /// Whether the dominoes that lie otherwise cover, on edges, the cells that they covered, and are the
    /// same dominoes.
    fn is_swap(&mut self) -> bool {
        if self.before.len() != self.now.len() {
            return false;
        }
        // Each of these cells was covered once, and is emptied; then each must be empty when it is covered.
        for placed in &self.before {
            for (cell, _) in placed.halves() {
                self.shown[cell.index()] = None;
            }
        }
        let mut is_swap = true;
        for placed in &self.now {
            is_swap &= self.is_on_an_edge(*placed);
            for (cell, pips) in placed.halves() {
                let shown = self.shown.get_mut(cell.index());
                is_swap &= shown.is_some_and(|shown| shown.replace(pips).is_none());
            }
            if !is_swap {
                break;
            }
        }
        let [before, now] = &mut self.laid;
        for (dominoes, placed) in [(before, &self.before), (now, &self.now)] {
            dominoes.clear();
            dominoes.extend(placed.iter().map(|placed| placed.domino()));
            dominoes.sort_unstable();
        }
        is_swap &= self.laid[0] == self.laid[1];
        if !is_swap {
            self.last.clear();
        }
        is_swap
    }

    fn is_on_an_edge(&self, placed: PlacedDomino) -> bool {
        let edge = placed.edge();
        let Some(ends) = self.edges_from.get(edge.a.index()..edge.a.index() + 2) else {
            return false;
        };
        let edges = &self.puzzle.edges[ends[0] as usize..ends[1] as usize];
        edges.contains(&edge)
    }

    /// Every region that a domino touches which lies otherwise keeps its rule.
    fn keeps_touched_rules(&mut self) -> bool {
        self.touched.clear();
        for placed in &self.now {
            for (cell, _) in placed.halves() {
                if let Some(region) = self.puzzle.region_of[cell.index()]
                    && !self.touched.contains(&region.0)
                {
                    self.touched.push(region.0);
                }
            }
        }
        let regions = self.touched.iter();
        let (puzzle, shown, values) = (self.puzzle, &self.shown, &mut self.values);
        { regions }.all(|&region| {
            let region = &puzzle.regions[region as usize];
            values.clear();
            values.extend(region.cells.iter().filter_map(|cell| shown[cell.index()]));
            region.rule.holds(values)
        })
    }

    /// Every domino lies on an edge, and every cell is covered once.
    fn covers(&mut self, board: &Board) -> bool {
        self.shown.clear();
        self.shown.resize(self.puzzle.cells.len(), None);
        for placed in board.placements() {
            if !self.is_on_an_edge(*placed) {
                return false;
            }
            for (cell, pips) in placed.halves() {
                if self.shown[cell.index()].replace(pips).is_some() {
                    return false;
                }
            }
        }
        self.shown.iter().all(Option::is_some)
    }

    fn uses_every_domino(&mut self, board: &Board) -> bool {
        let laid = &mut self.laid[0];
        laid.clear();
        laid.extend(board.placements().iter().map(|placed| placed.domino()));
        laid.sort_unstable();
        *laid == self.dominoes
    }

    /// Every region keeps its rule. Every cell must be covered.
    fn keeps_every_rule(&mut self) -> bool {
        let (shown, values) = (&self.shown, &mut self.values);
        self.puzzle.regions.iter().all(|region| {
            values.clear();
            values.extend(region.cells.iter().filter_map(|cell| shown[cell.index()]));
            region.rule.holds(values)
        })
    }

    /// Every pinned cell shows what it is pinned to. Every cell must be covered.
    fn keeps_every_pin(&self) -> bool {
        let mut pins = self.puzzle.pins().iter();
        pins.all(|(cell, &pips)| self.shown[cell.index()] == Some(pips))
    }
}
