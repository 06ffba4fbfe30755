//! Outlines: boards of the newspaper's kind, airier than a blob, with holes and arms.
//!
//! A newspaper's board fills about two thirds of the rectangle around it; one in five or so is made
//! of two halves that mirror each other, and of the large ones one in six falls into islands.

use super::rng::Rng;
use super::shape;
use super::tiling::{Spot, Tiling, around};
use crate::puzzle::Shape;
use std::collections::BTreeSet;

/// The fewest dominoes that fall into islands.
const FEWEST_FOR_ISLANDS: u32 = 8;

/// How a board is made.
#[derive(Debug, Clone, Copy)]
enum Style {
    /// It grows wherever there is room.
    Airy,
    /// It stays together.
    Compact,
    /// One half is the other's image, or the other turned round.
    Twofold,
    /// Blobs that do not touch.
    Islands,
}

/// A board under some dominoes, at least one.
pub(super) fn lay(dominoes: u32, rng: &mut Rng) -> Tiling {
    let styles = [
        (Style::Airy, 45),
        (Style::Compact, 20),
        (Style::Twofold, 25),
        (Style::Islands, 10),
    ];
    let style = match rng.weigh(&styles) {
        Style::Islands if dominoes < FEWEST_FOR_ISLANDS => Style::Airy,
        Style::Twofold if dominoes < 2 => Style::Airy,
        style => style,
    };
    let laid = match style {
        Style::Airy => grow(dominoes, vec![[(0, 0), (0, 1)]], |_| true, rng),
        Style::Compact => return shape::lay(Shape::Blob, dominoes, rng),
        Style::Twofold => twofold(dominoes, rng),
        Style::Islands => return shape::lay(Shape::Islands, dominoes, rng),
    };
    let mut tiling = Tiling::new(&laid);
    tiling.random_flips(rng);
    tiling
}

/// Lays dominoes one after the other, each beside those that lie there. Of two places that are drawn
/// it takes the one that touches more, but for one time in three.
fn grow(
    dominoes: u32,
    start: Vec<[Spot; 2]>,
    is_allowed: impl Fn(Spot) -> bool,
    rng: &mut Rng,
) -> Vec<[Spot; 2]> {
    let mut laid = vec![rng.pick(&start)];
    let mut taken: BTreeSet<Spot> = laid[0].into_iter().collect();
    while laid.len() < dominoes as usize {
        let near = taken.iter().flat_map(|&spot| around(spot));
        let near: BTreeSet<Spot> = near
            .filter(|&spot| is_allowed(spot) && !taken.contains(&spot))
            .collect();
        let places: Vec<[Spot; 2]> = near
            .iter()
            .flat_map(|&one| around(one).map(|other| [one, other]))
            .filter(|[_, other]| is_allowed(*other) && !taken.contains(other))
            .collect();
        let touched = |place: [Spot; 2]| {
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
        laid.push(place);
    }
    laid
}

/// A half that grows on one side of a line, and its image on the other. Of an odd number of
/// dominoes one lies across the line.
fn twofold(dominoes: u32, rng: &mut Rng) -> Vec<[Spot; 2]> {
    let is_turned = rng.below(2) == 0;
    let image = |(row, column): Spot| {
        let row = if is_turned { -row } else { row };
        (row, -1 - column)
    };
    let is_upright = rng.below(2) == 0;
    let half = dominoes / 2;
    let mut laid = Vec::new();
    // The place on the line from which both halves grow.
    let mut start = vec![[(0, 0), (0, 1)], [(0, 0), (1, 0)]];
    if dominoes % 2 == 1 {
        laid.push([(0, -1), (0, 0)]);
        start = vec![
            [(0, 1), (0, 2)],
            [(0, 1), (1, 1)],
            [(1, 0), (1, 1)],
            [(1, 0), (2, 0)],
        ];
    }
    let across = laid.clone();
    let is_allowed = |spot: Spot| spot.1 >= 0 && !across.iter().flatten().any(|one| *one == spot);
    let grown = grow(half, start, is_allowed, rng);
    for domino in grown {
        laid.push(domino);
        laid.push(domino.map(image));
    }
    if is_upright {
        for spot in laid.iter_mut().flatten() {
            *spot = (spot.1, spot.0);
        }
    }
    laid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_as_many_dominoes_as_were_asked_for() {
        let mut filled = 0;
        for seed in 0..400 {
            let dominoes = 1 + seed as u32 % 20;
            let tiling = lay(dominoes, &mut Rng::new(seed));
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
