//! A partial board: placements, remaining dominoes, and the sums and values of each rule.

use super::observer::{EventCause, EventPlace};
use super::options::{Check, Checks};
use crate::model::Rule;
use crate::puzzle::{Board, CellId, SumBounds};
use crate::solver::index::{CandidateId, ModelIndex, NONE};

/// Marker for an empty cell.
pub(super) const EMPTY: u32 = u32::MAX;

/// Reason why a partial board has no solution.
#[derive(Debug)]
pub(super) struct SearchFailure {
    pub(super) cause: EventCause,
    pub(super) place: EventPlace,
}

impl SearchFailure {
    pub(super) fn of(check: Check, place: EventPlace) -> SearchFailure {
        SearchFailure {
            cause: EventCause::Check(check),
            place,
        }
    }
}

/// Values of the covered cells of a rule.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct RuleTally {
    /// Number of empty cells.
    pub(super) open: u32,
    pub(super) sum: i64,
    /// Number of different values, for `equal` and `unequal` rules.
    pub(super) distinct: u32,
}

/// A partial board.
#[derive(Debug)]
pub(super) struct SearchState<'t> {
    pub(super) index: &'t ModelIndex,
    /// Value number of each cell, or [`EMPTY`].
    pub(super) shown: Vec<u32>,
    /// Number of empty cells of the board.
    pub(super) empty: usize,
    /// Remaining copies of each kind.
    pub(super) left: Vec<u32>,
    /// Remaining halves of each value number.
    pub(super) halves: Vec<u32>,
    pub(super) tallies: Vec<RuleTally>,
    /// Number of cells per value number of each `equal` and `unequal` rule; empty for other rules.
    seen: Vec<Vec<u32>>,
    pub(super) laid: Vec<CandidateId>,
}

impl<'t> SearchState<'t> {
    pub(super) fn new(index: &'t ModelIndex) -> Self {
        let mut halves = vec![0; index.pips.len()];
        for (shows, copies) in index.halves.iter().zip(&index.copies) {
            for &number in shows {
                halves[number as usize] += copies;
            }
        }
        let seen = index.rules.iter().map(|rule| match rule.rule {
            Rule::Sum(..) | Rule::Empty => Vec::new(),
            Rule::Equal | Rule::Unequal => vec![0; index.pips.len()],
        });
        let cells = index.rule_of.len();
        SearchState {
            index,
            shown: vec![EMPTY; cells],
            empty: cells,
            left: index.copies.clone(),
            halves,
            tallies: index
                .rules
                .iter()
                .map(|rule| RuleTally {
                    open: rule.cells.len() as u32,
                    ..RuleTally::default()
                })
                .collect(),
            seen: seen.collect(),
            laid: Vec::with_capacity(cells / 2),
        }
    }

    /// Places a domino. A copy must remain, and its cells must be empty.
    pub(super) fn lay(&mut self, id: CandidateId) {
        self.update::<true>(id);
        self.laid.push(id);
    }

    /// Removes the last placed domino.
    pub(super) fn lift(&mut self) -> Option<CandidateId> {
        let id = self.laid.pop()?;
        self.update::<false>(id);
        Some(id)
    }

    #[inline]
    fn update<const IS_LAID: bool>(&mut self, id: CandidateId) {
        let candidate = self.index.candidate(id);
        let more = if IS_LAID { 1 } else { -1 };
        let add = |count: &mut u32, by: i32| *count = count.wrapping_add_signed(by);
        add(&mut self.left[candidate.kind as usize], -more);
        self.empty = self.empty.wrapping_add_signed(-2 * more as isize);
        for (cell, number) in candidate.cells.into_iter().zip(candidate.shows) {
            self.shown[cell as usize] = if IS_LAID { number } else { EMPTY };
            add(&mut self.halves[number as usize], -more);
            let rule = self.index.rule_of[cell as usize];
            if rule == NONE {
                continue;
            }
            let tally = &mut self.tallies[rule as usize];
            add(&mut tally.open, -more);
            tally.sum += i64::from(more) * self.index.value(number);
            if let Some(times) = self.seen[rule as usize].get_mut(number as usize) {
                add(times, more);
                if *times == u32::from(IS_LAID) {
                    add(&mut tally.distinct, more);
                }
            }
        }
    }

    /// Returns the full board.
    pub(super) fn board(&self) -> Board {
        self.index.board(&self.laid)
    }

    /// Whether a cell of an `equal` or `unequal` rule shows this value number.
    pub(super) fn shows(&self, rule: usize, number: u32) -> bool {
        self.seen[rule]
            .get(number as usize)
            .is_some_and(|&times| times > 0)
    }

