//! The checker: the violations of a board, finished or not.
//!
//! It uses the puzzle alone and shares no code with lowering, encoding or search, so that neither a wrong
//! encoding nor a wrong solver can confirm itself. It reports every violation, not only the first. It does
//! not search: an unfinished board without violations need not have a completion.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::rule::total;
use super::{
    Board, CellId, Domino, Edge, Label, PartialBoard, Pips, PlacedDomino, Puzzle, Region, Relation,
    Rule, Violation,
};

/// All violations of a finished board. It is a solution if there are none.
pub fn check(puzzle: &Puzzle, board: &Board) -> Vec<Violation> {
    let partial = PartialBoard::from(board);
    Checker::new(puzzle, &partial, true).violations()
}

/// Checks a board that need not be finished.
pub fn board_status(puzzle: &Puzzle, partial: &PartialBoard) -> BoardStatus {
    let to_go = partial.cells_to_go(puzzle);
    let violations = Checker::new(puzzle, partial, to_go == 0).violations();
    match (violations.is_empty(), to_go) {
        (true, 0) => BoardStatus::Solution,
        (true, _) => {
            let cells: BTreeSet<CellId> = partial.values.iter().map(|(cell, _)| *cell).collect();
            let shown = cells.len();
            BoardStatus::Open { to_go, shown }
        }
        (false, _) => BoardStatus::Wrong { violations, to_go },
    }
}

/// The result of checking a board that need not be finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BoardStatus {
    /// A solution.
    Solution,
    /// Not finished, without violations.
    Open {
        /// Number of cells without a placed domino.
        to_go: usize,
        /// Number of cells of which only the pips are given.
        shown: usize,
    },
    /// Wrong: no completion is a solution.
    Wrong {
        /// The violations.
        violations: Vec<Violation>,
        /// Number of cells without a placed domino.
        to_go: usize,
    },
}

impl BoardStatus {
    /// The violations; empty unless the board is wrong.
    pub fn violations(&self) -> &[Violation] {
        match self {
            BoardStatus::Wrong { violations, .. } => violations,
            BoardStatus::Solution | BoardStatus::Open { .. } => &[],
        }
    }
}

/// `a solution`, `wrong already, with 18 cells to go`; for an unfinished board a sentence:
/// `18 cells to go, nothing wrong so far.`
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
                 {to_go} of the cells is not given."
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

/// The data of one check. The cells of the board need not be cells of the puzzle.
struct Checker<'a> {
    puzzle: &'a Puzzle,
    partial: &'a PartialBoard,
    /// Whether every cell must be covered.
    is_finished: bool,
    /// The pips of each cell.
    shown: Vec<Option<Pips>>,
    /// Number of dominoes on each cell, whether or not their pips are known.
    covers: Vec<usize>,
    /// For each value, the number of halves of dominoes and the number of cells that show it.
    halves: BTreeMap<Pips, (usize, usize)>,
}

impl<'a> Checker<'a> {
    fn new(puzzle: &'a Puzzle, partial: &'a PartialBoard, is_finished: bool) -> Self {
        let mut shown: Vec<Option<Pips>> = vec![None; puzzle.cells.len()];
        for (cell, pips) in partial.shown() {
            if let Some(shown) = shown.get_mut(cell.index()) {
                let _ = shown.get_or_insert(pips);
            }
        }
        let mut covers = vec![0; puzzle.cells.len()];
        let placed = partial.placements.iter().map(|placed| placed.edge());
        for end in placed
            .chain(partial.joined.iter().copied())
            .flat_map(Edge::ends)
        {
            if let Some(covers) = covers.get_mut(end.index()) {
                *covers += 1;
            }
        }
        let mut halves: BTreeMap<Pips, (usize, usize)> = BTreeMap::new();
        for pips in puzzle.dominoes.iter().flat_map(|domino| domino.halves()) {
            halves.entry(pips).or_default().0 += 1;
        }
        for &pips in shown.iter().flatten() {
            halves.entry(pips).or_default().1 += 1;
        }
        Checker {
            puzzle,
            partial,
            is_finished,
            shown,
            covers,
            halves,
        }
    }

    fn violations(&self) -> Vec<Violation> {
        let mut violations = self.places();
        violations.extend(self.dominoes());
        violations.extend(self.values());
        let regions = self.puzzle.regions.iter();
        violations.extend(regions.filter_map(|region| self.rule(region)));
        for (&cell, &pinned) in &self.puzzle.pins {
            if let Some(shows) = self.shown[cell.index()].filter(|&shows| shows != pinned) {
                violations.push(Violation::Unpinned {
                    cell: self.name(cell),
                    pinned,
                    shows,
                });
            }
        }
        violations
    }

    fn name(&self, cell: CellId) -> Label {
        self.puzzle.cell_name(cell).into_owned()
    }

    /// Checks that dominoes lie on neighbours, that no cell is covered twice, and that each cell is covered or
    /// has an uncovered neighbour.
    fn places(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        let is_edge = |edge: Edge| self.puzzle.edges.binary_search(&edge).is_ok();
        let off_edge = |placed: &&PlacedDomino| !is_edge(placed.edge());
        for placed in self.partial.placements.iter().filter(off_edge) {
            violations.push(Violation::NotAnEdge {
                domino: placed.domino(),
                cells: placed.edge().ends().map(|cell| self.name(cell)),
            });
        }
        for edge in self.partial.joined.iter().filter(|&&edge| !is_edge(edge)) {
            let cells = edge.ends().map(|cell| self.name(cell));
            violations.push(Violation::NotNeighbours { cells });
        }
        let mut has_open_edge = vec![false; self.covers.len()];
        for edge in &self.puzzle.edges {
            if edge.ends().iter().all(|end| self.covers[end.index()] == 0) {
                has_open_edge[edge.a.index()] = true;
                has_open_edge[edge.b.index()] = true;
            }
        }
        for cell in self.puzzle.cell_ids() {
            let times = self.covers[cell.index()];
            let cell_name = || self.name(cell);
            match times {
                0 if self.is_finished => {
                    violations.push(Violation::Uncovered { cell: cell_name() });
                }
                0 if !has_open_edge[cell.index()] => {
                    violations.push(Violation::Stranded { cell: cell_name() });
                }
                0 | 1 => {}
                _ => violations.push(Violation::CoveredTwice {
                    cell: cell_name(),
                    times,
                }),
            }
        }
        violations
    }

