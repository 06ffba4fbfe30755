//! Dominoes for a board whose regions and rules are given: a filling that keeps the rules, found by
//! moving dominoes about.
//!
//! A tiling of the board is flipped at random and filled as for every generated puzzle, so that regions of equal or
//! different cells come true; then two dominoes change places, one is turned, or one is changed for one
//! that is left, as long as that brings the rules closer, or hardly further away while there is time. It
//! does not prove that there is no filling where it finds none.

use super::filling;
use super::regions::{Part, RegionKind};
use super::rng::Rng;
use super::tiling::{Spot, Tiling};
use crate::limits::{Budget, StopReason};
use crate::puzzle::{
    CellId, Domino, DoubleSet, Pips, PlacedDomino, Puzzle, PuzzleDraft, PuzzleError, Region,
    RegionId, Relation, Rule,
};

/// How often it is begun anew, and how many moves there are each time for each cell.
const TRIES: u32 = 12;
const MOVES_PER_CELL: u32 = 400;

/// By how much a move may make things worse in the beginning. Nothing in the end.
const SLACK: u32 = 6;

/// Why no dominoes were chosen.
#[derive(Debug, thiserror::Error)]
pub enum FillError {
    /// The draft is no board with regions.
    #[error(transparent)]
    PuzzleError(#[from] PuzzleError),
    /// The board is no grid.
    #[error("dominoes are chosen for grids alone, and this board is none")]
    NoGrid,
    /// No dominoes cover the board.
    #[error("dominoes cannot cover the board, however they are laid")]
    NoTiling,
    /// No set has enough dominoes.
    #[error("the board needs {0} dominoes, and no set has so many")]
    TooMany(usize),
    /// None was found.
    #[error(
        "no dominoes of the {set} set were found that keep all rules; there may be some all the same, with \
         another seed or with more pips"
    )]
    NotFound {
        /// The set that they were taken from.
        set: DoubleSet,
    },
    /// It had to stop.
    #[error("no dominoes were found before it had to stop: {0}")]
    Stopped(#[from] StopReason),
}

/// Chooses dominoes of a double set, each at most once, for the board of a draft, so that its rules can be
/// kept. The regions in `open` are given a rule by what comes to lie there. If the set with these highest pips
/// is too small, it is the next that is large enough.
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
    for _ in 0..TRIES {
        tiling.random_flips(&mut rng);
        let mut filling = Filling::new(&board, &tiling, set, &mut rng);
        if filling.settle(&mut rng, budget)? {
            return Ok(filling.puzzle(open));
        }
    }
    Err(FillError::NotFound { set })
}

/// Some tiling of a board, whose cells it has in the same order.
fn tiling(board: &Puzzle) -> Result<Tiling, FillError> {
    let places = board.cells().iter().map(|cell| {
        let (row, column) = cell.at?;
        Some((i32::try_from(row).ok()?, i32::try_from(column).ok()?))
    });
    let places: Option<Vec<Spot>> = places.collect();
    let places = places
        .filter(|_| board.is_grid())
        .ok_or(FillError::NoGrid)?;
    let partners = board.graph().tiling().ok_or(FillError::NoTiling)?;
    let pairs = partners.iter().enumerate();
    let pairs = pairs.filter(|(one, other)| one < other);
    let pairs: Vec<[Spot; 2]> = pairs
        .map(|(one, &other)| [places[one], places[other]])
        .collect();
    Ok(Tiling::new(&pairs))
}

/// Dominoes on a tiled board.
struct Filling<'p> {
    board: &'p Puzzle,
    pairs: Vec<[usize; 2]>,
    /// All dominoes of the set, turned as they lie: those of the pairs, then those that are left.
    halves: Vec<[Pips; 2]>,
    /// What each cell shows.
    shown: Vec<Pips>,
    /// How far each region is from its rule.
    costs: Vec<u32>,
}

/// A change of a filling, which undoes itself.
#[derive(Debug, Clone, Copy)]
enum Move {
    Turn(usize),
    Swap(usize, usize),
}

