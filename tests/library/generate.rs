//! Generated puzzles: validity, solvability, shares of kinds of regions, and stable bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::ControlFlow;

use pipsc::formats::{self, Format};
use pipsc::generate::{CheckedRecipe, DoubleSet, MAX_HIGHEST, RecipeError, SetRecipe, Shape};
use pipsc::puzzle::{
    CellId, Domino, DraftRegion, Puzzle, PuzzleDraft, Relation, Rule, check, warnings,
};
use pipsc::solver::embedded::solve;
use pipsc::solver::{Goal, Limits, SolutionCount};
use proptest::prelude::*;

use crate::snapshot::assert_snapshot;

fn set(highest: u32) -> DoubleSet {
    DoubleSet::new(highest).expect("a set")
}

fn recipe(highest: u32, dominoes: Option<u32>, shape: Shape, seed: u64) -> SetRecipe {
    SetRecipe::new(set(highest), dominoes, shape, seed).expect("a recipe")
}

/// The connected components of some cells.
pub(crate) fn parts(puzzle: &Puzzle, cells: &[CellId]) -> Vec<BTreeSet<CellId>> {
    let mut left: BTreeSet<CellId> = cells.iter().copied().collect();
    let mut parts = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut part = BTreeSet::from([first]);
        let mut queue = vec![first];
        while let Some(cell) = queue.pop() {
            for edge in puzzle.edges() {
                for (here, there) in [(edge.a, edge.b), (edge.b, edge.a)] {
                    if here == cell && left.remove(&there) {
                        let _ = part.insert(there);
                        queue.push(there);
                    }
                }
            }
        }
        parts.push(part);
    }
    parts
}

/// Properties of all generated puzzles.
fn assert_good(recipe: &SetRecipe, highest: u32, dominoes: u32, shape: Shape) {
    let puzzle = recipe.puzzle();
    let board = puzzle.solution().expect("the solution is kept");
    assert_eq!(check(&puzzle, board), [], "{recipe}");
    assert_eq!(warnings(&puzzle), [], "{recipe}");

    assert_eq!(puzzle.dominoes().len(), dominoes as usize, "{recipe}");
    let full: BTreeSet<Domino> = set(highest).dominoes().collect();
    let used: BTreeSet<Domino> = puzzle.dominoes().iter().copied().collect();
    assert_eq!(used.len(), dominoes as usize, "{recipe}: a domino twice");
    assert!(used.is_subset(&full), "{recipe}");

    for region in puzzle.regions() {
        assert!((1..=6).contains(&region.cells.len()), "{recipe}");
        assert_eq!(parts(&puzzle, &region.cells).len(), 1, "{recipe}");
        assert_ne!(region.rule, Rule::Empty, "{recipe}");
        if let Rule::Equal | Rule::Unequal = region.rule {
            assert!(region.cells.len() > 1, "{recipe}");
        }
    }

    let cells: Vec<CellId> = puzzle.cell_ids().collect();
    let islands = parts(&puzzle, &cells);
    let (rows, columns): (BTreeSet<u32>, BTreeSet<u32>) =
        puzzle.cells().iter().filter_map(|cell| cell.at).unzip();
    assert!(puzzle.is_grid() && rows.contains(&0) && columns.contains(&0));
    match shape {
        Shape::Blob => assert_eq!(islands.len(), 1, "{recipe}"),
        Shape::Rectangle => assert_eq!(rows.len() * columns.len(), cells.len(), "{recipe}"),
        Shape::Islands => {
            assert!((2..=4).contains(&islands.len()), "{recipe}");
            assert!(islands.iter().all(|island| island.len() % 2 == 0));
        }
    }

    assert_eq!(puzzle.recipe(), Some((*recipe).into()));
    for format in Format::WRITTEN {
        let text = formats::write(&puzzle, format).expect("grids fit everywhere");
        let back = formats::read(text.as_bytes(), None).expect("a puzzle");
        assert_eq!(back.format, format);
        let back = back.pick(None).expect("one puzzle");
        assert_eq!(back.solution(), puzzle.solution(), "{recipe} as {format}");
        assert_eq!(back.recipe(), Some((*recipe).into()), "as {format}");
        if format == Format::Text {
            assert_eq!(*back, puzzle);
        }
    }
}

#[test]
fn every_set_and_shape_makes_good_puzzles() {
    for highest in (0..=18).chain([40]) {
        for shape in Shape::ALL {
            match SetRecipe::new(set(highest), None, shape, 11) {
                Ok(recipe) => assert_good(&recipe, highest, set(highest).size(), shape),
                Err(error) => {
                    assert_eq!((highest, shape), (0, Shape::Islands), "{error}");
                }
            }
        }
    }
}

