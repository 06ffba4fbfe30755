//! The family `supply`: rules that together need more halves than the dominoes have.
//!
//! Boards are blobs with very many tilings, and the shortage does not depend on the placements. There are two
//! kinds, each refuted by cutting planes with the sum of a few rows:
//!
//! - `total`: every cell is in a region with a sum, and the sums add up to one more or one less than all
//!   halves; see [`total`];
//! - `value`: each value suffices for one region of equal cells, and there is one more region than values:
//!   the pigeonhole principle; see [`value`].

mod total;
mod value;

use super::rng::Rng;
use super::tiling::Tiling;
use super::{Effort, GenerateError, Param, Recipe, Shortage};
use crate::puzzle::{Pips, Puzzle};

/// Default of the highest value, and the only one accepted with `value`.
const PIPS: Pips = 6;

/// Generates a puzzle of the family.
pub(super) fn make(
    recipe: &Recipe,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let (size, pips) = (recipe.size, recipe.get(Param::Pips));
    match recipe.shortage() {
        Shortage::Total => total::make(size, pips, rng, effort),
        Shortage::Value => {
            if pips != PIPS {
                return Err(GenerateError::Impossible(
                    "with `--ask value` the pips follow from the size: there is a value for every two \
                     and a half dominoes; leave `--pips` out"
                        .into(),
                ));
            }
            value::make(size, rng, effort)
        }
    }
}

