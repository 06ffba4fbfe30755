//! Partial boards: some dominoes laid, some cells known, the rest open.

use super::{Board, CellId, Edge, Fact, Pips, PlacedDomino, Puzzle};

/// A board on the way to a solution, or at its end.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartialBoard {
    /// The dominoes that lie there.
    pub placements: Vec<PlacedDomino>,
    /// The cells of which only the pips are known.
    pub values: Vec<(CellId, Pips)>,
    /// The pairs of cells that some domino lies on, of which one half or both are open.
    pub joined: Vec<Edge>,
}

impl PartialBoard {
    /// The dominoes that lie there.
    pub fn laid(&self) -> Board {
        self.placements.iter().copied().collect()
    }

    /// Each cell of which the pips are known, with them. A cell that is said to show two things is
    /// there twice.
    pub fn shown(&self) -> impl Iterator<Item = (CellId, Pips)> + '_ {
        let laid = self.placements.iter().flat_map(|placed| placed.halves());
        laid.chain(self.values.iter().copied())
    }

    /// What is known, fact by fact.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        let laid = self.placements.iter().map(|&placed| Fact::Lies(placed));
        let values = self.values.iter();
        let values = values.map(|&(cell, pips)| Fact::Shows(cell, pips));
        let joined = self.joined.iter().map(|&edge| Fact::Joined(edge));
        laid.chain(values).chain(joined)
    }

    /// How many cells no domino lies on yet.
    pub fn cells_to_go(&self, puzzle: &Puzzle) -> usize {
        let mut open = vec![true; puzzle.cells().len()];
        for (cell, _) in self.placements.iter().flat_map(|placed| placed.halves()) {
            if let Some(open) = open.get_mut(cell.index()) {
                *open = false;
            }
        }
        open.into_iter().filter(|&open| open).count()
    }

    /// Adds a fact that a board can show: that a domino lies somewhere, what a cell shows, or that two cells share
    /// a domino. Two halves that are joined make a domino. Other facts are ignored.
    pub fn learn(&mut self, fact: Fact) {
        match fact {
            Fact::Lies(placed) => self.lay(placed),
            Fact::Shows(cell, pips) => {
                if !self.shown().any(|shown| shown == (cell, pips)) {
                    self.values.push((cell, pips));
                }
            }
            Fact::Joined(edge) => {
                let laid = self.placements.iter();
                if !laid.map(|placed| placed.edge()).any(|laid| laid == edge)
                    && !self.joined.contains(&edge)
                {
                    self.joined.push(edge);
                }
            }
            Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => {}
        }
        self.join_known_halves();
    }

    /// Two halves that are joined make a domino.
    pub(crate) fn join_known_halves(&mut self) {
        let value = |cell: CellId| {
            let mut shown = self.values.iter().filter(|(at, _)| *at == cell);
            // A cell that is said to show two things is for the checker to see.
            match (shown.next(), shown.next()) {
                (Some(&only), None) => Some(only),
                _ => None,
            }
        };
        let whole: Vec<PlacedDomino> = self
            .joined
            .iter()
            .filter_map(|edge| Some(PlacedDomino::new(value(edge.a)?, value(edge.b)?)))
            .collect();
        for placed in whole {
            self.lay(placed);
        }
    }

    fn lay(&mut self, placed: PlacedDomino) {
        self.joined.retain(|&edge| edge != placed.edge());
        self.values.retain(|half| !placed.halves().contains(half));
        if !self.placements.contains(&placed) {
            self.placements.push(placed);
            self.placements.sort_unstable();
        }
    }
}

impl From<&Board> for PartialBoard {
    fn from(board: &Board) -> Self {
        PartialBoard {
            placements: board.placements().to_vec(),
            ..PartialBoard::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_that_are_joined_make_a_domino() {
        let (a, b, c) = (CellId(0), CellId(1), CellId(2));
        let mut board = PartialBoard::default();
        board.learn(Fact::Joined(Edge::between(b, a)));
        board.learn(Fact::Shows(a, 3));
        board.learn(Fact::Shows(c, 5));
        assert_eq!(board.joined.len(), 1);
        board.learn(Fact::Shows(b, 4));
        let laid = PlacedDomino::new((a, 3), (b, 4));
        assert_eq!(
            board,
            PartialBoard {
                placements: vec![laid],
                values: vec![(c, 5)],
                joined: Vec::new(),
            }
        );
        // What is known already changes nothing.
        let before = board.clone();
        for fact in before.facts() {
            board.learn(fact);
        }
        board.learn(Fact::Shows(a, 3));
        board.learn(Fact::Joined(Edge::between(a, b)));
        assert_eq!(board, before);
    }
}
