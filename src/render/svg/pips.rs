//! The places of pips on a half of a level tile.

use crate::puzzle::Pips;

/// The smallest value that is drawn as a number.
pub(super) const NUMERALS_FROM: Pips = 21;

/// The number of pips of each line across the tile, from left to right. A single pip is in the middle of its line, more
/// reach from edge to edge. 1 to 9 are as on real dominoes.
const LINES: [&[usize]; 21] = [
    &[],
    &[1],
    &[1, 1],
    &[1, 1, 1],
    &[2, 2],
    &[2, 1, 2],
    &[2, 2, 2],
    &[2, 3, 2],
    &[3, 2, 3],
    &[3, 3, 3],
    &[3, 4, 3],
    &[4, 3, 4],
    &[4, 4, 4],
    &[3, 2, 3, 2, 3],
    &[4, 3, 3, 4],
    &[3, 3, 3, 3, 3],
    &[4, 4, 4, 4],
    &[3, 4, 3, 4, 3],
    &[4, 3, 4, 3, 4],
    &[4, 4, 3, 4, 4],
    &[4, 4, 4, 4, 4],
];

/// The middles of the pips around the middle of a half, and their radius.
pub(super) fn places(pips: Pips) -> (Vec<(f64, f64)>, f64) {
    let Some(&lines) = LINES.get(pips as usize) else {
        return (Vec::new(), 0.0);
    };
    let densest = lines.iter().copied().max().unwrap_or(0).max(lines.len());
    let (reach, radius) = match densest {
        0..=3 => (13.5, 4.8),
        4 => (15.5, 3.8),
        _ => (16.5, 3.1),
    };
    let spread = |index: usize, count: usize| match count {
        1 => 0.0,
        _ => reach * (2.0 * index as f64 / (count - 1) as f64 - 1.0),
    };
    let mut places = Vec::new();
    for (index, &count) in lines.iter().enumerate() {
        let x = spread(index, lines.len());
        // Two and three go from corner to corner.
        let slant = if pips <= 3 { -x } else { 0.0 };
        places.extend((0..count).map(|pip| (x, spread(pip, count) + slant)));
    }
    (places, radius)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_pips_and_none_touch() {
        for pips in 0..NUMERALS_FROM {
            let (places, radius) = places(pips);
            assert_eq!(places.len(), pips as usize);
            for (index, one) in places.iter().enumerate() {
                assert!(one.0.abs() + radius < 22.0 && one.1.abs() + radius < 22.0);
                for other in &places[..index] {
                    let apart = (one.0 - other.0).powi(2) + (one.1 - other.1).powi(2);
                    assert!(apart.sqrt() > 2.0 * radius, "{pips}: {one:?} {other:?}");
                }
            }
        }
        assert!(places(NUMERALS_FROM).0.is_empty());
    }
}
