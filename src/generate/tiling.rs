//! Tilings: a board's cells, and which two of them lie under one domino.

use super::rng::Rng;

/// A place on an endless grid: row and column, which may be negative while a board grows.
pub(super) type Spot = (i32, i32);

/// The places around one, in board order.
pub(super) fn around((row, column): Spot) -> [Spot; 4] {
    [
        (row - 1, column),
        (row, column - 1),
        (row, column + 1),
        (row + 1, column),
    ]
}

/// A board that dominoes cover. Its cells stand in board order, row by row, and are named by
/// their index.
#[derive(Debug, Clone)]
pub(super) struct Tiling {
    places: Vec<(u32, u32)>,
    neighbours: Vec<Vec<usize>>,
    partner: Vec<usize>,
}

impl Tiling {
    /// The board of some dominoes, moved so that it begins at row 0 and column 0.
    pub(super) fn new(dominoes: &[[Spot; 2]]) -> Self {
        let top = dominoes.iter().flatten().map(|spot| spot.0).min();
        let left = dominoes.iter().flatten().map(|spot| spot.1).min();
        let (top, left) = (top.unwrap_or(0), left.unwrap_or(0));
        let mut spots: Vec<Spot> = dominoes.iter().flatten().copied().collect();
        spots.sort_unstable();
        let index = |spot: &Spot| spots.binary_search(spot).ok();
        let mut partner = vec![0; spots.len()];
        for [one, other] in dominoes {
            if let (Some(one), Some(other)) = (index(one), index(other)) {
                partner[one] = other;
                partner[other] = one;
            }
        }
        let neighbours = spots.iter().map(|&spot| {
            let there = around(spot).into_iter();
            there.filter_map(|next| index(&next)).collect()
        });
        Tiling {
            neighbours: neighbours.collect(),
            places: spots
                .iter()
                .map(|&(row, column)| (row.abs_diff(top), column.abs_diff(left)))
                .collect(),
            partner,
        }
    }

    /// How many cells there are.
    pub(super) fn size(&self) -> usize {
        self.places.len()
    }

    /// The row and column of each cell.
    pub(super) fn places(&self) -> &[(u32, u32)] {
        &self.places
    }

    /// The cells beside a cell, in board order.
    pub(super) fn neighbours(&self, cell: usize) -> &[usize] {
        &self.neighbours[cell]
    }

    /// The other cell under the same domino.
    pub(super) fn partner(&self, cell: usize) -> usize {
        self.partner[cell]
    }

    /// The two cells of every domino, the first of them in board order.
    pub(super) fn dominoes(&self) -> impl Iterator<Item = [usize; 2]> {
        let pairs = self.partner.iter().enumerate();
        pairs
            .filter(|&(cell, &partner)| cell < partner)
            .map(|(cell, &partner)| [cell, partner])
    }

    /// Tiles the same cells anew: two dominoes side by side turn into two that stand across,
    /// at random places, often enough that little of the old order is left.
    pub(super) fn random_flips(&mut self, rng: &mut Rng) {
        const TURNS_PER_CELL: usize = 32;
        for _ in 0..TURNS_PER_CELL * self.size() {
            let one = rng.index(self.size());
            let beside = rng.pick(&self.neighbours[one]);
            let (other, across) = (self.partner[one], self.partner[beside]);
            if beside != other && self.neighbours[other].contains(&across) {
                for (a, b) in [(one, beside), (other, across)] {
                    self.partner[a] = b;
                    self.partner[b] = a;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shaking_keeps_a_tiling() {
        let rows: Vec<[Spot; 2]> = (-2..2)
            .flat_map(|row| [[(row, 5), (row, 6)], [(row, 7), (row, 8)]])
            .collect();
        let mut tiling = Tiling::new(&rows);
        assert_eq!(tiling.places()[0], (0, 0));
        assert_eq!(tiling.places()[15], (3, 3));
        let before: Vec<[usize; 2]> = tiling.dominoes().collect();
        tiling.random_flips(&mut Rng::new(3));
        let after: Vec<[usize; 2]> = tiling.dominoes().collect();
        assert_ne!(before, after);
        assert_eq!(after.len(), 8);
        for [one, other] in after {
            assert!(tiling.neighbours(one).contains(&other));
            assert_eq!(tiling.partner(other), one);
        }
    }
}
