//! How a board stands that need not be finished: solved, on the way, or wrong already.
//!
//! Like the checker it works on the puzzle alone, and it does not search: a board that is called
//! right so far may still have no way to an end.

use std::fmt;

use super::rule::total;
use super::{
    CellId, Domino, Edge, Label, Partial, Pips, Puzzle, Reach, Region, Relation, Rule, Violation,
    check,
};
use crate::sorted::Map;

/// How a board stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardStatus {
    /// It is a solution: the checker finds no fault.
    Solution,
    /// It is not finished, and nothing is wrong so far.
    Open {
        /// How many cells no domino lies on.
        to_go: usize,
        /// Of how many of these the pips are known.
        shown: usize,
    },
    /// Something is wrong, whatever comes.
    Wrong {
        /// What is wrong.
        faults: Vec<Violation>,
        /// How many cells no domino lies on.
        to_go: usize,
    },
}

/// What can be said of a board: `a solution`, `wrong already, with 18 cells to go`; of one that is not
/// finished in a sentence: `18 cells to go, nothing wrong so far.`
impl fmt::Display for BoardStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |to_go: usize| match to_go {
            1 => "1 cell to go".to_string(),
            _ => format!("{to_go} cells to go"),
        };
        match self {
            BoardStatus::Solution => f.write_str("a solution"),
            BoardStatus::Open { to_go, shown } if to_go == shown => write!(
                f,
                "All pips are there, and nothing is wrong so far; how the dominoes lie on \
                 {to_go} of the cells is not said."
            ),
            BoardStatus::Open { to_go, shown } => {
                f.write_str(&cells(*to_go))?;
                match shown {
                    0 => f.write_str(", nothing wrong so far."),
                    1 => f.write_str(", 1 of which shows its pips already; nothing wrong so far."),
                    _ => write!(
                        f,
                        ", {shown} of which show their pips already; nothing wrong so far."
                    ),
                }
            }
            BoardStatus::Wrong { to_go: 0, .. } => f.write_str("not a solution"),
            BoardStatus::Wrong { to_go, .. } => write!(f, "wrong already, with {}", cells(*to_go)),
        }
    }
}

/// How a board stands.
pub fn board_status(puzzle: &Puzzle, partial: &Partial) -> BoardStatus {
    let to_go = partial.cells_to_go(puzzle);
    let mut faults = Unfinished::new(puzzle, partial).faults();
    if to_go == 0 {
        // What a finished board has to be is for the checker to say, and it says all of that.
        let contradicted = |fault: &Violation| matches!(fault, Violation::TwoValues { .. });
        faults.retain(contradicted);
        faults.extend(check(puzzle, &partial.laid()));
    }
    match (faults.is_empty(), to_go) {
        (true, 0) => BoardStatus::Solution,
        (true, _) => {
            let mut cells: Vec<CellId> = partial.values.iter().map(|(cell, _)| *cell).collect();
            cells.sort_unstable();
            cells.dedup();
            let shown = cells.len();
            BoardStatus::Open { to_go, shown }
        }
        (false, _) => BoardStatus::Wrong { faults, to_go },
    }
}

/// A board that is looked at as a beginning.
struct Unfinished<'a> {
    puzzle: &'a Puzzle,
    partial: &'a Partial,
    /// What each cell shows, by cell number.
    shown: Vec<Option<Pips>>,
    /// How many dominoes cover each cell, known or not.
    covers: Vec<usize>,
    /// How often each number of pips is there, and how often it is shown.
    halves: Map<Pips, (usize, usize)>,
}

impl<'a> Unfinished<'a> {
    fn new(puzzle: &'a Puzzle, partial: &'a Partial) -> Self {
        let cells = puzzle.cells().len();
        let mut shown: Vec<Option<Pips>> = vec![None; cells];
        for (cell, pips) in partial.shown() {
            let _ = shown[cell.index()].get_or_insert(pips);
        }
        let mut covers = vec![0; cells];
        let laid = partial.placements.iter().map(|placed| placed.edge());
        for edge in laid.chain(partial.joined.iter().copied()) {
            covers[edge.a.index()] += 1;
            covers[edge.b.index()] += 1;
        }
        let mut halves: Map<Pips, (usize, usize)> = Map::new();
        for pips in puzzle.dominoes().iter().flat_map(|domino| domino.halves()) {
            halves.or_default(pips).0 += 1;
        }
        for &pips in shown.iter().flatten() {
            halves.or_default(pips).1 += 1;
        }
        Unfinished {
            puzzle,
            partial,
            shown,
            covers,
            halves,
        }
    }

    fn faults(&self) -> Vec<Violation> {
        let mut faults = self.places();
        faults.extend(self.dominoes());
        faults.extend(self.values());
        let regions = self.puzzle.regions().iter();
        faults.extend(regions.filter_map(|region| self.rule(region)));
        for (&cell, &pinned) in self.puzzle.pins() {
            if let Some(shows) = self.shown[cell.index()].filter(|&shows| shows != pinned) {
                faults.push(Violation::Unpinned {
                    cell: self.name(cell),
                    pinned,
                    shows,
                });
            }
        }
        faults
    }

    fn name(&self, cell: CellId) -> Label {
        self.puzzle.cell(cell).name.clone()
    }

    fn names(&self, region: &Region) -> Vec<Label> {
        region.cells.iter().map(|&cell| self.name(cell)).collect()
    }

