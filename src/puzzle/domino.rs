//! Dominoes and the pips on them.

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
