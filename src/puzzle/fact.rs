//! Facts: statements about a board, used as premises and as queries.

use super::{Board, CellId, Edge, Pips, PlacedDomino, Puzzle, RegionId};

/// A statement about a board that covers all cells with the dominoes of the puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The rule of a region holds.
    Rule(RegionId),
    /// A cell shows these pips.
    Shows(CellId, Pips),
    /// A cell does not show these pips.
    ShowsNot(CellId, Pips),
    /// Some domino lies on these two cells.
    Joined(Edge),
    /// No domino lies on these two cells.
    Apart(Edge),
    /// This placement is on the board.
    Lies(PlacedDomino),
    /// This placement is not on the board.
    LiesNot(PlacedDomino),
}

impl Fact {
    /// The region of [`Fact::Rule`].
    pub fn region(self) -> Option<RegionId> {
        match self {
            Fact::Rule(region) => Some(region),
            Fact::Shows(..)
            | Fact::ShowsNot(..)
            | Fact::Joined(_)
            | Fact::Apart(_)
            | Fact::Lies(_)
            | Fact::LiesNot(_) => None,
        }
    }

    /// The cells that the statement refers to.
    pub fn cells(self, puzzle: &Puzzle) -> Vec<CellId> {
        match self {
            Fact::Rule(region) => puzzle.region(region).cells.clone(),
            Fact::Shows(cell, _) | Fact::ShowsNot(cell, _) => vec![cell],
            Fact::Joined(edge) | Fact::Apart(edge) => edge.ends().to_vec(),
            Fact::Lies(placed) | Fact::LiesNot(placed) => placed.edge().ends().to_vec(),
        }
    }

    /// The negation; `None` for a rule.
    pub fn opposite(self) -> Option<Fact> {
        Some(match self {
            Fact::Rule(_) => return None,
            Fact::Shows(cell, pips) => Fact::ShowsNot(cell, pips),
            Fact::ShowsNot(cell, pips) => Fact::Shows(cell, pips),
            Fact::Joined(edge) => Fact::Apart(edge),
            Fact::Apart(edge) => Fact::Joined(edge),
            Fact::Lies(placed) => Fact::LiesNot(placed),
            Fact::LiesNot(placed) => Fact::Lies(placed),
        })
    }

    /// Whether the statement is true of a finished board.
    pub fn holds(self, puzzle: &Puzzle, board: &Board) -> bool {
        let shows = |cell: CellId| {
            let halves = board.placements().iter().flat_map(|placed| placed.halves());
            halves
                .into_iter()
                .find(|(at, _)| *at == cell)
                .map(|(_, pips)| pips)
        };
        let joined = |edge: Edge| {
            board
                .placements()
                .iter()
                .any(|placed| placed.edge() == edge)
        };
        match self {
            Fact::Rule(region) => {
                let region = puzzle.region(region);
                let values: Vec<Pips> = region.cells.iter().filter_map(|&c| shows(c)).collect();
                values.len() == region.cells.len() && region.rule.holds(&values)
            }
            Fact::Shows(cell, pips) => shows(cell) == Some(pips),
            Fact::ShowsNot(cell, pips) => shows(cell) != Some(pips),
            Fact::Joined(edge) => joined(edge),
            Fact::Apart(edge) => !joined(edge),
            Fact::Lies(placed) => board.placements().binary_search(&placed).is_ok(),
            Fact::LiesNot(placed) => board.placements().binary_search(&placed).is_err(),
        }
    }
}
