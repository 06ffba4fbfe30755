//! The family `threshold`: random rules, where about half the puzzles have a solution.
//!
//! The dominoes are drawn at random, and their halves are assigned to the cells independently of the dominoes.
//! The rules are the sums of regions of three cells. So an assignment of halves satisfies all rules and the board
//! has tilings, but a solution must combine both. With more rules fewer puzzles have a solution, and the
//! transition takes only a few rules, as at the threshold of random k-SAT.
//!
//! With `planted`, the dominoes are placed first and the rules are the sums of the placed dominoes, so there is a
//! solution at every density.

use std::collections::BTreeSet;

use super::layout::{Layout, assemble};
use super::partition::{RegionMix, RuleShare, SUM, cut};
use super::rng::Rng;
use super::tiling::{GridPoint, Tiling};
use super::{Effort, GenerateError, Param, Recipe};
use crate::puzzle::{Domino, DoubleSet, DraftRegion, Pips, Puzzle};

/// Number of cells of a region. With two cells, some sums cannot be made at all, which a single region refutes;
/// three cells have many more ways to make a sum.
const CELLS: usize = 3;

/// Highest value of a half. Lower values make rules weaker and move the threshold to more rules. With twice this
/// value, one or two rules refuted several of 50 puzzles far below the threshold.
fn highest(dominoes: u32) -> Pips {
    dominoes * dominoes / 2
}

/// Density of rules, per thousand regions, at which about half of the puzzles have a solution, by the number of
/// dominoes. Measured with 8, 12 and 16, see `docs/generate.md`, and extrapolated to 20. Other numbers are
/// interpolated; larger ones use the last entry.
const HALF: [(u32, u32); 5] = [(4, 1000), (8, 1000), (12, 950), (16, 890), (20, 850)];

/// Generates a puzzle with `size` dominoes.
pub(super) fn make(
    recipe: &Recipe,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let (size, density) = (recipe.size, recipe.get(Param::Density));
    effort.budget.check()?;
    let tiling = Tiling::new(&rows(size));
    let dominoes = draw(size, rng);
    if recipe.is(Param::Planted) {
        let layout = plant(tiling, dominoes, rng);
        let regions = ruled(&layout.tiling, size, density, rng).into_iter();
        let regions: Vec<DraftRegion> = regions
            .map(|cells| DraftRegion::sum(cells, &layout.shown))
            .collect();
        return Ok(layout.puzzle(&regions));
    }
    let mut dealt: Vec<Pips> = dominoes.iter().flat_map(|domino| domino.halves()).collect();
    rng.shuffle(&mut dealt);
    let regions = ruled(&tiling, size, density, rng).into_iter();
    let regions = regions.map(|cells| DraftRegion::sum(cells, &dealt));
    let places = tiling.places().iter().copied();
    Ok(assemble(places, dominoes, regions.collect(), None))
}

/// Places the dominoes at random: the solution from which the rules are derived.
fn plant(mut tiling: Tiling, mut dominoes: Vec<Domino>, rng: &mut Rng) -> Layout {
    tiling.random_flips(rng);
    rng.shuffle(&mut dominoes);
    let mut shown = vec![0; tiling.size()];
    for (cells, domino) in tiling.dominoes().zip(dominoes) {
        let [one, other] = match rng.below(2) {
            0 => [domino.low(), domino.high()],
            _ => [domino.high(), domino.low()],
        };
        shown[cells[0]] = one;
        shown[cells[1]] = other;
    }
    Layout { tiling, shown }
}

/// The regions that have a rule.
fn ruled(tiling: &Tiling, size: u32, density: u32, rng: &mut Rng) -> Vec<Vec<usize>> {
    let regions = regions(tiling, rng);
    let count = rules(regions.len() as u32, size, density);
    choose(regions, count, rng)
}

/// A nearly square board with rows of even length, of which the last may be shorter, tiled along the rows.
fn rows(dominoes: u32) -> Vec<[GridPoint; 2]> {
    let mut columns = 2;
    while (columns + 1) * (columns + 1) <= 2 * dominoes {
        columns += 2;
    }
    let (dominoes, columns) = (dominoes as i32, columns as i32);
    let spot = |cell: i32| (cell / columns, cell % columns);
    (0..dominoes)
        .map(|domino| [spot(2 * domino), spot(2 * domino + 1)])
        .collect()
}

/// Different dominoes, sorted.
fn draw(dominoes: u32, rng: &mut Rng) -> Vec<Domino> {
    let values = highest(dominoes) + 1;
    let mut drawn = BTreeSet::new();
    while drawn.len() < dominoes as usize {
        let (one, other) = (rng.below(values), rng.below(values));
        let _ = drawn.insert(Domino::new(one, other));
    }
    drawn.into_iter().collect()
}

/// Regions of three cells. The other cells are free: a rule on a single cell would be easy to refute or decide
/// from its neighbours.
fn regions(tiling: &Tiling, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mix = RegionMix {
        deck: vec![RuleShare {
            rule: SUM,
            cards: 1,
            sizes: vec![(CELLS, 1)],
        }],
        free: 0,
    };
    // Partitions into sums do not depend on the set.
    let parts = cut(tiling, DoubleSet::LARGEST, &mix, rng).into_iter();
    let regions = parts.map(|part| part.cells);
    regions
        .filter(|cells| cells.len() == CELLS && !holds_a_domino(tiling, cells))
        .collect()
}

