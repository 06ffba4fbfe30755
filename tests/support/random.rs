//! Random small puzzles, the same for the same number and seed on every machine.
//!
//! They cover special cases: copies, islands, graphs with odd cycles, high pips, impossible and
//! trivial rules. Most are built around a board, so that many have solutions; then some targets are
//! changed.

use fastrand::Rng;
use pipsc::puzzle::{
    Cell, Domino, DraftLinks, DraftRegion, Pips, Puzzle, PuzzleDraft, Relation, Rule,
};

/// `PIPSC_TEST_SEED`, which varies all random puzzles; 0 by default.
fn seed() -> u64 {
    std::env::var("PIPSC_TEST_SEED").map_or(0, |seed| seed.parse().expect("a number"))
}

/// The puzzle with this number.
pub(crate) fn puzzle(number: u64) -> Puzzle {
    let mut rng = Rng::with_seed(number.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ seed());
    let dominoes = rng.usize(1..=5);
    let (cells, links, pairs) = match rng.u32(0..6) {
        0 => graph(&mut rng, dominoes),
        1 => grid(&mut rng, dominoes, 40),
        _ => grid(&mut rng, dominoes, 0),
    };
    let palette = palette(&mut rng);
    let pick = |rng: &mut Rng| palette[rng.usize(..palette.len())];
    let mut values = vec![0; cells.len()];
    let mut kinds = Vec::new();
    for (one, other) in pairs {
        values[one] = pick(&mut rng);
        values[other] = pick(&mut rng);
        kinds.push(Domino::new(values[one], values[other]));
    }
    if rng.u32(0..8) == 0 {
        // Replaces a domino for which the rules were built.
        let at = rng.usize(..kinds.len());
        kinds[at] = Domino::new(pick(&mut rng), pick(&mut rng));
    }
    rng.shuffle(&mut kinds);
    let regions = regions(&mut rng, &values);
    Puzzle::new(PuzzleDraft {
        title: None,
        cells,
        links,
        dominoes: kinds,
        regions,
        solution: None,
        recipe: None,
    })
    .expect("random puzzles are valid")
}

type Shape = (Vec<Cell>, DraftLinks, Vec<(usize, usize)>);

/// A blob of dominoes on a grid; now and then (in percent) a domino lies apart, as an island.
fn grid(rng: &mut Rng, dominoes: usize, apart: u32) -> Shape {
    let mut places: Vec<(u32, u32)> = Vec::new();
    let mut pairs = Vec::new();
    let mut origin = (20, 20);
    while pairs.len() < dominoes {
        let from = if places.is_empty() {
            origin
        } else if rng.u32(0..100) < apart {
            origin = (origin.0 + 20, origin.1);
            origin
        } else {
            let beside = places[rng.usize(..places.len())];
            step(rng, beside)
        };
        let to = step(rng, from);
        if !places.contains(&from) && !places.contains(&to) {
            pairs.push((places.len(), places.len() + 1));
            places.extend([from, to]);
        }
    }
    let cells = places
        .iter()
        .map(|&(row, column)| Cell::on_grid(row, column))
        .collect();
    (cells, DraftLinks::Grid, pairs)
}

fn step(rng: &mut Rng, (row, column): (u32, u32)) -> (u32, u32) {
    match rng.u32(0..4) {
        0 => (row + 1, column),
        1 => (row - 1, column),
        2 => (row, column + 1),
        _ => (row, column - 1),
    }
}

/// A graph with random links beside the ones that a tiling needs, and labels of every kind.
fn graph(rng: &mut Rng, dominoes: usize) -> Shape {
    let awkward = rng.bool();
    let count = dominoes * 2;
    let cells = (0..count)
        .map(|index| Cell {
            name: if awkward {
                format!("node \"{index}\" | ü\\").into()
            } else {
                format!("v{index}").into()
            },
            at: None,
        })
        .collect();
    let mut links: Vec<(usize, usize)> = (0..dominoes).map(|d| (2 * d, 2 * d + 1)).collect();
    let pairs = links.clone();
    for _ in 0..rng.usize(0..=count + 2) {
        let (one, other) = (rng.usize(..count), rng.usize(..count));
        if one != other {
            links.push((one, other));
        }
    }
    (cells, DraftLinks::Given(links), pairs)
}

/// The pips to choose from: few make copies, some are high, some are far apart.
fn palette(rng: &mut Rng) -> Vec<Pips> {
    match rng.u32(0..5) {
        0 => vec![0, 1],
        1 => (0..=3).collect(),
        2 => vec![0, 5, 12, 40],
        3 => (7..=12).collect(),
        _ => (0..=6).collect(),
    }
}

/// Regions of one to four cells, neighbours or not, with rules that the values keep, mostly.
fn regions(rng: &mut Rng, values: &[Pips]) -> Vec<DraftRegion> {
    let mut left: Vec<usize> = (0..values.len()).collect();
    rng.shuffle(&mut left);
    let mut regions = Vec::new();
    while !left.is_empty() {
        let size = rng.usize(1..=4).min(left.len());
        let cells: Vec<usize> = left.split_off(left.len() - size);
        let sum: i64 = cells.iter().map(|&cell| i64::from(values[cell])).sum();
        let off = if rng.u32(0..12) == 0 {
            rng.i64(-2..=2)
        } else {
            0
        };
        let same = cells.iter().all(|&cell| values[cell] == values[cells[0]]);
        let rule = match rng.u32(0..10) {
            0..=2 => continue,
            3 => Rule::Empty,
            4 => Rule::Sum(Relation::Less, sum + rng.i64(1..=3) + off),
            5 => Rule::Sum(Relation::Greater, sum - rng.i64(1..=3) + off),
            6 if same => Rule::Equal,
            6 | 7 if rng.bool() => Rule::Unequal,
            _ => Rule::Sum(Relation::Equal, sum + off),
        };
        regions.push(DraftRegion {
            name: None,
            rule,
            cells,
        });
    }
    regions
}
