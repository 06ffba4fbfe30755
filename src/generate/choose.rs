//! Dominoes for a board with given regions and rules, found by local search.
//!
//! A random tiling is [filled](filling) as for every generated puzzle, so that most regions of equal or
//! different cells hold from the start. A move turns a domino, or exchanges it with another one, which
//! may be unused. A move is kept if it increases the distance from the rules by no more than a threshold that
//! falls to zero (threshold accepting, Dueck and Scheuer 1990). The search is incomplete: it does not prove that no filling
//! exists.

use super::filling;
use super::layout::{Layout, valid};
use super::rng::Rng;
use super::tiling::{GridPoint, Tiling};
use crate::limits::{Budget, StopReason};
use crate::puzzle::{
    CellId, Domino, DoubleSet, DraftRegion, Pips, Puzzle, PuzzleDraft, PuzzleError, Region,
    Relation, Rule, total,
};

/// Number of restarts, and of moves per cell after each.
const RESTARTS: u32 = 12;
const MOVES_PER_CELL: u32 = 400;

/// Twice the initial threshold.
const SLACK: u32 = 6;

/// Maximum distance of a region from its rule, so that sums of distances do not overflow.
const MAX_DISTANCE: u64 = u32::MAX as u64 / 1024;

/// Why no dominoes were chosen.
#[derive(Debug, thiserror::Error)]
pub enum FillError {
    /// The draft is not a valid board.
    #[error(transparent)]
    PuzzleError(#[from] PuzzleError),
    /// The board is not a grid.
    #[error("dominoes are chosen for grids alone, and this board is none")]
    NoGrid,
    /// No dominoes cover the board.
    #[error("dominoes cannot cover the board, however they are laid")]
    NoTiling,
    /// No set has enough dominoes.
    #[error("the board needs {0} dominoes, and no set has so many")]
    TooMany(usize),
    /// The search found no filling.
    #[error(
        "no dominoes of the {set} set were found that keep all rules; there may be some all the same, with \
         another seed or with more pips"
    )]
    NotFound {
        /// The set that was searched.
        set: DoubleSet,
    },
    /// The budget is exhausted.
    #[error("no dominoes were found before it had to stop: {0}")]
    Stopped(#[from] StopReason),
}

/// Chooses different dominoes of a double set for the board of a draft, so that its rules have a
/// solution. The regions in `open` get a rule that the filling satisfies. If the set with these highest pips
/// is too small, the next larger one is used.
pub fn choose(
    mut draft: PuzzleDraft,
    open: &[usize],
    highest: Pips,
    seed: u64,
    budget: &Budget,
) -> Result<Puzzle, FillError> {
    draft.dominoes = vec![Domino::new(0, 0); draft.cells.len() / 2];
    draft.solution = None;
    draft.recipe = None;
    for &region in open {
        if let Some(region) = draft.regions.get_mut(region) {
            region.rule = Rule::Empty;
        }
    }
    let board = Puzzle::new(draft)?;
    let pairs = board.dominoes().len();
    let mut sets = (highest..).map_while(DoubleSet::new);
    let set = sets.find(|set| set.size() as usize >= pairs);
    let set = set.ok_or(FillError::TooMany(pairs))?;
    let mut rng = Rng::new(seed);
    let mut tiling = tiling(&board)?;
    for _ in 0..RESTARTS {
        tiling.random_flips(&mut rng);
        let mut search = FillSearch::new(&board, tiling.clone(), set, &mut rng);
        if search.run(&mut rng, budget)? {
            return Ok(search.puzzle(open));
        }
    }
    Err(FillError::NotFound { set })
}

/// A tiling of a board, with its cells in the same order.
fn tiling(board: &Puzzle) -> Result<Tiling, FillError> {
    let places = board.cells().iter().map(|cell| {
        let (row, column) = cell.at?;
        Some((i32::try_from(row).ok()?, i32::try_from(column).ok()?))
    });
    let places: Option<Vec<GridPoint>> = places.collect();
    let places = places
        .filter(|_| board.is_grid())
        .ok_or(FillError::NoGrid)?;
    let partners = board.graph().tiling().ok_or(FillError::NoTiling)?;
    let pairs = partners.iter().enumerate();
    let pairs = pairs.filter(|(one, other)| one < other);
    let pairs: Vec<[GridPoint; 2]> = pairs
        .map(|(one, &other)| [places[one], places[other]])
        .collect();
    Ok(Tiling::new(&pairs))
}

/// The state of the local search: a filled board that need not satisfy the rules.
struct FillSearch<'p> {
    board: &'p Puzzle,
    layout: Layout,
    pairs: Vec<[usize; 2]>,
    unused: Vec<[Pips; 2]>,
    /// The distance of each region from its rule.
    distances: Vec<u64>,
}

impl<'p> FillSearch<'p> {
    fn new(board: &'p Puzzle, tiling: Tiling, set: DoubleSet, rng: &mut Rng) -> Self {
        let mut regions = PuzzleDraft::of(board).regions;
        let shown = filling::fill(&tiling, &mut regions, set, rng);
        let regions = board.regions().iter();
        let distances = regions.map(|region| distance(region, &shown)).collect();
        let layout = Layout { tiling, shown };
        let used = layout.dominoes();
        let unused = set.dominoes().filter(|domino| !used.contains(domino));
        FillSearch {
            board,
            pairs: layout.tiling.dominoes().collect(),
            unused: unused.map(|domino| domino.halves()).collect(),
            layout,
            distances,
        }
    }

