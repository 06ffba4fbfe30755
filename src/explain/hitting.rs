//! Hitting sets: the smallest choices that have something in common with each of many sets.
//!
//! What is satisfied together leaves a rest behind; a conflict has something of every such rest.
//! So the smallest sets that hit all rests known so far are the only candidates for a smallest
//! conflict, and each that turns out to be none adds a rest.

use fixedbitset::FixedBitSet;

use crate::limits::Watch;

/// A set of at most `most` numbers that meets each of the rests and holds none of the excluded
/// sets as a whole; nothing if there is none. Gives up after so many `trials`, which it counts down,
/// and when the watch says stop, which leaves none of them.
/// All sets have the same bound.
pub(crate) fn hit(
    rests: &[FixedBitSet],
    excluded: &[FixedBitSet],
    most: usize,
    trials: &mut u64,
    watch: &Watch,
) -> Option<FixedBitSet> {
    let mut sets = rests.iter().chain(excluded);
    let bound = sets.next().map_or(0, FixedBitSet::len);
    let mut chosen = FixedBitSet::with_capacity(bound);
    extend(rests, excluded, most, &mut chosen, trials, watch).then_some(chosen)
}

/// How many trials there are before the watch is asked again.
const BETWEEN_ASKS: u64 = 64;

fn extend(
    rests: &[FixedBitSet],
    excluded: &[FixedBitSet],
    left: usize,
    chosen: &mut FixedBitSet,
    trials: &mut u64,
    watch: &Watch,
) -> bool {
    if *trials == 0 {
        return false;
    }
    if trials.is_multiple_of(BETWEEN_ASKS) && watch.stopped().is_some() {
        *trials = 0;
        return false;
    }
    *trials -= 1;
    if excluded.iter().any(|set| set.is_subset(chosen)) {
        return false;
    }
    // The smallest rest that is not hit leaves the fewest choices.
    let missed = rests.iter().filter(|rest| rest.is_disjoint(chosen));
    let Some(rest) = missed.min_by_key(|rest| rest.count_ones(..)) else {
        return true;
    };
    if left == 0 {
        return false;
    }
    rest.ones().any(|number| {
        // It is not chosen yet: nothing of this rest is.
        chosen.insert(number);
        let hits = extend(rests, excluded, left - 1, chosen, trials, watch);
        chosen.set(number, hits);
        hits
    })
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::hit;
    use crate::limits::Watch;

    fn set(numbers: &[usize]) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(5);
        set.extend(numbers.iter().copied());
        set
    }

    #[test]
    fn a_stop_ends_the_trials() {
        // Many pairs, which it takes many trials to see that no few numbers hit.
        let pairs = (0..60).map(|one| {
            let mut set = FixedBitSet::with_capacity(120);
            set.extend([2 * one, 2 * one + 1]);
            set
        });
        let pairs: Vec<FixedBitSet> = pairs.collect();
        for ask in [1, 2, 10, 100] {
            let (watch, asks) = Watch::stopping_at(ask);
            let mut trials = 1_000_000;
            assert_eq!(hit(&pairs, &[], 30, &mut trials, &watch), None);
            assert_eq!(trials, 0);
            assert_eq!(asks.after_the_stop(), 0);
        }
    }

    #[test]
    fn smallest_first() {
        let rests = [set(&[0, 1]), set(&[1, 2]), set(&[3, 4])];
        let mut trials = 1000;
        assert_eq!(hit(&rests, &[], 1, &mut trials, &Watch::default()), None);
        assert_eq!(
            hit(&rests, &[], 2, &mut trials, &Watch::default()),
            Some(set(&[1, 3]))
        );
        let excluded = [set(&[1, 3])];
        assert_eq!(
            hit(&rests, &excluded, 2, &mut trials, &Watch::default()),
            Some(set(&[1, 4]))
        );
        let excluded = [set(&[1])];
        assert_eq!(
            hit(&rests, &excluded, 3, &mut trials, &Watch::default()),
            Some(set(&[0, 2, 3]))
        );
        assert_eq!(
            hit(&[], &[set(&[])], 3, &mut trials, &Watch::default()),
            None
        );
    }
}
