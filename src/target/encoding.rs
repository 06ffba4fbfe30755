//! The encodings: the ways to express the IR in a target.

use std::fmt;

use crate::lower::{STEPS, Step};

/// How the IR is expressed in a target. `docs/encodings.md` explains each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// The IR in the target's own words: its sums and its global constraints.
    Native,
    /// CNF: one-hot values, a literal per edge, sums as layers of partial sums.
    Compact,
    /// SMT: Booleans for edges and values, linear integer arithmetic for sums.
    Lia,
    /// SMT: the same, sums as layers of partial sums, bit-vectors for large regions.
    Bv,
    /// SMT: the same with z3's pseudo-Boolean operators.
    Pb,
    /// The IR plainly, exactly-one by pairs. A baseline.
    Placement,
    /// CNF: a tiling and values, joined by the pairs of values that are a domino. A baseline.
    Links,
    /// SMT: the half of a domino on each cell, as an integer. A baseline.
    Halves,
}

impl Encoding {
    /// What people type.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Native => "native",
            Encoding::Compact => "compact",
            Encoding::Lia => "lia",
            Encoding::Bv => "bv",
            Encoding::Pb => "pb",
            Encoding::Placement => "placement",
            Encoding::Links => "links",
            Encoding::Halves => "halves",
        }
    }

    /// Is it a formulation that people have published, here to compare with?
    pub fn is_baseline(self) -> bool {
        match self {
            Encoding::Placement | Encoding::Links | Encoding::Halves => true,
            Encoding::Native | Encoding::Compact | Encoding::Lia | Encoding::Bv | Encoding::Pb => {
                false
            }
        }
    }

    /// The lowering steps that belong before it. A baseline is given the puzzle as it stands, or
    /// it would be compared with half of what it is compared to; only symmetry is broken, so that
    /// it counts the same solutions. Any encoding is right after any steps.
    pub fn steps(self) -> &'static [Step] {
        match self.is_baseline() {
            true => &[Step::Symmetry],
            false => &STEPS,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
