//! Strategies, which choose the next domino, and checks, which prune a partial board.
//!
//! Checks do not affect the result, only the size of the search tree: rules are always checked on full
//! boards.

use std::fmt;

use crate::nearest::named_enum;

/// Branching strategy: chooses the next domino.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Strategy {
    /// The first empty cell, with every domino in both orientations.
    FirstEmpty,
    /// The empty cell with the fewest possible placements.
    MostConstrained,
    /// Exact cover: the cell or domino with the fewest remaining placements, while rules remove
    /// placements.
    #[default]
    ExactCover,
}

named_enum! {
    "strategy",
    Strategy {
        FirstEmpty = "first-empty",
        MostConstrained = "most-constrained",
        ExactCover = "exact-cover",
    }
}

impl Strategy {
    /// Describes it in a sentence without a full stop.
    pub fn summary(self) -> &'static str {
        match self {
            Strategy::FirstEmpty => {
                "the first empty cell, every domino there, in both orientations"
            }
            Strategy::MostConstrained => "the empty cell with the fewest remaining placements",
            Strategy::ExactCover => {
                "of all cells and dominoes the one with the fewest placements left, while the rules \
                 take placements away"
            }
        }
    }

    /// Returns its default checks: for `first-empty` those of the published program, for the others the
    /// fastest on NYT puzzles (see `docs/course.md`).
    pub fn default_checks(self) -> Checks {
        match self {
            Strategy::FirstEmpty => [Check::Broken].into_iter().collect(),
            Strategy::MostConstrained | Strategy::ExactCover => {
                [Check::Broken, Check::Bounds].into_iter().collect()
            }
        }
    }
}

/// A check that prunes partial boards. Checks run in this order, the cheap ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// The values of a region break its rule.
    Broken,
    /// The remaining dominoes cannot satisfy the rule of a region.
    Bounds,
    /// Too few halves are left for all regions, or the total of the remaining pips does not fit their bounds.
    Supply,
    /// A connected component of the uncovered cells has an odd number of cells.
    Parity,
    /// The uncovered cells cannot be tiled with dominoes of any values.
    Tiling,
}

named_enum! {
    "check",
    Check {
        Broken = "broken",
        Bounds = "bounds",
        Supply = "supply",
        Parity = "parity",
        Tiling = "tiling",
    }
}

/// A set of checks, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checks(u8);

const _: () = assert!(Check::ALL.len() <= u8::BITS as usize);

impl Checks {
    /// No check.
    pub const NONE: Checks = Checks(0);

    /// Every check.
    pub fn all() -> Checks {
        Check::ALL.into_iter().collect()
    }

    /// Whether a check is in the set.
    pub fn contain(self, check: Check) -> bool {
        self.0 & 1 << check as u8 != 0
    }

    /// Returns the checks, in order.
    pub fn iter(self) -> impl Iterator<Item = Check> {
        let all = Check::ALL.into_iter();
        all.filter(move |&check| self.contain(check))
    }
}

impl FromIterator<Check> for Checks {
    fn from_iter<I: IntoIterator<Item = Check>>(checks: I) -> Self {
        let checks = checks.into_iter();
        Checks(checks.fold(0, |set, check| set | 1 << check as u8))
    }
}

/// Formats the names with commas, or `none`.
impl fmt::Display for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Checks::NONE {
            return f.write_str("none");
        }
        let names: Vec<&str> = self.iter().map(Check::name).collect();
        f.write_str(&names.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_unknown_ones_refused() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy.name().parse(), Ok(strategy));
        }
        for check in Check::ALL {
            assert_eq!(check.name().parse(), Ok(check));
        }
        let unknown = "tilling".parse::<Check>().expect_err("no check");
        assert_eq!(
            unknown.to_string(),
            "there is no check `tilling`, expected broken, bounds, supply, parity or tiling; did you \
             mean `tiling`?"
        );
    }
}
