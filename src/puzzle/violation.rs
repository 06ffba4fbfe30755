//! Violations: reasons why a board is not a solution.

use super::rule::total;
use super::{Domino, Label, Pips, Rule};
use crate::visible::spaced;

/// A reason why a board is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A domino lies on two cells that are not neighbours.
    #[error("domino {domino} lies on {} and {}, which are not neighbours", .cells[0], .cells[1])]
    NotAnEdge {
        /// The domino.
        domino: Domino,
        /// The names of the two cells.
        cells: [Label; 2],
    },
    /// Two cells that are not neighbours are joined.
    #[error("no domino can lie on {} and {}, which are not neighbours", .cells[0], .cells[1])]
    NotNeighbours {
        /// The names of the two cells.
        cells: [Label; 2],
    },
    /// No domino covers a cell.
    #[error("cell {cell} is not covered")]
    Uncovered {
        /// The cell.
        cell: Label,
    },
    /// More than one domino covers a cell.
    #[error("cell {cell} is covered by {times} dominoes")]
    CoveredTwice {
        /// The cell.
        cell: Label,
        /// Number of dominoes on the cell.
        times: usize,
    },
    /// The number of uses of a domino differs from its number of copies.
    #[error("domino {domino} is {}", wrong_use(*.used, *.copies))]
    WrongUse {
        /// The domino.
        domino: Domino,
        /// Number of uses on the board.
        used: usize,
        /// Number of copies in the puzzle.
        copies: usize,
    },
    /// The values of a region break its rule.
    #[error("region {region} ({}) needs {rule}, but {}", spaced(.cells), shown(*.rule, .values))]
    RuleBroken {
        /// The region.
        region: Label,
        /// Its cells.
        cells: Vec<Label>,
        /// Their pips.
        values: Vec<Pips>,
        /// Its rule.
        rule: Rule,
    },
    /// No completion of a partly filled region satisfies its rule.
    #[error("region {region} ({}) needs {rule}, but {reason}", spaced(.cells))]
    OutOfReach {
        /// The region.
        region: Label,
        /// Its cells.
        cells: Vec<Label>,
        /// Its rule.
        rule: Rule,
        /// The known pips, and why no completion satisfies the rule.
        reason: String,
    },
    /// A cell has two values.
    #[error("cell {cell} cannot show both {} and {}", .shows[0], .shows[1])]
    TwoValues {
        /// The cell.
        cell: Label,
        /// The two values.
        shows: [Pips; 2],
    },
    /// More cells have a value than there are halves with it.
    #[error("{} {pips}, but {}", cells_show(.cells), halves_have(*.halves))]
    TooFewHalves {
        /// The pips.
        pips: Pips,
        /// The cells with these pips.
        cells: Vec<Label>,
        /// Number of halves with these pips.
        halves: usize,
    },
    /// An uncovered cell has no uncovered neighbour.
    #[error("cell {cell} can no longer be covered, since it has no uncovered neighbour")]
    Stranded {
        /// The cell.
        cell: Label,
    },
    /// A pinned cell has other pips.
    #[error("cell {cell} is pinned to {pinned}, but shows {shows}")]
    Unpinned {
        /// The cell.
        cell: Label,
        /// The pips of the pin.
        pinned: Pips,
        /// The pips on the board.
        shows: Pips,
    },
}

impl Violation {
    /// Whether the placements, joins or values contradict the board or the dominoes. The other violations concern
    /// rules, pins and uncovered cells.
    pub fn is_of_placement(&self) -> bool {
        match self {
            Violation::NotAnEdge { .. }
            | Violation::NotNeighbours { .. }
            | Violation::CoveredTwice { .. }
            | Violation::WrongUse { .. }
            | Violation::TwoValues { .. }
            | Violation::TooFewHalves { .. } => true,
            Violation::Uncovered { .. }
            | Violation::RuleBroken { .. }
            | Violation::OutOfReach { .. }
            | Violation::Stranded { .. }
            | Violation::Unpinned { .. } => false,
        }
    }
}

fn cells_show(cells: &[Label]) -> String {
    match cells {
        [cell] => format!("cell {cell} shows"),
        cells => format!("cells {} show", spaced(cells)),
    }
}

fn halves_have(halves: usize) -> String {
    match halves {
        0 => "no domino has a half with that".into(),
        1 => "only one half of a domino has that".into(),
        _ => format!("only {halves} halves of dominoes have that"),
    }
}

/// The number of uses of a domino, and its number of copies, in words.
fn wrong_use(used: usize, copies: usize) -> String {
    let times = match used {
        0 => "not used".into(),
        1 => "used once".into(),
        2 => "used twice".into(),
        _ => format!("used {used} times"),
    };
    match copies {
        0 => format!("not in the puzzle, but is {times}"),
        1 => format!("{times}, but there is 1 copy"),
        _ => format!("{times}, but there are {copies} copies"),
    }
}

/// The values of a region that breaks its rule, in words.
fn shown(rule: Rule, values: &[Pips]) -> String {
    let shown: Vec<String> = values.iter().map(Pips::to_string).collect();
    match rule {
        Rule::Sum(..) if shown.len() > 1 => format!("{} = {}", shown.join(" + "), total(values)),
        Rule::Sum(..) | Rule::Equal | Rule::Unequal | Rule::Empty => {
            format!("shows {}", shown.join(" "))
        }
    }
}