    /// Returns the value number of an `equal` rule, if one of its cells is covered.
    pub(super) fn common(&self, rule: usize) -> Option<u32> {
        let cells = self.index.rules[rule].cells.iter();
        cells
            .map(|&cell| self.shown[cell as usize])
            .find(|&number| number != EMPTY)
    }

    pub(super) fn is_empty(&self, cell: CellId) -> bool {
        self.shown[cell.index()] == EMPTY
    }

    /// Returns the empty cells of a rule.
    pub(super) fn open(&self, rule: usize) -> impl Iterator<Item = u32> + '_ {
        let cells = self.index.rules[rule].cells.iter().copied();
        cells.filter(|&cell| self.shown[cell as usize] == EMPTY)
    }

    /// Returns the bounds of the sum of a rule's empty cells.
    pub(super) fn needed(&self, rule: usize) -> Option<SumBounds> {
        let Rule::Sum(relation, target) = self.index.rules[rule].rule else {
            return None;
        };
        let keeping = SumBounds::keeping(relation, target);
        let sum = self.tallies[rule].sum;
        Some(SumBounds {
            least: keeping.least.saturating_sub(sum),
            greatest: keeping.greatest.saturating_sub(sum),
        })
    }

    /// Whether the values of a rule's cells break it.
    pub(super) fn is_broken(&self, rule: usize) -> bool {
        let tally = self.tallies[rule];
        match self.index.rules[rule].rule {
            Rule::Sum(relation, target) => {
                // Halves are not negative.
                let greatest = if tally.open == 0 { tally.sum } else { i64::MAX };
                let least = tally.sum;
                !SumBounds { least, greatest }.can_keep(relation, target)
            }
            Rule::Equal => tally.distinct > 1,
            Rule::Unequal => {
                let shown = self.index.rules[rule].cells.len() as u32 - tally.open;
                tally.distinct < shown
            }
            Rule::Empty => false,
        }
    }

    /// Whether the remaining halves cannot satisfy a rule.
    fn is_out_of_bounds(&self, rule: usize) -> bool {
        let tally = self.tallies[rule];
        if tally.open == 0 {
            return false;
        }
        match self.index.rules[rule].rule {
            Rule::Sum(relation, target) => {
                let bounds = SumBounds::exactly(tally.sum) + self.sums_of(tally.open);
                !bounds.can_keep(relation, target)
            }
            Rule::Equal => match self.common(rule) {
                Some(number) => self.halves[number as usize] < tally.open,
                None => self.halves.iter().all(|&left| left < tally.open),
            },
            Rule::Unequal => {
                let numbers = 0..self.halves.len() as u32;
                let new = numbers.filter(|&number| {
                    self.halves[number as usize] > 0 && !self.shows(rule, number)
                });
                (new.count() as u32) < tally.open
            }
            Rule::Empty => false,
        }
    }

    /// Returns the bounds of the sum of `count` of the remaining halves.
    fn sums_of(&self, count: u32) -> SumBounds {
        let sum = |numbers: &mut dyn Iterator<Item = usize>| {
            let mut missing = count;
            let sums = numbers.map(|number| {
                let taken = missing.min(self.halves[number]);
                missing -= taken;
                i64::from(taken) * self.index.value(number as u32)
            });
            sums.sum()
        };
        let all = 0..self.halves.len();
        SumBounds {
            least: sum(&mut all.clone()),
            greatest: sum(&mut all.rev()),
        }
    }

    /// Returns the failure of a rule by the checks of single rules.
    pub(super) fn fault_of(&self, rule: usize, checks: Checks) -> Option<SearchFailure> {
        let check = if checks.contain(Check::Broken) && self.is_broken(rule) {
            Check::Broken
        } else if checks.contain(Check::Bounds) && self.is_out_of_bounds(rule) {
            Check::Bounds
        } else {
            return None;
        };
        let region = self.index.rules[rule].region;
        Some(SearchFailure::of(check, EventPlace::Region(region)))
    }

    /// Returns the rules of a candidate's cells.
    pub(super) fn rules_of(&self, id: CandidateId) -> impl Iterator<Item = usize> + use<> {
        let [one, other] = self
            .index
            .candidate(id)
            .cells
            .map(|cell| self.index.rule_of[cell as usize]);
        let other = (other != one).then_some(other);
        let rules = [Some(one), other].into_iter().flatten();
        rules.filter(|&rule| rule != NONE).map(|rule| rule as usize)
    }

    /// Checks the rules on a full board.
    pub(super) fn check_full_board(&self) -> Result<(), SearchFailure> {
        let mut rules = self.index.rules.iter().enumerate();
        match rules.find(|(number, _)| self.is_broken(*number)) {
            None => Ok(()),
            Some((_, rule)) => Err(SearchFailure {
                cause: EventCause::Wrong,
                place: EventPlace::Region(rule.region),
            }),
        }
    }
}
