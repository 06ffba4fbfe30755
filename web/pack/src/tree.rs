//! Symbols as paths of few decisions: what is frequent is near the root.

/// No path is longer, so that a length fits into four bits.
pub(crate) const LONGEST: u8 = 15;

/// The way to a symbol: its decisions, the first in the highest bit, and how many there are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) bits: u16,
    pub(crate) length: u8,
}

impl Path {
    /// The decision at this depth.
    pub(crate) fn turn(self, depth: u8) -> bool {
        self.bits >> (self.length - 1 - depth) & 1 == 1
    }
}

/// The ways to all symbols of a kind. What never occurs has a way of no length.
#[derive(Debug, Clone)]
pub(crate) struct Tree {
    paths: [Path; 256],
    /// The symbols by their ways: shorter ones first, then in their order.
    order: Vec<u8>,
    /// For each length: the first way, where its symbol stands in the order, and how many there are.
    starts: [(u16, u16, u16); LONGEST as usize + 1],
}

impl Tree {
    /// The tree whose ways have these lengths (the canonical Huffman code).
    pub(crate) fn of(lengths: &[u8; 256]) -> Self {
        let mut order: Vec<u8> = Vec::new();
        for length in 1..=LONGEST {
            order.extend((0..=255).filter(|&symbol| lengths[usize::from(symbol)] == length));
        }
        let mut paths = [Path::default(); 256];
        let mut starts = [(0, 0, 0); LONGEST as usize + 1];
        let (mut bits, mut before) = (0_u16, 0);
        for (place, &symbol) in (0..).zip(&order) {
            let length = lengths[usize::from(symbol)];
            bits <<= length - before;
            let (first, at, count) = &mut starts[usize::from(length)];
            if *count == 0 {
                (*first, *at) = (bits, place);
            }
            *count += 1;
            paths[usize::from(symbol)] = Path { bits, length };
            bits = bits.wrapping_add(1);
            before = length;
        }
        Tree {
            paths,
            order,
            starts,
        }
    }

    /// The way to a symbol.
    pub(crate) fn path(&self, symbol: u8) -> Path {
        self.paths[usize::from(symbol)]
    }

    /// The symbol at the end of a way, if it ends there.
    pub(crate) fn symbol(&self, path: Path) -> Option<u8> {
        let (first, at, count) = *self.starts.get(usize::from(path.length))?;
        let place = path.bits.wrapping_sub(first);
        (place < count).then(|| self.order[usize::from(at + place)])
    }
}

/// How long the ways should be for symbols that occur so often (Huffman).
pub(crate) fn lengths(counts: &[u32; 256]) -> [u8; 256] {
    let mut counts = *counts;
    loop {
        let lengths = unlimited(&counts);
        if lengths.iter().all(|&length| length <= LONGEST) {
            return lengths;
        }
        // Rare symbols come nearer to the others, until the tree is low enough.
        for count in counts.iter_mut().filter(|count| **count > 0) {
            *count = *count / 2 + 1;
        }
    }
}

fn unlimited(counts: &[u32; 256]) -> [u8; 256] {
    let mut lengths = [0; 256];
    let mut parts: Vec<(u64, Vec<u8>)> = (0..=255_u8)
        .map(|symbol| (u64::from(counts[usize::from(symbol)]), vec![symbol]))
        .filter(|(count, _)| *count > 0)
        .collect();
    if let [(_, only)] = &parts[..] {
        lengths[usize::from(only[0])] = 1;
    }
    while parts.len() > 1 {
        parts.sort_by(|a, b| b.cmp(a));
        if let (Some((few, mut one)), Some((more, other))) = (parts.pop(), parts.pop()) {
            one.extend(other);
            for &symbol in &one {
                lengths[usize::from(symbol)] += 1;
            }
            parts.push((few + more, one));
        }
    }
    lengths
}

#[cfg(test)]
mod tests {
    use super::{Path, Tree, lengths};

    fn check(counts: &[u32; 256]) {
        let tree = Tree::of(&lengths(counts));
        for symbol in 0..=255_u8 {
            let path = tree.path(symbol);
            assert_eq!(path.length > 0, counts[usize::from(symbol)] > 0);
            if path.length == 0 {
                continue;
            }
            assert_eq!(tree.symbol(path), Some(symbol));
            for length in 1..path.length {
                let bits = path.bits >> (path.length - length);
                assert_eq!(tree.symbol(Path { bits, length }), None, "{symbol}");
            }
        }
    }

    #[test]
    fn every_symbol_that_occurs_has_a_way_of_its_own() {
        check(&[0; 256]);
        check(&[1; 256]);
        let mut one = [0; 256];
        one[65] = 7;
        check(&one);
        let mut some = [0; 256];
        for (symbol, count) in some.iter_mut().enumerate() {
            *count = (symbol as u32 * 37) % 11;
        }
        check(&some);
    }

    #[test]
    fn frequent_symbols_are_near_and_none_is_too_far() {
        let mut counts = [0_u32; 256];
        let mut count = 1_u64;
        for slot in counts.iter_mut().take(45) {
            *slot = count.min(4_000_000_000) as u32;
            count = count * 8 / 5 + 1;
        }
        check(&counts);
        let lengths = lengths(&counts);
        assert!(lengths[44] < lengths[0] && lengths[0] <= 15);
    }
}
