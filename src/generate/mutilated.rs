//! The family `mutilated`: boards without a tiling, after the mutilated chessboard problem (Black 1946).
//!
//! A square with some cells cut out. Every domino covers a dark and a light cell, so that a set of cells of
//! one colour with too few neighbours (a Hall violator) shows that no tiling exists. The cuts differ in the
//! size of the violator:
//!
//! - `corners`: two opposite corners, as published: the colours differ by two cells on the whole board;
//! - `holes`: two cells of one colour anywhere;
//! - `rooms`: the colours are balanced, and the violator is about half of the board; see [`rooms`].
//!
//! The dominoes are all blank by default. Without rules every tiling is a solution whatever the values, so other
//! values only make the models larger.

mod rooms;

use std::collections::BTreeSet;

use super::layout::assemble;
use super::rng::Rng;
use super::tiling::GridPoint;
use super::{Cut, Effort, GenerateError, Param, Recipe};
use crate::puzzle::{Domino, DoubleSet, Puzzle};

/// Default number of doors, and the only one accepted for boards without rooms.
const DOORS: u32 = 2;

/// Generates a puzzle of the family.
pub(super) fn make(
    recipe: &Recipe,
    rng: &mut Rng,
    effort: &Effort<'_>,
) -> Result<Puzzle, GenerateError> {
    let (size, cut, doors) = (recipe.size, recipe.cut(), recipe.get(Param::Doors));
    // A recipe has no more pips.
    let set = DoubleSet::new(recipe.get(Param::Pips)).unwrap_or(DoubleSet::LARGEST);
    if cut != Cut::Rooms && doors != DOORS {
        return Err(GenerateError::Impossible(
            "only `--cut rooms` has doors: use it, or leave out `--doors`".into(),
        ));
    }
    match cut {
        Cut::Corners if size % 2 == 1 => Err(GenerateError::Impossible(format!(
            "a square of side {size} without two corners has an odd number of cells, and each domino \
             covers two: expected an even size, or `--cut holes` or `--cut rooms`"
        ))),
        Cut::Corners => {
            let last = size as i32 - 1;
            let cells = square(size).filter(|&place| place != (0, 0) && place != (last, last));
            Ok(puzzle(cells, set, rng))
        }
        Cut::Holes => {
            let holes = holes(size, rng);
            let cells = square(size).filter(|place| !holes.contains(place));
            Ok(puzzle(cells, set, rng))
        }
        Cut::Rooms => rooms::make(size, doors, set, rng, effort),
    }
}

/// Every place of a square, row by row.
fn square(size: u32) -> impl Iterator<Item = GridPoint> {
    let size = size as i32;
    (0..size).flat_map(move |row| (0..size).map(move |column| (row, column)))
}

fn is_dark((row, column): GridPoint) -> bool {
    (row + column) % 2 == 0
}

/// Two cells of one colour; in an odd square, which has one more dark cell, one light cell.
fn holes(size: u32, rng: &mut Rng) -> BTreeSet<GridPoint> {
    let (dark, count) = if size % 2 == 1 {
        (false, 1)
    } else {
        (rng.below(2) == 0, 2)
    };
    let alike: Vec<GridPoint> = square(size)
        .filter(|&place| is_dark(place) == dark)
        .collect();
    let mut holes = BTreeSet::new();
    while holes.len() < count {
        let _ = holes.insert(rng.pick(&alike));
    }
    holes
}

/// The puzzle of some cells without rules, with as many dominoes of repeated sets as fit.
fn puzzle(cells: impl Iterator<Item = GridPoint>, set: DoubleSet, rng: &mut Rng) -> Puzzle {
    let cells: Vec<GridPoint> = cells.collect();
    let mut dominoes: Vec<Domino> = Vec::new();
    while dominoes.len() < cells.len() / 2 {
        let mut all: Vec<Domino> = set.dominoes().collect();
        rng.shuffle(&mut all);
        dominoes.extend(all);
    }
    dominoes.truncate(cells.len() / 2);
    assemble(cells, dominoes, Vec::new(), None)
}

#[cfg(test)]
mod tests {
    use petgraph::algo::maximum_matching;
    use petgraph::graph::UnGraph;

