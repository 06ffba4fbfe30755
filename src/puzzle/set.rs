//! Double-n sets: every pair of values from 0 to n, once.

use std::fmt;
use std::str::FromStr;

use super::{Domino, Label, Pips};

/// Maximum pips of a set. The largest set sold has 18. A full double-99 set covers ten thousand cells,
/// which is beyond all solvers.
pub const MAX_HIGHEST: Pips = 99;

/// A full double-n set: every domino with up to n pips on a half, once each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DoubleSet {
    highest: Pips,
}

impl DoubleSet {
    /// The largest set.
    pub(crate) const LARGEST: DoubleSet = DoubleSet {
        highest: MAX_HIGHEST,
    };

    /// The set with this highest value, up to [`MAX_HIGHEST`].
    pub fn new(highest: Pips) -> Option<Self> {
        (highest <= MAX_HIGHEST).then_some(DoubleSet { highest })
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

/// A word that is not the name of a set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "there is no set `{0}`, expected double-N with N from 0 to {MAX_HIGHEST}, such as double-9"
)]
pub struct UnknownSet(pub Label);

impl FromStr for DoubleSet {
    type Err = UnknownSet;

    fn from_str(word: &str) -> Result<Self, UnknownSet> {
        let digits = word.strip_prefix("double-");
        digits
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))
            .and_then(|digits| digits.parse().ok())
            .and_then(DoubleSet::new)
            .ok_or_else(|| UnknownSet(word.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_every_pair_once() {
        for highest in [0, 1, 6, 18] {
            let set = DoubleSet::new(highest).expect("a set");
            let dominoes: Vec<Domino> = set.dominoes().collect();
            assert_eq!(dominoes.len(), set.size() as usize);
            assert!(dominoes.is_sorted_by(|one, other| one < other));
        }
    }

    #[test]
    fn names_are_read_strictly() {
        assert_eq!("double-9".parse(), Ok(DoubleSet { highest: 9 }));
        for word in [
            "",
            "9",
            "double",
            "double-",
            "double-+9",
            "double-100",
            "double-99999999999",
        ] {
            assert!(word.parse::<DoubleSet>().is_err(), "{word}");
        }
    }
}
