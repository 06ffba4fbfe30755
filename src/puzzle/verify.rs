//! A fast verdict for listing: whether each of many boards is a solution.
//!
//! [`check`](super::check) reports everything that is wrong with a board and allocates. Listing millions of
//! solutions needs a yes or no without an allocation per board. Like the checker, the verifier uses the
//! puzzle alone.

use super::{Board, Domino, Pips, Puzzle};

/// Decides of many boards whether they are solutions.
#[derive(Debug)]
pub struct Verifier<'p> {
    puzzle: &'p Puzzle,
    /// The puzzle's dominoes, sorted.
    dominoes: Vec<Domino>,
    /// Scratch space: what the cells show, the dominoes of the board, the values of a region.
    shown: Vec<Option<Pips>>,
    used: Vec<Domino>,
    values: Vec<Pips>,
}

impl<'p> Verifier<'p> {
    /// A verifier for the boards of a puzzle.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let mut dominoes = puzzle.dominoes.clone();
        dominoes.sort_unstable();
        Verifier {
            puzzle,
            dominoes,
            shown: Vec::new(),
            used: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Whether the board is a solution, that is, whether [`check`](super::check) finds no violation.
    pub fn accepts(&mut self, board: &Board) -> bool {
        self.covers(board)
            && self.uses_every_domino(board)
            && self.keeps_every_rule()
            && self.keeps_every_pin()
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
        self.used.clear();
        let used = board.placements().iter().map(|placed| placed.domino());
        self.used.extend(used);
        self.used.sort_unstable();
        self.used == self.dominoes
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

    /// Every pinned cell shows what it is pinned to.
    fn keeps_every_pin(&self) -> bool {
        let mut pins = self.puzzle.pins.iter();
        pins.all(|(cell, &pips)| self.shown[cell.index()] == Some(pips))
    }
}
