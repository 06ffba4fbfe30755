//! A tiling to lay dominoes on: each cell with the neighbour that it shares a domino with.
//!
//! Within an `equal` region only a double can lie, and where a set has each domino once, no second
//! one. So the tiling is a matching that is first made without the edges inside such regions, and then
//! with as few of them as it takes: at most `cells` searches, each over all edges.

use std::collections::VecDeque;

use rand_pcg::Pcg32;

use super::index;
use crate::puzzle::{CellId, Graph};

/// Cells with neighbours of the other colour, and the pairs that are made of them.
#[derive(Debug)]
struct Pairing<'a> {
    neighbours: Vec<Vec<usize>>,
    /// The `equal` region of each cell.
    region: &'a [Option<usize>],
    mate: Vec<Option<usize>>,
    /// How many dominoes lie inside of each region.
    inside: Vec<u32>,
}

/// Which edges a pairing may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Allowed {
    /// Those between different regions.
    Outside,
    /// One more inside of each region that has none.
    OneInside,
    All,
}

/// The mate of each cell in a random tiling; none if there is none, or if the board has odd cycles.
pub(super) fn tiling(
    graph: &Graph,
    region: &[Option<usize>],
    chance: &mut Pcg32,
) -> Option<Vec<usize>> {
    let dark = graph.two_colours()?;
    let neighbours = graph.cells().map(|cell| {
        let mut neighbours: Vec<usize> = graph.neighbours(cell).map(CellId::index).collect();
        shuffle(&mut neighbours, chance);
        neighbours
    });
    let regions = region.iter().flatten().max().map_or(0, |most| most + 1);
    let mut pairing = Pairing {
        neighbours: neighbours.collect(),
        region,
        mate: vec![None; region.len()],
        inside: vec![0; regions],
    };
    let mut starts: Vec<usize> = (0..region.len()).filter(|&cell| dark[cell]).collect();
    shuffle(&mut starts, chance);
    for allowed in [Allowed::Outside, Allowed::OneInside, Allowed::All] {
        starts.retain(|&cell| !pairing.extend(cell, allowed));
    }
    pairing.mate.into_iter().collect()
}

impl Pairing<'_> {
    /// The region that two cells are both in.
    fn inside_of(&self, one: usize, other: usize) -> Option<usize> {
        self.region[one].filter(|_| self.region[one] == self.region[other])
    }

    fn is_allowed(&self, one: usize, other: usize, allowed: Allowed) -> bool {
        match (self.inside_of(one, other), allowed) {
            (None, _) | (Some(_), Allowed::All) => true,
            (Some(region), Allowed::OneInside) => self.inside[region] == 0,
            (Some(_), Allowed::Outside) => false,
        }
    }

    /// Pairs a dark cell, and others anew as far as that takes. False if it cannot be done.
    fn extend(&mut self, start: usize, allowed: Allowed) -> bool {
        let mut reached_from: Vec<Option<usize>> = vec![None; self.mate.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(dark) = queue.pop_front() {
            for &light in &self.neighbours[dark] {
                if reached_from[light].is_some() || !self.is_allowed(dark, light, allowed) {
                    continue;
                }
                reached_from[light] = Some(dark);
                match self.mate[light] {
                    Some(next) => queue.push_back(next),
                    None => {
                        self.pair_back(light, &reached_from);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Pairs along the way that a free light cell was reached by.
    fn pair_back(&mut self, mut light: usize, reached_from: &[Option<usize>]) {
        while let Some(dark) = reached_from[light] {
            let before = self.mate[dark].replace(light);
            self.mate[light] = Some(dark);
            if let Some(region) = self.inside_of(dark, light) {
                self.inside[region] += 1;
            }
            let Some(before) = before else {
                return;
            };
            if let Some(region) = self.inside_of(dark, before) {
                self.inside[region] -= 1;
            }
            light = before;
        }
    }
}

/// Puts items in a random order.
pub(super) fn shuffle<T>(items: &mut [T], chance: &mut Pcg32) {
    for end in (1..items.len()).rev() {
        items.swap(end, index(chance, end + 1));
    }
}

#[cfg(test)]
mod tests {
    use rand_pcg::rand_core::SeedableRng;

    use super::*;
    use crate::puzzle::Edge;

    fn grid(rows: u32, columns: u32) -> Graph {
        let at = |row: u32, column: u32| CellId(row * columns + column);
        let mut edges = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if column + 1 < columns {
                    edges.push(Edge::between(at(row, column), at(row, column + 1)));
                }
                if row + 1 < rows {
                    edges.push(Edge::between(at(row, column), at(row + 1, column)));
                }
            }
        }
        Graph::new((rows * columns) as usize, edges)
    }

    #[test]
    fn a_tiling_covers_every_cell_and_stays_outside_of_equal_regions() {
        let graph = grid(6, 6);
        // Two rows of three in the middle of the board: all six can be tiled outwards.
        let region: Vec<Option<usize>> = (0..36)
            .map(|cell| ((2..4).contains(&(cell / 6)) && (1..4).contains(&(cell % 6))).then_some(0))
            .collect();
        for seed in 0..50 {
            let mut chance = Pcg32::seed_from_u64(seed);
            let mates = tiling(&graph, &region, &mut chance).expect("a tiling");
            for (cell, &mate) in mates.iter().enumerate() {
                assert_eq!(mates[mate], cell);
                let neighbours: Vec<CellId> = graph.neighbours(CellId::at(cell)).collect();
                assert!(neighbours.contains(&CellId::at(mate)));
                assert!(region[cell].is_none() || region[mate].is_none(), "{seed}");
            }
        }
    }

    #[test]
    fn what_cannot_be_tiled_has_no_tiling() {
        let mut chance = Pcg32::seed_from_u64(1);
        assert_eq!(tiling(&grid(3, 3), &[None; 9], &mut chance), None);
        // A triangle with a tail has odd cycles.
        let edges = [(0, 1), (1, 2), (0, 2), (2, 3)];
        let edges = edges.map(|(one, other)| Edge::between(CellId(one), CellId(other)));
        let graph = Graph::new(4, edges.to_vec());
        assert_eq!(tiling(&graph, &[None; 4], &mut chance), None);
    }
}
