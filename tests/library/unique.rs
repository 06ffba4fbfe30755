//! Puzzles of families with exactly one solution, and with a level.
//!
//! The generator decides uniqueness with the SAT solver. These tests count with the frontier DP, which shares only
//! the model with it.

use std::ops::ControlFlow;

use pipsc::deduce::Depth;
use pipsc::generate::{Effort, Recipe, RecipeStatus};
use pipsc::hint::{Level, score};
use pipsc::limits::{Budget, Limits};
use pipsc::puzzle::{Puzzle, Relation, Rule, check};
use pipsc::solver::embedded::{Method, solve_until};
use pipsc::solver::{Goal, SolutionCount};

use crate::families::{made, recipe};
use crate::generate::parts;

/// Whether a puzzle has exactly one solution. Small boards are counted by the frontier alone.
fn is_unique(puzzle: &Puzzle) -> bool {
    let (method, goal) = match puzzle.dominoes().len() {
        ..=7 => (Method::Frontier, Goal::Count { limit: None }),
        _ => (Method::Best, Goal::All { limit: Some(2) }),
    };
    let ignore_board = &mut |_| ControlFlow::Continue(());
    let solved = solve_until(method, puzzle, goal, &Budget::default(), ignore_board);
    match solved.expect("no fault").found {
        SolutionCount::Exactly(count) => count == 1,
        SolutionCount::AtLeast(count) => {
            assert!(count > 1, "no verdict");
            false
        }
    }
}

/// Properties of every puzzle with one solution.
fn assert_unique(puzzle: &Puzzle, name: &str) {
    assert!(is_unique(puzzle), "{name}");
    let solution = puzzle.solution().expect("a solution");
    assert_eq!(check(puzzle, solution), [], "{name}");
    for region in puzzle.region_ids() {
        let region = puzzle.region(region);
        assert_eq!(parts(puzzle, &region.cells).len(), 1, "{name}");
        assert_ne!(region.rule, Rule::Empty, "{name}");
    }
}

/// No rule can be dropped.
fn assert_minimal(puzzle: &Puzzle, name: &str) {
    for region in puzzle.region_ids() {
        let without = puzzle.with_rules_of(|other| other != region);
        let rule = puzzle.region(region).rule;
        assert!(!is_unique(&without), "{name}: {rule} is not needed");
    }
}

#[test]
fn thousands_of_small_puzzles_have_one_solution() {
    for (size, seeds) in [(1, 20), (2, 900), (3, 800), (4, 300), (5, 60)] {
        for seed in 0..seeds {
            let recipe = recipe(&format!(
                "family=newspaper size={size} unique=yes seed={seed}"
            ));
            assert_eq!(recipe.status(), RecipeStatus::Unique);
            let puzzle = made(recipe);
            let name = recipe.to_string();
            assert_eq!(puzzle.dominoes().len(), size as usize, "{name}");
            assert_unique(&puzzle, &name);
            if seed % 8 == 0 {
                assert_minimal(&puzzle, &name);
            }
        }
    }
}

#[test]
fn unique_puzzles_of_nyt_size_look_like_nyt() {
    let (mut rules, mut sums, mut equal, mut compared) = (0, 0, 0, 0);
    let (mut cells, mut free) = (0, 0);
    for seed in 0..14 {
        let size = 7 + seed as u32 % 6;
        let recipe = recipe(&format!(
            "family=newspaper size={size} unique=yes seed={seed}"
        ));
        let (puzzle, name) = (made(recipe), recipe.to_string());
        assert_unique(&puzzle, &name);
        if seed % 7 == 0 {
            assert_minimal(&puzzle, &name);
        }
        for region in puzzle.regions() {
            rules += 1;
            match region.rule {
                Rule::Sum(Relation::Equal, _) => sums += 1,
                Rule::Sum(Relation::Less | Relation::Greater, _) => compared += 1,
                Rule::Equal => equal += 1,
                Rule::Unequal | Rule::Empty => {}
            }
            assert!(region.cells.len() <= 6, "{name}");
        }
        cells += puzzle.cells().len();
        free += puzzle
            .cell_ids()
            .filter(|&cell| puzzle.region_of(cell).is_none())
            .count();
    }
    let percent = |part: usize, of: usize| part * 100 / of;
    // In NYT puzzles with one solution: 56, 26 and 16 percent of the rules, and 13 percent of the cells.
    let shares = (
        percent(sums, rules),
        percent(equal, rules),
        percent(compared, rules),
    );
    assert!((45..70).contains(&shares.0), "{shares:?}");
    assert!((18..36).contains(&shares.1), "{shares:?}");
    assert!((5..25).contains(&shares.2), "{shares:?}");
    assert!(
        percent(free, cells) < 18,
        "{free} of {cells} cells are free"
    );
}

