//! Layouts: a tiled board with its values, and the assembly of puzzles from it.
//!
//! [`random_set`] makes the layout of a set of dominoes in four steps: a [tiling](super::tiling), connected
//! [`regions`], a [`filling`] that keeps their kinds, and [`rules`] with targets from the values. The values
//! are kept as a solution of the puzzle; there may be others.

use super::regions::Mix;
use super::rng::Rng;
use super::tiling::Tiling;
use super::{filling, regions, rules, shape};
use crate::puzzle::recipe::SetRecipe;
use crate::puzzle::{
    Board, CellId, Domino, DoubleSet, DraftRegion, Pips, PlacedDomino, Puzzle, PuzzleDraft,
    Relation, Rule,
};

impl SetRecipe {
    /// Makes the puzzle, with the solution that it was built from.
    pub fn puzzle(&self) -> Puzzle {
        let mut rng = Rng::new(self.seed());
        let tiling = shape::lay(self.shape(), self.dominoes(), &mut rng);
        let (layout, patches) = random_set(tiling, self.set(), &Mix::newspaper(), &mut rng);
        layout.puzzle(&patches).made_from(*self)
    }
}

/// Lays dominoes of a set on a tiled board, with rules that they keep.
pub(super) fn random_set(
    tiling: Tiling,
    set: DoubleSet,
    mix: &Mix,
    rng: &mut Rng,
) -> (Layout, Vec<Patch>) {
    let mut parts = regions::cut(&tiling, set, mix, rng);
    let shown = filling::fill(&tiling, &mut parts, set, rng);
    let patches = parts.into_iter().filter_map(|part| {
        let values: Vec<_> = part.cells.iter().map(|&cell| shown[cell]).collect();
        let rule = rules::rule(part.kind, &values, set, rng)?;
        Some(Patch::new(part.cells, rule))
    });
    let patches = patches.collect();
    (Layout { tiling, shown }, patches)
}

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
        self.assemble(patches, Some(self.board()))
    }

    /// The puzzle with the dominoes of the board, and rules that the board breaks.
    pub(super) fn unsolved_puzzle(&self, patches: &[Patch]) -> Puzzle {
        self.assemble(patches, None)
    }

    /// Regions stand in board order and dominoes are sorted, so that neither order tells where dominoes lie.
    fn assemble(&self, patches: &[Patch], solution: Option<Board>) -> Puzzle {
        let mut patches: Vec<&Patch> = patches.iter().collect();
        patches.sort_by_key(|patch| patch.cells[0]);
        let regions = patches.into_iter().map(|patch| DraftRegion {
            name: None,
            rule: patch.rule,
            cells: patch.cells.clone(),
        });
        let pairs = self.tiling.dominoes();
        let mut dominoes: Vec<Domino> = pairs.map(|pair| self.placed(pair).domino()).collect();
        dominoes.sort_unstable();
        let places = self.tiling.places().iter().copied();
        assemble(places, dominoes, regions.collect(), solution)
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
