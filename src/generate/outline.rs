//! Outlines: boards as in the NYT, less dense than a blob, with holes and arms.
//!
//! An NYT board fills about two thirds of its bounding rectangle. About one in five is symmetric, and one in six of
//! the large ones consists of islands.

use super::Shape;
use super::rng::Rng;
use super::shape;
use super::tiling::{GridPoint, Tiling, around};
use std::collections::BTreeSet;

/// Minimum number of dominoes of a board with islands.
const FEWEST_FOR_ISLANDS: u32 = 8;

/// The style of a board.
#[derive(Debug, Clone, Copy)]
enum OutlineStyle {
    /// With arms and holes.
    Airy,
    /// A blob.
    Compact,
    /// Symmetric by reflection or by rotation.
    Twofold,
    /// Blobs that do not touch.
    Islands,
}

/// A board for a number of dominoes, at least one.
pub(super) fn tiling(dominoes: u32, rng: &mut Rng) -> Tiling {
    let styles = [
        (OutlineStyle::Airy, 45),
        (OutlineStyle::Compact, 20),
        (OutlineStyle::Twofold, 25),
        (OutlineStyle::Islands, 10),
    ];
    let style = match rng.weigh(&styles) {
        OutlineStyle::Islands if dominoes < FEWEST_FOR_ISLANDS => OutlineStyle::Airy,
        OutlineStyle::Twofold if dominoes < 2 => OutlineStyle::Airy,
        style => style,
    };
    let placed = match style {
        OutlineStyle::Airy => grow(dominoes, vec![[(0, 0), (0, 1)]], |_| true, rng),
        OutlineStyle::Compact => return shape::tiling(Shape::Blob, dominoes, rng),
        OutlineStyle::Twofold => twofold(dominoes, rng),
        OutlineStyle::Islands => return shape::tiling(Shape::Islands, dominoes, rng),
    };
    let mut tiling = Tiling::new(&placed);
    tiling.random_flips(rng);
    tiling
}

/// Places dominoes one after the other, each beside earlier ones. Of two random places it takes the one with more
/// neighbours, or with probability 1/3 the other one.
fn grow(
    dominoes: u32,
    start: Vec<[GridPoint; 2]>,
    is_allowed: impl Fn(GridPoint) -> bool,
    rng: &mut Rng,
) -> Vec<[GridPoint; 2]> {
    let mut placed = vec![rng.pick(&start)];
    let mut taken: BTreeSet<GridPoint> = placed[0].into_iter().collect();
    while placed.len() < dominoes as usize {
        let near = taken.iter().flat_map(|&spot| around(spot));
        let near: BTreeSet<GridPoint> = near
            .filter(|&spot| is_allowed(spot) && !taken.contains(&spot))
            .collect();
        let places: Vec<[GridPoint; 2]> = near
            .iter()
            .flat_map(|&one| around(one).map(|other| [one, other]))
            .filter(|[_, other]| is_allowed(*other) && !taken.contains(other))
            .collect();
        let touched = |place: [GridPoint; 2]| {
            let beside = place.into_iter().flat_map(around);
            beside.filter(|spot| taken.contains(spot)).count()
        };
        let (one, other) = (rng.pick(&places), rng.pick(&places));
        let is_airy = rng.below(3) == 0;
        let place = if is_airy == (touched(other) < touched(one)) {
            other
        } else {
            one
        };
        taken.extend(place);
        placed.push(place);
    }
    placed
}

/// A half on one side of a line, and its image on the other. With an odd number of dominoes, one lies
/// across the line.
fn twofold(dominoes: u32, rng: &mut Rng) -> Vec<[GridPoint; 2]> {
    let is_turned = rng.below(2) == 0;
    let image = |(row, column): GridPoint| {
        let row = if is_turned { -row } else { row };
        (row, -1 - column)
    };
    let is_upright = rng.below(2) == 0;
    let half = dominoes / 2;
    let mut placed = Vec::new();
    // The candidates for the first domino, at the line.
    let mut start = vec![[(0, 0), (0, 1)], [(0, 0), (1, 0)]];
    if dominoes % 2 == 1 {
        placed.push([(0, -1), (0, 0)]);
        start = vec![
            [(0, 1), (0, 2)],
            [(0, 1), (1, 1)],
            [(1, 0), (1, 1)],
            [(1, 0), (2, 0)],
        ];
    }
    let across = placed.clone();
    let is_allowed =
        |spot: GridPoint| spot.1 >= 0 && !across.iter().flatten().any(|one| *one == spot);
    let grown = grow(half, start, is_allowed, rng);
    for domino in grown {
        placed.push(domino);
        placed.push(domino.map(image));
    }
    if is_upright {
        for spot in placed.iter_mut().flatten() {
            *spot = (spot.1, spot.0);
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_requested_size() {
        let mut filled = 0;
        for seed in 0..400 {
            let dominoes = 1 + seed as u32 % 20;
            let tiling = tiling(dominoes, &mut Rng::new(seed));
            assert_eq!(tiling.size(), 2 * dominoes as usize, "seed {seed}");
            assert_eq!(tiling.dominoes().count(), dominoes as usize);
            let places = tiling.places();
            let rows = places.iter().map(|place| place.0).max().unwrap_or(0) as usize + 1;
            let columns = places.iter().map(|place| place.1).max().unwrap_or(0) as usize + 1;
            assert!(
                places.windows(2).all(|pair| pair[0] < pair[1]),
                "seed {seed}"
            );
            filled += 100 * tiling.size() / (rows * columns);
        }
        // Two thirds of the rectangle around it, as in the newspaper.
        assert!((58..72).contains(&(filled / 400)), "{}", filled / 400);
    }
}
