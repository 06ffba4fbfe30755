//! Dominoes, the pips on them, and full sets.

use std::fmt;

/// A number of pips on one half of a domino.
pub type Pips = u32;

/// Maximum pips of a half. NYT puzzles have up to 6 and the largest set sold has 18; this limit
/// only keeps sums over a large board within the 32-bit integers of CP solvers.
pub const MAX_PIPS: Pips = 10_000;

/// An unordered pair of pip values; equal dominoes are copies of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domino {
    low: Pips,
    high: Pips,
}

impl Domino {
    /// The domino with these two halves, in either order.
    pub fn new(one: Pips, other: Pips) -> Self {
        Domino {
            low: one.min(other),
            high: one.max(other),
        }
    }

    /// The half with fewer pips.
    pub fn low(self) -> Pips {
        self.low
    }

    /// The half with more pips.
    pub fn high(self) -> Pips {
        self.high
    }

    /// Both halves, the one with fewer pips first.
    pub fn halves(self) -> [Pips; 2] {
        [self.low, self.high]
    }

    /// Whether both halves have the same pips.
    pub fn is_double(self) -> bool {
        self.low == self.high
    }
}

/// `1-4`, the lower half first.
impl fmt::Display for Domino {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.low, self.high)
    }
}

/// A full double-n set: every domino with up to n pips on a half, once each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DoubleSet {
    highest: Pips,
}

impl DoubleSet {
    /// Maximum pips of a set. The largest set sold has 18. A full double-99 set covers ten thousand cells,
    /// which is beyond all solvers.
    pub const MAX_HIGHEST: Pips = 99;

    /// The set of the NYT.
    pub(crate) const SIX: DoubleSet = DoubleSet { highest: 6 };

    /// The largest set.
    pub(crate) const LARGEST: DoubleSet = DoubleSet {
        highest: DoubleSet::MAX_HIGHEST,
    };

    /// The set with this highest value, up to [`DoubleSet::MAX_HIGHEST`].
    pub fn new(highest: Pips) -> Option<Self> {
        (highest <= DoubleSet::MAX_HIGHEST).then_some(DoubleSet { highest })
    }

    /// The highest value.
    pub fn highest(self) -> Pips {
        self.highest
    }

    /// Number of dominoes.
    pub fn size(self) -> u32 {
        (self.highest + 1) * (self.highest + 2) / 2
    }

    /// All values, from 0 to the highest.
    pub fn values(self) -> impl Iterator<Item = Pips> {
        0..=self.highest
    }

    /// The dominoes, sorted.
    pub fn dominoes(self) -> impl Iterator<Item = Domino> {
        self.values()
            .flat_map(move |low| (low..=self.highest).map(move |high| Domino::new(low, high)))
    }
}

/// `double-9`.
impl fmt::Display for DoubleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "double-{}", self.highest)
    }
}