/// Whether some cell has all its neighbours in the same region, as a corner may. The region would then contain a
/// whole domino, which often makes the sum impossible.
fn holds_a_domino(tiling: &Tiling, region: &[usize]) -> bool {
    let inside = |cell: &usize| region.contains(cell);
    let closed = |&cell: &usize| tiling.neighbours(cell).iter().all(inside);
    region.iter().any(closed)
}

/// Number of regions with a rule at a density in percent of the threshold.
fn rules(regions: u32, dominoes: u32, density: u32) -> u32 {
    // Thousandths times percent, to the nearest rule.
    let share = u64::from(half(dominoes)) * u64::from(density) * u64::from(regions);
    let rules = (share + 50_000) / 100_000;
    (rules as u32).min(regions)
}

/// The entry of [`HALF`] for a number of dominoes, interpolated.
fn half(dominoes: u32) -> u32 {
    let [.., (_, last)] = HALF;
    let mut pairs = HALF.windows(2);
    let around = pairs.find(|pair| (pair[0].0..=pair[1].0).contains(&dominoes));
    around.map_or(last, |pair| {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        (low * (to - dominoes) + high * (dominoes - from)) / (to - from)
    })
}

/// A random choice of `count` regions, in their original order.
fn choose(regions: Vec<Vec<usize>>, count: u32, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut chosen: Vec<usize> = (0..regions.len()).collect();
    rng.shuffle(&mut chosen);
    chosen.truncate(count as usize);
    let regions = regions.into_iter().enumerate();
    let regions = regions.filter(|(at, _)| chosen.contains(at));
    regions.map(|(_, cells)| cells).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::{Relation, Rule};
    use std::collections::BTreeMap;

    fn puzzle(size: u32, density: u32, planted: &str, seed: u64) -> Puzzle {
        let words =
            format!("family=threshold size={size} density={density} planted={planted} seed={seed}");
        crate::generate::made(&words)
    }

    #[test]
    fn the_density_determines_the_number_of_rules() {
        assert_eq!(
            [4, 6, 8, 12, 14, 16, 18, 20, 140].map(half),
            [1000, 1000, 1000, 950, 920, 890, 870, 850, 850]
        );
        assert_eq!(
            [0, 50, 100, 200].map(|density| rules(20, 16, density)),
            [0, 9, 18, 20]
        );
        for size in [4, 5, 16, 33, 140] {
            let counts =
                [0, 40, 100, 200].map(|density| puzzle(size, density, "no", 7).regions().len());
            assert_eq!(counts[0], 0);
            assert!(
                counts.is_sorted() && (size < 9 || counts[1] < counts[3]),
                "{counts:?}"
            );
        }
    }

    /// Neither the board alone nor the sums alone refute a puzzle: rows of dominoes tile the board, and
    /// the halves can be dealt so that every rule is kept.
    #[test]
    fn board_and_sums_are_satisfiable_separately() {
        for (size, seed) in [(4, 1), (7, 2), (12, 3), (25, 4), (60, 5)] {
            let board = rows(size);
            assert_eq!(board.len(), size as usize);
            assert!(
                board
                    .iter()
                    .all(|[one, other]| one.0 == other.0 && one.1 + 1 == other.1)
            );
            let puzzle = puzzle(size, 200, "no", seed);
            let dominoes = puzzle.dominoes();
            assert_eq!(
                dominoes.iter().collect::<BTreeSet<_>>().len(),
                size as usize
            );
            // The rest of the total is for the free cells.
            let mut sum: i64 = dominoes
                .iter()
                .flat_map(|domino| domino.halves())
                .map(i64::from)
                .sum();
            for region in puzzle.regions() {
                assert_eq!(region.cells.len(), CELLS);
                match region.rule {
                    Rule::Sum(Relation::Equal, target) => sum -= target,
                    other => panic!("{other} is no sum"),
                }
            }
            assert!(sum >= 0);
        }
    }

    /// What is planted is there at every density, with the board and the regions that there are without it.
    #[test]
    fn planted_puzzles_have_a_solution() {
        for (size, density, seed) in [(4, 100, 1), (12, 0, 2), (12, 200, 3), (33, 90, 4)] {
            let planted = puzzle(size, density, "yes", seed);
            let board = planted.solution().expect("what was planted");
            assert_eq!(crate::puzzle::check(&planted, board), []);
            let dealt = puzzle(size, density, "no", seed);
            assert_eq!(planted.cells(), dealt.cells());
            assert_eq!(planted.dominoes(), dealt.dominoes());
            let threes = |region: &crate::puzzle::Region| region.cells.len() == CELLS;
            assert!(planted.regions().iter().all(threes));
            assert_eq!(planted.regions().is_empty(), density == 0);
        }
    }

    #[test]
    fn satisfiability_drops_at_the_threshold() {
        let mut possible = BTreeMap::new();
        for density in [40, 130] {
            let solved = (1..21).filter(|&seed| {
                let puzzle = puzzle(9, density, "no", seed);
                crate::solver::embedded::solve(
                    &puzzle,
                    crate::solver::Goal::One,
                    &crate::limits::Limits::default(),
                    &mut |_| std::ops::ControlFlow::Break(()),
                )
                .expect("no fault")
                .found
                .count()
                    > 0
            });
            let _ = possible.insert(density, solved.count());
        }
        assert!(
            possible[&40] > 17 && possible[&130] < possible[&40],
            "{possible:?}"
        );
    }
}
