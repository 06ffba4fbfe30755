//! Fillings: which domino lies where, so that regions of equal or different cells come true.
//!
//! On a board filled at random hardly any neighbours are equal. So the values of such
//! regions are chosen first, one region at a time, and dominoes are matched to the places that have
//! to show them: a matching with augmenting paths, in which a domino moves on to another
//! place that it fits when a new place needs it. Values that no matching serves are given up
//! before they are settled. The other places take what is left.

use std::collections::VecDeque;

use super::partition::{Part, RegionKind};
use super::rng::Rng;
use super::tiling::Tiling;
use crate::puzzle::{Domino, DoubleSet, Pips};

/// What every cell of a tiled board shows, with dominoes of the set, each used once at most. A
/// region whose kind cannot be kept becomes one with a sum.
pub(super) fn fill(
    tiling: &Tiling,
    parts: &mut [Part],
    set: DoubleSet,
    rng: &mut Rng,
) -> Vec<Pips> {
    let mut filling = Filling::new(tiling, set, rng);
    // The largest first: they are the hardest to serve.
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(parts[at].cells.len()));
    for at in order {
        let part = &mut parts[at];
        let kept = match part.kind {
            RegionKind::Equal => filling.settle_equal(&part.cells, rng),
            RegionKind::Unequal => filling.settle_unequal(&part.cells, rng),
            RegionKind::Sum | RegionKind::Free | RegionKind::Less | RegionKind::Greater => true,
        };
        if !kept {
            part.kind = RegionKind::Sum;
        }
    }
    filling.finish(rng)
}

#[derive(Debug)]
struct Filling {
    set: DoubleSet,
    /// The dominoes of the set in a random order, and the indices of those that have a value.
    dominoes: Vec<Domino>,
    with_value: Vec<Vec<usize>>,
    /// The pairs of cells that dominoes lie on, and the pair that each cell belongs to.
    pairs: Vec<[usize; 2]>,
    pair_of: Vec<usize>,
    /// What a cell has to show.
    demand: Vec<Option<Pips>>,
    matching: Matching,
}

/// Which domino lies on which pair of cells, by index.
#[derive(Debug, Clone)]
struct Matching {
    domino_on: Vec<Option<usize>>,
    pair_under: Vec<Option<usize>>,
}

impl Filling {
    fn new(tiling: &Tiling, set: DoubleSet, rng: &mut Rng) -> Self {
        let mut dominoes: Vec<Domino> = set.dominoes().collect();
        rng.shuffle(&mut dominoes);
        let mut with_value = vec![Vec::new(); set.highest() as usize + 1];
        for (index, domino) in dominoes.iter().enumerate() {
            with_value[domino.low() as usize].push(index);
            if !domino.is_double() {
                with_value[domino.high() as usize].push(index);
            }
        }
        let pairs: Vec<[usize; 2]> = tiling.dominoes().collect();
        let mut pair_of = vec![0; tiling.size()];
        for (pair, cells) in pairs.iter().enumerate() {
            for &cell in cells {
                pair_of[cell] = pair;
            }
        }
        Filling {
            set,
            matching: Matching {
                domino_on: vec![None; pairs.len()],
                pair_under: vec![None; dominoes.len()],
            },
            dominoes,
            with_value,
            pairs,
            pair_of,
            demand: vec![None; tiling.size()],
        }
    }

    /// Finds a value that all of these cells can show.
    fn settle_equal(&mut self, cells: &[usize], rng: &mut Rng) -> bool {
        let mut values: Vec<Pips> = self.set.values().collect();
        rng.shuffle(&mut values);
        values
            .into_iter()
            .any(|value| self.settle(cells, &vec![value; cells.len()]))
    }

    /// Finds values that these cells can show, no two alike.
    fn settle_unequal(&mut self, cells: &[usize], rng: &mut Rng) -> bool {
        const TRIES: usize = 16;
        let mut values: Vec<Pips> = self.set.values().collect();
        (0..TRIES).any(|_| {
            rng.shuffle(&mut values);
            values.len() >= cells.len() && self.settle(cells, &values[..cells.len()])
        })
    }

