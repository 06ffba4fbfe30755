//! Hitting sets: the smallest choices that have something in common with each of many sets.
//!
//! What is satisfied together leaves a rest behind; a conflict has something of every such rest.
//! So the smallest sets that hit all rests known so far are the only candidates for a smallest
//! conflict, and each that turns out to be none adds a rest.

/// A set of numbers from 0 up to some bound.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Subset(Vec<u64>);

impl Subset {
    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    /// Takes a number out.
    pub fn remove(&mut self, number: usize) {
        if let Some(word) = self.0.get_mut(number / 64) {
            *word &= !(1 << (number % 64));
        }
        while self.0.last() == Some(&0) {
            let _ = self.0.pop();
        }
    }

    /// Is a number in it?
    pub fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Are all its numbers in the other?
    pub fn is_within(&self, other: &Subset) -> bool {
        let there = other.0.iter().copied().chain(std::iter::repeat(0));
        self.0
            .iter()
            .zip(there)
            .all(|(mine, there)| mine & !there == 0)
    }

    /// Have they a number in common?
    pub fn meets(&self, other: &Subset) -> bool {
        self.0
            .iter()
            .zip(&other.0)
            .any(|(mine, there)| mine & there != 0)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The numbers, in order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| at * 64 + bit)
        })
    }

    /// The numbers below a bound that are not in it.
    pub fn rest(&self, bound: usize) -> Subset {
        (0..bound)
            .filter(|&number| !self.contains(number))
            .collect()
    }
}

impl FromIterator<usize> for Subset {
    fn from_iter<I: IntoIterator<Item = usize>>(numbers: I) -> Self {
        let mut set = Subset::default();
        for number in numbers {
            set.insert(number);
        }
        set
    }
}

/// A set of at most `most` numbers that meets each of the rests and holds none of the excluded
/// sets as a whole; nothing if there is none. Gives up after so many `trials`, which it counts down.
pub fn hit(rests: &[Subset], excluded: &[Subset], most: usize, trials: &mut u64) -> Option<Subset> {
    let mut chosen = Subset::default();
    extend(rests, excluded, most, &mut chosen, trials).then_some(chosen)
}

fn extend(
    rests: &[Subset],
    excluded: &[Subset],
    left: usize,
    chosen: &mut Subset,
    trials: &mut u64,
) -> bool {
    if *trials == 0 {
        return false;
    }
    *trials -= 1;
    if excluded.iter().any(|set| set.is_within(chosen)) {
        return false;
    }
    // The smallest rest that is not hit leaves the fewest choices.
    let missed = rests.iter().filter(|rest| !rest.meets(chosen));
    let Some(rest) = missed.min_by_key(|rest| rest.len()) else {
        return true;
    };
    if left == 0 {
        return false;
    }
    rest.iter().any(|number| {
        chosen.insert(number);
        let hits = extend(rests, excluded, left - 1, chosen, trials);
        if !hits {
            chosen.remove(number);
        }
        hits
    })
}

#[cfg(test)]
mod tests {
    use super::{Subset, hit};

    fn set(numbers: &[usize]) -> Subset {
        numbers.iter().copied().collect()
    }

    #[test]
    fn sets_are_sets() {
        let mut one = set(&[3, 70, 1]);
        assert_eq!(one.iter().collect::<Vec<_>>(), [1, 3, 70]);
        assert!(set(&[70]).is_within(&one) && !one.is_within(&set(&[70])));
        assert!(one.meets(&set(&[3])) && !one.meets(&set(&[2, 130])));
        one.remove(70);
        assert_eq!(one, set(&[1, 3]));
        assert_eq!(one.rest(5), set(&[0, 2, 4]));
    }

    #[test]
    fn smallest_first() {
        let rests = [set(&[0, 1]), set(&[1, 2]), set(&[3, 4])];
        let mut trials = 1000;
        assert_eq!(hit(&rests, &[], 1, &mut trials), None);
        assert_eq!(hit(&rests, &[], 2, &mut trials), Some(set(&[1, 3])));
        let excluded = [set(&[1, 3])];
        assert_eq!(hit(&rests, &excluded, 2, &mut trials), Some(set(&[1, 4])));
        let excluded = [set(&[1])];
        assert_eq!(
            hit(&rests, &excluded, 3, &mut trials),
            Some(set(&[0, 2, 3]))
        );
        assert_eq!(hit(&[], &[set(&[])], 3, &mut trials), None);
    }
}
