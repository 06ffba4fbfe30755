//! The ways in which a board is not a solution.

use super::rule::total;
use super::{Domino, Label, Pips, Rule};
use crate::visible::spaced;

/// One way in which a board is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A domino lies on something that is not two neighbouring cells.
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
        /// How many dominoes cover it.
        times: usize,
    },
    /// A domino is used more or less often than there are copies of it.
    #[error("domino {domino} is {}", wrong_use(*.used, *.there))]
    WrongUse {
        /// The domino.
        domino: Domino,
        /// How often the board uses it.
        used: usize,
        /// How many there are.
        there: usize,
    },
    /// The cells of a region break its rule.
    #[error("region {region} ({}) needs {rule}, but {}", spaced(.cells), shown(*.rule, .values))]
    RuleBroken {
        /// The region.
        region: Label,
        /// Its cells.
        cells: Vec<Label>,
        /// Their pips.
        values: Vec<Pips>,
        /// The rule that they break.
        rule: Rule,
    },
    /// A region that is not full yet can no longer keep its rule.
    #[error("region {region} ({}) needs {rule}, but {reason}", spaced(.cells))]
    OutOfReach {
        /// The region.
        region: Label,
        /// Its cells.
        cells: Vec<Label>,
        /// The rule that they will break.
        rule: Rule,
        /// Their pips, and why no completion satisfies the rule.
        reason: String,
    },
    /// A cell shows two values.
    #[error("cell {cell} cannot show both {} and {}", .shows[0], .shows[1])]
    TwoValues {
        /// The cell.
        cell: Label,
        /// The two values.
        shows: [Pips; 2],
    },
    /// More cells show something than there are halves that do.
    #[error("{} {pips}, but {}", cells_show(.cells), halves_have(*.there))]
    TooFewHalves {
        /// The pips.
        pips: Pips,
        /// The cells that show them.
        cells: Vec<Label>,
        /// How many halves have them.
        there: usize,
    },
    /// A cell has nothing left to share a domino with.
    #[error("cell {cell} can no longer be covered, since all its neighbours are")]
    Stranded {
        /// The cell.
        cell: Label,
    },
    /// A pinned cell shows something else.
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
    /// Whether the board is not even a partial board: dominoes lie where or as often as none can, or cells
    /// show what none can. The other violations are of rules, of pins and of what is left.
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

fn halves_have(there: usize) -> String {
    match there {
        0 => "no domino has a half with that".into(),
        1 => "only one half of a domino has that".into(),
        _ => format!("only {there} halves of dominoes have that"),
    }
}

/// How often a domino is used, and how often it should be.
fn wrong_use(used: usize, there: usize) -> String {
    let times = match used {
        0 => "not used".into(),
        1 => "used once".into(),
        2 => "used twice".into(),
        _ => format!("used {used} times"),
    };
    match there {
        0 => format!("not in the puzzle, but is {times}"),
        1 => format!("{times}, but there is 1 copy"),
        _ => format!("{times}, but there are {there} copies"),
    }
}

/// The values of a region that breaks its rule.
fn shown(rule: Rule, values: &[Pips]) -> String {
    let shown: Vec<String> = values.iter().map(Pips::to_string).collect();
    match rule {
        Rule::Sum(..) if shown.len() > 1 => format!("{} = {}", shown.join(" + "), total(values)),
        Rule::Sum(..) | Rule::Equal | Rule::Unequal | Rule::Empty => {
            format!("shows {}", shown.join(" "))
        }
    }
}
