//! Partial boards: some dominoes laid, some cells known, the rest open.

use std::collections::BTreeMap;

use super::{CellId, Domino, Label, Pips, Placed, Puzzle};

/// A board on the way to a solution.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Partial {
    /// The dominoes that lie there.
    pub placements: Vec<Placed>,
    /// The cells of which only the pips are known.
    pub values: Vec<(CellId, Pips)>,
}

/// Why a partial board is not even a beginning.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PartialFault {
    /// A domino lies on something that is not two neighbouring cells.
    #[error("domino {domino} lies on {one} and {other}, which are not neighbours")]
    NotAnEdge {
        /// The domino.
        domino: Domino,
        /// One cell.
        one: Label,
        /// The other.
        other: Label,
    },
    /// Two dominoes lie on one cell.
    #[error("two dominoes lie on {cell}")]
    CoveredTwice {
        /// The cell.
        cell: Label,
    },
    /// There are not so many of a domino.
    #[error("domino {domino} lies there {used} times, more often than there are copies ({there})")]
    TooMany {
        /// The domino.
        domino: Domino,
        /// How often it lies there.
        used: usize,
        /// How many there are.
        there: usize,
    },
    /// A domino that is not there at all.
    #[error("there is no domino {domino}")]
    NoDomino {
        /// The domino.
        domino: Domino,
    },
    /// A cell is said to show two things.
    #[error("{cell} cannot show both {one} and {other}")]
    TwoValues {
        /// The cell.
        cell: Label,
        /// One value.
        one: Pips,
        /// The other.
        other: Pips,
    },
    /// A cell is said to show what no domino does.
    #[error("{cell} cannot show {pips}: no domino has a half with {pips}")]
    NoHalf {
        /// The cell.
        cell: Label,
        /// The value.
        pips: Pips,
    },
}

impl Partial {
    /// The first thing that is wrong with it as a beginning, rules aside.
    pub fn fault(&self, puzzle: &Puzzle) -> Option<PartialFault> {
        let name = |cell: CellId| puzzle.cell(cell).name.clone();
        let mut there: BTreeMap<Domino, usize> = BTreeMap::new();
        for &domino in puzzle.dominoes() {
            *there.entry(domino).or_default() += 1;
        }
        let mut covered: BTreeMap<CellId, Pips> = BTreeMap::new();
        let mut used: BTreeMap<Domino, usize> = BTreeMap::new();
        for placed in &self.placements {
            let domino = placed.domino();
            let edge = placed.edge();
            if puzzle.edges().binary_search(&edge).is_err() {
                let (one, other) = (name(edge.a), name(edge.b));
                return Some(PartialFault::NotAnEdge { domino, one, other });
            }
            for (cell, pips) in placed.halves() {
                if covered.insert(cell, pips).is_some() {
                    return Some(PartialFault::CoveredTwice { cell: name(cell) });
                }
            }
            *used.entry(domino).or_default() += 1;
        }
        for (domino, used) in used {
            match there.get(&domino) {
                None => return Some(PartialFault::NoDomino { domino }),
                Some(&there) if used > there => {
                    return Some(PartialFault::TooMany {
                        domino,
                        used,
                        there,
                    });
                }
                Some(_) => {}
            }
        }
        for &(cell, pips) in &self.values {
            if let Some(other) = covered.insert(cell, pips).filter(|&other| other != pips) {
                let (cell, one) = (name(cell), other);
                let other = pips;
                return Some(PartialFault::TwoValues { cell, one, other });
            }
            if !there.keys().any(|domino| domino.halves().contains(&pips)) {
                let cell = name(cell);
                return Some(PartialFault::NoHalf { cell, pips });
            }
        }
        None
    }
}
