//! Bipartite matching by augmenting paths (Berge 1957), on boards without odd cycles.

use std::collections::VecDeque;

/// Marker for "no cell".
pub(super) const NO_CELL: u32 = u32::MAX;

/// A matching of cells of different colours.
#[derive(Debug)]
pub(super) struct Matching {
    /// The partner of each cell, or [`NO_CELL`].
    pub(super) mate: Vec<u32>,
    /// Predecessor of each cell, and the number of the search that reached it.
    reached: Vec<(u32, u64)>,
    search: u64,
    queue: VecDeque<u32>,
}

impl Matching {
    /// Creates an empty matching.
    pub(super) fn new(cells: usize) -> Matching {
        Matching {
            mate: vec![NO_CELL; cells],
            reached: vec![(NO_CELL, 0); cells],
            search: 0,
            queue: VecDeque::new(),
        }
    }

    /// Matches two cells.
    pub(super) fn pair(&mut self, one: u32, other: u32) {
        self.mate[one as usize] = other;
        self.mate[other as usize] = one;
    }

    /// Matches a free cell along an augmenting path. If there is none, returns a Hall violator: cells with
    /// fewer neighbours than themselves.
    pub(super) fn augment<I: IntoIterator<Item = u32>>(
        &mut self,
        start: u32,
        neighbours: impl Fn(u32) -> I,
    ) -> Result<(), Vec<u32>> {
        self.search += 1;
        self.queue.clear();
        self.queue.push_back(start);
        let mut visited = Vec::new();
        while let Some(cell) = self.queue.pop_front() {
            visited.push(cell);
            for other in neighbours(cell) {
                if self.reached[other as usize].1 == self.search {
                    continue;
                }
                self.reached[other as usize] = (cell, self.search);
                match self.mate[other as usize] {
                    NO_CELL => {
                        self.flip(start, other);
                        return Ok(());
                    }
                    beyond => self.queue.push_back(beyond),
                }
            }
        }
        visited.sort_unstable();
        Err(visited)
    }

    /// Flips the augmenting path to a free cell.
    fn flip(&mut self, start: u32, mut end: u32) {
        loop {
            let from = self.reached[end as usize].0;
            let next = self.mate[from as usize];
            self.pair(from, end);
            if from == start {
                return;
            }
            end = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_a_perfect_matching_and_a_star_has_a_hall_violator() {
        // A path of four cells: the middle is matched first.
        let path: [&[u32]; 4] = [&[1], &[0, 2], &[1, 3], &[2]];
        let mut matching = Matching::new(4);
        matching.pair(1, 2);
        let neighbours = |cell: u32| path[cell as usize].iter().copied();
        assert_eq!(matching.augment(0, neighbours), Ok(()));
        assert_eq!(matching.mate, [1, 0, 3, 2]);
        // A star of one cell with three neighbours.
        let star: [&[u32]; 4] = [&[1, 2, 3], &[0], &[0], &[0]];
        let mut matching = Matching::new(4);
        let neighbours = |cell: u32| star[cell as usize].iter().copied();
        assert_eq!(matching.augment(1, neighbours), Ok(()));
        assert_eq!(matching.augment(2, neighbours), Err(vec![1, 2]));
    }
}
