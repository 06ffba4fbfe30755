//! Families: puzzles have their status by construction, and recipes keep their checksums.

use std::collections::BTreeSet;

use pipsc::formats::{self, Format};
use pipsc::generate::{Effort, Family, GenerateError, Recipe, RecipeStatus};
use pipsc::limits::Budget;
use pipsc::puzzle::{Domino, Puzzle, Relation, Rule, check, warnings};
use pipsc::solver::embedded::solve;
use pipsc::solver::{Goal, Limits, SolutionCount};

pub(crate) fn recipe(words: &str) -> Recipe {
    words.parse().expect("a recipe")
}

pub(crate) fn made(recipe: Recipe) -> Puzzle {
    let budget = Budget::default();
    match recipe.make(&Effort::until(&budget)) {
        Ok(puzzle) => puzzle,
        Err(problem) => panic!("{recipe}: {problem}"),
    }
}

/// Number of solutions of a small puzzle.
fn count(puzzle: &Puzzle) -> u128 {
    let goal = Goal::Count { limit: None };
    let limits = Limits::default();
    let take = &mut |_| std::ops::ControlFlow::Continue(());
    let outcome = solve(puzzle, goal, &limits, take).expect("a small puzzle");
    match outcome.found {
        SolutionCount::Exactly(count) => count,
        SolutionCount::AtLeast(_) => panic!("a small puzzle is counted"),
    }
}

/// Recipes of small puzzles, without a seed.
const SMALL: [&str; 13] = [
    "family=newspaper size=6",
    "family=newspaper size=6 unique=yes",
    "family=newspaper size=7 level=medium",
    "family=full size=2 unique=yes",
    "family=threshold size=8",
    "family=threshold size=8 planted=yes",
    "family=counting size=4",
    "family=full size=3 tightness=80",
    "family=full size=2 shape=islands tightness=100",
    "family=mutilated size=6",
    "family=mutilated size=10 cut=rooms",
    "family=supply size=8",
    "family=supply size=10 ask=value",
];

/// Checksums of recipes. A checksum is a digest of the recipe and of the definition of the puzzle. Users rely on
/// a recipe to make the same puzzle on every machine and in every build, so a change here is a breaking change.
const CHECKSUMS: [&str; 36] = [
    "fnv-1866921dc1dcc0c2 newspaper size=6 seed=1",
    "fnv-20e9c5236b72ddae newspaper size=6 unique=yes seed=1",
    "fnv-5f4fbdd8a67724df newspaper size=7 level=medium seed=1",
    "fnv-1f71d158b695ab36 newspaper size=11 seed=7",
    "fnv-a96ad8a106b6acb8 newspaper size=4 unique=yes seed=1",
    "fnv-4773ede941435a0c newspaper size=9 unique=yes seed=2",
    "fnv-40f8dbdc6df0a19d newspaper size=12 unique=yes seed=3",
    "fnv-a91431af239f6ac5 newspaper size=5 level=easy seed=4",
    "fnv-953ce2df43f83a08 newspaper size=8 level=medium seed=5",
    "fnv-c8d47354014404f6 newspaper size=10 level=hard seed=6",
    "fnv-0c921f10d794f5b5 newspaper size=13 level=expert seed=8",
    "fnv-fd035e637dd84d23 full size=2 unique=yes seed=1",
    "fnv-e8674331cf362a3e full size=3 tightness=80 seed=1",
    "fnv-b2f5e51cf3b4f2d7 full size=2 shape=islands tightness=100 seed=1",
    "fnv-b47e852f0a809e5b full size=3 unique=yes seed=8",
    "fnv-ad94d2666737eab9 full size=4 unique=yes seed=9",
    "fnv-78754e98d320c91e mutilated size=6 seed=1",
    "fnv-c69b28742d369c49 mutilated size=10 cut=rooms seed=1",
    "fnv-8c57932f74eea0dc mutilated size=8 seed=1",
    "fnv-397c99d30a3229d0 mutilated size=9 cut=holes pips=3 seed=2",
    "fnv-bbd5349eabd34e64 mutilated size=14 cut=rooms seed=3",
    "fnv-ec4f256b245cca75 mutilated size=15 cut=rooms doors=4 seed=4",
    "fnv-21f8e4338e7a16a9 supply size=8 seed=1",
    "fnv-8b7513fbdd983ca3 supply size=10 ask=value seed=1",
    "fnv-aed18b9be315ec40 supply size=12 seed=1",
    "fnv-43de3e2655db6d43 supply size=20 pips=3 seed=2",
    "fnv-60ad36c058d82d1a supply size=15 ask=value seed=3",
    "fnv-bb299cd227d0a974 threshold size=8 seed=1",
    "fnv-ac4cd37950a679ad threshold size=8 planted=yes seed=1",
    "fnv-4d19d184113db061 threshold size=4 seed=0",
    "fnv-06d889e3fb6a895f threshold size=12 seed=1",
    "fnv-b0c81db832f67317 threshold size=33 density=130 seed=18446744073709551615",
    "fnv-60ca2da119472850 counting size=4 seed=1",
    "fnv-ef3c38d5e06ac257 counting size=2 seed=0",
    "fnv-a67823a438d71a69 counting size=4 tightness=100 seed=1",
    "fnv-62e3ee3f11dd7367 counting size=6 tightness=0 seed=18446744073709551615",
];

