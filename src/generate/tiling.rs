//! Tilings: the cells of a board in pairs, one pair per domino.

use super::rng::Rng;

/// A row and a column. They may be negative while a board grows.
pub(super) type GridPoint = (i32, i32);

/// The orthogonal neighbours of a point, in board order.
pub(super) fn around((row, column): GridPoint) -> [GridPoint; 4] {
    [
        (row - 1, column),
        (row, column - 1),
        (row, column + 1),
        (row + 1, column),
    ]
}

/// A tiled board. Cells are identified by their index in board order, row by row.
#[derive(Debug, Clone)]
pub(super) struct Tiling {
    places: Vec<GridPoint>,
    neighbours: Vec<Vec<usize>>,
    partner: Vec<usize>,
}

impl Tiling {
    /// The board of some dominoes, moved so that its first row and column are 0.
    pub(super) fn new(dominoes: &[[GridPoint; 2]]) -> Self {
        let top = dominoes.iter().flatten().map(|spot| spot.0).min();
        let left = dominoes.iter().flatten().map(|spot| spot.1).min();
        let (top, left) = (top.unwrap_or(0), left.unwrap_or(0));
        let mut spots: Vec<GridPoint> = dominoes.iter().flatten().copied().collect();
        spots.sort_unstable();
        let index = |spot: &GridPoint| spots.binary_search(spot).ok();
        let mut partner = vec![0; spots.len()];
        for [one, other] in dominoes {
            if let (Some(one), Some(other)) = (index(one), index(other)) {
                partner[one] = other;
                partner[other] = one;
            }
        }
        let neighbours = spots.iter().map(|&spot| {
            let beside = around(spot).into_iter();
            beside.filter_map(|next| index(&next)).collect()
        });
        Tiling {
            neighbours: neighbours.collect(),
            places: spots
                .iter()
                .map(|&(row, column)| (row - top, column - left))
                .collect(),
            partner,
        }
    }

    /// Number of cells.
    pub(super) fn size(&self) -> usize {
        self.places.len()
    }

    /// The row and column of each cell.
    pub(super) fn places(&self) -> &[GridPoint] {
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

    /// Randomises the tiling by flips: two parallel dominoes that form a 2x2 square are replaced by the two
    /// across. Any two tilings of a simply connected board are connected by flips (Thurston 1990).
    pub(super) fn random_flips(&mut self, rng: &mut Rng) {
        const FLIPS_PER_CELL: usize = 32;
        for _ in 0..FLIPS_PER_CELL * self.size() {
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
    fn random_flips_keep_a_tiling() {
        let rows: Vec<[GridPoint; 2]> = (-2..2)
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
