//! Layouts: a board with what lies on it, and the regions that are drawn on it.

use super::tiling::Tiling;
use crate::puzzle::{
    Board, Cell, CellId, Domino, DraftRegion, Pips, PlacedDomino, Puzzle, PuzzleDraft, Relation,
    Rule,
};

/// A tiled board with dominoes on it.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) tiling: Tiling,
    /// What each cell shows.
    pub(super) shown: Vec<Pips>,
}

/// Cells that share a rule, in board order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Patch {
    pub(super) cells: Vec<usize>,
    pub(super) rule: Rule,
}

impl Patch {
    /// Some cells with a rule.
    pub(super) fn new(mut cells: Vec<usize>, rule: Rule) -> Self {
        cells.sort_unstable();
        Patch { cells, rule }
    }

    /// The sum of some cells.
    pub(super) fn sum(cells: Vec<usize>, shown: &[Pips]) -> Self {
        let target = total(&cells, shown);
        Patch::new(cells, Rule::Sum(Relation::Equal, target))
    }

    /// Whether a board that shows these values keeps the rule.
    pub(super) fn holds(&self, shown: &[Pips]) -> bool {
        let values: Vec<Pips> = self.cells.iter().map(|&cell| shown[cell]).collect();
        self.rule.holds(&values)
    }
}

/// What some cells add up to.
pub(super) fn total(cells: &[usize], shown: &[Pips]) -> i64 {
    cells.iter().map(|&cell| i64::from(shown[cell])).sum()
}

impl Layout {
    /// The domino on the two cells that are one's in the tiling.
    pub(super) fn placed(&self, pair: [usize; 2]) -> PlacedDomino {
        let [one, other] = pair.map(|cell| (CellId::at(cell), self.shown[cell]));
        PlacedDomino::new(one, other)
    }

    /// The dominoes as they lie.
    pub(super) fn board(&self) -> Board {
        let pairs = self.tiling.dominoes();
        pairs.map(|pair| self.placed(pair)).collect()
    }

    /// The patch that each cell is in; a free cell is in none.
    pub(super) fn owners(&self, patches: &[Patch]) -> Vec<Option<usize>> {
        let mut owners = vec![None; self.tiling.size()];
        for (at, patch) in patches.iter().enumerate() {
            for &cell in &patch.cells {
                owners[cell] = Some(at);
            }
        }
        owners
    }

    /// The puzzle with these rules, and the board as its solution.
    pub(super) fn puzzle(&self, patches: &[Patch]) -> Puzzle {
        let solution = self.board();
        // Sorted, so that their order says nothing about where they lie.
        let placements = solution.placements().iter();
        let mut dominoes: Vec<Domino> = placements.map(|placed| placed.domino()).collect();
        dominoes.sort_unstable();
        let mut patches: Vec<&Patch> = patches.iter().collect();
        patches.sort_by_key(|patch| patch.cells[0]);
        let regions = patches.into_iter().map(|patch| DraftRegion {
            name: None,
            rule: patch.rule,
            cells: patch.cells.clone(),
        });
        let places = self.tiling.places().iter();
        let draft = PuzzleDraft {
            cells: places
                .map(|&(row, column)| Cell::on_grid(row, column))
                .collect(),
            dominoes,
            regions: regions.collect(),
            solution: Some(solution),
            ..PuzzleDraft::default()
        };
        match Puzzle::new(draft) {
            Ok(puzzle) => puzzle,
            Err(flaw) => unreachable!("what was laid is a puzzle: {flaw}"),
        }
    }

    /// Whether some cells hang together.
    pub(super) fn is_connected(&self, cells: &[usize]) -> bool {
        let Some(&first) = cells.first() else {
            return false;
        };
        let mut reached = vec![first];
        let mut at = 0;
        while let Some(&cell) = reached.get(at) {
            at += 1;
            for next in self.tiling.neighbours(cell) {
                if cells.contains(next) && !reached.contains(next) {
                    reached.push(*next);
                }
            }
        }
        reached.len() == cells.len()
    }
}
