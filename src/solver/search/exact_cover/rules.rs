//! Propagation of rules in exact cover: each removes the candidates that it forbids.

use super::ExactCover;
use crate::model::Rule;
use crate::puzzle::SumBounds;
use crate::solver::index::CandidateId;
use crate::solver::search::depth_first::{DepthFirst, NodeHalt};
use crate::solver::search::observer::{EventCause, EventPlace, PropagationEffect};
use crate::solver::search::options::Check;
use crate::solver::search::state::{EMPTY, SearchFailure};

impl<'a> ExactCover<'a> {
    /// Removes the candidates that a rule forbids, by the enabled checks.
    pub(super) fn apply(
        &mut self,
        rule: usize,
        search: &mut DepthFirst<'_, '_>,
    ) -> Result<(), NodeHalt> {
        if self.checks.contain(Check::Broken) && self.state.is_broken(rule) {
            return Err(self.failure(Check::Broken, rule).into());
        }
        if self.state.tallies[rule].open == 0 {
            return Ok(());
        }
        self.unfit.clear();
        let check = match self.checks.contain(Check::Bounds) {
            true => Check::Bounds,
            false => Check::Broken,
        };
        if !self.checks.contain(check) {
            return Ok(());
        }
        match self.state.index.rules[rule].rule {
            Rule::Sum(..) => self.apply_sum(rule, check)?,
            Rule::Equal => self.apply_equal(rule, check)?,
            Rule::Unequal if self.checks.contain(Check::Broken) => {
                self.put_aside(rule, |cover, number| cover.state.shows(rule, number));
                return self.remove_unfit(Check::Broken, rule, search);
            }
            Rule::Unequal | Rule::Empty => {}
        }
        self.remove_unfit(check, rule, search)
    }

    fn failure(&self, check: Check, rule: usize) -> SearchFailure {
        SearchFailure::of(
            check,
            EventPlace::Region(self.state.index.rules[rule].region),
        )
    }

    /// Removes the collected candidates of a rule, and notifies the observer.
    fn remove_unfit(
        &mut self,
        check: Check,
        rule: usize,
        search: &mut DepthFirst<'_, '_>,
    ) -> Result<(), NodeHalt> {
        let index = self.state.index;
        let (mut count, mut listed) = (0, Vec::new());
        for &id in &self.unfit {
            // A candidate can be collected at both of its cells.
            if self.lists.has(id) {
                self.lists.remove(id);
                count += 1;
                if search.is_observed {
                    listed.push(index.placed(id));
                }
            }
        }
        if count > 0 {
            let place = EventPlace::Region(index.rules[rule].region);
            let effect = || {
                (
                    PropagationEffect::Removed(&listed),
                    EventCause::Check(check),
                    place,
                )
            };
            search.propagated(count, effect)?;
        }
        Ok(())
    }

    /// Returns the empty cells of a rule.
    fn open(&self, rule: usize) -> impl Iterator<Item = u32> + use<'_, 'a> {
        let cells = self.state.index.rules[rule].cells.iter().copied();
        cells.filter(|&cell| self.state.shown[cell as usize] == EMPTY)
    }

    /// Returns the bounds of a cell's value: without the check `bounds`, any non-negative number.
    fn bounds(&self, cell: u32) -> SumBounds {
        if !self.checks.contain(Check::Bounds) {
            return SumBounds {
                least: 0,
                greatest: i64::from(u32::MAX),
            };
        }
        let shown = self.lists.shown(cell);
        let low = shown.iter().position(|&count| count > 0).unwrap_or(0);
        let high = shown.iter().rposition(|&count| count > 0).unwrap_or(0);
        SumBounds {
            least: self.state.index.value(low as u32),
            greatest: self.state.index.value(high as u32),
        }
    }

