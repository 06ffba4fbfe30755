//! Propagation of rules in exact cover: each removes the candidates that it forbids.

use super::depth_first::{DepthFirst, NodeHalt};
use super::observer::{EventCause, EventPlace, PropagationEffect};
use super::options::Check;
use super::state::SearchFailure;
use crate::model::Rule;
use crate::puzzle::SumBounds;
use crate::solver::index::CandidateId;

impl DepthFirst<'_, '_> {
    /// Removes the candidates that a rule forbids, by the enabled checks.
    pub(super) fn apply(&mut self, rule: usize) -> Result<(), NodeHalt> {
        let has = |check| self.search.checks.contain(check);
        let check = match has(Check::Bounds) {
            true => Check::Bounds,
            false => Check::Broken,
        };
        let failure = |check| NodeHalt::Failed(SearchFailure::of(check, self.region(rule)));
        if has(Check::Broken) && self.state.is_broken(rule) {
            return Err(failure(Check::Broken));
        }
        if !has(check) || self.state.tallies[rule].open == 0 {
            return Ok(());
        }
        let (check, unfit) = match self.state.index.rules[rule].rule {
            Rule::Sum(..) => (check, self.beyond_sum(rule)),
            Rule::Equal => (check, self.unequal(rule, check)),
            Rule::Unequal if has(Check::Broken) => {
                let repeated = self.showing(rule, |number| self.state.shows(rule, number));
                (Check::Broken, Some(repeated))
            }
            Rule::Unequal | Rule::Empty => return Ok(()),
        };
        match unfit {
            Some(unfit) => self.remove(&unfit, check, rule),
            None => Err(failure(check)),
        }
    }

    fn region(&self, rule: usize) -> EventPlace {
        EventPlace::Region(self.state.index.rules[rule].region)
    }

    /// Removes candidates by a rule, and notifies the observer.
    fn remove(&mut self, unfit: &[CandidateId], check: Check, rule: usize) -> Result<(), NodeHalt> {
        let (mut count, mut listed) = (0, Vec::new());
        for &id in unfit {
            // A candidate can be collected at both of its cells.
            if self.lists.has(id) {
                self.lists.remove(id);
                count += 1;
                if self.observer.is_some() {
                    listed.push(self.state.index.placed(id));
                }
            }
        }
        if count == 0 {
            return Ok(());
        }
        let effect = PropagationEffect::Removed(&listed);
        let place = self.region(rule);
        Ok(self.propagated(count, effect, EventCause::Check(check), &place)?)
    }

    /// Returns the bounds of a cell's value: without the check `bounds`, any non-negative number.
    fn bounds(&self, cell: u32) -> SumBounds {
        if !self.search.checks.contain(Check::Bounds) {
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

    /// Returns the candidates with which the other cells cannot reach a sum (bounds consistency); `None` if
    /// the sum cannot be reached.
    fn beyond_sum(&self, rule: usize) -> Option<Vec<CandidateId>> {
        let index = self.state.index;
        let needed = self.state.needed(rule)?;
        let sum: SumBounds = self.state.open(rule).map(|cell| self.bounds(cell)).sum();
        if sum.least > needed.greatest || sum.greatest < needed.least {
            return None;
        }
        // The possible sums of some cells, given the bounds of the others.
        let allowed = |own: SumBounds| {
            let rest = sum - own;
            SumBounds {
                least: needed.least.saturating_sub(rest.greatest),
                greatest: needed.greatest.saturating_sub(rest.least),
            }
        };
        let mut unfit = Vec::new();
        for cell in self.state.open(rule) {
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
                    if at == 0 {
                        let both = value + index.value(candidate.shows[1]);
                        if !allowed(own + self.bounds(other)).contain(both) {
                            unfit.push(id);
                        }
                    }
                } else if is_tight && !may.contain(value) {
                    unfit.push(id);
                }
            }
        }
        Some(unfit)
    }

    /// Returns the candidates with a value that some cell of an `equal` rule cannot show; `None` if no value
    /// is left.
    fn unequal(&self, rule: usize, check: Check) -> Option<Vec<CandidateId>> {
        let common = self.state.common(rule);
        if common.is_none() && check != Check::Bounds {
            return Some(Vec::new());
        }
        let open = self.state.tallies[rule].open;
        let is_allowed = |number: usize| match common {
            Some(common) => number == common as usize,
            None => {
                let mut cells = self.state.open(rule);
                self.state.halves[number] >= open
                    && cells.all(|cell| self.lists.shown(cell)[number] > 0)
            }
        };
        let allowed: Vec<bool> = (0..self.state.index.pips.len()).map(is_allowed).collect();
        let unfit = || self.showing(rule, |number| !allowed[number as usize]);
        allowed.contains(&true).then(unfit)
    }

    /// Returns the candidates with an unfit value number on a cell of a rule.
    fn showing(&self, rule: usize, is_unfit: impl Fn(u32) -> bool) -> Vec<CandidateId> {
        let mut unfit = Vec::new();
        for cell in self.state.open(rule) {
            unfit.extend(self.lists.of(cell).iter().filter(|&&id| {
                let candidate = &self.state.index.candidates[id as usize];
                is_unfit(candidate.shows[usize::from(candidate.cells[0] != cell)])
            }));
        }
        unfit
    }

    /// Removes the candidates inside a region that break its `equal` or `unequal` rule by themselves.
    pub(super) fn remove_broken(&mut self) -> Result<(), NodeHalt> {
        let index = self.state.index;
        for (number, rule) in index.rules.iter().enumerate() {
            let is_double = match rule.rule {
                Rule::Equal => true,
                Rule::Unequal => false,
                Rule::Sum(..) | Rule::Empty => continue,
            };
            let mut unfit = Vec::new();
            for &cell in &rule.cells {
                for (other, range) in &index.neighbours[cell as usize] {
                    if *other >= cell && index.rule_of[*other as usize] as usize == number {
                        unfit.extend(range.clone().filter(|&id| {
                            let [one, other] = index.candidate(id).shows;
                            (one == other) != is_double
                        }));
                    }
                }
            }
            self.remove(&unfit, Check::Broken, number)?;
        }
        Ok(())
    }
}