#[test]
fn the_largest_set_works() {
    let puzzle = recipe(MAX_HIGHEST, None, Shape::Blob, 0).puzzle();
    assert_eq!(puzzle.dominoes().len(), 5050);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_seed_makes_a_good_puzzle(
        highest in 0..=12u32,
        dominoes in 1..=91u32,
        shape in prop::sample::select(Shape::ALL.to_vec()),
        seed in any::<u64>(),
    ) {
        let dominoes = dominoes.min(set(highest).size());
        if let Ok(recipe) = SetRecipe::new(set(highest), Some(dominoes), shape, seed) {
            assert_good(&recipe, highest, dominoes, shape);
        }
    }
}

#[test]
fn recipes_that_make_no_puzzle_are_refused() {
    let make = |highest, dominoes, shape| SetRecipe::new(set(highest), dominoes, shape, 1);
    assert_eq!(DoubleSet::new(MAX_HIGHEST + 1), None);
    for asked in [0, 29, u32::MAX] {
        let set = set(6);
        assert_eq!(
            make(6, Some(asked), Shape::Blob),
            Err(RecipeError::Dominoes { asked, set })
        );
    }
    let too_few = RecipeError::TooFew {
        dominoes: 1,
        shape: Shape::Islands,
    };
    assert_eq!(make(6, Some(1), Shape::Islands), Err(too_few));
}

#[test]
fn a_changed_puzzle_has_no_recipe() {
    let made = recipe(6, Some(9), Shape::Blob, 4).puzzle();
    let recipe = made.recipe().expect("a recipe");
    let checked = CheckedRecipe {
        recipe,
        checksum: recipe.checksum(&made),
    };
    let draft = |recipe: Option<CheckedRecipe>| PuzzleDraft {
        title: made.title().cloned(),
        cells: made.cells().to_vec(),
        dominoes: made.dominoes().to_vec(),
        regions: made
            .regions()
            .iter()
            .map(|region| DraftRegion {
                name: Some(region.name.raw().to_lowercase().into()),
                rule: region.rule,
                cells: region.cells.iter().map(|cell| cell.index()).collect(),
            })
            .collect(),
        recipe,
        ..PuzzleDraft::default()
    };
    let recipe_of = |draft: PuzzleDraft| Puzzle::new(draft).expect("a puzzle").recipe();
    let title = made.title().expect("a title");
    assert_eq!(title.raw(), "double-6, 9 dominoes, blob, seed 4");
    assert_eq!(recipe_of(draft(Some(checked.clone()))), Some(recipe));

    // A title alone is no recipe.
    assert!(recipe_of(draft(None)).is_none());
    for other in [
        recipe.with_seed(5),
        self::recipe(6, None, Shape::Blob, 4).into(),
        self::recipe(6, Some(9), Shape::Rectangle, 4).into(),
        self::recipe(9, Some(9), Shape::Blob, 4).into(),
    ] {
        let claimed = CheckedRecipe {
            recipe: other,
            ..checked.clone()
        };
        assert!(recipe_of(draft(Some(claimed))).is_none(), "{other}");
    }
    let mut fewer = draft(Some(checked.clone()));
    let _ = fewer.regions.pop();
    assert!(recipe_of(fewer).is_none());
    let mut other_rule = draft(Some(checked));
    other_rule.regions[0].rule = Rule::Sum(Relation::Less, 100);
    assert!(recipe_of(other_rule).is_none());
}

