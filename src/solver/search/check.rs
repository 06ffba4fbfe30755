//! What a search looks at before it goes on from a beginning of a board.
//!
//! Each check is a reason why no solution can begin like this. None is needed for the right answer: a
//! full board that breaks a rule is never a solution, and without a check it only takes longer to see.

use std::fmt;
use std::str::FromStr;

use crate::nearest::{UnknownName, choose};

/// A reason to give up a beginning of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Check {
    /// What a region shows breaks its rule, whatever comes.
    Broken,
    /// The dominoes left cannot make up what a region still needs.
    Bounds,
    /// All regions together need other halves than the dominoes left have.
    Supply,
    /// A part of the board that is left has an odd number of cells.
    Parity,
    /// The cells left cannot be covered with dominoes, whatever these show.
    Tiling,
}

impl Check {
    /// Every check, in the order in which a node is looked at: the quick ones first.
    pub const ALL: [Check; 5] = [
        Check::Broken,
        Check::Bounds,
        Check::Supply,
        Check::Parity,
        Check::Tiling,
    ];

    /// What people type.
    pub fn name(self) -> &'static str {
        match self {
            Check::Broken => "broken",
            Check::Bounds => "bounds",
            Check::Supply => "supply",
            Check::Parity => "parity",
            Check::Tiling => "tiling",
        }
    }

    /// What it sees, in a sentence without its stop.
    pub fn summary(self) -> &'static str {
        match self {
            Check::Broken => "what a region shows breaks its rule, whatever comes",
            Check::Bounds => "the dominoes left cannot make up what a region still needs",
            Check::Supply => "all regions together need other halves than the dominoes left have",
            Check::Parity => "a part of the board that is left has an odd number of cells",
            Check::Tiling => "the cells left cannot be covered with dominoes, whatever these show",
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Check {
    type Err = UnknownName;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        choose("check", Check::ALL, Check::name, word)
    }
}

/// A set of checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checks(u8);

impl Checks {
    /// None at all.
    pub const NONE: Checks = Checks(0);

    /// Every one.
    pub fn all() -> Checks {
        Check::ALL.into_iter().collect()
    }

    /// Tells whether a check is among them.
    pub fn contain(self, check: Check) -> bool {
        self.0 & 1 << check as u8 != 0
    }

    /// Those that are among them, in order.
    pub fn iter(self) -> impl Iterator<Item = Check> {
        Check::ALL
            .into_iter()
            .filter(move |&check| self.contain(check))
    }
}

impl FromIterator<Check> for Checks {
    fn from_iter<I: IntoIterator<Item = Check>>(checks: I) -> Self {
        let checks = checks.into_iter();
        Checks(checks.fold(0, |set, check| set | 1 << check as u8))
    }
}

/// The names, with commas; `none` where there is none.
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
    fn a_set_has_what_was_put_into_it() {
        let some: Checks = [Check::Tiling, Check::Broken].into_iter().collect();
        assert_eq!(some.to_string(), "broken,tiling");
        assert!(some.contain(Check::Tiling) && !some.contain(Check::Bounds));
        assert_eq!(Checks::NONE.to_string(), "none");
        assert_eq!(
            Checks::all().to_string(),
            "broken,bounds,supply,parity,tiling"
        );
    }

    #[test]
    fn a_check_goes_by_its_name() {
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
