//! Layouts: a board with what lies on it, and the regions that are drawn on it.

use super::tiling::Tiling;
use crate::puzzle::{
    Board, CellId, Domino, DraftRegion, Pips, PlacedDomino, Puzzle, PuzzleDraft, Relation, Rule,
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

/// The board of a tiling whose cells show these values.
pub(super) fn board(tiling: &Tiling, shown: &[Pips]) -> Board {
    let half = |cell: usize| (CellId::at(cell), shown[cell]);
    let pairs = tiling.dominoes();
    pairs
        .map(|[one, other]| PlacedDomino::new(half(one), half(other)))
        .collect()
}

/// The dominoes of a board, sorted, so that their order says nothing about where they lie.
pub(super) fn dominoes(board: &Board) -> Vec<Domino> {
    let placements = board.placements().iter();
    let mut dominoes: Vec<Domino> = placements.map(|placed| placed.domino()).collect();
    dominoes.sort_unstable();
    dominoes
}

/// The puzzle of some cells, dominoes and regions. Every family ends here.
pub(super) fn assemble(
    places: impl IntoIterator<Item = (u32, u32)>,
    dominoes: Vec<Domino>,
    regions: Vec<DraftRegion>,
    solution: Option<Board>,
) -> Puzzle {
    let draft = PuzzleDraft {
        dominoes,
        regions,
        solution,
        ..PuzzleDraft::grid(places)
    };
    match Puzzle::new(draft) {
        Ok(puzzle) => puzzle,
        Err(error) => unreachable!("the generator makes valid puzzles: {error}"),
    }
}

impl Layout {
    /// The domino on the two cells that are one's in the tiling.
    pub(super) fn placed(&self, pair: [usize; 2]) -> PlacedDomino {
        let [one, other] = pair.map(|cell| (CellId::at(cell), self.shown[cell]));
        PlacedDomino::new(one, other)
    }

    /// The dominoes as they lie.
    pub(super) fn board(&self) -> Board {
        board(&self.tiling, &self.shown)
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
        let mut patches: Vec<&Patch> = patches.iter().collect();
        patches.sort_by_key(|patch| patch.cells[0]);
        let regions = patches.into_iter().map(|patch| DraftRegion {
            name: None,
            rule: patch.rule,
            cells: patch.cells.clone(),
        });
        let board = self.board();
        let dominoes = dominoes(&board);
        let places = self.tiling.places().iter().copied();
        assemble(places, dominoes, regions.collect(), Some(board))
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