impl<'p> Filling<'p> {
    fn new(board: &'p Puzzle, tiling: &Tiling, set: DoubleSet, rng: &mut Rng) -> Self {
        let parts = board.regions().iter().map(|region| Part {
            kind: match region.rule {
                Rule::Equal => RegionKind::Equal,
                Rule::Unequal => RegionKind::Unequal,
                Rule::Sum(..) => RegionKind::Sum,
                Rule::Empty => RegionKind::Free,
            },
            cells: region.cells.iter().map(|cell| cell.index()).collect(),
        });
        let mut parts: Vec<Part> = parts.collect();
        let shown = filling::fill(tiling, &mut parts, set, rng);
        let pairs: Vec<[usize; 2]> = tiling.dominoes().collect();
        let mut halves: Vec<[Pips; 2]> =
            pairs.iter().map(|pair| pair.map(|at| shown[at])).collect();
        let used: Vec<Domino> = halves.iter().map(|&[a, b]| Domino::new(a, b)).collect();
        let left = set.dominoes().filter(|domino| !used.contains(domino));
        halves.extend(left.map(|domino| [domino.low(), domino.high()]));
        let mut filling = Filling {
            board,
            pairs,
            halves,
            shown,
            costs: Vec::new(),
        };
        filling.costs = board
            .regions()
            .iter()
            .map(|region| filling.cost(region))
            .collect();
        filling
    }

    /// How far a region is from its rule.
    fn cost(&self, region: &Region) -> u32 {
        let values = region.cells.iter().map(|cell| self.shown[cell.index()]);
        let mut values: Vec<Pips> = values.collect();
        let apart = match region.rule {
            Rule::Empty => 0,
            Rule::Sum(relation, target) => {
                let total: i64 = values.iter().map(|&pips| i64::from(pips)).sum();
                match relation {
                    Relation::Equal => total.abs_diff(target),
                    Relation::Less => total
                        .saturating_add(1)
                        .saturating_sub(target)
                        .max(0)
                        .unsigned_abs(),
                    Relation::Greater => target
                        .saturating_add(1)
                        .saturating_sub(total)
                        .max(0)
                        .unsigned_abs(),
                }
            }
            Rule::Equal | Rule::Unequal => {
                values.sort_unstable();
                let runs = values
                    .chunk_by(|one, other| one == other)
                    .map(<[Pips]>::len);
                let wrong = match region.rule {
                    Rule::Equal => values.len() - runs.max().unwrap_or(0),
                    _ => values.len() - runs.count(),
                };
                2 * wrong as u64
            }
        };
        u32::try_from(apart)
            .unwrap_or(u32::MAX / 1024)
            .min(u32::MAX / 1024)
    }

    /// Moves dominoes until every rule is kept, or there have been enough moves.
    fn settle(&mut self, rng: &mut Rng, budget: &Budget) -> Result<bool, StopReason> {
        let moves = MOVES_PER_CELL * self.shown.len() as u32;
        for number in 0..moves {
            if self.costs.iter().all(|&cost| cost == 0) {
                return Ok(true);
            }
            if number.is_multiple_of(256) {
                budget.check()?;
            }
            let slack = SLACK * (moves - number) / moves / 2;
            let pair = rng.index(self.pairs.len());
            let change = match rng.below(3) {
                0 => Move::Turn(pair),
                _ => Move::Swap(pair, rng.index(self.halves.len())),
            };
            let touched = self.touched(change);
            let before: u32 = touched
                .iter()
                .map(|region| self.costs[region.index()])
                .sum();
            let kept: Vec<u32> = touched
                .iter()
                .map(|region| self.costs[region.index()])
                .collect();
            self.make(change);
            for region in &touched {
                self.costs[region.index()] = self.cost(self.board.region(*region));
            }
            let after: u32 = touched
                .iter()
                .map(|region| self.costs[region.index()])
                .sum();
            if after > before + slack {
                self.make(change);
                for (region, cost) in touched.iter().zip(kept) {
                    self.costs[region.index()] = cost;
                }
            }
        }
        Ok(self.costs.iter().all(|&cost| cost == 0))
    }

