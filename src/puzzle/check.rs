//! The checker: whether a board is a solution of a puzzle.
//!
//! It works on the puzzle alone and shares no code with lowering, so that a wrong encoding or a
//! lying solver cannot confirm itself. It reports every fault, not only the first.

use super::rule::total;
use super::{Board, CellId, Domino, Label, Pips, Puzzle, Rule};
use crate::sorted::Map;
use crate::visible::spaced;

/// One way in which a board is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// A domino lies on something that is not two neighbouring cells.
    #[error("domino {domino} lies on {} and {}, which are not neighbours", .cells[0], .cells[1])]
    NotAnEdge {
        /// The domino.
        domino: Domino,
        /// The two cells as people call them.
        cells: [Label; 2],
    },
    /// Some domino is said to lie on two cells that are not neighbours.
    #[error("no domino can lie on {} and {}, which are not neighbours", .cells[0], .cells[1])]
    NotNeighbours {
        /// The two cells as people call them.
        cells: [Label; 2],
    },
    /// Nothing covers a cell.
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
        /// What they show.
        values: Vec<Pips>,
        /// The rule that they break.
        rule: Rule,
    },
    /// A region that is not full yet can no longer keep its rule.
    #[error("region {region} ({}) needs {rule}, but {}", spaced(.cells), out_of_reach(.values, .why))]
    OutOfReach {
        /// The region.
        region: Label,
        /// Its cells.
        cells: Vec<Label>,
        /// What those of them show that show something.
        values: Vec<Pips>,
        /// The rule that they will break.
        rule: Rule,
        /// Why they will.
        why: Reach,
    },
    /// A cell is said to show two things.
    #[error("cell {cell} cannot show both {} and {}", .shows[0], .shows[1])]
    TwoValues {
        /// The cell.
        cell: Label,
        /// What it is said to show.
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
        /// What it was pinned to.
        pinned: Pips,
        /// What it shows.
        shows: Pips,
    },
    /// The board may keep every rule, and does not count.
    #[error("the puzzle excludes this board")]
    Excluded,
}

impl Violation {
    /// Whether the board cannot even be read as a beginning: dominoes lie where or as often as none
    /// can, or cells show what none can. The other faults are of rules, of pins and of what is left.
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
            | Violation::Unpinned { .. }
            | Violation::Excluded => false,
        }
    }
}

/// Why a region that is not full yet can no longer keep its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Its sum will be at least this.
    AtLeast(i64),
    /// Its sum will be at most this.
    AtMost(i64),
    /// Two of its cells show different things.
    Different,
    /// Two of its cells show the same.
    Same,
    /// It needs so many halves more with these pips than are left.
    TooFew {
        /// How many cells are open.
        needed: usize,
        /// How many halves are left.
        left: usize,
        /// The pips.
        pips: Pips,
    },
    /// It needs more different values than are left.
    TooFewValues {
        /// How many cells are open.
        needed: usize,
        /// How many other values are left.
        left: usize,
    },
}

/// Every fault of a board; none means that it is a solution.
pub fn check(puzzle: &Puzzle, board: &Board) -> Vec<Violation> {
    let mut faults = misplaced(puzzle, board);
    faults.extend(broken(puzzle, board));
    if puzzle.excludes(board) {
        faults.push(Violation::Excluded);
    }
    faults
}

/// What people call a cell, which need not be one of the puzzle.
fn name(puzzle: &Puzzle, cell: CellId) -> Label {
    match puzzle.cells.get(cell.index()) {
        Some(cell) => cell.name.clone(),
        None => format!("number {}", cell.0).into(),
    }
}

/// Where a board does not cover the cells with the dominoes, each as often as there are copies.
pub(super) fn misplaced(puzzle: &Puzzle, board: &Board) -> Vec<Violation> {
    let mut faults = Vec::new();
    let mut covers = vec![0; puzzle.cells.len()];
    let mut uses: Map<Domino, (usize, usize)> = Map::new();
    for &domino in &puzzle.dominoes {
        uses.or_default(domino).1 += 1;
    }
    for placed in board.placements() {
        uses.or_default(placed.domino()).0 += 1;
        if puzzle.edges.binary_search(&placed.edge()).is_err() {
            faults.push(Violation::NotAnEdge {
                domino: placed.domino(),
                cells: placed.halves().map(|(cell, _)| name(puzzle, cell)),
            });
        }
        for (cell, _) in placed.halves() {
            if let Some(count) = covers.get_mut(cell.index()) {
                *count += 1;
            }
        }
    }
    for (cell, &times) in puzzle.cells.iter().zip(&covers) {
        let cell = cell.name.clone();
        match times {
            0 => faults.push(Violation::Uncovered { cell }),
            1 => {}
            _ => faults.push(Violation::CoveredTwice { cell, times }),
        }
    }
    for (domino, (used, there)) in uses {
        if used != there {
            faults.push(Violation::WrongUse {
                domino,
                used,
                there,
            });
        }
    }

    faults
}

/// The rules and pins that a board breaks. A region with an uncovered cell has no values to judge:
/// that fault is named already.
fn broken(puzzle: &Puzzle, board: &Board) -> Vec<Violation> {
    let mut faults = Vec::new();
    let values = board.values(puzzle.cells.len());
    for region in &puzzle.regions {
        let shown: Option<Vec<Pips>> = region.cells.iter().map(|c| values[c.index()]).collect();
        if let Some(values) = shown
            && !region.rule.holds(&values)
        {
            faults.push(Violation::RuleBroken {
                region: region.name.clone(),
                cells: region
                    .cells
                    .iter()
                    .map(|&cell| name(puzzle, cell))
                    .collect(),
                values,
                rule: region.rule,
            });
        }
    }
    for (&cell, &pinned) in puzzle.pins() {
        if let Some(shows) = values[cell.index()].filter(|&shows| shows != pinned) {
            faults.push(Violation::Unpinned {
                cell: name(puzzle, cell),
                pinned,
                shows,
            });
        }
    }
    faults
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

/// Why a region cannot keep its rule any more.
fn out_of_reach(values: &[Pips], why: &Reach) -> String {
    let shown: Vec<String> = values.iter().map(Pips::to_string).collect();
    let shown = match shown.as_slice() {
        [] => "none of its cells shows anything yet".to_string(),
        [one] => format!("a cell shows {one}"),
        several => format!("its cells show {}", several.join(" ")),
    };
    match why {
        Reach::Different | Reach::Same => shown,
        Reach::AtLeast(sum) => {
            format!("{shown}, and the smallest halves that are left bring it to {sum}")
        }
        Reach::AtMost(sum) => {
            format!("{shown}, and the largest halves that are left bring it to {sum}")
        }
        Reach::TooFew { needed, left, pips } => {
            format!("{shown}: it takes {needed} more of {pips}, and {left} are left")
        }
        Reach::TooFewValues { needed, left } => {
            format!("{shown}: it takes {needed} more different values, and {left} are left")
        }
    }
}

/// What is wrong with how often a domino is used.
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

/// What a region's cells show instead of keeping its rule.
fn shown(rule: Rule, values: &[Pips]) -> String {
    let shown: Vec<String> = values.iter().map(Pips::to_string).collect();
    match rule {
        Rule::Sum(..) if shown.len() > 1 => format!("{} = {}", shown.join(" + "), total(values)),
        Rule::Sum(..) | Rule::Equal | Rule::Unequal | Rule::Empty => {
            format!("shows {}", shown.join(" "))
        }
    }
}
