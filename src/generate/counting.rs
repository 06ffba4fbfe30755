//! The family `counting`: strips whose solutions can be counted exactly.
//!
//! A strip of four rows has few kinds of dominoes, each many times. A state of the frontier DP consists of the
//! number of dominoes used of each kind, the covered cells of a column, and the sums of the regions that cross it,
//! so the count is exact even for very many solutions. A strip that cannot be counted is an error.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::layout::Layout;
use super::partition::{RegionMix, RuleShare, SUM, cut};
use super::rng::Rng;
use super::tiling::{GridPoint, Tiling};
use super::{Effort, GenerateError, Param, Recipe};
use crate::limits::Budget;
use crate::puzzle::{DoubleSet, DraftRegion, Pips, Puzzle, Rule, total};
use crate::solver::embedded::{Method, solve_until};
use crate::solver::{Goal, SolutionCount};

/// Number of rows of a strip, even.
const ROWS: i32 = 4;

/// Highest value of a half.
const HIGHEST: Pips = 2;

/// Generates a strip of `size` columns, with the solution from which it was built, and counts its solutions.
pub(super) fn make(
    recipe: &Recipe,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let puzzle = strip(recipe, rng);
    let _ = count(&puzzle, effort.budget)?;
    Ok(puzzle)
}

/// The exact number of solutions of a strip.
pub(super) fn count(strip: &Puzzle, budget: &Budget) -> Result<u128, GenerateError> {
    let goal = Goal::Count { limit: None };
    let ignore_board = &mut |_| ControlFlow::Continue(());
    let outcome = solve_until(Method::Frontier, strip, goal, budget, ignore_board)?;
    let too_wide = |why| {
        GenerateError::Impossible(format!(
            "{why}; take fewer columns (--size), or a greater --tightness"
        ))
    };
    match outcome.found {
        SolutionCount::Exactly(count) => Ok(count),
        SolutionCount::AtLeast(least) => {
            budget.check()?;
            Err(too_wide(match least {
                u128::MAX => "it has more solutions than 128 bits can count",
                _ => "its solutions are too many to be counted exactly",
            }))
        }
    }
}

/// A strip whose solutions have not been counted.
pub(super) fn strip(recipe: &Recipe, rng: &mut Rng) -> Puzzle {
    let standing: Vec<[GridPoint; 2]> = (0..recipe.size as i32)
        .flat_map(|column| (0..ROWS / 2).map(move |i| [(2 * i, column), (2 * i + 1, column)]))
        .collect();
    let mut tiling = Tiling::new(&standing);
    tiling.random_flips(rng);
    let shown: Vec<Pips> = (0..tiling.size()).map(|_| rng.below(HIGHEST + 1)).collect();
    let mix = mix(recipe.get(Param::Tightness));
    // Partitions into sums do not depend on the set.
    let parts = cut(&tiling, DoubleSet::LARGEST, &mix, rng).into_iter();
    let regions: Vec<DraftRegion> = parts
        .filter(|part| part.rule != Rule::Empty)
        .map(|part| {
            let rule = rule(part.cells.iter().map(|&cell| shown[cell]), rng);
            DraftRegion::new(part.cells, rule)
        })
        .collect();
    Layout { tiling, shown }.puzzle(&regions)
}

/// The mix of a tightness: the percentage of cells in regions. Regions are smaller with higher tightness.
fn mix(tightness: u32) -> RegionMix {
    let sizes = [(1, 0, 6), (2, 2, 3), (3, 4, 1), (4, 4, 0)];
    let often = |loose, tight| loose * (100 - tightness) + tight * tightness;
    RegionMix {
        deck: vec![RuleShare {
            rule: SUM,
            cards: 1,
            sizes: sizes
                .map(|(size, loose, tight)| (size, often(loose, tight)))
                .to_vec(),
        }],
        free: 100 - tightness as usize,
    }
}

