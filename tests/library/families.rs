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

#[test]
fn puzzles_have_the_status_of_their_family() {
    for family in Family::ALL {
        let small = format!("family={family} ");
        assert!(
            SMALL.iter().any(|words| words.starts_with(&small)),
            "{small}"
        );
    }
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