    /// Collects the candidates with which the other cells cannot reach a sum (bounds consistency).
    fn apply_sum(&mut self, rule: usize, check: Check) -> Result<(), SearchFailure> {
        let index = self.state.index;
        let Some(needed) = self.state.needed(rule) else {
            return Ok(());
        };
        let sum: SumBounds = self.open(rule).map(|cell| self.bounds(cell)).sum();
        if sum.least > needed.greatest || sum.greatest < needed.least {
            return Err(self.failure(check, rule));
        }
        // The possible sums of some cells, given the bounds of the others.
        let allowed = |own: SumBounds| {
            let rest = sum - own;
            SumBounds {
                least: needed.least.saturating_sub(rest.greatest),
                greatest: needed.greatest.saturating_sub(rest.least),
            }
        };
        let mut unfit = std::mem::take(&mut self.unfit);
        for cell in self.open(rule) {
            let own = self.bounds(cell);
            let may = allowed(own);
            let is_tight = own.least < may.least || own.greatest > may.greatest;
            if !is_tight && !index.has_inner[cell as usize] {
                continue;
            }
            for &id in self.lists.of(cell) {
                let candidate = &index.candidates[id as usize];
                let at = usize::from(candidate.cells[0] != cell);
                let value = index.value(candidate.shows[at]);
                let other = candidate.cells[1 - at];
                if index.rule_of[other as usize] as usize == rule {
                    // Both halves are in the sum, so each such candidate occurs twice.
                    if at == 1 {
                        continue;
                    }
                    let both = value + index.value(candidate.shows[1]);
                    if !allowed(own + self.bounds(other)).contain(both) {
                        unfit.push(id);
                    }
                } else if is_tight && !may.contain(value) {
                    unfit.push(id);
                }
            }
        }
        self.unfit = unfit;
        Ok(())
    }

    /// Collects the candidates with a value that some cell of an `equal` rule cannot show.
    fn apply_equal(&mut self, rule: usize, check: Check) -> Result<(), SearchFailure> {
        let common = self.state.common(rule);
        if common.is_none() && check != Check::Bounds {
            return Ok(());
        }
        let open = self.state.tallies[rule].open;
        let is_allowed = |number: usize| match common {
            Some(common) => number == common as usize,
            None => {
                let mut cells = self.open(rule);
                self.state.halves[number] >= open
                    && cells.all(|cell| self.lists.shown(cell)[number] > 0)
            }
        };
        let allowed: Vec<bool> = (0..self.state.index.pips.len()).map(is_allowed).collect();
        if !allowed.contains(&true) {
            return Err(self.failure(check, rule));
        }
        self.put_aside(rule, |_, number| !allowed[number as usize]);
        Ok(())
    }

    /// Collects the candidates with an unfit value number on a cell of a rule.
    fn put_aside(&mut self, rule: usize, is_unfit: impl Fn(&Self, u32) -> bool) {
        let index = self.state.index;
        let mut unfit = std::mem::take(&mut self.unfit);
        for cell in self.open(rule) {
            let is_unfit = |id: &CandidateId| {
                let candidate = &index.candidates[*id as usize];
                let at = usize::from(candidate.cells[0] != cell);
                is_unfit(self, candidate.shows[at])
            };
            unfit.extend(self.lists.of(cell).iter().copied().filter(is_unfit));
        }
        self.unfit = unfit;
    }

    /// Removes the candidates inside a region that break its `equal` or `unequal` rule by themselves.
    pub(super) fn remove_broken(
        &mut self,
        search: &mut DepthFirst<'_, '_>,
    ) -> Result<(), NodeHalt> {
        let index = self.state.index;
        for (number, rule) in index.rules.iter().enumerate() {
            let is_double = match rule.rule {
                Rule::Equal => true,
                Rule::Unequal => false,
                Rule::Sum(..) | Rule::Empty => continue,
            };
            self.unfit.clear();
            for &cell in &rule.cells {
                for (other, range) in &index.neighbours[cell as usize] {
                    if *other >= cell && index.rule_of[*other as usize] as usize == number {
                        self.unfit.extend(range.clone().filter(|&id| {
                            let [one, other] = index.candidate(id).shows;
                            (one == other) != is_double
                        }));
                    }
                }
            }
            self.remove_unfit(Check::Broken, number, search)?;
        }
        Ok(())
    }
}
