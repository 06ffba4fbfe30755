//! Partial boards: placed dominoes, cells with known pips, and pairs of cells known to share a domino.

use std::collections::HashSet;

use super::{Board, CellId, Edge, Fact, Pips, PlacedDomino, Puzzle};

/// A board that need not be finished.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PartialBoard {
    /// The placed dominoes.
    pub placements: Vec<PlacedDomino>,
    /// The pips of cells without a placed domino.
    pub values: Vec<(CellId, Pips)>,
    /// The pairs of cells that share a domino of which one half or both are unknown.
    pub joined: Vec<Edge>,
}

impl PartialBoard {
    /// The board of the placed dominoes.
    pub fn laid(&self) -> Board {
        self.placements.iter().copied().collect()
    }

    /// All cells with known pips. A cell with two contradictory values is listed twice.
    pub fn shown(&self) -> impl Iterator<Item = (CellId, Pips)> + '_ {
        let placed = self.placements.iter().flat_map(|placed| placed.halves());
        placed.chain(self.values.iter().copied())
    }

    /// The contents as facts.
    pub fn facts(&self) -> impl Iterator<Item = Fact> + '_ {
        let placed = self.placements.iter().map(|&placed| Fact::Lies(placed));
        let values = self.values.iter();
        let values = values.map(|&(cell, pips)| Fact::Shows(cell, pips));
        let joined = self.joined.iter().map(|&edge| Fact::Joined(edge));
        placed.chain(values).chain(joined)
    }

    /// The known facts of a puzzle with this board: its contents, and the puzzle's pins.
    pub fn known(&self, puzzle: &Puzzle) -> Vec<Fact> {
        let pins = puzzle.pins().iter();
        let pins = pins.map(|(&cell, &pips)| Fact::Shows(cell, pips));
        self.facts().chain(pins).collect()
    }

    /// Number of cells without a placed domino.
    pub fn cells_to_go(&self, puzzle: &Puzzle) -> usize {
        let mut open = vec![true; puzzle.cells().len()];
        for (cell, _) in self.placements.iter().flat_map(|placed| placed.halves()) {
            if let Some(open) = open.get_mut(cell.index()) {
                *open = false;
            }
        }
        open.into_iter().filter(|&open| open).count()
    }

    /// Adds a placement, the value of a cell, or a pair of cells that share a domino. Other facts are ignored.
    pub fn learn(&mut self, fact: Fact) {
        match fact {
            Fact::Lies(placed) => self.place(placed),
            Fact::Shows(cell, pips) => {
                if !self.shown().any(|shown| shown == (cell, pips)) {
                    self.values.push((cell, pips));
                }
            }
            Fact::Joined(edge) => {
                let placed = self.placements.iter();
                if !placed.map(|one| one.edge()).any(|other| other == edge)
                    && !self.joined.contains(&edge)
                {
                    self.joined.push(edge);
                }
            }
            Fact::Rule(_) | Fact::ShowsNot(..) | Fact::Apart(_) | Fact::LiesNot(_) => {}
        }
        self.join_known_halves();
    }

    /// Removes repeated facts and those that follow from the placements.
    pub(crate) fn remove_repetitions(&mut self) {
        let placed = self.placements.iter();
        let mut values: HashSet<_> = placed.clone().flat_map(|one| one.halves()).collect();
        self.values.retain(|&half| values.insert(half));
        let mut joined: HashSet<Edge> = placed.map(|one| one.edge()).collect();
        self.joined.retain(|&edge| joined.insert(edge));
    }

    /// Places the dominoes of joined cells whose values are both known.
    pub(crate) fn join_known_halves(&mut self) {
        let value = |cell: CellId| {
            let mut shown = self.values.iter().filter(|(at, _)| *at == cell);
            // Two contradictory values of a cell stay as they are, so that the checker reports them.
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
            self.place(placed);
        }
    }

    fn place(&mut self, placed: PlacedDomino) {
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
    fn repeated_values_do_not_prevent_a_placement() {
        let (a, b) = (CellId(0), CellId(1));
        let mut board = PartialBoard {
            placements: Vec::new(),
            values: vec![(a, 4), (a, 4), (b, 1)],
            joined: vec![Edge::between(a, b)],
        };
        board.remove_repetitions();
        board.join_known_halves();
        assert_eq!(board.placements, [PlacedDomino::new((a, 4), (b, 1))]);
        board.values.push((a, 4));
        board.joined.push(Edge::between(a, b));
        board.remove_repetitions();
        assert_eq!((board.values.len(), board.joined.len()), (0, 0));
    }

    #[test]
    fn joined_known_halves_become_placements() {
        let (a, b, c) = (CellId(0), CellId(1), CellId(2));
        let mut board = PartialBoard::default();
        board.learn(Fact::Joined(Edge::between(b, a)));
        board.learn(Fact::Shows(a, 3));
        board.learn(Fact::Shows(c, 5));
        assert_eq!(board.joined.len(), 1);
        board.learn(Fact::Shows(b, 4));
        let placed = PlacedDomino::new((a, 3), (b, 4));
        assert_eq!(
            board,
            PartialBoard {
                placements: vec![placed],
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
