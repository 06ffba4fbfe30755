//! The checker: whether a board is a solution of a puzzle.
//!
//! It works on the puzzle alone and shares no code with lowering, so that a wrong encoding or a
//! lying solver cannot confirm itself. It reports every fault, not only the first.

use std::collections::BTreeMap;

use super::rule::total;
use super::{Board, Domino, Label, Pips, Puzzle, Rule};
use crate::visible::spaced;

/// One way in which a board is not a solution.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A domino lies on something that is not two neighbouring cells.
    #[error("domino {domino} lies on {} and {}, which are not neighbours", .cells[0], .cells[1])]
    NotAnEdge {
        /// The domino.
        domino: Domino,
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
}

/// Every fault of a board; none means that it is a solution.
pub fn check(puzzle: &Puzzle, board: &Board) -> Vec<Fault> {
    let mut faults = Vec::new();
    let name = |cell: super::CellId| match puzzle.cells.get(cell.index()) {
        Some(cell) => cell.name.clone(),
        None => format!("number {}", cell.0).into(),
    };

    let mut covers = vec![0; puzzle.cells.len()];
    let mut uses: BTreeMap<Domino, (usize, usize)> = BTreeMap::new();
    for &domino in &puzzle.dominoes {
        uses.entry(domino).or_default().1 += 1;
    }
    for placed in board.placements() {
        uses.entry(placed.domino()).or_default().0 += 1;
        if puzzle.edges.binary_search(&placed.edge()).is_err() {
            faults.push(Fault::NotAnEdge {
                domino: placed.domino(),
                cells: placed.halves().map(|(cell, _)| name(cell)),
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
            0 => faults.push(Fault::Uncovered { cell }),
            1 => {}
            _ => faults.push(Fault::CoveredTwice { cell, times }),
        }
    }
    for (domino, (used, there)) in uses {
        if used != there {
            faults.push(Fault::WrongUse {
                domino,
                used,
                there,
            });
        }
    }

    // A region with an uncovered cell has no values to judge; that fault is named already.
    let values = board.values(puzzle.cells.len());
    for region in &puzzle.regions {
        let shown: Option<Vec<Pips>> = region.cells.iter().map(|c| values[c.index()]).collect();
        if let Some(values) = shown
            && !region.rule.holds(&values)
        {
            faults.push(Fault::RuleBroken {
                region: region.name.clone(),
                cells: region.cells.iter().map(|&cell| name(cell)).collect(),
                values,
                rule: region.rule,
            });
        }
    }
    for (&cell, &pinned) in puzzle.pins() {
        if let Some(shows) = values[cell.index()].filter(|&shows| shows != pinned) {
            faults.push(Fault::Unpinned {
                cell: name(cell),
                pinned,
                shows,
            });
        }
    }
    faults
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