/// A rule that the values satisfy: `equal` if they are equal, `unequal` with probability 1/2 if they are
/// different, otherwise their sum.
fn rule(values: impl Iterator<Item = Pips>, rng: &mut Rng) -> Rule {
    let values: Vec<Pips> = values.collect();
    let kinds = values.iter().collect::<BTreeSet<_>>().len();
    match values.len() {
        1 => {}
        _ if kinds == 1 => return Rule::Equal,
        cells if kinds == cells && rng.below(2) == 0 => return Rule::Unequal,
        _ => {}
    }
    Rule::sum(total(&values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::RecipeStatus;
    use crate::puzzle::{Board, Domino};

    fn recipe(columns: u32, tightness: u32, seed: u64) -> Recipe {
        let words = format!("family=counting size={columns} tightness={tightness} seed={seed}");
        words.parse().expect("a recipe")
    }

    fn known(columns: u32, tightness: u32, seed: u64) -> u128 {
        let known = recipe(columns, tightness, seed).known(&Budget::default());
        let known = known.expect("a countable strip");
        known.count().expect("a number")
    }

    /// Without rules, the number of solutions is the number of tilings times that of assignments of the dominoes.
    #[test]
    fn counts_without_rules_match_the_formula() {
        // The tilings of a strip of four rows with 2 to 6 columns.
        for (columns, tilings) in (2..).zip([5u128, 11, 36, 95, 281]) {
            for seed in 1..4 {
                let strip = strip(&recipe(columns, 0, seed), &mut Rng::new(seed));
                let mut ways = tilings;
                let mut placed = 0;
                let mut kinds: std::collections::BTreeMap<Domino, u128> = Default::default();
                for &domino in strip.dominoes() {
                    placed += 1;
                    let times = kinds.entry(domino).or_insert(0);
                    *times += 1;
                    // The multinomial coefficient, factor by factor: each division is exact.
                    ways = ways * placed / *times;
                    ways *= if domino.low() == domino.high() { 1 } else { 2 };
                }
                assert_eq!(
                    known(columns, 0, seed),
                    ways,
                    "{columns} columns, seed {seed}"
                );
            }
        }
    }

    #[test]
    fn counts_match_a_listing() {
        for seed in 1..5 {
            let recipe = recipe(3, 60, seed);
            let strip = crate::generate::made(&recipe.words());
            let mut boards = BTreeSet::new();
            let take = &mut |board: Board| {
                let _ = boards.insert(board.placements().to_vec());
                ControlFlow::Continue(())
            };
            let goal = Goal::All { limit: None };
            let listed = solve_until(Method::Sat, &strip, goal, &Budget::default(), take);
            let listed = listed.expect("no fault").found;
            assert_eq!(listed, SolutionCount::Exactly(known(3, 60, seed)));
            assert_eq!(listed.count(), boards.len() as u128);
        }
    }

    #[test]
    fn counts_range_from_one_to_over_a_trillion() {
        let unique = (1..200)
            .find(|&seed| known(3, 100, seed) == 1)
            .expect("a unique strip");
        let recipe = recipe(3, 100, unique);
        assert_eq!(
            recipe.known(&Budget::default()).ok(),
            Some(RecipeStatus::Unique)
        );
        assert_eq!(recipe.status(), RecipeStatus::Satisfiable);
        assert!(known(8, 10, 1) > 1_000_000_000_000);
    }

    #[test]
    fn uncountable_strips_are_refused() {
        let problem = |columns, budget: &Budget| {
            let made = recipe(columns, 0, 1).make(&Effort::until(budget));
            made.expect_err("no number").to_string()
        };
        assert_eq!(
            problem(200, &Budget::default()),
            "its solutions are too many to be counted exactly; take fewer columns (--size), or a \
             greater --tightness"
        );
        let (budget, _) = Budget::stopping_at(3);
        assert!(problem(8, &budget).contains("had to stop"));
    }
}
