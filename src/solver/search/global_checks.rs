//! Checks of the whole remaining board: `supply`, `parity` and `tiling`.

use super::observer::EventPlace;
use super::options::{Check, Checks};
use super::state::{EMPTY, SearchFailure, SearchState};
use crate::model::{Model, Rule};
use crate::puzzle::{CellId, Graph, SumBounds};
use crate::solver::matching::{Matching, NO_CELL};

/// The enabled checks with their state.
#[derive(Debug)]
pub(super) struct GlobalChecks {
    checks: Checks,
    graph: Graph,
    /// A perfect matching of the remaining cells, if the board has no odd cycle. Undoing a placement keeps
    /// it: the domino with the matching of the rest is one. Boards with odd cycles are rare, and are
    /// matched from scratch.
    matching: Option<Matching>,
    /// The partners before the current check.
    before: Vec<u32>,
}

impl GlobalChecks {
    pub(super) fn new(checks: Checks, model: &Model) -> Self {
        let graph = model.graph();
        let cells = model.cells.len();
        GlobalChecks {
            checks,
            matching: graph.two_colours().map(|_| Matching::new(cells)),
            graph,
            before: Vec::new(),
        }
    }

    /// Applies the enabled checks after the placements from `since` on.
    pub(super) fn check(
        &mut self,
        state: &SearchState<'_>,
        since: usize,
    ) -> Result<(), SearchFailure> {
        if self.checks.contain(Check::Supply) {
            supply(state)?;
        }
        if self.checks.contain(Check::Parity) {
            let mut parts = self.graph.parts(|cell| state.is_empty(cell)).into_iter();
            fail_on(Check::Parity, parts.find(|part| part.len() % 2 == 1))?;
        }
        if self.checks.contain(Check::Tiling) {
            let untileable = self.untileable(state, since);
            fail_on(Check::Tiling, untileable)?;
        }
        Ok(())
    }

    /// Repairs the matching after some placements. If there is none, returns remaining cells that cannot
    /// be covered.
    fn untileable(&mut self, state: &SearchState<'_>, since: usize) -> Option<Vec<CellId>> {
        let Some(matching) = &mut self.matching else {
            let left = self.graph.cells().filter(|&cell| state.is_empty(cell));
            let left: Vec<CellId> = left.collect();
            let most = self.graph.most_dominoes(|cell| state.is_empty(cell));
            return (2 * most < left.len()).then_some(left);
        };
        self.before.clone_from(&matching.mate);
        for &id in &state.laid[since..] {
            let [one, other] = state.index.candidate(id).cells;
            for cell in [one, other] {
                let mate = matching.mate[cell as usize];
                if mate != NO_CELL {
                    matching.mate[mate as usize] = NO_CELL;
                }
            }
            matching.pair(one, other);
        }
        let neighbours = |cell: u32| {
            let others = state.index.neighbours[cell as usize].iter();
            let others = others.map(|&(other, _)| other);
            others.filter(|&other| state.shown[other as usize] == EMPTY)
        };
        for cell in 0..state.shown.len() {
            if state.shown[cell] == EMPTY
                && matching.mate[cell] == NO_CELL
                && let Err(part) = matching.augment(cell as u32, neighbours)
            {
                matching.mate.clone_from(&self.before);
                return Some(part.into_iter().map(CellId).collect());
            }
        }
        None
    }
}

fn fail_on(check: Check, part: Option<Vec<CellId>>) -> Result<(), SearchFailure> {
    match part {
        Some(part) => Err(SearchFailure::of(check, EventPlace::Part(part))),
        None => Ok(()),
    }
}

/// The check `supply`: fails if the remaining halves do not suffice for the regions.
///
/// Compares two counts: the halves of a value with those that partly covered `equal` regions need, and
/// the total of the remaining pips with the bounds of all regions, since every half is placed.
fn supply(state: &SearchState<'_>) -> Result<(), SearchFailure> {
    let index = state.index;
    let mut needed = vec![0; index.pips.len()];
    let left = state.halves.iter().zip(&index.pips);
    let values = SumBounds::of(left.filter(|(left, _)| **left > 0).map(|(_, &pips)| pips));
    let times = |count: u32| SumBounds {
        least: i64::from(count) * values.least,
        greatest: i64::from(count) * values.greatest,
    };
    let mut free = state.empty as u32;
    let mut sums = SumBounds::exactly(0);
    for (number, rule) in index.rules.iter().enumerate() {
        let open = state.tallies[number].open;
        if open == 0 {
            continue;
        }
        free -= open;
        let any = times(open);
        sums = sums
            + match (rule.rule, state.needed(number), state.common(number)) {
                (_, Some(needed), _) => SumBounds {
                    least: needed.least.max(any.least),
                    greatest: needed.greatest.min(any.greatest),
                },
                (Rule::Equal, _, Some(value)) => {
                    needed[value as usize] += open;
                    SumBounds::exactly(i64::from(open) * index.value(value))
                }
                _ => any,
            };
    }
    let short = (0..needed.len()).find(|&number| needed[number] > state.halves[number]);
    let pips = (0..).zip(&state.halves);
    let pips = pips.map(|(number, &left)| i64::from(left) * index.value(number));
    match short {
        Some(number) => {
            let halves = EventPlace::Halves(index.pips[number]);
            Err(SearchFailure::of(Check::Supply, halves))
        }
        None if state.empty > 0 && !(sums + times(free)).contain(pips.sum()) => {
            Err(SearchFailure::of(Check::Supply, EventPlace::Board))
        }
        None => Ok(()),
    }
}
