//! Checks of the whole remaining board: `supply`, `parity` and `tiling`.

use super::observer::EventPlace;
use super::options::{Check, Checks};
use super::state::{EMPTY, SearchFailure, SearchState};
use crate::model::{Model, Rule};
use crate::puzzle::{CellId, Graph, SumBounds};
use crate::solver::index::ModelIndex;
use crate::solver::matching::{Matching, NO_CELL};

/// The enabled checks with their state.
#[derive(Debug)]
pub(super) struct GlobalChecks<'t> {
    checks: Checks,
    tiling: Option<Tiling<'t>>,
    /// For each cell, the number of the `parity` check that visited it last.
    visited: Vec<u64>,
    parity_checks: u64,
}

impl<'t> GlobalChecks<'t> {
    pub(super) fn new(checks: Checks, model: &Model, index: &'t ModelIndex) -> Self {
        let tiles = checks.contain(Check::Tiling);
        GlobalChecks {
            checks,
            tiling: tiles.then(|| Tiling::new(model, index)),
            visited: vec![0; model.cells.len()],
            parity_checks: 0,
        }
    }

    /// Checks whether the empty board can be covered. Called once, before any placement.
    pub(super) fn begin(&mut self) -> Result<(), SearchFailure> {
        self.tiling.as_mut().map_or(Ok(()), Tiling::begin)
    }

    /// Covers two cells. [`GlobalChecks::undo`] undoes it, also after an error.
    pub(super) fn place(&mut self, cells: [u32; 2]) -> Result<(), SearchFailure> {
        let tiling = self.tiling.as_mut();
        tiling.map_or(Ok(()), |tiling| tiling.place(cells))
    }

    /// Uncovers two cells.
    pub(super) fn undo(&mut self, cells: [u32; 2]) {
        if let Some(tiling) = &mut self.tiling {
            for cell in cells {
                tiling.covered[cell as usize] = false;
            }
        }
    }

    /// Checks whether the remaining halves suffice for the rules.
    pub(super) fn supply(&self, state: &SearchState<'_>) -> Result<(), SearchFailure> {
        match self.checks.contain(Check::Supply) {
            true => shortfall(state).map_or(Ok(()), Err),
            false => Ok(()),
        }
    }

    /// Checks whether every remaining component has an even number of cells: those next to recent
    /// placements, or all.
    pub(super) fn parity(
        &mut self,
        state: &SearchState<'_>,
        since: Option<usize>,
    ) -> Result<(), SearchFailure> {
        if !self.checks.contain(Check::Parity) {
            return Ok(());
        }
        self.parity_checks += 1;
        let Some(since) = since else {
            let mut cells = 0..state.shown.len() as u32;
            return cells.try_for_each(|cell| self.part_is_even(state, cell));
        };
        let placed = state.laid[since..].iter();
        let cells = placed.flat_map(|&id| state.index.candidate(id).cells);
        let mut around = cells.flat_map(|cell| &state.index.neighbours[cell as usize]);
        around.try_for_each(|&(cell, _)| self.part_is_even(state, cell))
    }

    /// Checks the component of an empty cell, unless this check has visited it.
    fn part_is_even(&mut self, state: &SearchState<'_>, start: u32) -> Result<(), SearchFailure> {
        let mut part = Vec::new();
        let mut visit = |cell: u32, part: &mut Vec<CellId>| {
            let visited = &mut self.visited[cell as usize];
            if state.shown[cell as usize] == EMPTY && *visited != self.parity_checks {
                *visited = self.parity_checks;
                part.push(CellId(cell));
            }
        };
        visit(start, &mut part);
        let mut next = 0;
        while let Some(cell) = part.get(next) {
            for &(other, _) in &state.index.neighbours[cell.index()] {
                visit(other, &mut part);
            }
            next += 1;
        }
        if part.len() % 2 == 0 {
            return Ok(());
        }
        part.sort_unstable();
        Err(SearchFailure::of(Check::Parity, EventPlace::Part(part)))
    }
}

/// The check `tiling`: whether dominoes can cover the remaining cells.
///
/// On a bipartite board, a perfect matching is maintained incrementally. A domino that breaks two of its
/// pairs leaves two free cells, and one augmenting path between them repairs the matching or shows that
/// there is none. Undo keeps the matching: the domino with the matching of the rest is one. Boards with
/// odd cycles are rare, and are matched from scratch.
#[derive(Debug)]
struct Tiling<'t> {
    index: &'t ModelIndex,
    graph: Graph,
    covered: Vec<bool>,
    /// The matching of the remaining cells, on a bipartite board.
    matching: Option<Matching>,
}