    /// The regions that a move may change.
    fn touched(&self, change: Move) -> Vec<RegionId> {
        let pairs = match change {
            Move::Turn(pair) => vec![pair],
            Move::Swap(one, other) => vec![one, other],
        };
        let cells = pairs.into_iter().filter_map(|pair| self.pairs.get(pair));
        let regions = cells
            .flatten()
            .filter_map(|&cell| self.board.region_of(CellId::at(cell)));
        let mut regions: Vec<RegionId> = regions.collect();
        regions.sort_unstable();
        regions.dedup();
        regions
    }

    fn make(&mut self, change: Move) {
        let pairs = match change {
            Move::Turn(pair) => {
                self.halves[pair].reverse();
                [pair, pair]
            }
            Move::Swap(one, other) => {
                self.halves.swap(one, other);
                [one, other]
            }
        };
        for pair in pairs {
            if let Some(cells) = self.pairs.get(pair) {
                for (&cell, pips) in cells.iter().zip(self.halves[pair]) {
                    self.shown[cell] = pips;
                }
            }
        }
    }

    /// The puzzle, with rules for the regions that had none yet.
    fn puzzle(self, open: &[usize]) -> Puzzle {
        let mut draft = PuzzleDraft::of(self.board);
        for &at in open {
            if let Some(region) = draft.regions.get_mut(at) {
                let values: Vec<Pips> = region.cells.iter().map(|&cell| self.shown[cell]).collect();
                let total = values.iter().map(|&pips| i64::from(pips)).sum();
                region.rule = match values.len() > 1 && Rule::Equal.holds(&values) {
                    true => Rule::Equal,
                    false => Rule::Sum(Relation::Equal, total),
                };
            }
        }
        let placed = self.pairs.iter().zip(&self.halves);
        let placed = placed.map(|(cells, halves)| {
            let [one, other] = [0, 1].map(|end| (CellId::at(cells[end]), halves[end]));
            PlacedDomino::new(one, other)
        });
        let placed: Vec<PlacedDomino> = placed.collect();
        draft.dominoes = placed.iter().map(|one| one.domino()).collect();
        // Sorted, so that their order says nothing about where they lie.
        draft.dominoes.sort_unstable();
        draft.solution = Some(placed.into_iter().collect());
        match Puzzle::new(draft) {
            Ok(puzzle) => puzzle,
            Err(flaw) => unreachable!("what was laid is a puzzle: {flaw}"),
        }
    }
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
    fn dominoes_keep_the_rules_that_are_typed() {
        let text = "AABB\nACCD\nEEFD\n\nA 9\nB =\nC <5\nD >7\nE !=\nF *\n\n00 00 00 00 00 00\n";
        for seed in 0..20 {
            let puzzle = choose(draft(text), &[5], 6, seed, &Budget::default()).expect("dominoes");
            let board = puzzle.solution().expect("what was laid");
            assert_eq!(check(&puzzle, board), []);
            let mut kinds = puzzle.dominoes().to_vec();
            kinds.dedup();
            assert_eq!(kinds.len(), 6, "no domino is there twice");
            assert!(matches!(
                puzzle.regions()[5].rule,
                Rule::Sum(Relation::Equal, _)
            ));
            let again = choose(draft(text), &[5], 6, seed, &Budget::default()).expect("dominoes");
            assert_eq!(puzzle, again);
        }
    }

    #[test]
    fn what_cannot_be_laid_is_said() {
        let chosen = |text: &str| {
            let chosen = choose(draft(text), &[], 6, 1, &Budget::default());
            chosen.map(|_| ()).expect_err("no dominoes").to_string()
        };
        let no_tiling = "dominoes cannot cover the board, however they are laid";
        assert_eq!(chosen(".*.\n***\n.*.\n*..\n\n00 00 00\n"), no_tiling);
        assert!(chosen("AA\n\nA 99\n\n00\n").starts_with("no dominoes of the double-6 set"));
    }
}