#[test]
fn recipes_in_files_are_parsed_or_rejected() {
    let made = recipe(6, Some(9), Shape::Blob, 4).puzzle();
    let changed = |format, from: &str, to: &str| {
        let text = formats::write(&made, format).expect("a grid");
        assert!(text.contains(from), "{text}");
        formats::read(text.replacen(from, to, 1).as_bytes(), None)
            .and_then(|mut document| document.entries.remove(0).puzzle)
            .map(|puzzle| puzzle.recipe().is_some())
            .map_err(|problem| problem.to_string())
    };
    for (from, to, expected) in [
        // White space and unknown keys are ignored.
        ("seed=4", "  seed=4  more=7", Ok(true)),
        ("seed=4", "seed=5", Ok(false)),
        ("double-6, 9 dominoes", "My own", Ok(true)),
        ("generator=1", "generator=2", Ok(false)),
        ("checksum=fnv-", "checksum=fnv-0", Ok(false)),
        ("set=double-6", "set=six", Err("there is no set `six`")),
        ("shape=blob", "shape=blub", Err("did you mean `blob`?")),
        (
            "dominoes=9",
            "dominoes=99",
            Err("cannot be taken from double-6: expected 1 to 28"),
        ),
        ("seed=4", "", Err("the seed is missing")),
        (
            "seed=4",
            "seed=-4",
            Err("the seed is `-4`: expected a whole number"),
        ),
        ("seed=4", "seed=", Err("the seed has no value")),
        (
            "seed=4",
            "seed",
            Err("the seed has no value: expected seed=..."),
        ),
        (
            "seed=4",
            "seeds=4",
            Err("the seed is missing: expected generator, set, dominoes, shape, seed"),
        ),
        ("seed=4", "seed=4 seed=4", Err("the seed is given twice")),
    ] {
        match (changed(Format::Text, from, to), expected) {
            (Ok(has_one), expected) => assert_eq!(Ok(has_one), expected, "{from} to {to}"),
            (Err(problem), Err(part)) => {
                assert!(
                    problem.starts_with("line 2, column 1: not a recipe: "),
                    "{problem}"
                );
                assert!(problem.contains(part), "{problem}");
            }
            (Err(problem), Ok(_)) => panic!("{from} to {to}: {problem}"),
        }
    }
    // In JSON, the recipe is a string with the same line.
    for format in [Format::Nyt, Format::Graph] {
        for (from, to, expected) in [
            ("seed=4", "seed=5", Ok(false)),
            (
                "dominoes=9",
                "dominoes=0",
                Err("): not a recipe: 0 dominoes cannot be taken from double-6: expected 1 to 28"),
            ),
            (
                "shape=blob",
                "shape=ring",
                Err(
                    "): not a recipe: there is no shape `ring`, expected blob, rectangle or islands",
                ),
            ),
        ] {
            let changed = changed(format, from, to);
            match expected {
                Ok(has_one) => assert_eq!(changed, Ok(has_one), "{format}"),
                Err(message) => {
                    let error = changed.expect_err("an error");
                    assert!(error.starts_with("recipe (line 3, column "), "{error}");
                    assert!(error.ends_with(message), "{error}");
                }
            }
        }
    }
}

/// The percentage of regions of each kind over some seeds; each free cell counts as a region.
fn shares(recipes: impl Iterator<Item = SetRecipe>) -> BTreeMap<&'static str, f64> {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut regions = 0;
    for recipe in recipes {
        let puzzle = recipe.puzzle();
        let free = puzzle
            .cell_ids()
            .filter(|&cell| puzzle.region_of(cell).is_none())
            .count();
        *counts.entry("free").or_default() += free;
        regions += free + puzzle.regions().len();
        for region in puzzle.regions() {
            let kind = match region.rule {
                Rule::Sum(Relation::Equal, _) => "sum",
                Rule::Sum(Relation::Less, _) => "less",
                Rule::Sum(Relation::Greater, _) => "greater",
                Rule::Equal => "equal",
                Rule::Unequal => "unequal",
                Rule::Empty => "empty",
            };
            *counts.entry(kind).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .map(|(kind, count)| (kind, 100.0 * count as f64 / regions as f64))
        .collect()
}

#[test]
fn regions_have_the_promised_shares() {
    for (highest, dominoes, seeds) in [
        (6, Some(6), 2000),
        (6, Some(14), 800),
        (6, None, 400),
        (9, None, 200),
        (12, None, 120),
        (18, None, 60),
    ] {
        for shape in Shape::ALL {
            let shares = shares((0..seeds).map(|seed| recipe(highest, dominoes, shape, seed)));
            println!("double-{highest} {dominoes:?} {shape}: {shares:.1?}");
            for (kind, promised) in [
                ("sum", 50.0),
                ("equal", 20.0),
                ("free", 20.0),
                ("less", 4.0),
                ("greater", 4.0),
                ("unequal", 2.0),
            ] {
                let share = shares.get(kind).copied().unwrap_or(0.0);
                assert!(
                    (share - promised).abs() < 4.0,
                    "{highest} {shape}: {shares:?}"
                );
            }
        }
    }
}

#[test]
fn regions_have_sizes_like_nyt() {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut regions = 0;
    for seed in 0..200 {
        for region in recipe(9, None, Shape::Blob, seed).puzzle().regions() {
            *sizes.entry(region.cells.len()).or_default() += 1;
            regions += 1;
        }
    }
    println!("{sizes:?} of {regions}");
    assert_eq!(
        sizes.keys().copied().collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 6]
    );
    let share = |size: usize| 100 * sizes[&size] / regions;
    assert!(
        (28..40).contains(&share(1)) && (32..44).contains(&share(2)),
        "{sizes:?}"
    );
    assert!(
        (2..=5).all(|size| sizes[&size] > sizes[&(size + 1)]),
        "{sizes:?}"
    );
}

