//! Strategies: which domino a search lays next.

use std::fmt;
use std::str::FromStr;

use super::check::{Check, Checks};
use crate::nearest::{UnknownName, choose};

/// Which domino a search lays next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Strategy {
    /// The first empty cell, every domino there, both ways round.
    FirstEmpty,
    /// The empty cell with the fewest placements that can still be right.
    MostConstrained,
    /// Exact cover: of all cells and dominoes the one with the fewest placements left, and the rules
    /// take placements away.
    #[default]
    ExactCover,
}

impl Strategy {
    /// Every strategy, from the plainest on.
    pub const ALL: [Strategy; 3] = [
        Strategy::FirstEmpty,
        Strategy::MostConstrained,
        Strategy::ExactCover,
    ];

    /// What people type.
    pub fn name(self) -> &'static str {
        match self {
            Strategy::FirstEmpty => "first-empty",
            Strategy::MostConstrained => "most-constrained",
            Strategy::ExactCover => "exact-cover",
        }
    }

    /// What it does, in a sentence without its stop.
    pub fn summary(self) -> &'static str {
        match self {
            Strategy::FirstEmpty => "the first empty cell, every domino there, both ways round",
            Strategy::MostConstrained => {
                "the empty cell with the fewest placements that can still be right"
            }
            Strategy::ExactCover => {
                "of all cells and dominoes the one with the fewest placements left, while the rules \
                 take placements away"
            }
        }
    }

    /// The checks that it makes unless others are asked for: for the first empty cell those of the
    /// published program, for the others those that pay on newspaper puzzles (see `docs/search.md`).
    pub fn usual_checks(self) -> Checks {
        let checks: &[Check] = match self {
            Strategy::FirstEmpty => &[Check::Broken],
            Strategy::MostConstrained => &[Check::Broken, Check::Bounds],
            Strategy::ExactCover => &[Check::Broken, Check::Bounds],
        };
        checks.iter().copied().collect()
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        choose("strategy", Strategy::ALL, Strategy::name, word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strategy_goes_by_its_name() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy.name().parse(), Ok(strategy));
        }
        let unknown = "exactcover".parse::<Strategy>().expect_err("no strategy");
        assert_eq!(
            unknown.to_string(),
            "there is no strategy `exactcover`, expected first-empty, most-constrained or \
             exact-cover; did you mean `exact-cover`?"
        );
    }
}