/// Cuts a board into connected parts of `cells` cells. Each starts at a cell with the fewest remaining
/// neighbours, so that few smaller parts remain.
fn parcels(tiling: &Tiling, cells: usize, rng: &mut Rng) -> Vec<Vec<usize>> {
    let mut is_left = vec![true; tiling.size()];
    let mut parcels = Vec::new();
    // A random cell among those with the fewest remaining neighbours.
    let mut narrowest = |among: Vec<usize>, is_left: &[bool]| -> Option<usize> {
        let room = |cell: usize| {
            let beside = tiling.neighbours(cell).iter();
            beside.filter(|&&next| is_left[next]).count()
        };
        let least = among.iter().map(|&cell| room(cell)).min()?;
        let narrow = among.into_iter().filter(|&cell| room(cell) == least);
        Some(rng.pick(&narrow.collect::<Vec<_>>()))
    };
    loop {
        let left = (0..tiling.size()).filter(|&cell| is_left[cell]).collect();
        let Some(first) = narrowest(left, &is_left) else {
            return parcels;
        };
        is_left[first] = false;
        let mut parcel = vec![first];
        while parcel.len() < cells {
            let beside = parcel.iter().flat_map(|&cell| tiling.neighbours(cell));
            let mut beside: Vec<usize> = beside.copied().filter(|&cell| is_left[cell]).collect();
            beside.sort_unstable();
            beside.dedup();
            let Some(next) = narrowest(beside, &is_left) else {
                break;
            };
            is_left[next] = false;
            parcel.push(next);
        }
        parcel.sort_unstable();
        parcels.push(parcel);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use crate::generate::{Effort, Recipe, RecipeStatus, made};
    use crate::limits::{Budget, Limits};
    use crate::lower::{STEPS, lower};
    use crate::puzzle::{Domino, DraftRegion, Puzzle, PuzzleDraft, RegionId, Relation, Rule};
    use crate::solver::Goal;
    use crate::solver::embedded::solve;

    fn recipe(size: u32, params: &str, seed: u64) -> Recipe {
        let words = format!("family=supply size={size} {params} seed={seed}");
        words.parse().expect("a recipe")
    }

    fn puzzle(size: u32, params: &str, seed: u64) -> Puzzle {
        made(&recipe(size, params, seed).words())
    }

    fn has_solution(puzzle: &Puzzle) -> bool {
        let enough = &mut |_| ControlFlow::Break(());
        let outcome = solve(puzzle, Goal::One, &Limits::default(), enough).expect("no fault");
        outcome.found.count() > 0
    }

    /// Each rule and each pair of rules can be satisfied, but not all together.
    #[test]
    fn each_pair_of_rules_is_satisfiable() {
        for (size, params, seed) in [
            (8, "", 1),
            (9, "pips=3", 3),
            (12, "pips=2", 3),
            (10, "ask=value", 4),
            (12, "ask=value", 5),
        ] {
            let name = recipe(size, params, seed).name();
            assert_eq!(
                recipe(size, params, seed).status(),
                RecipeStatus::Unsatisfiable
            );
            let puzzle = puzzle(size, params, seed);
            let rules: Vec<RegionId> = puzzle.region_ids().collect();
            for (at, &one) in rules.iter().enumerate() {
                // The rule alone, and with each of those before it.
                for &other in &rules[..=at] {
                    let both = puzzle.with_rules_of(|id| id == one || id == other);
                    assert!(has_solution(&both), "{name}: {one:?} and {other:?}");
                }
            }
            assert!(!has_solution(&puzzle), "{name}");
        }
    }

    /// A total can be met as soon as any one rule is left out.
    #[test]
    fn every_rule_of_a_total_is_needed() {
        for (size, pips) in [(8, 6), (10, 6), (14, 1), (11, 3)] {
            let puzzle = puzzle(size, &format!("pips={pips}"), 1);
            let mut covered = 0;
            let mut required = 0;
            for (left_out, region) in puzzle.region_ids().zip(puzzle.regions()) {
                assert!(has_solution(&puzzle.with_rules_of(|id| id != left_out)));
                covered += region.cells.len();
                match region.rule {
                    Rule::Sum(Relation::Equal, target) => required += target,
                    other => panic!("{other}"),
                }
            }
            assert_eq!(covered, puzzle.cells().len());
            let available: i64 = puzzle.halves().into_iter().map(i64::from).sum();
            assert_eq!((required - available).abs(), 1);
        }
    }

    /// No value suffices for two regions, and there is one more region than values.
    #[test]
    fn equal_regions_outnumber_values() {
        for size in [10, 11, 17, 30] {
            let puzzle = puzzle(size, "ask=value", 3);
            let halves = puzzle.halves();
            let values = halves.chunk_by(|one, other| one == other);
            let times: Vec<usize> = values.map(<[_]>::len).collect();
            let equal = puzzle.regions().iter();
            assert!(
                equal
                    .clone()
                    .all(|region| region.rule == Rule::Equal && region.cells.len() == 3)
            );
            assert_eq!(equal.count(), times.len() + 1);
            assert!(
                times.iter().all(|times| (3..6).contains(times)),
                "{times:?}"
            );
        }
    }

    /// Pruning finds no contradiction, and the boards have very many tilings.
    #[test]
    fn pruning_finds_no_contradiction() {
        for (size, params) in [(20, ""), (30, "ask=value")] {
            let puzzle = puzzle(size, params, 1);
            let lowered = lower(&puzzle, &STEPS).expect("a model");
            assert_eq!(lowered.contradiction, None);
            let blank = PuzzleDraft {
                cells: puzzle.cells().to_vec(),
                dominoes: vec![Domino::new(0, 0); size as usize],
                regions: Vec::<DraftRegion>::new(),
                ..PuzzleDraft::default()
            };
            let blank = Puzzle::new(blank).expect("a board");
            let ignore_board = &mut |_| ControlFlow::Continue(());
            let count = Goal::Count { limit: None };
            let outcome = solve(&blank, count, &Limits::default(), ignore_board).expect("no fault");
            assert!(outcome.found.count() > 100, "{:?}", outcome.found);
        }
    }

    #[test]
    fn impossible_parameters_are_refused() {
        let budget = Budget::default();
        let problem = |size, params: &str| {
            let made = recipe(size, params, 1).make(&Effort::until(&budget));
            made.expect_err("no such puzzle").to_string()
        };
        assert_eq!(
            problem(9, "pips=0"),
            "with blank dominoes alone every total is 0: expected `--pips` of 1 or more"
        );
        assert_eq!(
            problem(9, "ask=value"),
            "regions of 3 equal cells, one more than there are values, need 10 dominoes at least, not 9"
        );
        assert_eq!(
            problem(12, "ask=value pips=4"),
            "with `--ask value` the pips follow from the size: there is a value for every two and a \
             half dominoes; leave `--pips` out"
        );
    }
}