#[test]
fn comparisons_are_not_always_tight() {
    let mut slack = BTreeSet::new();
    for seed in 0..100 {
        let puzzle = recipe(9, None, Shape::Rectangle, seed).puzzle();
        let shown = puzzle
            .solution()
            .expect("a solution")
            .values(puzzle.cells().len());
        for region in puzzle.regions() {
            let sum: u32 = region
                .cells
                .iter()
                .filter_map(|cell| shown[cell.index()])
                .sum();
            if let Rule::Sum(Relation::Less | Relation::Greater, target) = region.rule {
                let _ = slack.insert(target - i64::from(sum));
            }
        }
    }
    assert_eq!(
        slack.into_iter().collect::<Vec<_>>(),
        [-4, -3, -2, -1, 1, 2, 3, 4]
    );
}

#[test]
fn rectangles_are_near_squares() {
    for (highest, dominoes, span) in [
        (6, None, (7, 8)),
        (9, None, (10, 11)),
        (18, None, (19, 20)),
        (6, Some(12), (4, 6)),
        (6, Some(7), (2, 7)),
        (6, Some(1), (1, 2)),
    ] {
        let puzzle = recipe(highest, dominoes, Shape::Rectangle, 1).puzzle();
        let last = puzzle
            .cells()
            .last()
            .and_then(|cell| cell.at)
            .expect("a place");
        assert_eq!((last.0 + 1, last.1 + 1), span);
    }
}

#[test]
fn different_seeds_make_different_puzzles() {
    for shape in Shape::ALL {
        let texts: BTreeSet<String> = (0..50)
            .map(|seed| {
                let text = formats::write(&recipe(6, None, shape, seed).puzzle(), Format::Text);
                let text = text.expect("text");
                text.lines().skip(2).collect::<Vec<_>>().join("\n")
            })
            .collect();
        assert_eq!(texts.len(), 50);
    }
}

#[test]
fn the_embedded_solver_solves_small_ones() {
    for seed in 0..40 {
        for shape in Shape::ALL {
            let puzzle = recipe(6, Some(8 + seed as u32 % 12), shape, seed).puzzle();
            let outcome = solve(&puzzle, Goal::One, &Limits::default(), &mut |board| {
                assert_eq!(check(&puzzle, &board), []);
                ControlFlow::Continue(())
            });
            let found = outcome.expect("no fault").found;
            assert!(
                matches!(found, SolutionCount::AtLeast(1) | SolutionCount::Exactly(1)),
                "{found:?}"
            );
        }
    }
}

/// The bytes of generated puzzles, as first published. Benchmarks identify an instance by its recipe, so a
/// change here is a breaking change.
#[test]
fn recipes_reproduce_the_snapshot_bytes() {
    let text = |recipe: SetRecipe| formats::write(&recipe.puzzle(), Format::Text).expect("text");
    let mut whole = String::new();
    for recipe in [
        recipe(6, Some(8), Shape::Blob, 1),
        recipe(6, None, Shape::Blob, 1),
        recipe(6, Some(12), Shape::Rectangle, 2),
        recipe(3, None, Shape::Islands, 3),
        recipe(9, Some(20), Shape::Islands, u64::MAX),
        recipe(0, None, Shape::Blob, 0),
    ] {
        let _ = writeln!(whole, "{}", text(recipe));
    }
    let mut table = String::new();
    for highest in [1, 2, 4, 6, 9, 12, 15, 18] {
        for shape in Shape::ALL {
            for seed in [0, 1, 1 << 40] {
                let recipe = recipe(highest, None, shape, seed);
                // The puzzle without its recipe.
                let text: String = text(recipe)
                    .split_inclusive('\n')
                    .filter(|line| !line.starts_with("recipe: "))
                    .collect();
                let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                });
                let bytes = text.len();
                let _ = writeln!(
                    table,
                    "{}: {bytes} bytes, FNV-1a {hash:016x}",
                    recipe.name()
                );
            }
        }
    }
    // A change of these bytes is a breaking change.
    assert_snapshot("generate", "puzzles", &whole);
    assert_snapshot("generate", "hashes", &table);
}