    /// Demands values of cells that nothing is demanded of, if dominoes can serve this and all
    /// that was settled before; otherwise everything stays as it was.
    fn settle(&mut self, cells: &[usize], values: &[Pips]) -> bool {
        let before = self.matching.clone();
        for (&cell, &value) in cells.iter().zip(values) {
            self.demand[cell] = Some(value);
            self.matching.take_up(self.pair_of[cell]);
        }
        let served = cells.iter().all(|&cell| {
            let pair = self.pair_of[cell];
            self.matching.domino_on[pair].is_some() || self.serve(pair)
        });
        if !served {
            for &cell in cells {
                self.demand[cell] = None;
            }
            self.matching = before;
        }
        served
    }

    /// Lays a domino on a pair, moving others on where that helps. Breadth first, so that few move.
    fn serve(&mut self, pair: usize) -> bool {
        // For each domino that was reached, the pair that it is to serve.
        let mut next_pair: Vec<Option<usize>> = vec![None; self.dominoes.len()];
        let mut queue = VecDeque::from([pair]);
        while let Some(pair) = queue.pop_front() {
            for domino in self.serving(pair) {
                if next_pair[domino].is_some() {
                    continue;
                }
                next_pair[domino] = Some(pair);
                match self.matching.pair_under[domino] {
                    Some(holder) => queue.push_back(holder),
                    None => {
                        self.matching.hand_over(domino, &next_pair);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The dominoes that show on a pair what is demanded there; something is.
    fn serving(&self, pair: usize) -> Vec<usize> {
        match self.pairs[pair].map(|cell| self.demand[cell]) {
            [Some(one), Some(other)] => {
                let domino = Domino::new(one, other);
                let mut among = self.with_value[one as usize].iter().copied();
                among
                    .find(|&index| self.dominoes[index] == domino)
                    .into_iter()
                    .collect()
            }
            [Some(value), None] | [None, Some(value)] => self.with_value[value as usize].clone(),
            [None, None] => Vec::new(),
        }
    }

    /// Lays what is left on the pairs of which nothing is demanded, and turns every domino.
    fn finish(mut self, rng: &mut Rng) -> Vec<Pips> {
        let under = &self.matching.pair_under;
        let mut left = (0..under.len()).filter(|&domino| under[domino].is_none());
        let mut shown = vec![0; self.demand.len()];
        for (&[one, other], laid) in self.pairs.iter().zip(&mut self.matching.domino_on) {
            let Some(domino) = laid.or_else(|| left.next()) else {
                unreachable!("a set has a domino for every pair")
            };
            let domino = self.dominoes[domino];
            let (low, high) = (domino.low(), domino.high());
            let low_comes_first = match (self.demand[one], self.demand[other]) {
                (Some(value), _) => value == low,
                (None, Some(value)) => value == high,
                (None, None) => rng.below(2) == 0,
            };
            (shown[one], shown[other]) = if low_comes_first {
                (low, high)
            } else {
                (high, low)
            };
        }
        shown
    }
}

impl Matching {
    /// Nothing lies on this pair any more.
    fn take_up(&mut self, pair: usize) {
        if let Some(domino) = self.domino_on[pair].take() {
            self.pair_under[domino] = None;
        }
    }

    /// Flips an augmenting path: a free domino goes to its next pair, the domino that lay there to its own
    /// next pair, and so on, up to a pair on which nothing lay.
    fn hand_over(&mut self, free: usize, next_pair: &[Option<usize>]) {
        let mut domino = free;
        while let Some(pair) = next_pair[domino] {
            self.pair_under[domino] = Some(pair);
            match self.domino_on[pair].replace(domino) {
                Some(replaced) => domino = replaced,
                None => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::partition::Mix;
    use super::super::{partition, shape};
    use super::*;
    use crate::puzzle::Shape;

    #[test]
    fn nearly_every_equal_region_is_served() {
        for highest in [6, 9, 12, 18, 30] {
            let set = DoubleSet::new(highest).expect("a set");
            let (mut planned, mut kept) = (0, 0);
            for seed in 0..20 {
                let mut rng = Rng::new(seed);
                let tiling = shape::lay(Shape::Blob, set.size(), &mut rng);
                let mut parts = partition::cut(&tiling, set, &Mix::newspaper(), &mut rng);
                let equal =
                    |parts: &[Part]| parts.iter().filter(|p| p.kind == RegionKind::Equal).count();
                planned += equal(&parts);
                let _ = fill(&tiling, &mut parts, set, &mut rng);
                kept += equal(&parts);
            }
            assert!(kept * 100 > planned * 94, "{set}: {kept} of {planned}");
        }
    }
}
