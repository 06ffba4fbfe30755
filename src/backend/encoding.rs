//! The encodings: the ways to express the IR in a target.

use std::fmt;

use crate::lower::{STEPS, Step};
use crate::model::Model;

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
    /// MiniZinc: row and column of each half of a domino. A baseline, for grids only.
    Coordinates,
}

/// Why a puzzle has no model in an encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Inexpressible {
    /// The encoding speaks of rows and columns.
    #[error(
        "the encoding `{0}` places dominoes by row and column, and this board is not a grid whose \
         orthogonal neighbours are linked; choose another encoding"
    )]
    NoGrid(Encoding),
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
            Encoding::Coordinates => "coordinates",
        }
    }

    /// Is it a formulation that people have published, here to compare with?
    pub fn is_baseline(self) -> bool {
        match self {
            Encoding::Placement | Encoding::Links | Encoding::Halves | Encoding::Coordinates => {
                true
            }
            Encoding::Native | Encoding::Compact | Encoding::Lia | Encoding::Bv | Encoding::Pb => {
                false
            }
        }
    }

    /// Has the model a form in this encoding? To be asked before it is emitted.
    pub fn expresses(self, model: &Model) -> Result<(), Inexpressible> {
        let grid = model.cells.iter().all(|cell| cell.at.is_some());
        match self {
            Encoding::Coordinates if !grid => Err(Inexpressible::NoGrid(self)),
            _ => Ok(()),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lower::lower;
    use crate::puzzle::{Cell, Domino, Draft, Links, Puzzle};

    /// A square of four cells with the given links.
    fn square(links: Links) -> Puzzle {
        Puzzle::new(Draft {
            cells: (0..4).map(|i| Cell::on_grid(i / 2, i % 2)).collect(),
            links,
            dominoes: vec![Domino::new(1, 2), Domino::new(3, 3)],
            ..Draft::default()
        })
        .unwrap()
    }

    #[test]
    fn coordinates_need_a_grid() {
        // A wall between the lower two cells.
        let walled = square(Links::Given(vec![(0, 1), (0, 2), (1, 3)]));
        let refused = Encoding::Coordinates.expresses(&lower(&walled, &[]).model);
        assert_eq!(refused, Err(Inexpressible::NoGrid(Encoding::Coordinates)));
        for encoding in [Encoding::Native, Encoding::Halves, Encoding::Links] {
            assert_eq!(encoding.expresses(&lower(&walled, &[]).model), Ok(()));
        }
    }

    #[test]
    fn a_grid_stays_one_when_edges_are_pruned() {
        // In a row of four no domino lies in the middle.
        let puzzle = Puzzle::new(Draft {
            cells: (0..4).map(|column| Cell::on_grid(0, column)).collect(),
            dominoes: vec![Domino::new(1, 2), Domino::new(3, 3)],
            ..Draft::default()
        })
        .unwrap();
        let (whole, pruned) = (lower(&puzzle, &[]).model, lower(&puzzle, &STEPS).model);
        assert_eq!((whole.edges.len(), pruned.edges.len()), (3, 2));
        assert_eq!(Encoding::Coordinates.expresses(&pruned), Ok(()));
    }
}
