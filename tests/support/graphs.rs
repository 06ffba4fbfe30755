//! Random graph puzzles, the same for the same number on every machine.

use fastrand::Rng;
use pipsc::puzzle::{
    Cell, Domino, DraftLinks, DraftRegion, Pips, Puzzle, PuzzleDraft, Relation, Rule,
};

/// `PIPSC_TEST_SEED`, which varies all random puzzles; 0 by default.
fn seed() -> u64 {
    std::env::var("PIPSC_TEST_SEED").map_or(0, |seed| seed.parse().expect("a number"))
}

/// A graph puzzle with this number: components with odd cycles and pendant cells, copies of dominoes,
/// every rule, and regions across components. Every sixteenth has up to 300 cells: most of these lie in
/// components of two cells whose dominoes are pinned, so that counting stays feasible.
pub(crate) fn puzzle(number: u64) -> Puzzle {
    let mut rng = Rng::with_seed(number.wrapping_mul(0x2545_F491_4F6C_DD1D) ^ 0x9E37 ^ seed());
    let palette: Vec<Pips> = match rng.u32(0..4) {
        0 => vec![0, 1],
        1 => vec![1, 2, 3],
        2 => vec![0, 5, 12, 40],
        _ => (0..=6).collect(),
    };
    let is_large = number % 16 == 15;
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    let mut links: Vec<(usize, usize)> = Vec::new();
    let add = |rng: &mut Rng, pairs: &mut Vec<_>, links: &mut Vec<_>, dominoes: usize| {
        let first = 2 * pairs.len();
        for domino in 0..dominoes {
            let (one, other) = (first + 2 * domino, first + 2 * domino + 1);
            pairs.push((one, other));
            links.push((one, other));
            if domino > 0 {
                // Connected to an earlier cell at either end; the other end may stay pendant.
                links.push((rng.usize(first..one), one + rng.usize(0..2)));
            }
        }
        let cells = first..first + 2 * dominoes;
        if dominoes > 1 && rng.u32(0..4) > 0 {
            // A triangle.
            let (one, other) = links[links.len() - 1];
            let third = if one % 2 == 0 { one + 1 } else { one - 1 };
            links.push((other, third));
        }
        for _ in 0..rng.usize(0..=dominoes) {
            links.push((rng.usize(cells.clone()), rng.usize(cells.clone())));
        }
    };
    let budget = if is_large { 9 } else { 6 };
    let components = rng.usize(1..=3);
    for _ in 0..components {
        let dominoes = rng.usize(1..=budget / components);
        add(&mut rng, &mut pairs, &mut links, dominoes);
    }
    let core = 2 * pairs.len();
    let islands = if is_large {
        rng.usize(1..=(300 - core) / 2)
    } else {
        0
    };
    for _ in 0..islands {
        add(&mut rng, &mut pairs, &mut links, 1);
    }
    links.retain(|(one, other)| one != other);
    let mut values = vec![0; 2 * pairs.len()];
    for value in &mut values {
        *value = palette[rng.usize(..palette.len())];
    }
    let mut dominoes: Vec<Domino> = pairs
        .iter()
        .map(|&(one, other)| Domino::new(values[one], values[other]))
        .collect();
    rng.shuffle(&mut dominoes);
    // Island cells are pinned by sums of one cell, and some belong to regions of the core instead.
    let pinned = |cell: usize| DraftRegion {
        name: None,
        rule: Rule::Sum(Relation::Equal, i64::from(values[cell])),
        cells: vec![cell],
    };
    let mut shared: Vec<usize> = (0..core).collect();
    let mut regions = Vec::new();
    for cell in core..values.len() {
        match rng.u32(0..40) {
            0 if cell % 2 == 0 => shared.push(cell),
            _ => regions.push(pinned(cell)),
        }
    }
    regions.extend(mixed_regions(&mut rng, &values, shared));
    // Cell numbers are shuffled, so that they are unrelated to positions.
    let mut place: Vec<usize> = (0..values.len()).collect();
    rng.shuffle(&mut place);
    for (one, other) in &mut links {
        (*one, *other) = (place[*one], place[*other]);
    }
    for cell in regions.iter_mut().flat_map(|region| &mut region.cells) {
        *cell = place[*cell];
    }
    let cells = (0..values.len()).map(|index| Cell {
        name: format!("v{index}").into(),
        at: None,
    });
    Puzzle::new(PuzzleDraft {
        cells: cells.collect(),
        links: DraftLinks::Given(links),
        dominoes,
        regions,
        ..PuzzleDraft::default()
    })
    .expect("random puzzles are valid")
}

/// Regions of one to five cells with rules that the values satisfy, mostly; `equal` is sought.
fn mixed_regions(rng: &mut Rng, values: &[Pips], mut left: Vec<usize>) -> Vec<DraftRegion> {
    rng.shuffle(&mut left);
    if rng.bool() {
        // Cells with equal values are adjacent in the order.
        left.sort_by_key(|&cell| values[cell]);
    }
    let mut regions = Vec::new();
    while !left.is_empty() {
        let size = rng.usize(1..=5).min(left.len());
        let cells: Vec<usize> = left.split_off(left.len() - size);
        let sum: i64 = cells.iter().map(|&cell| i64::from(values[cell])).sum();
        let off = if rng.u32(0..30) == 0 { 1 } else { 0 };
        let rule = match rng.u32(0..8) {
            0 => Rule::Empty,
            1 => Rule::Sum(Relation::Less, sum + rng.i64(1..=2) - off),
            2 => Rule::Sum(Relation::Greater, sum - rng.i64(1..=2) + off),
            3..=5 if Rule::Equal.holds(&pips(values, &cells)) => Rule::Equal,
            4 | 5 if Rule::Unequal.holds(&pips(values, &cells)) => Rule::Unequal,
            6 => continue,
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

fn pips(values: &[Pips], cells: &[usize]) -> Vec<Pips> {
    cells.iter().map(|&cell| values[cell]).collect()
}