#[test]
fn difficulty_levels_are_reached() {
    let wanted = [
        (Level::Easy, &[4, 5, 6][..]),
        (Level::Medium, &[5, 6, 7]),
        (Level::Hard, &[9, 11]),
        (Level::Expert, &[13]),
    ];
    for (level, sizes) in wanted {
        for (seed, &size) in (1..).zip(sizes) {
            let recipe = recipe(&format!(
                "family=newspaper size={size} level={level} seed={seed}"
            ));
            // The level rates the deduction of the only solution.
            assert_eq!(recipe.status(), RecipeStatus::Unique);
            let puzzle = made(recipe);
            assert_unique(&puzzle, &recipe.to_string());
            let score = score(&puzzle, &Limits::default()).expect("no limit");
            let score = score.expect("a solution");
            assert_eq!(score.level(), level, "{recipe}: {}", score.total);
            assert_eq!(score.choices, 0, "{recipe}");
            // Easy and medium puzzles need propagation only; expert ones need nested assumptions.
            let deepest = match level {
                Level::Easy | Level::Medium => Depth::Propagation,
                Level::Hard => Depth::Probing,
                Level::Expert => Depth::Search,
            };
            assert!(score.depth <= deepest, "{recipe}");
            assert_eq!(
                score.depth == Depth::Search,
                level == Level::Expert,
                "{recipe}"
            );
        }
    }
}

#[test]
fn full_sets_can_have_one_solution() {
    for size in 0..=3 {
        for (seed, tightness) in [(1, 30), (2, 60), (3, 100)] {
            let recipe = recipe(&format!(
                "family=full size={size} unique=yes tightness={tightness} seed={seed}"
            ));
            assert_eq!(recipe.status(), RecipeStatus::Unique);
            assert_unique(&made(recipe), &recipe.to_string());
        }
    }
}

#[test]
fn unreachable_goals_are_reported() {
    let problem = |recipe: Recipe| {
        let budget = Budget::default();
        let effort = Effort {
            tries: 1,
            ..Effort::until(&budget)
        };
        recipe.make(&effort).expect_err("no puzzle").to_string()
    };
    let loose = recipe("family=full size=6 unique=yes tightness=0 seed=1");
    assert_eq!(
        problem(loose),
        "with tightness 0 there are no rules, and without rules double-6 has more than one solution: \
         its 0-1 can always be turned; choose a tightness of 1 or more"
    );
    let expert = recipe("family=newspaper size=11 level=expert seed=1");
    assert_eq!(
        problem(expert),
        "an expert puzzle of 11 dominoes with exactly one solution (small puzzles rarely need search: try \
         14 or more) was not found in one try"
    );
    // Sizes out of the range of a level are refused.
    for (level, size, range) in [
        ("easy", 28, "1 to 7"),
        ("medium", 12, "4 to 11"),
        ("hard", 5, "6 to 20"),
        ("expert", 2, "11 to 28"),
    ] {
        let words = format!("family=newspaper size={size} level={level} seed=1");
        let expected =
            format!("puzzles of level {level} are made with {range} dominoes, not with {size}");
        assert_eq!(words.parse::<Recipe>(), Err(expected));
    }
}
