//! Fillings: the assignment of dominoes to the places of a tiling, so that regions of equal or different
//! cells keep their kinds.
//!
//! On a board filled at random few neighbours are equal. So the values of these regions are chosen first, one
//! region at a time, and dominoes are assigned to the places that need them: an incremental bipartite matching
//! with augmenting paths. Values without a matching are rejected. The other places get the remaining dominoes.

use std::collections::VecDeque;

use super::partition::SUM;
use super::rng::Rng;
use super::tiling::Tiling;
use crate::puzzle::{Domino, DoubleSet, DraftRegion, Pips, Rule};

/// The value of each cell of a tiled board that is filled with dominoes of the set, each used at most once. A
/// region whose kind cannot be kept becomes a sum.
pub(super) fn fill(
    tiling: &Tiling,
    parts: &mut [DraftRegion],
    set: DoubleSet,
    rng: &mut Rng,
) -> Vec<Pips> {
    let mut filling = Filling::new(tiling, set, rng);
    // The largest regions first, since they are the hardest to satisfy.
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(parts[at].cells.len()));
    for at in order {
        let part = &mut parts[at];
        let kept = match part.rule {
            Rule::Equal => filling.fix_equal(&part.cells, rng),
            Rule::Unequal => filling.fix_unequal(&part.cells, rng),
            Rule::Sum(..) | Rule::Empty => true,
        };
        if !kept {
            part.rule = SUM;
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
    /// The value that each cell must have, if it is fixed.
    fixed: Vec<Option<Pips>>,
    matching: DominoMatching,
}

/// A matching of pairs of cells and dominoes, by index.
#[derive(Debug, Clone)]
struct DominoMatching {
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
            matching: DominoMatching {
                domino_on: vec![None; pairs.len()],
                pair_under: vec![None; dominoes.len()],
            },
            dominoes,
            with_value,
            pairs,
            pair_of,
            fixed: vec![None; tiling.size()],
        }
    }

    /// Finds a common value for these cells.
    fn fix_equal(&mut self, cells: &[usize], rng: &mut Rng) -> bool {
        let mut values: Vec<Pips> = self.set.values().collect();
        rng.shuffle(&mut values);
        values
            .into_iter()
            .any(|value| self.fix_values(cells, &vec![value; cells.len()]))
    }

    /// Finds different values for these cells.
    fn fix_unequal(&mut self, cells: &[usize], rng: &mut Rng) -> bool {
        const TRIES: usize = 16;
        let mut values: Vec<Pips> = self.set.values().collect();
        (0..TRIES).any(|_| {
            rng.shuffle(&mut values);
            values.len() >= cells.len() && self.fix_values(cells, &values[..cells.len()])
        })
    }

    /// Fixes values of free cells if a matching exists for these and all earlier values. Otherwise changes
    /// nothing and returns false.
    fn fix_values(&mut self, cells: &[usize], values: &[Pips]) -> bool {
        let before = self.matching.clone();
        for (&cell, &value) in cells.iter().zip(values) {
            self.fixed[cell] = Some(value);
            self.matching.unmatch(self.pair_of[cell]);
        }
        let served = cells.iter().all(|&cell| {
            let pair = self.pair_of[cell];
            self.matching.domino_on[pair].is_some() || self.augment(pair)
        });
        if !served {
            for &cell in cells {
                self.fixed[cell] = None;
            }
            self.matching = before;
        }
        served
    }

    /// Matches a pair along a shortest augmenting path.
    fn augment(&mut self, pair: usize) -> bool {
        // For each reached domino, the pair to which the path would move it.
        let mut next_pair: Vec<Option<usize>> = vec![None; self.dominoes.len()];
        let mut queue = VecDeque::from([pair]);
        while let Some(pair) = queue.pop_front() {
            for domino in self.fitting_dominoes(pair) {
                if next_pair[domino].is_some() {
                    continue;
                }
                next_pair[domino] = Some(pair);
                match self.matching.pair_under[domino] {
                    Some(holder) => queue.push_back(holder),
                    None => {
                        self.matching.flip_path(domino, &next_pair);
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The dominoes that fit the fixed values of a pair; none if no value is fixed.
    fn fitting_dominoes(&self, pair: usize) -> Vec<usize> {
        match self.pairs[pair].map(|cell| self.fixed[cell]) {
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

    /// Places the remaining dominoes on the pairs without fixed values, and orients all dominoes.
    fn finish(mut self, rng: &mut Rng) -> Vec<Pips> {
        let under = &self.matching.pair_under;
        let mut left = (0..under.len()).filter(|&domino| under[domino].is_none());
        let mut shown = vec![0; self.fixed.len()];
        for (&[one, other], matched) in self.pairs.iter().zip(&mut self.matching.domino_on) {
            let Some(domino) = matched.or_else(|| left.next()) else {
                unreachable!("a set has a domino for every pair")
            };
            let domino = self.dominoes[domino];
            let (low, high) = (domino.low(), domino.high());
            let low_comes_first = match (self.fixed[one], self.fixed[other]) {
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

impl DominoMatching {
    /// Removes the domino of a pair.
    fn unmatch(&mut self, pair: usize) {
        if let Some(domino) = self.domino_on[pair].take() {
            self.pair_under[domino] = None;
        }
    }

    /// Flips an augmenting path: a free domino moves to its next pair, the domino from there to its own
    /// next pair, and so on, up to a pair without a domino.
    fn flip_path(&mut self, free: usize, next_pair: &[Option<usize>]) {
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
    use super::super::partition::RegionMix;
    use super::super::{partition, shape};
    use super::*;
    use crate::generate::Shape;

    #[test]
    fn most_equal_regions_are_kept() {
        let mix = RegionMix::newspaper(crate::generate::newspaper::AS_PRINTED);
        for highest in [6, 9, 12, 18, 30] {
            let set = DoubleSet::new(highest).expect("a set");
            let (mut planned, mut kept) = (0, 0);
            for seed in 0..20 {
                let mut rng = Rng::new(seed);
                let tiling = shape::tiling(Shape::Blob, set.size(), &mut rng);
                let mut parts = partition::cut(&tiling, set, &mix, &mut rng);
                let equal =
                    |parts: &[DraftRegion]| parts.iter().filter(|p| p.rule == Rule::Equal).count();
                planned += equal(&parts);
                let _ = fill(&tiling, &mut parts, set, &mut rng);
                kept += equal(&parts);
            }
            assert!(kept * 100 > planned * 94, "{set}: {kept} of {planned}");
        }
    }
}
