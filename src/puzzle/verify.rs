//! Fast verification of many boards: whether each is a solution.
//!
//! [`check`](super::check) lists all violations of a board and allocates. The verifier returns a Boolean
//! without an allocation per board, for listings of millions of solutions. Like the checker, it uses the puzzle
//! alone.

use super::{Board, Domino, Pips, Puzzle};

/// Verifies boards of one puzzle.
#[derive(Debug)]
pub struct Verifier<'p> {
    puzzle: &'p Puzzle,
    /// The puzzle's dominoes, sorted.
    dominoes: Vec<Domino>,
    /// Scratch space: the pips of each cell, the dominoes of the board, the values of a region.
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

    /// Whether every domino lies on an edge and every cell is covered once.
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

    /// Whether the board uses exactly the dominoes of the puzzle.
    fn uses_every_domino(&mut self, board: &Board) -> bool {
        self.used.clear();
        let used = board.placements().iter().map(|placed| placed.domino());
        self.used.extend(used);
        self.used.sort_unstable();
        self.used == self.dominoes
    }

    /// Whether every region satisfies its rule. All cells must be covered.
    fn keeps_every_rule(&mut self) -> bool {
        let (shown, values) = (&self.shown, &mut self.values);
        self.puzzle.regions.iter().all(|region| {
            values.clear();
            values.extend(region.cells.iter().filter_map(|cell| shown[cell.index()]));
            region.rule.holds(values)
        })
    }

    /// Whether every pinned cell has its pips.
    fn keeps_every_pin(&self) -> bool {
        let mut pins = self.puzzle.pins.iter();
        pins.all(|(cell, &pips)| self.shown[cell.index()] == Some(pips))
    }
}
