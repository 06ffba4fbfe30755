//! Families: what each makes is what it says, the same for ever, and known by how it was made.

use std::collections::BTreeSet;

use pipsc::formats::{self, Format};
use pipsc::generate::{Effort, Family, FamilyRecipe, GenerateError, Param, Recipe, Status};
use pipsc::limits::Budget;
use pipsc::puzzle::{Domino, Puzzle, Relation, Rule, check, warnings};
use pipsc::solver::embedded::solve;
use pipsc::solver::{Found, Goal, Limits};

fn recipe(family: Family, size: u32, turned: &[(Param, u32)], seed: u64) -> FamilyRecipe {
    FamilyRecipe::new(family, size, turned.iter().copied(), seed).expect("a recipe")
}

fn made(recipe: FamilyRecipe) -> Puzzle {
    let budget = Budget::default();
    match recipe.make(&Effort::until(&budget)) {
        Ok(puzzle) => puzzle,
        Err(problem) => panic!("{recipe}: {problem}"),
    }
}

/// How many solutions a small puzzle has.
fn count(puzzle: &Puzzle) -> u128 {
    let goal = Goal::Count { limit: None };
    let limits = Limits::default();
    let take = &mut |_| std::ops::ControlFlow::Continue(());
    let outcome = solve(puzzle, goal, &limits, take).expect("a small puzzle");
    match outcome.found {
        Found::Exactly(count) => count,
        Found::AtLeast(_) => panic!("a small puzzle is counted"),
    }
}

/// A family, a size and the params that are turned, and the checksum of the puzzle with seed 1.
type Small = (Family, u32, &'static [(Param, u32)], &'static str);

/// Small puzzles, and the checksum that each must have for ever.
const SMALL: &[Small] = &[
    (Family::Newspaper, 6, &[], "fnv-1866921dc1dcc0c2"),
    (
        Family::Newspaper,
        6,
        &[(Param::Unique, 1)],
        "fnv-20e9c5236b72ddae",
    ),
    (
        Family::Newspaper,
        7,
        &[(Param::Level, 2)],
        "fnv-5f4fbdd8a67724df",
    ),
    (
        Family::Full,
        2,
        &[(Param::Unique, 1)],
        "fnv-fd035e637dd84d23",
    ),
    (Family::Threshold, 8, &[], "fnv-bb299cd227d0a974"),
    (
        Family::Threshold,
        8,
        &[(Param::Planted, 1)],
        "fnv-ac4cd37950a679ad",
    ),
    (Family::Counting, 4, &[], "fnv-60ca2da119472850"),
    (
        Family::Full,
        3,
        &[(Param::Tightness, 80)],
        "fnv-e8674331cf362a3e",
    ),
    (
        Family::Full,
        2,
        &[(Param::Shape, 2), (Param::Tightness, 100)],
        "fnv-b2f5e51cf3b4f2d7",
    ),
    (Family::Mutilated, 6, &[], "fnv-78754e98d320c91e"),
    (
        Family::Mutilated,
        10,
        &[(Param::Cut, 2)],
        "fnv-c69b28742d369c49",
    ),
    (Family::Supply, 8, &[], "fnv-21f8e4338e7a16a9"),
    (
        Family::Supply,
        10,
        &[(Param::Ask, 1)],
        "fnv-8b7513fbdd983ca3",
    ),
];

/// The checksum is a digest of the recipe and of what the puzzle asks: it tells both. A change here is a
/// breaking change.
#[test]
fn the_same_recipe_gives_the_same_puzzle_for_ever() {
    let mut wrong = Vec::new();
    for &(family, size, turned, expected) in SMALL {
        let recipe = recipe(family, size, turned, 1);
        let puzzle = made(recipe);
        let checksum = Recipe::from(recipe).checksum(&puzzle);
        if checksum != expected {
            wrong.push(format!("{recipe}: {checksum}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_puzzle_is_what_its_family_says() {
    for &(family, size, turned, _) in SMALL {
        for seed in 1..=2 {
            let recipe = recipe(family, size, turned, seed);
            let puzzle = made(recipe);
            assert_eq!(puzzle.recipe(), Some(recipe.into()));
            assert_eq!(
                puzzle.title().map(|title| title.raw()),
                Some(&*recipe.to_string())
            );
            if let Some(board) = puzzle.solution() {
                assert_eq!(check(&puzzle, board), [], "{recipe}");
            }
            let solutions = count(&puzzle);
            match recipe.status() {
                Status::Satisfiable => assert!(solutions > 0, "{recipe}"),
                Status::Unsatisfiable => assert_eq!(solutions, 0, "{recipe}"),
                Status::Unique => assert_eq!(solutions, 1, "{recipe}"),
                Status::Count(known) => assert_eq!(solutions, known, "{recipe}"),
                Status::Open => {}
            }
            for format in Format::WRITTEN {
                let text = formats::write(&puzzle, format).expect("a grid");
                let back = formats::read(text.as_bytes(), None).expect("what was written");
                let back = back.pick(None).expect("a puzzle");
                assert_eq!(back.recipe(), Some(recipe.into()), "{recipe} as {format}");
            }
        }
    }
}

#[test]
fn the_limits_decide_whether_and_never_which() {
    let recipe = recipe(Family::Newspaper, 6, &[(Param::Unique, 1)], 3);
    let budget = Budget::default();
    let mut effort = Effort::until(&budget);
    let usual = recipe.make(&effort).expect("a puzzle");
    effort.tries = 100_000;
    assert_eq!(recipe.make(&effort).expect("a puzzle"), usual);
    let limits = Limits::default();
    limits.cancel.cancel();
    let budget = Budget::new(&limits);
    for &(family, size, turned, _) in SMALL {
        if turned.contains(&(Param::Unique, 1)) {
            let stopped = self::recipe(family, size, turned, 1).make(&Effort::until(&budget));
            assert!(
                matches!(stopped, Err(GenerateError::Stopped(_))),
                "{family}"
            );
        }
    }
}

#[test]
fn full_sets_are_full_and_as_tight_as_asked() {
    for size in [0, 1, 2, 6, 9] {
        for tightness in [0, 10, 50, 75, 100] {
            let turned = [(Param::Tightness, tightness)];
            let recipe = recipe(Family::Full, size, &turned, 4);
            let puzzle = made(recipe);
            let dominoes: BTreeSet<Domino> = puzzle.dominoes().iter().copied().collect();
            assert_eq!(
                dominoes.len() as u32,
                (size + 1) * (size + 2) / 2,
                "{recipe}"
            );
            assert!(dominoes.iter().all(|domino| domino.high() <= size));
            if size > 1 {
                assert_eq!(warnings(&puzzle), [], "{recipe}");
            }
            let covered: usize = puzzle
                .regions()
                .iter()
                .map(|region| region.cells.len())
                .sum();
            let cells = puzzle.cells().len();
            match tightness {
                0 => assert_eq!(covered, 0, "{recipe}"),
                10 => assert_eq!(covered, cells - cells * 80 / 100, "{recipe}"),
                _ => assert_eq!(covered, cells, "{recipe}"),
            }
            if tightness == 100 {
                for region in puzzle.regions() {
                    assert_eq!(region.cells.len(), 1, "{recipe}");
                    assert!(matches!(region.rule, Rule::Sum(Relation::Equal, _)));
                }
            }
        }
    }
}