    /// Checks that every domino is used as often as there are copies; on an unfinished board, not more often.
    fn dominoes(&self) -> Vec<Violation> {
        let mut uses: BTreeMap<Domino, (usize, usize)> = BTreeMap::new();
        for &domino in &self.puzzle.dominoes {
            uses.entry(domino).or_default().1 += 1;
        }
        for placed in &self.partial.placements {
            uses.entry(placed.domino()).or_default().0 += 1;
        }
        let is_wrong = |&(_, (used, copies)): &(Domino, (usize, usize))| {
            used > copies || (self.is_finished && used < copies)
        };
        let wrong = uses.into_iter().filter(is_wrong);
        wrong
            .map(|(domino, (used, copies))| Violation::WrongUse {
                domino,
                used,
                copies,
            })
            .collect()
    }

    /// Checks that no cell has two values, and that no value is shown more often than there are halves.
    fn values(&self) -> Vec<Violation> {
        let mut violations = Vec::new();
        for &(cell, pips) in &self.partial.values {
            let shown = self.shown.get(cell.index()).copied().flatten();
            if let Some(other) = shown.filter(|&other| other != pips) {
                violations.push(Violation::TwoValues {
                    cell: self.name(cell),
                    shows: [other, pips],
                });
            }
        }
        if self.is_finished {
            return violations;
        }
        // Skip values that are exceeded by placed dominoes alone: those dominoes are reported already.
        let placed = self.partial.placements.iter();
        let placed: Vec<Pips> = placed.flat_map(|placed| placed.domino().halves()).collect();
        for (&pips, &(halves, cells)) in &self.halves {
            let of_dominoes = placed.iter().filter(|&&other| other == pips).count();
            if cells > halves && cells > of_dominoes {
                let shows = self.puzzle.cell_ids();
                let shows = shows.filter(|cell| self.shown[cell.index()] == Some(pips));
                let cells = shows.map(|cell| self.name(cell)).collect();
                violations.push(Violation::TooFewHalves {
                    pips,
                    cells,
                    halves,
                });
            }
        }
        violations
    }

    /// Checks the rule of a region whose cells are all known. Of any other region of an unfinished board, checks
    /// whether the remaining halves can satisfy the rule.
    fn rule(&self, region: &Region) -> Option<Violation> {
        let shown = region.cells.iter();
        let values: Vec<Pips> = shown.filter_map(|cell| self.shown[cell.index()]).collect();
        let open = region.cells.len() - values.len();
        let cells = || region.cells.iter().map(|&cell| self.name(cell)).collect();
        let (name, rule) = (&region.name, region.rule);
        if open == 0 {
            return (!rule.holds(&values)).then(|| Violation::RuleBroken {
                region: name.clone(),
                cells: cells(),
                values,
                rule,
            });
        }
        if self.is_finished {
            return None;
        }
        let reason = self.out_of_reach(rule, &values, open)?;
        Some(Violation::OutOfReach {
            region: name.clone(),
            cells: cells(),
            rule,
            reason,
        })
    }

    /// The reason why a region with these values and `open` unknown cells cannot satisfy its rule, if there is one.
    fn out_of_reach(&self, rule: Rule, values: &[Pips], open: usize) -> Option<String> {
        let left = |pips: &Pips| {
            let (halves, shown) = self.halves.get(pips).copied().unwrap_or_default();
            halves.saturating_sub(shown)
        };
        let reason = match rule {
            Rule::Empty => return None,
            Rule::Equal | Rule::Unequal if !rule.holds(values) => String::new(),
            Rule::Equal => {
                let pips = values.first()?;
                let left = Some(left(pips)).filter(|&left| left < open)?;
                format!(
                    ": it needs {open} more halves with {pips}, but {}",
                    only(left)
                )
            }
            Rule::Unequal => {
                let others = self.halves.keys().filter(|pips| !values.contains(pips));
                let left = others.filter(|pips| left(pips) > 0).count();
                let left = Some(left).filter(|&left| left < open)?;
                format!(
                    ": it needs {open} more different values, but {}",
                    only(left)
                )
            }
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
                let (halves, sum) = match relation {
                    Relation::Equal if least > target => ("smallest", least),
                    Relation::Equal if most < target => ("largest", most),
                    Relation::Less if least >= target => ("smallest", least),
                    Relation::Greater if most <= target => ("largest", most),
                    Relation::Equal | Relation::Less | Relation::Greater => return None,
                };
                format!(", and with the {halves} remaining halves the sum is {sum}")
            }
        };
        let shown: Vec<String> = values.iter().map(Pips::to_string).collect();
        Some(match shown.as_slice() {
            [] => format!("none of its cells shows anything yet{reason}"),
            [one] => format!("a cell shows {one}{reason}"),
            several => format!("its cells show {}{reason}", several.join(" ")),
        })
    }
}

/// `none is left`, `only 1 is left`, `only 2 are left`.
fn only(left: usize) -> String {
    match left {
        0 => "none is left".into(),
        1 => "only 1 is left".into(),
        _ => format!("only {left} are left"),
    }
}
