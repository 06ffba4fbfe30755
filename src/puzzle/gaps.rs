//! Wide gaps between the islands of a grid, drawn together.

use std::collections::{BTreeMap, BTreeSet};

/// Moves places up and to the left, until the first row and column are 0 and no gap between rows or
/// columns is wider than `widest`. Neighbours stay neighbours, and nothing else becomes one as long
/// as a gap is left at all.
pub(crate) fn close_gaps(places: &mut [(u32, u32)], widest: u32) {
    let rows = closed(places.iter().map(|&(row, _)| row), widest);
    let columns = closed(places.iter().map(|&(_, column)| column), widest);
    for (row, column) in places {
        let new =
            |numbers: &BTreeMap<u32, u32>, old: &u32| numbers.get(old).copied().unwrap_or(*old);
        (*row, *column) = (new(&rows, row), new(&columns, column));
    }
}

/// The rows or columns that are used, each with its new number.
fn closed(used: impl Iterator<Item = u32>, widest: u32) -> BTreeMap<u32, u32> {
    let used: BTreeSet<u32> = used.collect();
    let mut last: Option<(u32, u32)> = None;
    let numbered = used.into_iter().map(|old| {
        let new = last.map_or(0, |(before, new)| new + (old - before).min(widest + 1));
        last = Some((old, new));
        (old, new)
    });
    numbered.collect()
}

#[cfg(test)]
mod tests {
    use super::close_gaps;

    #[test]
    fn gaps_are_as_wide_as_they_may_be() {
        let places = [(7, 0), (3, 1), (4, 9), (4_000_000_000, 1), (4, 2)];
        let mut narrow = places;
        close_gaps(&mut narrow, 1);
        assert_eq!(narrow, [(3, 0), (0, 1), (1, 4), (5, 1), (1, 2)]);
        let mut wide = places;
        close_gaps(&mut wide, 2);
        assert_eq!(wide, [(4, 0), (0, 1), (1, 5), (7, 1), (1, 2)]);
    }
}