    use crate::generate::{Effort, Recipe, RecipeStatus, made};
    use crate::limits::{Budget, Limits};
    use crate::puzzle::{CellId, Puzzle};

    fn recipe(size: u32, params: &str, seed: u64) -> Recipe {
        let words = format!("family=mutilated size={size} {params} seed={seed}");
        words.parse().expect("a recipe")
    }

    fn puzzle(size: u32, params: &str, seed: u64) -> Puzzle {
        made(&recipe(size, params, seed).words())
    }

    fn dark(puzzle: &Puzzle) -> Vec<bool> {
        let places = puzzle.cells().iter().filter_map(|cell| cell.at);
        let dark = |(row, column)| super::is_dark((row as i32, column as i32));
        places.map(dark).collect()
    }

    /// The number of cells that a maximum matching leaves uncovered.
    fn uncovered(puzzle: &Puzzle) -> usize {
        let edges = puzzle.edges().iter().map(|edge| (edge.a.0, edge.b.0));
        let graph = UnGraph::<(), ()>::from_edges(edges);
        puzzle.cells().len() - 2 * maximum_matching(&graph).len()
    }

    #[test]
    fn boards_have_no_tiling() {
        for seed in 1..5 {
            for (size, params, difference) in [
                (4, "", 2),
                (12, "pips=6", 2),
                (9, "cut=holes", 2),
                (10, "cut=holes", 2),
                (8, "cut=rooms", 0),
                (13, "cut=rooms", 0),
                (16, "cut=rooms doors=4", 0),
                (20, "cut=rooms doors=1", 0),
            ] {
                let puzzle = puzzle(size, params, seed);
                let name = recipe(size, params, seed).name();
                assert_eq!(uncovered(&puzzle), 2, "{name}");
                let dark = dark(&puzzle).into_iter().filter(|dark| *dark).count();
                let light = puzzle.cells().len() - dark;
                assert_eq!(dark.abs_diff(light), difference, "{name}");
                assert_eq!(puzzle.graph().parts(|_| true).len(), 1, "{name}");
                assert_eq!(
                    recipe(size, params, seed).status(),
                    RecipeStatus::Unsatisfiable
                );
            }
        }
    }

    /// The Hall violator of either colour has at least three quarters of that colour's cells of a room.
    #[test]
    fn hall_violators_of_rooms_are_large() {
        for seed in 1..5 {
            let puzzle = puzzle(18, "cut=rooms", seed);
            let graph = puzzle.graph();
            let dark = dark(&puzzle);
            let spared = graph.sometimes_uncovered(|_| true).expect("two colours");
            for colour in [false, true] {
                let cells = spared.iter().filter(|cell| dark[cell.index()] == colour);
                let cells: Vec<CellId> = cells.copied().collect();
                let beside = cells.iter().flat_map(|&cell| graph.neighbours(cell));
                let mut beside: Vec<CellId> = beside.collect();
                beside.sort_unstable();
                beside.dedup();
                assert_eq!(cells.len(), beside.len() + 1, "seed {seed}");
                assert!(cells.len() * 16 >= puzzle.cells().len() * 3, "seed {seed}");
            }
        }
    }

    #[test]
    fn impossible_parameters_are_refused() {
        let budget = Budget::default();
        let problem = |size, params: &str| {
            let made = recipe(size, params, 1).make(&Effort::until(&budget));
            made.expect_err("no such board").to_string()
        };
        assert_eq!(
            problem(9, ""),
            "a square of side 9 without two corners has an odd number of cells, and each domino covers \
             two: expected an even size, or `--cut holes` or `--cut rooms`"
        );
        assert_eq!(
            problem(10, "cut=rooms doors=3"),
            "two rooms with doors=3 between them need a square of side 11 at least, not 10"
        );
        assert_eq!(
            problem(10, "cut=holes doors=3"),
            "only `--cut rooms` has doors: use it, or leave out `--doors`"
        );
        let limits = Limits::default();
        let stopped = Budget::new(&limits);
        limits.cancel.cancel();
        let made = recipe(20, "cut=rooms", 1).make(&Effort::until(&stopped));
        assert!(made.is_err());
    }
}