    /// Dominoes lie on neighbours, on no cell twice, and leave none alone.
    fn places(&self) -> Vec<Violation> {
        let mut faults = Vec::new();
        let is_edge = |edge: Edge| self.puzzle.edges().binary_search(&edge).is_ok();
        for placed in &self.partial.placements {
            if !is_edge(placed.edge()) {
                faults.push(Violation::NotAnEdge {
                    domino: placed.domino(),
                    cells: placed.halves().map(|(cell, _)| self.name(cell)),
                });
            }
        }
        for &edge in &self.partial.joined {
            if !is_edge(edge) {
                let cells = edge.ends().map(|cell| self.name(cell));
                faults.push(Violation::NotNeighbours { cells });
            }
        }
        let mut open = vec![false; self.covers.len()];
        for edge in self.puzzle.edges() {
            if self.covers[edge.a.index()] == 0 && self.covers[edge.b.index()] == 0 {
                open[edge.a.index()] = true;
                open[edge.b.index()] = true;
            }
        }
        for cell in self.puzzle.cell_ids() {
            let times = self.covers[cell.index()];
            let cell_name = || self.name(cell);
            if times > 1 {
                faults.push(Violation::CoveredTwice {
                    cell: cell_name(),
                    times,
                });
            }
            if times == 0 && !open[cell.index()] {
                faults.push(Violation::Stranded { cell: cell_name() });
            }
        }
        faults
    }

    /// No domino lies there more often than there are copies.
    fn dominoes(&self) -> Vec<Violation> {
        let mut uses: Map<Domino, (usize, usize)> = Map::new();
        for &domino in self.puzzle.dominoes() {
            uses.or_default(domino).1 += 1;
        }
        for placed in &self.partial.placements {
            uses.or_default(placed.domino()).0 += 1;
        }
        let uses = uses.into_iter().filter(|(_, (used, there))| used > there);
        uses.map(|(domino, (used, there))| Violation::WrongUse {
            domino,
            used,
            there,
        })
        .collect()
    }

    /// No cell shows two things, and nothing is shown more often than it is there.
    fn values(&self) -> Vec<Violation> {
        let mut faults = Vec::new();
        for &(cell, pips) in &self.partial.values {
            if let Some(other) = self.shown[cell.index()].filter(|&other| other != pips) {
                faults.push(Violation::TwoValues {
                    cell: self.name(cell),
                    shows: [other, pips],
                });
            }
        }
        // A domino that is used too often is named already, and says the same.
        let laid = self.partial.placements.iter();
        let laid: Vec<Pips> = laid.flat_map(|placed| placed.domino().halves()).collect();
        for (&pips, &(there, cells)) in &self.halves {
            let of_dominoes = laid.iter().filter(|&&laid| laid == pips).count();
            if cells > there && cells > of_dominoes {
                let shows = self.puzzle.cell_ids();
                let shows = shows.filter(|cell| self.shown[cell.index()] == Some(pips));
                let cells = shows.map(|cell| self.name(cell)).collect();
                faults.push(Violation::TooFewHalves { pips, cells, there });
            }
        }
        faults
    }

    /// A region that is full keeps its rule, and any other can still do so with the halves that are
    /// left.
    fn rule(&self, region: &Region) -> Option<Violation> {
        let shown = region.cells.iter();
        let values: Vec<Pips> = shown.filter_map(|cell| self.shown[cell.index()]).collect();
        let open = region.cells.len() - values.len();
        let (name, cells, rule) = (region.name.clone(), self.names(region), region.rule);
        if open == 0 {
            return (!rule.holds(&values)).then_some(Violation::RuleBroken {
                region: name,
                cells,
                values,
                rule,
            });
        }
        let why = self.reach(rule, &values, open)?;
        Some(Violation::OutOfReach {
            region: name,
            cells,
            values,
            rule,
            why,
        })
    }

    /// Why a rule cannot be kept any more, by cells that show these values and `open` others.
    fn reach(&self, rule: Rule, values: &[Pips], open: usize) -> Option<Reach> {
        let left = |pips: &Pips| {
            let (there, shown) = self.halves.get(pips).copied().unwrap_or_default();
            there.saturating_sub(shown)
        };
        match rule {
            Rule::Empty => None,
            Rule::Sum(relation, target) => {
                let mut rest: Vec<Pips> = Vec::new();
                for pips in self.halves.keys() {
                    rest.extend(std::iter::repeat_n(*pips, left(pips)));
                }
                if rest.len() < open {
                    return None;
                }
                let least = total(values) + total(&rest[..open]);
                let most = total(values) + total(&rest[rest.len() - open..]);
                match relation {
                    Relation::Equal if least > target => Some(Reach::AtLeast(least)),
                    Relation::Equal if most < target => Some(Reach::AtMost(most)),
                    Relation::Less if least >= target => Some(Reach::AtLeast(least)),
                    Relation::Greater if most <= target => Some(Reach::AtMost(most)),
                    Relation::Equal | Relation::Less | Relation::Greater => None,
                }
            }
            Rule::Equal if !rule.holds(values) => Some(Reach::Different),
            Rule::Equal => {
                let &pips = values.first()?;
                let left = left(&pips);
                let needed = open;
                (left < needed).then_some(Reach::TooFew { needed, left, pips })
            }
            Rule::Unequal if !rule.holds(values) => Some(Reach::Same),
            Rule::Unequal => {
                let others = self.halves.keys().filter(|pips| !values.contains(pips));
                let left = others.filter(|pips| left(pips) > 0).count();
                let needed = open;
                (left < needed).then_some(Reach::TooFewValues { needed, left })
            }
        }
    }
}
