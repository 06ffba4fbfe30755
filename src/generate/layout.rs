//! Layouts: tiled boards with values, and the assembly of puzzles from them.
//!
//! [`random_set`] fills a [tiling](super::tiling) in three steps: a [`partition`] into connected regions, a
//! [`filling`] that keeps their kinds, and rules with targets from the values. The values become the given
//! solution of the puzzle, which may have others.

use super::partition::RegionMix;
use super::rng::Rng;
use super::tiling::{GridPoint, Tiling};
use super::{filling, partition};
use crate::puzzle::{
    Board, CellId, Domino, DoubleSet, DraftRegion, Pips, PlacedDomino, Puzzle, PuzzleDraft, Rule,
};

/// Places dominoes of a set on a tiled board, with rules that they satisfy.
pub(super) fn random_set(
    tiling: Tiling,
    set: DoubleSet,
    mix: &RegionMix,
    rng: &mut Rng,
) -> (Layout, Vec<DraftRegion>) {
    let mut regions = partition::cut(&tiling, set, mix, rng);
    let shown = filling::fill(&tiling, &mut regions, set, rng);
    regions.retain(|region| region.rule != Rule::Empty);
    for region in &mut regions {
        let values: Vec<Pips> = region.cells.iter().map(|&cell| shown[cell]).collect();
        region.rule = partition::with_target(region.rule, &values, set, rng);
    }
    (Layout { tiling, shown }, regions)
}

/// A tiled board with a value on each cell.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) tiling: Tiling,
    /// The value of each cell.
    pub(super) shown: Vec<Pips>,
}

impl DraftRegion {
    /// A region of some cells.
    pub(super) fn new(mut cells: Vec<usize>, rule: Rule) -> Self {
        cells.sort_unstable();
        DraftRegion {
            name: None,
            rule,
            cells,
        }
    }

    /// A region with the sum of its values as its rule.
    pub(super) fn sum(cells: Vec<usize>, shown: &[Pips]) -> Self {
        let rule = Rule::sum(total(&cells, shown));
        DraftRegion::new(cells, rule)
    }

    /// Whether the values of a board satisfy the rule.
    pub(super) fn holds(&self, shown: &[Pips]) -> bool {
        let values: Vec<Pips> = self.cells.iter().map(|&cell| shown[cell]).collect();
        self.rule.holds(&values)
    }
}

/// The sum of the values of some cells.
pub(super) fn total(cells: &[usize], shown: &[Pips]) -> i64 {
    cells.iter().map(|&cell| i64::from(shown[cell])).sum()
}

/// The puzzle of some cells, dominoes and regions. Regions are put in board order and dominoes are sorted, so
/// that neither order reveals the solution.
pub(super) fn assemble(
    places: impl IntoIterator<Item = GridPoint>,
    mut dominoes: Vec<Domino>,
    mut regions: Vec<DraftRegion>,
    solution: Option<Board>,
) -> Puzzle {
    dominoes.sort_unstable();
    regions.sort_by_key(|region| region.cells[0]);
    let places = places.into_iter();
    let places = places.map(|(row, column)| (row as u32, column as u32));
    valid(PuzzleDraft {
        dominoes,
        regions,
        solution,
        ..PuzzleDraft::grid(places)
    })
}

/// The puzzle of a draft that is valid by construction.
pub(super) fn valid(draft: PuzzleDraft) -> Puzzle {
    match Puzzle::new(draft) {
        Ok(puzzle) => puzzle,
        Err(error) => unreachable!("the generator makes valid puzzles: {error}"),
    }
}

impl Layout {
    /// The domino on two cells that the tiling pairs.
    pub(super) fn placed(&self, pair: [usize; 2]) -> PlacedDomino {
        let [one, other] = pair.map(|cell| (CellId::at(cell), self.shown[cell]));
        PlacedDomino::new(one, other)
    }

    /// The board.
    pub(super) fn board(&self) -> Board {
        let pairs = self.tiling.dominoes();
        pairs.map(|pair| self.placed(pair)).collect()
    }

    /// The dominoes, sorted.
    pub(super) fn dominoes(&self) -> Vec<Domino> {
        let pairs = self.tiling.dominoes();
        let mut dominoes: Vec<Domino> = pairs.map(|pair| self.placed(pair).domino()).collect();
        dominoes.sort_unstable();
        dominoes
    }

    /// The index of the region of each cell; `None` for a free cell.
    pub(super) fn owners(&self, regions: &[DraftRegion]) -> Vec<Option<usize>> {
        let mut owners = vec![None; self.tiling.size()];
        for (at, region) in regions.iter().enumerate() {
            for &cell in &region.cells {
                owners[cell] = Some(at);
            }
        }
        owners
    }

    /// The puzzle with these rules, and the board as its solution.
    pub(super) fn puzzle(&self, regions: &[DraftRegion]) -> Puzzle {
        let places = self.tiling.places().iter().copied();
        let solution = Some(self.board());
        assemble(places, self.dominoes(), regions.to_vec(), solution)
    }

    /// The puzzle with the dominoes of the board and rules that the board does not satisfy.
    pub(super) fn unsolved_puzzle(&self, regions: Vec<DraftRegion>) -> Puzzle {
        let places = self.tiling.places().iter().copied();
        assemble(places, self.dominoes(), regions, None)
    }

    /// Whether some cells are connected.
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
