//! The judge: checks many boards of one puzzle.
//!
//! [`check`](super::check) says everything that is wrong with a board. Somebody who lists millions
//! of solutions wants to hear only that nothing is, without an allocation a board. Like the
//! checker, the judge works on the puzzle alone.

use super::{Board, Domino, Pips, Puzzle};

/// Says of many boards whether they are solutions.
#[derive(Debug)]
pub struct Judge<'p> {
    puzzle: &'p Puzzle,
    /// The puzzle's dominoes, sorted.
    dominoes: Vec<Domino>,
    /// Room for a board's dominoes, for what its cells show, and for what a region shows.
    laid: Vec<Domino>,
    shown: Vec<Option<Pips>>,
    values: Vec<Pips>,
}

impl<'p> Judge<'p> {
    /// A judge for the boards of a puzzle.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let mut dominoes = puzzle.dominoes.clone();
        dominoes.sort_unstable();
        Judge {
            puzzle,
            dominoes,
            laid: Vec::new(),
            shown: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Tells whether the board is a solution: exactly if the checker finds no fault in it.
    pub fn accepts(&mut self, board: &Board) -> bool {
        self.covers(board)
            && self.uses_every_domino(board)
            && self.keeps_every_rule()
            && self.keeps_every_pin()
            && !self.puzzle.excludes(board)
    }

    /// Every domino lies on an edge, and every cell is covered once.
    fn covers(&mut self, board: &Board) -> bool {
        self.shown.clear();
        self.shown.resize(self.puzzle.cells.len(), None);
        for placed in board.placements() {
            if self.puzzle.edges.binary_search(&placed.edge()).is_err() {
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
        self.laid.clear();
        self.laid
            .extend(board.placements().iter().map(|placed| placed.domino()));
        self.laid.sort_unstable();
        self.laid == self.dominoes
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