    /// Makes moves until every rule holds. Returns false if the moves are used up before.
    fn run(&mut self, rng: &mut Rng, budget: &Budget) -> Result<bool, StopReason> {
        let moves = MOVES_PER_CELL * self.layout.shown.len() as u32;
        for number in 0..moves {
            let before: u64 = self.distances.iter().sum();
            if before == 0 {
                return Ok(true);
            }
            if number.is_multiple_of(256) {
                budget.check()?;
            }
            let threshold = SLACK * (moves - number) / moves / 2;
            let pair = rng.index(self.pairs.len());
            let other = match rng.below(3) {
                0 => None,
                _ => Some(rng.index(self.pairs.len() + self.unused.len())),
            };
            self.apply(pair, other);
            if self.distances.iter().sum::<u64>() > before + u64::from(threshold) {
                self.apply(pair, other);
            }
        }
        Ok(self.distances.iter().all(|&distance| distance == 0))
    }

    /// Flips the domino on a pair of cells, or exchanges it with another one: the domino of a pair, or, at indices
    /// after the pairs, an unused one. A move is its own inverse.
    fn apply(&mut self, pair: usize, other: Option<usize>) {
        let shown = &mut self.layout.shown;
        let [one, two] = self.pairs[pair];
        let mut changed = vec![one, two];
        match other.map(|other| (other, self.pairs.get(other))) {
            None => shown.swap(one, two),
            Some((_, Some(&[three, four]))) => {
                shown.swap(one, three);
                shown.swap(two, four);
                changed.extend([three, four]);
            }
            Some((other, None)) => {
                let unused = &mut self.unused[other - self.pairs.len()];
                std::mem::swap(&mut shown[one], &mut unused[0]);
                std::mem::swap(&mut shown[two], &mut unused[1]);
            }
        }
        for cell in changed {
            if let Some(id) = self.board.region_of(CellId::at(cell)) {
                self.distances[id.index()] = distance(self.board.region(id), shown);
            }
        }
    }

    /// The puzzle, with rules for the regions in `open`.
    fn puzzle(self, open: &[usize]) -> Puzzle {
        let mut draft = PuzzleDraft::of(self.board);
        for &at in open {
            if let Some(region) = draft.regions.get_mut(at) {
                region.rule = Rule::Equal;
                if region.cells.len() == 1 || !region.holds(&self.layout.shown) {
                    let cells = region.cells.clone();
                    region.rule = DraftRegion::sum(cells, &self.layout.shown).rule;
                }
            }
        }
        draft.dominoes = self.layout.dominoes();
        draft.solution = Some(self.layout.board());
        valid(draft)
    }
}

/// Distance of a region from its rule: the error of its sum, or twice the number of cells that must change.
fn distance(region: &Region, shown: &[Pips]) -> u64 {
    let values = region.cells.iter().map(|cell| shown[cell.index()]);
    let mut values: Vec<Pips> = values.collect();
    let distance = match region.rule {
        Rule::Empty => 0,
        Rule::Sum(relation, target) => {
            let sum = total(&values);
            let excess = |more: i64, less: i64| {
                let excess = more.saturating_add(1).saturating_sub(less);
                excess.max(0).unsigned_abs()
            };
            match relation {
                Relation::Equal => sum.abs_diff(target),
                Relation::Less => excess(sum, target),
                Relation::Greater => excess(target, sum),
            }
        }
        Rule::Equal | Rule::Unequal => {
            values.sort_unstable();
            let runs = values.chunk_by(|one, other| one == other);
            let runs = runs.map(<[Pips]>::len);
            let right = if region.rule == Rule::Equal {
                runs.max().unwrap_or(0)
            } else {
                runs.count()
            };
            2 * (values.len() - right) as u64
        }
    };
    distance.min(MAX_DISTANCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats;
    use crate::puzzle::check;

    fn draft(text: &str) -> PuzzleDraft {
        let document = formats::read(text.as_bytes(), None).expect("a puzzle");
        PuzzleDraft::of(document.pick(None).expect("one"))
    }

    #[test]
    fn chosen_dominoes_satisfy_the_given_rules() {
        let text = "AABB\nACCD\nEEFD\n\nA 9\nB =\nC <5\nD >7\nE !=\nF *\n\n00 00 00 00 00 00\n";
        for seed in 0..20 {
            let puzzle = choose(draft(text), &[5], 6, seed, &Budget::default()).expect("dominoes");
            let board = puzzle.solution().expect("a solution");
            assert_eq!(check(&puzzle, board), []);
            let mut kinds = puzzle.dominoes().to_vec();
            kinds.dedup();
            assert_eq!(kinds.len(), 6, "no domino is used twice");
            assert!(matches!(
                puzzle.regions()[5].rule,
                Rule::Sum(Relation::Equal, _)
            ));
            let again = choose(draft(text), &[5], 6, seed, &Budget::default()).expect("dominoes");
            assert_eq!(puzzle, again);
        }
    }

    #[test]
    fn boards_without_a_filling_are_reported() {
        let chosen = |text: &str| {
            let chosen = choose(draft(text), &[], 6, 1, &Budget::default());
            chosen.map(|_| ()).expect_err("no dominoes").to_string()
        };
        let no_tiling = "dominoes cannot cover the board, however they are laid";
        assert_eq!(chosen(".*.\n***\n.*.\n*..\n\n00 00 00\n"), no_tiling);
        assert!(chosen("AA\n\nA 99\n\n00\n").starts_with("no dominoes of the double-6 set"));
    }
}
