//! A random number generator with the same choices on every machine.
//!
//! The generator is PCG-64 of the `rand_pcg` crate, which is portable and tested against the
//! reference implementation. Sampling and shuffling are implemented here, because the `rand` crate
//! may change them between minor versions. Only 32-bit integers are drawn, so that results do not
//! depend on the size of `usize` or on floating point.

use rand_pcg::Pcg64;
use rand_pcg::rand_core::{Rng as _, SeedableRng};

/// A portable random number generator (PCG-64).
#[derive(Debug)]
pub(crate) struct Rng {
    numbers: Pcg64,
}

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Rng {
            numbers: Pcg64::seed_from_u64(seed),
        }
    }

    /// A uniformly distributed number below `bound`, which must be positive.
    pub(crate) fn below(&mut self, bound: u32) -> u32 {
        // Unbiased bounded sampling (Lemire 2019): the high half of a product, rejected if the low
        // half is below the threshold.
        let unfair = bound.wrapping_neg() % bound;
        loop {
            let product = u64::from(self.numbers.next_u32()) * u64::from(bound);
            if product as u32 >= unfair {
                return (product >> 32) as u32;
            }
        }
    }

    /// A uniformly distributed index below `length`, which must be positive and below `u32::MAX`.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        self.below(length as u32) as usize
    }

    /// A uniformly chosen item of a non-empty slice.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.index(items.len())]
    }

    /// A random item, chosen with a probability proportional to its weight.
    pub(crate) fn weigh<T: Copy>(&mut self, items: &[(T, u32)]) -> T {
        let total = items.iter().map(|(_, weight)| weight).sum();
        let mut rest = self.below(total);
        for &(item, weight) in items {
            if rest < weight {
                return item;
            }
            rest -= weight;
        }
        unreachable!("the weights add up to their sum")
    }

    /// Shuffles items (Fisher-Yates).
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            let other = self.index(end + 1);
            items.swap(end, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rng;

    #[test]
    fn numbers_are_stable() {
        let mut rng = Rng::new(1);
        let numbers: Vec<u32> = (0..8).map(|_| rng.below(1000)).collect();
        // A change of this list would change the puzzle of every seed.
        assert_eq!(numbers, [140, 541, 285, 672, 923, 115, 900, 340]);
    }

    #[test]
    fn numbers_are_uniform() {
        let mut rng = Rng::new(2);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[rng.index(7)] += 1;
        }
        assert!(seen.iter().all(|times| (850..1150).contains(times)));
        let mut seen = [0; 3];
        for _ in 0..6000 {
            seen[rng.weigh(&[(0, 3), (1, 0), (2, 1)])] += 1;
        }
        assert!((4300..4700).contains(&seen[0]) && seen[1] == 0);
    }
}