#[test]
fn every_family_has_a_small_puzzle_and_a_checksum() {
    for family in Family::ALL {
        let small = format!("family={family} ");
        assert!(
            SMALL.iter().any(|words| words.starts_with(&small)),
            "{small}"
        );
        let listed = format!(" {family} ");
        assert!(
            CHECKSUMS.iter().any(|line| line.contains(&listed)),
            "{listed}"
        );
    }
}

#[test]
fn recipes_reproduce_the_published_puzzles() {
    let made = CHECKSUMS.map(|line| {
        let (_, words) = line.split_once(' ').expect("a recipe");
        let recipe = recipe(&format!("family={words}"));
        format!("{} {words}", recipe.checksum(&made(recipe)))
    });
    assert_eq!(made, CHECKSUMS);
}

#[test]
fn a_puzzle_is_what_its_family_says() {
    for words in SMALL {
        for seed in 1..=2 {
            let recipe = recipe(&format!("{words} seed={seed}"));
            let puzzle = made(recipe);
            assert_eq!(puzzle.recipe(), Some(recipe));
            assert_eq!(
                puzzle.title().map(|title| title.raw()),
                Some(&*recipe.to_string())
            );
            if let Some(board) = puzzle.solution() {
                assert_eq!(check(&puzzle, board), [], "{recipe}");
            }
            let solutions = count(&puzzle);
            match recipe.status() {
                RecipeStatus::Satisfiable => assert!(solutions > 0, "{recipe}"),
                RecipeStatus::Unsatisfiable => assert_eq!(solutions, 0, "{recipe}"),
                RecipeStatus::Unique => assert_eq!(solutions, 1, "{recipe}"),
                RecipeStatus::Count(known) => assert_eq!(solutions, known, "{recipe}"),
                RecipeStatus::Open => {}
            }
            for format in Format::WRITTEN {
                let text = formats::write(&puzzle, format).expect("a grid");
                let back = formats::read(text.as_bytes(), None).expect("what was written");
                let back = back.pick(None).expect("a puzzle");
                assert_eq!(back.recipe(), Some(recipe), "{recipe} as {format}");
            }
        }
    }
}

#[test]
fn limits_decide_success_but_never_the_result() {
    let recipe = recipe("family=newspaper size=6 unique=yes seed=3");
    let budget = Budget::default();
    let mut effort = Effort::until(&budget);
    let usual = recipe.make(&effort).expect("a puzzle");
    effort.tries = 100_000;
    assert_eq!(recipe.make(&effort).expect("a puzzle"), usual);
    let limits = Limits::default();
    limits.cancel.cancel();
    let budget = Budget::new(&limits);
    for words in SMALL {
        if words.contains("unique=yes") {
            let stopped = self::recipe(&format!("{words} seed=1")).make(&Effort::until(&budget));
            assert!(matches!(stopped, Err(GenerateError::Stopped(_))), "{words}");
        }
    }
}

#[test]
fn full_sets_have_the_requested_tightness() {
    for size in [0, 1, 2, 6, 9] {
        for tightness in [0, 10, 50, 75, 100] {
            let words = format!("family=full size={size} tightness={tightness} seed=4");
            let recipe = recipe(&words);
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
