//! Rules in exact cover: each removes the candidates that it does not allow.

use super::ExactCover;
use crate::model::Rule;
use crate::puzzle::Bounds;
use crate::solver::search::depth_first::{DepthFirst, Halt};
use crate::solver::search::observer::{Cause, Effect, Place};
use crate::solver::search::options::Check;
use crate::solver::search::state::{EMPTY, Failure};

impl<'a> ExactCover<'a> {
    /// Removes what a rule does not allow, as far as the checks say so.
    pub(super) fn apply(
        &mut self,
        rule: usize,
        search: &mut DepthFirst<'_, '_>,
    ) -> Result<(), Halt> {
        if self.checks.contain(Check::Broken) && self.state.is_broken(rule) {
            let region = self.state.index.rules[rule].region;
            return Err(Failure::of(Check::Broken, Place::Region(region)).into());
        }
        if self.state.tallies[rule].open == 0 {
            return Ok(());
        }
        self.unfit.clear();
        let cause = match self.state.index.rules[rule].rule {
            Rule::Sum(..) => self.apply_sum(rule)?,
            Rule::Equal => self.apply_equal(rule)?,
            Rule::Unequal => self.apply_unequal(rule),
            Rule::Empty => return Ok(()),
        };
        let mut unfit = std::mem::take(&mut self.unfit);
        self.listed.clear();
        let mut count = 0;
        for &id in &unfit {
            // It may be unfit at both ends.
            if self.lists.has(id) {
                self.remove(id);
                count += 1;
                if search.is_observed {
                    self.listed.push(self.state.index.placed(id));
                }
            }
        }
        unfit.clear();
        self.unfit = unfit;
        self.removed(count, cause, rule, search)
    }

    /// Notifies the observer that a rule has removed the listed candidates.
    fn removed(
        &self,
        count: usize,
        check: Check,
        rule: usize,
        search: &mut DepthFirst<'_, '_>,
    ) -> Result<(), Halt> {
        if count == 0 {
            return Ok(());
        }
        let region = self.state.index.rules[rule].region;
        let removed = Effect::Removed(&self.listed);
        let effect = || (removed, Cause::Check(check), Place::Region(region));
        Ok(search.propagated(count, effect)?)
    }

    /// The empty cells of a rule.
    fn open(&self, rule: usize) -> impl Iterator<Item = u32> + use<'_, 'a> {
        let cells = self.state.index.rules[rule].cells.iter().copied();
        cells.filter(|&cell| self.state.shown[cell as usize] == EMPTY)
    }

    /// What a cell can bring to a sum. Without the check `bounds` nothing is known but that no half
    /// is negative.
    fn bounds(&self, cell: u32) -> Bounds {
        if !self.checks.contain(Check::Bounds) {
            return Bounds {
                least: 0,
                greatest: i64::from(u32::MAX),
            };
        }
        let (low, high) = self.lists.ends(cell).unwrap_or((0, 0));
        Bounds {
            least: self.state.index.value(low),
            greatest: self.state.index.value(high),
        }
    }

    /// Puts aside the candidates with which the other cells of a sum cannot make up the rest.
    fn apply_sum(&mut self, rule: usize) -> Result<Check, Failure> {
        let index = self.state.index;
        let check = match self.checks.contain(Check::Bounds) {
            true => Check::Bounds,
            false => Check::Broken,
        };
        let Some(needed) = self
            .state
            .needed(rule)
            .filter(|_| self.checks.contain(check))
        else {
            return Ok(check);
        };
        let sum: Bounds = self.open(rule).map(|cell| self.bounds(cell)).sum();
        if sum.least > needed.greatest || sum.greatest < needed.least {
            let region = index.rules[rule].region;
            return Err(Failure::of(check, Place::Region(region)));
        }
        // What some cells may show, if the others do what they can.
        let allowed = |own: Bounds| {
            let rest = sum - own;
            Bounds {
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
                    // Both halves at once; each such candidate is met twice.
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
        Ok(check)
    }

    /// Puts aside what does not show what all cells of a rule can show.
    fn apply_equal(&mut self, rule: usize) -> Result<Check, Failure> {
        let index = self.state.index;
        let common = self.state.common(rule);
        let knows = self.checks.contain(Check::Bounds);
        if !knows && (common.is_none() || !self.checks.contain(Check::Broken)) {
            return Ok(Check::Broken);
        }
        let check = if knows { Check::Bounds } else { Check::Broken };
        let open = self.state.tallies[rule].open;
        let is_allowed = |number: u32| match common {
            Some(common) => number == common,
            None => {
                let (word, bit) = (number as usize / 64, 1 << (number % 64));
                self.state.halves[number as usize] >= open
                    && self
                        .open(rule)
                        .all(|cell| self.lists.domain(cell)[word] & bit != 0)
            }
        };
        let mut allowed = vec![false; index.pips.len()];
        for (number, allowed) in allowed.iter_mut().enumerate() {
            *allowed = is_allowed(number as u32);
        }
        if !allowed.contains(&true) {
            let region = index.rules[rule].region;
            return Err(Failure::of(check, Place::Region(region)));
        }
        self.put_aside(rule, |_, number| !allowed[number as usize]);
        Ok(check)
    }

    /// Puts aside what shows again what a rule's cells show already.
    fn apply_unequal(&mut self, rule: usize) -> Check {
        if !self.checks.contain(Check::Broken) {
            return Check::Broken;
        }
        self.put_aside(rule, |cover, number| cover.state.shows(rule, number));
        Check::Broken
    }

    /// Puts aside what shows an unfit number on a cell of a rule.
    fn put_aside(&mut self, rule: usize, is_unfit: impl Fn(&Self, u32) -> bool) {
        let index = self.state.index;
        let mut unfit = std::mem::take(&mut self.unfit);
        for cell in self.open(rule) {
            for &id in self.lists.of(cell) {
                let candidate = &index.candidates[id as usize];
                let at = usize::from(candidate.cells[0] != cell);
                if is_unfit(self, candidate.shows[at]) {
                    unfit.push(id);
                }
            }
        }
        self.unfit = unfit;
    }

    /// Removes what breaks an `equal` or `unequal` rule by itself: it lies inside of the region.
    pub(super) fn remove_broken(&mut self, search: &mut DepthFirst<'_, '_>) -> Result<(), Halt> {
        let index = self.state.index;
        for (number, rule) in index.rules.iter().enumerate() {
            let is_double = match rule.rule {
                Rule::Equal => true,
                Rule::Unequal => false,
                Rule::Sum(..) | Rule::Empty => continue,
            };
            self.listed.clear();
            let mut count = 0;
            for &cell in &rule.cells {
                for (other, range) in &index.neighbours[cell as usize] {
                    if *other < cell || index.rule_of[*other as usize] as usize != number {
                        continue;
                    }
                    for id in range.clone() {
                        let [one, other] = index.candidate(id).shows;
                        if (one == other) != is_double {
                            self.remove(id);
                            count += 1;
                            if search.is_observed {
                                self.listed.push(index.placed(id));
                            }
                        }
                    }
                }
            }
            self.removed(count, Check::Broken, number, search)?;
        }
        Ok(())
    }
}
