//! Hitting sets: the smallest choices that have something in common with each of many sets.
//!
//! What is satisfied together leaves a rest behind; a conflict has something of every such rest.
//! So the smallest sets that hit all rests known so far are the only candidates for a smallest
//! conflict, and each that turns out to be none adds a rest.

use fixedbitset::FixedBitSet;

/// A set of at most `most` numbers that meets each of the rests and holds none of the excluded
/// sets as a whole; nothing if there is none. Gives up after so many `trials`, which it counts down.
/// All sets have the same bound.
pub(crate) fn hit(
    rests: &[FixedBitSet],
    excluded: &[FixedBitSet],
    most: usize,
    trials: &mut u64,
) -> Option<FixedBitSet> {
    let mut sets = rests.iter().chain(excluded);
    let bound = sets.next().map_or(0, FixedBitSet::len);
    let mut chosen = FixedBitSet::with_capacity(bound);
    extend(rests, excluded, most, &mut chosen, trials).then_some(chosen)
}

fn extend(
    rests: &[FixedBitSet],
    excluded: &[FixedBitSet],
    left: usize,
    chosen: &mut FixedBitSet,
    trials: &mut u64,
) -> bool {
    if *trials == 0 {
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
        let hits = extend(rests, excluded, left - 1, chosen, trials);
        chosen.set(number, hits);
        hits
    })
}

#[cfg(test)]
mod tests {
    use fixedbitset::FixedBitSet;

    use super::hit;

    fn set(numbers: &[usize]) -> FixedBitSet {
        let mut set = FixedBitSet::with_capacity(5);
        set.extend(numbers.iter().copied());
        set
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
