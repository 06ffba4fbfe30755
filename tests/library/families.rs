//! Families: what each makes is what it says, the same for ever, and known by how it was made.

use std::collections::BTreeSet;

use pipsc::formats::{self, Format};
use pipsc::generate::{Effort, GenerateError, Recipe, Status};
use pipsc::limits::Budget;
use pipsc::puzzle::{Domino, Puzzle, Relation, Rule, check, warnings};
use pipsc::solver::embedded::solve;
use pipsc::solver::{Found, Goal, Limits};

fn recipe(words: &str) -> Recipe {
    words.parse().expect("a recipe")
}

fn made(recipe: Recipe) -> Puzzle {
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

/// Recipes of small puzzles without a seed, and the checksum that each must have for ever with seed 1.
const SMALL: [(&str, &str); 13] = [
    ("family=newspaper size=6", "fnv-1866921dc1dcc0c2"),
    ("family=newspaper size=6 unique=yes", "fnv-20e9c5236b72ddae"),
    (
        "family=newspaper size=7 level=medium",
        "fnv-5f4fbdd8a67724df",
    ),
    ("family=full size=2 unique=yes", "fnv-fd035e637dd84d23"),
    ("family=threshold size=8", "fnv-bb299cd227d0a974"),
    (
        "family=threshold size=8 planted=yes",
        "fnv-ac4cd37950a679ad",
    ),
    ("family=counting size=4", "fnv-60ca2da119472850"),
    ("family=full size=3 tightness=80", "fnv-e8674331cf362a3e"),
    (
        "family=full size=2 shape=islands tightness=100",
        "fnv-b2f5e51cf3b4f2d7",
    ),
    ("family=mutilated size=6", "fnv-78754e98d320c91e"),
    ("family=mutilated size=10 cut=rooms", "fnv-c69b28742d369c49"),
    ("family=supply size=8", "fnv-21f8e4338e7a16a9"),
    ("family=supply size=10 ask=value", "fnv-8b7513fbdd983ca3"),
];

/// The checksum is a digest of the recipe and of what the puzzle asks: it tells both. A change here is a
/// breaking change.
#[test]
fn recipes_reproduce_the_snapshot_puzzles() {
    let mut wrong = Vec::new();
    for (words, expected) in SMALL {
        let recipe = recipe(&format!("{words} seed=1"));
        let puzzle = made(recipe);
        let checksum = recipe.checksum(&puzzle);
        if checksum != expected {
            wrong.push(format!("{recipe}: {checksum}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_puzzle_is_what_its_family_says() {
    for (words, _) in SMALL {
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
    for (words, _) in SMALL {
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
