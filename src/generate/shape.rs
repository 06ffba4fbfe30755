//! Shapes of boards. Each is built from dominoes, so that a tiling exists.

use super::Shape;
use super::rng::Rng;
use super::tiling::{GridPoint, Tiling, around};
use std::collections::BTreeSet;

/// A board of this shape for a number of dominoes, at least one, two for islands.
pub(super) fn tiling(shape: Shape, dominoes: u32, rng: &mut Rng) -> Tiling {
    let mut tiling = Tiling::new(&match shape {
        Shape::Blob => blob(dominoes, rng),
        Shape::Rectangle => rectangle(dominoes),
        Shape::Islands => islands(dominoes, rng),
    });
    tiling.random_flips(rng);
    tiling
}

/// A blob that grows from its middle: of a few random places, the next domino takes the one with the most
/// occupied neighbours. Single cells inside can stay empty, as holes.
fn blob(dominoes: u32, rng: &mut Rng) -> Vec<[GridPoint; 2]> {
    const CANDIDATES: usize = 3;
    let mut taken: BTreeSet<GridPoint> = BTreeSet::new();
    let mut placed: Vec<[GridPoint; 2]> = Vec::new();
    // The places that touch the blob. Places covered in the meantime are removed when drawn.
    let mut rim: Vec<[GridPoint; 2]> = vec![rng.pick(&[[(0, 0), (0, 1)], [(0, 0), (1, 0)]])];
    for _ in 0..dominoes {
        let mut best: Option<(usize, [GridPoint; 2])> = None;
        for _ in 0..CANDIDATES {
            let place = loop {
                let at = rng.index(rim.len());
                if !rim[at].iter().any(|spot| taken.contains(spot)) {
                    break rim[at];
                }
                let _ = rim.swap_remove(at);
            };
            let beside = place.into_iter().flat_map(around);
            let touched = beside.filter(|spot| taken.contains(spot)).count();
            if best.is_none_or(|(most, _)| touched > most) {
                best = Some((touched, place));
            }
        }
        let Some((_, place)) = best else { break };
        placed.push(place);
        taken.extend(place);
        for near in place.into_iter().flat_map(around) {
            rim.extend(around(near).into_iter().map(|far| [near, far]));
        }
    }
    placed
}

fn rectangle(dominoes: u32) -> Vec<[GridPoint; 2]> {
    let cells = dominoes * 2;
    let rows = (1..)
        .take_while(|rows| rows * rows <= cells)
        .filter(|rows| cells.is_multiple_of(*rows))
        .last()
        .unwrap_or(1);
    let (rows, columns) = (rows as i32, (cells / rows) as i32);
    if columns % 2 == 0 {
        (0..rows)
            .flat_map(|row| (0..columns / 2).map(move |i| [(row, 2 * i), (row, 2 * i + 1)]))
            .collect()
    } else {
        (0..columns)
            .flat_map(|column| (0..rows / 2).map(move |i| [(2 * i, column), (2 * i + 1, column)]))
            .collect()
    }
}

/// Blobs of different sizes, two side by side, separated by empty rows and columns.
fn islands(dominoes: u32, rng: &mut Rng) -> Vec<[GridPoint; 2]> {
    let count = (2 + rng.below(3)).min(dominoes);
    // Half of the dominoes are distributed evenly, the rest at random.
    let least = (dominoes / (2 * count)).max(1);
    let rest = dominoes - least * count;
    let mut cuts: Vec<u32> = (1..count).map(|_| rng.below(rest + 1)).collect();
    cuts.extend([0, rest]);
    cuts.sort_unstable();
    let blobs: Vec<Vec<[GridPoint; 2]>> = cuts
        .windows(2)
        .map(|cut| blob(least + cut[1] - cut[0], rng))
        .collect();

    let mut placed = Vec::new();
    let mut top = 0;
    for pair in blobs.chunks(2) {
        let (mut left, mut bottom) = (0, top);
        for blob in pair {
            let rows = span(blob.iter().flatten().map(|spot| spot.0));
            let columns = span(blob.iter().flatten().map(|spot| spot.1));
            let moved = |(row, column): GridPoint| (row - rows.0 + top, column - columns.0 + left);
            placed.extend(blob.iter().map(|domino| domino.map(moved)));
            left += columns.1 - columns.0 + 2;
            bottom = bottom.max(top + rows.1 - rows.0);
        }
        top = bottom + 2;
    }
    placed
}

/// The least and the greatest of some numbers.
fn span(numbers: impl Iterator<Item = i32> + Clone) -> (i32, i32) {
    (
        numbers.clone().min().unwrap_or(0),
        numbers.max().unwrap_or(0),
    )
}
