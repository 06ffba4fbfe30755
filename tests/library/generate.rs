//! Generated puzzles: validity, solvability, shares of kinds of regions, and stable bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::ControlFlow;

use pipsc::formats::{self, Format};
use pipsc::generate::Shape;
use pipsc::puzzle::{CellId, Domino, DoubleSet, Puzzle, Relation, Rule, check, warnings};
use pipsc::solver::embedded::solve;
use pipsc::solver::{Goal, Limits, SolutionCount};
use proptest::prelude::*;

use crate::families::{made, recipe};
use crate::snapshot::assert_snapshot;

fn newspaper(size: u32, seed: u64) -> Puzzle {
    made(recipe(&format!("family=newspaper size={size} seed={seed}")))
}

fn full(size: u32, shape: Shape, seed: u64) -> Puzzle {
    made(recipe(&format!(
        "family=full size={size} shape={shape} seed={seed}"
    )))
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

/// Properties of puzzles with a solution from which they were built and different dominoes of a set.
fn assert_good(puzzle: &Puzzle, set: DoubleSet, dominoes: u32) {
    let recipe = puzzle.recipe().expect("a recipe");
    let board = puzzle.solution().expect("the solution is kept");
    assert_eq!(check(puzzle, board), [], "{recipe}");
    assert_eq!(warnings(puzzle), [], "{recipe}");

    assert_eq!(puzzle.dominoes().len(), dominoes as usize, "{recipe}");
    let full: BTreeSet<Domino> = set.dominoes().collect();
    let used: BTreeSet<Domino> = puzzle.dominoes().iter().copied().collect();
    assert_eq!(used.len(), dominoes as usize, "{recipe}: a domino twice");
    assert!(used.is_subset(&full), "{recipe}");

    for region in puzzle.regions() {
        assert!((1..=6).contains(&region.cells.len()), "{recipe}");
        assert_eq!(parts(puzzle, &region.cells).len(), 1, "{recipe}");
        assert_ne!(region.rule, Rule::Empty, "{recipe}");
        if let Rule::Equal | Rule::Unequal = region.rule {
            assert!(region.cells.len() > 1, "{recipe}");
        }
    }
    let (rows, columns): (BTreeSet<u32>, BTreeSet<u32>) =
        puzzle.cells().iter().filter_map(|cell| cell.at).unzip();
    assert!(puzzle.is_grid() && rows.contains(&0) && columns.contains(&0));
}

#[test]
fn every_set_and_shape_makes_good_puzzles() {
    for highest in (0..=18).chain([40]) {
        let set = DoubleSet::new(highest).expect("a set");
        for shape in Shape::ALL {
            if highest == 0 && shape == Shape::Islands {
                continue;
            }
            let puzzle = full(highest, shape, 11);
            assert_good(&puzzle, set, set.size());
            let cells: Vec<CellId> = puzzle.cell_ids().collect();
            let islands = parts(&puzzle, &cells);
            let span = |places: Vec<u32>| places.iter().max().map_or(0, |last| last + 1);
            let (rows, columns): (Vec<u32>, Vec<u32>) =
                puzzle.cells().iter().filter_map(|cell| cell.at).unzip();
            match shape {
                Shape::Blob => assert_eq!(islands.len(), 1, "{highest}"),
                Shape::Rectangle => {
                    // As near to a square as possible.
                    assert_eq!((span(rows), span(columns)), (highest + 1, highest + 2));
                }
                Shape::Islands => {
                    assert!((2..=4).contains(&islands.len()), "{highest}");
                    assert!(islands.iter().all(|island| island.len() % 2 == 0));
                }
            }
        }
    }
    assert_eq!(full(99, Shape::Blob, 0).dominoes().len(), 5050);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn every_seed_makes_a_good_puzzle(
        size in 1..=28u32,
        shape in prop::sample::select(Shape::ALL.to_vec()),
        seed in any::<u64>(),
    ) {
        assert_good(&newspaper(size, seed), DoubleSet::new(6).expect("a set"), size);
        let set = DoubleSet::new(1 + size / 3).expect("a set");
        assert_good(&full(set.highest(), shape, seed), set, set.size());
    }
}

#[test]
fn regions_have_the_promised_shares() {
    for size in [6, 14, 28] {
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        for seed in 0..u64::from(12_000 / size) {
            let puzzle = newspaper(size, seed);
            let free = |cell: &CellId| puzzle.region_of(*cell).is_none();
            *counts.entry("free").or_default() += puzzle.cell_ids().filter(free).count();
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
        let regions: usize = counts.values().sum();
        // The percentages of docs/generate.md; each free cell counts as a region.
        for (kind, promised) in [
            ("sum", 46.0),
            ("equal", 20.0),
            ("free", 20.0),
            ("less", 6.0),
            ("greater", 6.0),
            ("unequal", 2.0),
        ] {
            let share = 100.0 * counts[kind] as f64 / regions as f64;
            assert!((share - promised).abs() < 4.0, "{size}: {counts:?}");
        }
    }
}

#[test]
fn regions_have_sizes_like_nyt_and_comparisons_are_not_always_tight() {
    let mut sizes: BTreeMap<usize, usize> = BTreeMap::new();
    let mut slack = BTreeSet::new();
    for seed in 0..400 {
        let puzzle = newspaper(28, seed);
        let shown = puzzle.solution().expect("a solution");
        let shown = shown.values(puzzle.cells().len());
        for region in puzzle.regions() {
            *sizes.entry(region.cells.len()).or_default() += 1;
            let values = region.cells.iter();
            let sum: u32 = values.filter_map(|cell| shown[cell.index()]).sum();
            if let Rule::Sum(Relation::Less | Relation::Greater, target) = region.rule {
                let _ = slack.insert(target - i64::from(sum));
            }
        }
    }
    let regions: usize = sizes.values().sum();
    let share = |size: usize| 100 * sizes[&size] / regions;
    assert_eq!(sizes.len(), 6, "{sizes:?}");
    assert!(
        (28..40).contains(&share(1)) && (32..44).contains(&share(2)),
        "{sizes:?}"
    );
    assert!(
        (2..=5).all(|size| sizes[&size] > sizes[&(size + 1)]),
        "{sizes:?}"
    );
    assert!(
        slack.into_iter().eq([-4, -3, -2, -1, 1, 2, 3, 4]),
        "differences from the sum"
    );
}

#[test]
fn different_seeds_make_different_puzzles() {
    let digests: BTreeSet<String> = (0..50).map(|seed| newspaper(14, seed).digest()).collect();
    assert_eq!(digests.len(), 50);
}

#[test]
fn the_embedded_solver_solves_small_ones() {
    for seed in 0..100 {
        let puzzle = newspaper(8 + seed as u32 % 12, seed);
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

/// Recipes of puzzles whose bytes are kept as hashes.
const HASHED: [&str; 48] = [
    "newspaper size=1 seed=0",
    "newspaper size=6 seed=1",
    "newspaper size=11 seed=7",
    "newspaper size=28 seed=18446744073709551615",
    "newspaper size=4 unique=yes seed=1",
    "newspaper size=6 unique=yes seed=1",
    "newspaper size=9 unique=yes seed=2",
    "newspaper size=12 unique=yes seed=3",
    "newspaper size=5 level=easy seed=4",
    "newspaper size=7 level=medium seed=1",
    "newspaper size=8 level=medium seed=5",
    "newspaper size=10 level=hard seed=6",
    "newspaper size=13 level=expert seed=8",
    "full size=0 seed=0",
    "full size=2 shape=islands tightness=100 seed=1",
    "full size=3 tightness=0 seed=1",
    "full size=3 tightness=80 seed=1",
    "full size=4 shape=rectangle seed=1099511627776",
    "full size=6 seed=1",
    "full size=6 shape=rectangle seed=1",
    "full size=6 shape=islands seed=1",
    "full size=9 shape=islands seed=18446744073709551615",
    "full size=12 tightness=30 seed=2",
    "full size=18 seed=3",
    "full size=2 unique=yes seed=1",
    "full size=3 unique=yes seed=8",
    "full size=4 unique=yes seed=9",
    "mutilated size=6 seed=1",
    "mutilated size=8 seed=1",
    "mutilated size=9 cut=holes pips=3 seed=2",
    "mutilated size=10 cut=rooms seed=1",
    "mutilated size=14 cut=rooms seed=3",
    "mutilated size=15 cut=rooms doors=4 seed=4",
    "supply size=8 seed=1",
    "supply size=12 seed=1",
    "supply size=20 pips=3 seed=2",
    "supply size=10 ask=value seed=1",
    "supply size=15 ask=value seed=3",
    "threshold size=4 seed=0",
    "threshold size=8 seed=1",
    "threshold size=8 planted=yes seed=1",
    "threshold size=12 seed=1",
    "threshold size=33 density=130 seed=18446744073709551615",
    "counting size=2 seed=0",
    "counting size=4 seed=1",
    "counting size=4 tightness=100 seed=1",
    "counting size=6 tightness=0 seed=18446744073709551615",
    "counting size=12 tightness=90 seed=5",
];

/// Users and benchmarks rely on a recipe to make the same puzzle on every machine and in every build, so a
/// change of these bytes is a breaking change.
#[test]
fn recipes_reproduce_the_snapshot_bytes() {
    let text = |words: &str| {
        let puzzle = made(recipe(&format!("family={words}")));
        formats::write(&puzzle, Format::Text).expect("text")
    };
    let whole: Vec<String> = [
        "newspaper size=8 unique=yes seed=1",
        "full size=3 shape=islands seed=3",
        "mutilated size=6 cut=holes seed=1",
        "supply size=8 seed=1",
        "threshold size=8 planted=yes seed=1",
        "counting size=4 tightness=80 seed=1",
    ]
    .map(text)
    .into();
    let mut table = String::new();
    for words in HASHED {
        let text = text(words);
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let bytes = text.len();
        let _ = writeln!(table, "{words}: {bytes} bytes, FNV-1a {hash:016x}");
    }
    assert_snapshot("generate", "puzzles", &whole.join("\n"));
    assert_snapshot("generate", "hashes", &table);
}