impl<'t> Tiling<'t> {
    fn new(model: &Model, index: &'t ModelIndex) -> Self {
        let graph = model.graph();
        let cells = index.rule_of.len();
        Tiling {
            index,
            covered: vec![false; cells],
            matching: graph.two_colours().map(|_| Matching::new(cells)),
            graph,
        }
    }

    fn begin(&mut self) -> Result<(), SearchFailure> {
        let Some(matching) = &mut self.matching else {
            return self.match_anew();
        };
        let mut cells = 0..self.covered.len() as u32;
        cells.try_for_each(|cell| match_cell(cell, matching, self.index, &self.covered))
    }

    fn place(&mut self, [a, b]: [u32; 2]) -> Result<(), SearchFailure> {
        self.covered[a as usize] = true;
        self.covered[b as usize] = true;
        let Some(matching) = &mut self.matching else {
            return self.match_anew();
        };
        let [at_a, at_b] = [a, b].map(|cell| matching.mate[cell as usize]);
        if at_a == b {
            return Ok(());
        }
        for alone in [at_a, at_b] {
            matching.mate[alone as usize] = NO_CELL;
        }
        let matched = match_cell(at_a, matching, self.index, &self.covered);
        // After undo, either pairing is part of a perfect matching.
        if matched.is_ok() {
            matching.pair(a, b);
        } else {
            matching.pair(a, at_a);
            matching.pair(b, at_b);
        }
        matched
    }

    fn match_anew(&self) -> Result<(), SearchFailure> {
        let is_left = |cell: CellId| !self.covered[cell.index()];
        let left: Vec<CellId> = self.graph.cells().filter(|&cell| is_left(cell)).collect();
        match 2 * self.graph.most_dominoes(is_left) == left.len() {
            true => Ok(()),
            false => Err(SearchFailure::of(Check::Tiling, EventPlace::Part(left))),
        }
    }
}

/// Matches a free cell. Fails with a Hall violator: cells with fewer neighbours than themselves.
fn match_cell(
    cell: u32,
    matching: &mut Matching,
    index: &ModelIndex,
    covered: &[bool],
) -> Result<(), SearchFailure> {
    if matching.mate[cell as usize] != NO_CELL {
        return Ok(());
    }
    let neighbours = |cell: u32| {
        let others = index.neighbours[cell as usize].iter();
        let others = others.map(|&(other, _)| other);
        others.filter(|&other| !covered[other as usize])
    };
    matching.augment(cell, neighbours).map_err(|part| {
        let part = part.into_iter().map(CellId).collect();
        SearchFailure::of(Check::Tiling, EventPlace::Part(part))
    })
}

/// The check `supply`: returns a failure if the remaining halves do not suffice for the regions.
///
/// Compares two counts: the halves of a value with those that partly covered `equal` regions need, and
/// the total of the remaining pips with the bounds of all regions, since every half is placed.
fn shortfall(state: &SearchState<'_>) -> Option<SearchFailure> {
    let index = state.index;
    let mut needed = vec![0; index.pips.len()];
    let numbers = 0..state.halves.len();
    let left = |&number: &usize| state.halves[number] > 0;
    let least = numbers.clone().find(left)?;
    let greatest = numbers.clone().rev().find(left)?;
    let times = |count: i64| SumBounds {
        least: count * index.value(least as u32),
        greatest: count * index.value(greatest as u32),
    };
    let mut free = state.empty as i64;
    let mut sums = SumBounds::exactly(0);
    for (number, rule) in index.rules.iter().enumerate() {
        let open = state.tallies[number].open;
        if open == 0 {
            continue;
        }
        free -= i64::from(open);
        let any = times(open.into());
        let needs = match rule.rule {
            Rule::Sum(..) => state.needed(number).map_or(any, |needed| SumBounds {
                least: needed.least.max(any.least),
                greatest: needed.greatest.min(any.greatest),
            }),
            Rule::Equal => match state.common(number) {
                Some(value) => {
                    needed[value as usize] += open;
                    SumBounds::exactly(i64::from(open) * index.value(value))
                }
                None => any,
            },
            Rule::Unequal | Rule::Empty => any,
        };
        sums = sums + needs;
    }
    if let Some(number) = numbers.clone().find(|&n| needed[n] > state.halves[n]) {
        let pips = index.pips[number];
        return Some(SearchFailure::of(Check::Supply, EventPlace::Halves(pips)));
    }
    let sums = sums + times(free);
    let pips = numbers.map(|number| i64::from(state.halves[number]) * index.value(number as u32));
    (!sums.contain(pips.sum())).then(|| SearchFailure::of(Check::Supply, EventPlace::Board))
}
