//! Support: whether a region can keep its rule with this value in that cell.
//!
//! Answered by trying, with the halves that are there and with the dominoes that can lie inside the
//! region where two of its cells are known to share one. Regions are small; where a trial would
//! take too long, the answer is "perhaps", which drops nothing.

use super::demand::shown_on;
use super::ground::{ValueId, ValueSet};
use super::knowledge::Excluded;
use super::look::View;
use super::wording::or;
use crate::puzzle::{Bounds, CellId, Domino, EdgeId, RegionId, Relation, Rule};
use std::collections::{BTreeMap, BTreeSet};

/// How many values are tried before the answer is "perhaps".
const MOST_TRIED: usize = 3_000;

/// How many values tried take as long as one look.
const TRIED_PER_LOOK: usize = 16;

/// The most different sums that are tried to find the least and the greatest.
const MOST_SUMS: i64 = 300;

/// Cells under a rule, with what they may use.
#[derive(Debug, Clone)]
pub(super) struct Support<'a> {
    view: View<'a>,
    rule: Rule,
    pub(super) cells: Vec<CellId>,
    /// What the cells can show, by position.
    domains: Vec<ValueSet>,
    /// By value: how many halves the cells may take.
    stock: Vec<usize>,
    /// By kind: how many dominoes may lie on the edges inside that are not known to be there.
    copies: Vec<usize>,
    /// Edges on which a domino lies for certain, with the positions of their ends.
    joined: Vec<(EdgeId, [usize; 2])>,
}

/// What a trial came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trial {
    /// The cells can show these, in order.
    Kept(Vec<ValueId>),
    Impossible,
    /// It would have taken too long to find out.
    Perhaps,
}

impl<'a> Support<'a> {
    /// A region under its rule.
    pub(super) fn of_region(view: View<'a>, region: RegionId) -> Self {
        let rule = view.ground.puzzle.region(region).rule;
        Support::new(view, view.ground.cells_of(region).to_vec(), rule)
    }

    /// Cells under a rule, which may take every half that no other cell shows for certain, and as
    /// many as they like of a value whose halves may not be counted.
    pub(super) fn new(view: View<'a>, cells: Vec<CellId>, rule: Rule) -> Self {
        let (ground, knowledge) = (view.ground, view.knowledge);
        let supplies = ground.all_values().iter().map(|value| ground.supply(value));
        let mut stock: Vec<usize> = supplies.collect();
        let (shown, _) = shown_on(view, &|cell| !cells.contains(&cell));
        for value in shown {
            stock[value.0] = stock[value.0].saturating_sub(1);
        }
        for value in ground.all_values().without(view.given.at_most).iter() {
            stock[value.0] = cells.len();
        }
        let inside = ground.edges_within(&cells);
        let joined = inside.filter(|&(edge, _)| {
            knowledge.is_joined(edge) && (view.given.dominoes || knowledge.laid(edge).is_some())
        });
        Support {
            joined: joined.collect(),
            domains: cells.iter().map(|&cell| view.values(cell)).collect(),
            view,
            rule,
            cells,
            stock,
            copies: ground.kind_ids().map(|kind| knowledge.left(kind)).collect(),
        }
    }

    /// Whether no domino is known to lie inside.
    pub(super) fn is_loose(&self) -> bool {
        self.joined.is_empty()
    }

    /// What all cells can show.
    pub(super) fn common(&self) -> ValueSet {
        let all = self.view.ground.all_values();
        self.domains.iter().copied().fold(all, ValueSet::and)
    }

    /// Whether there is a value that all cells can show of which there are enough halves.
    pub(super) fn enough(&self) -> bool {
        let mut common = self.common().iter();
        common.any(|value| self.stock(value) >= self.cells.len())
    }

    /// The edges inside on which a domino lies.
    pub(super) fn joined(&self) -> impl Iterator<Item = EdgeId> {
        self.joined.iter().map(|(edge, _)| *edge)
    }

    /// The few dominoes that two cells alone could show by their rule but that cannot lie there:
    /// `4-6`.
    pub(super) fn missing(&self, edge: EdgeId) -> Option<String> {
        let (ground, known) = (self.view.ground, self.view.knowledge);
        if self.cells.len() > 2 {
            return None;
        }
        let [a, b] = ground.ends(edge).map(|cell| known.values(cell));
        let mut missing: Vec<String> = Vec::new();
        for [a, b] in a.iter().flat_map(|a| b.iter().map(move |b| [a, b])) {
            let pips = [a, b].map(|value| ground.pips(value));
            let mut live = known.live_on(edge).map(|one| ground.placement(one).values);
            let domino = Domino::new(pips[0], pips[1]).to_string();
            let lies = live.any(|values| values == [a, b]);
            if self.rule.holds(&pips) && !lies && !missing.contains(&domino) {
                missing.push(domino);
            }
        }
        (1..=4).contains(&missing.len()).then(|| or(&missing))
    }

    /// How many halves with a value the cells may take.
    pub(super) fn stock(&self, value: ValueId) -> usize {
        self.stock[value.0]
    }

    /// The same with another stock of a value.
    pub(super) fn with_stock(&self, value: ValueId, stock: usize) -> Self {
        let mut other = self.clone();
        other.stock[value.0] = stock;
        other
    }

    /// Whether the rule can be kept with some cells, by position, showing these values.
    pub(super) fn try_with(&self, fixed: &[(usize, ValueId)]) -> Trial {
        let mut domains = self.domains.clone();
        for &(position, value) in fixed {
            domains[position] = domains[position].and(ValueSet::of(value));
        }
        let mut order: Vec<usize> = (0..domains.len()).collect();
        order.sort_by_key(|&position| domains[position].len());
        let mut search = Search {
            support: self,
            order,
            domains,
            stock: self.stock.clone(),
            shows: vec![None; self.cells.len()],
            tried: 0,
        };
        let kept = search.fill(0, 0);
        let looks = search.tried / TRIED_PER_LOOK;
        let effort = self.view.effort;
        effort.set(effort.get() + looks as u64);
        if search.tried > MOST_TRIED {
            Trial::Perhaps
        } else if kept {
            Trial::Kept(search.shows.into_iter().flatten().collect())
        } else {
            Trial::Impossible
        }
    }

    /// For each position, the values that it can show.
    pub(super) fn possible(&self) -> Vec<ValueSet> {
        let mut seen = vec![ValueSet::default(); self.cells.len()];
        for (position, domain) in self.domains.iter().enumerate() {
            for value in domain.iter() {
                if seen[position].contains(value) {
                    continue;
                }
                match self.try_with(&[(position, value)]) {
                    Trial::Kept(values) => {
                        for (seen, value) in seen.iter_mut().zip(values) {
                            *seen = seen.or(ValueSet::of(value));
                        }
                    }
                    Trial::Perhaps => seen[position] = seen[position].or(ValueSet::of(value)),
                    Trial::Impossible => {}
                }
            }
        }
        seen
    }

    /// What the cells cannot show, of what they could: everything but the possible, by position.
    pub(super) fn excluded(&self, possible: &[ValueSet]) -> Excluded {
        if possible.iter().any(|values| values.is_empty()) {
            return Excluded::everything();
        }
        let kept = self.cells.iter().copied().zip(possible.iter().copied());
        Excluded::all_but(self.view.knowledge, kept)
    }

    /// The same with as many copies of each domino as there are edges inside.
    pub(super) fn plentiful(&self) -> Self {
        let mut other = self.clone();
        other.copies.fill(self.joined.len());
        other
    }

    /// The same cells without the rule.
    pub(super) fn loose(&self) -> Self {
        let mut other = self.clone();
        other.rule = Rule::Empty;
        other
    }

    /// Takes out of what cells cannot show those cells for which the rule does not matter: that the
    /// halves are taken says as much.
    pub(super) fn leave_to_others(&self, excluded: &mut Excluded) {
        if excluded.values.is_empty() || excluded.everything {
            return;
        }
        let possible = self.loose().possible();
        let known = self.view.knowledge;
        excluded.values.retain(|(cell, gone)| {
            let place = self.cells.iter().position(|other| other == cell);
            let taken = place.map_or(ValueSet::default(), |place| {
                known.values(*cell).without(possible[place])
            });
            !gone.without(taken).is_empty()
        });
    }

    /// The least number of halves with a value that the cells must take; nothing if the rule
    /// cannot be kept at all.
    pub(super) fn need(&self, value: ValueId) -> Option<usize> {
        let possible =
            |&stock: &usize| self.with_stock(value, stock).try_with(&[]) != Trial::Impossible;
        (0..=self.stock(value)).find(possible)
    }

    /// The values with the least and with the greatest sum that the cells can show, whatever the
    /// rule; nothing if that would take too long to find out.
    pub(super) fn extremes(&self) -> Option<[Vec<ValueId>; 2]> {
        let domains = self.domains.iter();
        let bound = |end: fn(ValueSet) -> Option<ValueId>| -> Option<i64> {
            let ends: Option<Vec<ValueId>> = domains.clone().map(|&domain| end(domain)).collect();
            ends.map(|ends| self.view.ground.sum(&ends))
        };
        let (low, high) = (bound(ValueSet::least)?, bound(ValueSet::greatest)?);
        if high - low > MOST_SUMS {
            return None;
        }
        Some([self.first(low..=high)?, self.first((low..=high).rev())?])
    }

    /// The values with the first of some sums that the cells can show.
    fn first(&self, mut sums: impl Iterator<Item = i64>) -> Option<Vec<ValueId>> {
        let mut trial = self.clone();
        sums.find_map(|sum| {
            trial.rule = Rule::Sum(Relation::Equal, sum);
            match trial.try_with(&[]) {
                Trial::Kept(values) => Some(Some(values)),
                Trial::Perhaps => Some(None),
                Trial::Impossible => None,
            }
        })?
    }

    /// The ways to make a sum with one value of each cell, each sorted, however many halves there
    /// are, or without the values that are all taken; nothing if there are more than `most` of them.
    pub(super) fn ways(
        &self,
        target: i64,
        most: usize,
        untaken: bool,
    ) -> Option<Vec<Vec<ValueId>>> {
        type Ways = BTreeMap<i64, BTreeSet<Vec<ValueId>>>;
        let mut sums: Ways = BTreeMap::from_iter([(0, BTreeSet::from_iter([Vec::new()]))]);
        for domain in &self.domains {
            let mut next: Ways = BTreeMap::new();
            let mut count = 0;
            for (sum, ways) in &sums {
                for value in domain.iter() {
                    if untaken && self.stock(value) == 0 {
                        continue;
                    }
                    let sum = sum + i64::from(self.view.ground.pips(value));
                    if sum > target {
                        continue;
                    }
                    for way in ways {
                        let mut way = way.clone();
                        way.insert(way.partition_point(|&other| other < value), value);
                        count += usize::from(next.entry(sum).or_default().insert(way));
                    }
                }
            }
            if count > MOST_TRIED {
                return None;
            }
            sums = next;
        }
        let ways = sums.remove(&target).unwrap_or_default();
        (ways.len() <= most).then(|| ways.into_iter().collect())
    }

    /// The values that the cells show in whatever order, if there is only one such choice, of what
    /// is possible by position.
    pub(super) fn only_choice(&self, possible: &[ValueSet]) -> Option<Vec<ValueId>> {
        let mut choice = match self.try_with(&[]) {
            Trial::Kept(values) => values,
            Trial::Impossible | Trial::Perhaps => return None,
        };
        choice.sort_unstable();
        // Another choice has some value less often or some value that this one has not.
        let all = possible
            .iter()
            .fold(ValueSet::default(), |all, &set| all.or(set));
        let fixed = all.iter().all(|value| {
            let times = choice.iter().filter(|&&other| other == value).count();
            times > 0 && self.with_stock(value, times - 1).try_with(&[]) == Trial::Impossible
        });
        fixed.then_some(choice)
    }
}

struct Search<'s, 'a> {
    support: &'s Support<'a>,
    /// The positions, those with fewest values first.
    order: Vec<usize>,
    domains: Vec<ValueSet>,
    stock: Vec<usize>,
    shows: Vec<Option<ValueId>>,
    tried: usize,
}

impl Search<'_, '_> {
    /// Fills the positions from `depth` on; `sum` is what those before it show.
    fn fill(&mut self, depth: usize, sum: i64) -> bool {
        if !self.within_reach(depth, sum) {
            return false;
        }
        let Some(&position) = self.order.get(depth) else {
            return true;
        };
        for value in self.domains[position].iter() {
            self.tried += 1;
            if self.tried > MOST_TRIED {
                return false;
            }
            if self.stock[value.0] == 0 || !self.goes_with(position, value) {
                continue;
            }
            self.stock[value.0] -= 1;
            self.shows[position] = Some(value);
            let pips = i64::from(self.support.view.ground.pips(value));
            if self.fill(depth + 1, sum + pips) {
                return true;
            }
            self.shows[position] = None;
            self.stock[value.0] += 1;
        }
        false
    }

    /// Whether the positions from `depth` on can still bring the sum where it must be.
    fn within_reach(&self, depth: usize, sum: i64) -> bool {
        let (relation, target) = match self.support.rule {
            Rule::Sum(relation, target) => (relation, target),
            Rule::Equal | Rule::Unequal | Rule::Empty => return true,
        };
        let ground = self.support.view.ground;
        let mut bounds = Bounds::exactly(sum);
        let open = self.order[depth..].iter();
        let open: Vec<ValueSet> = open.map(|&position| self.domains[position]).collect();
        let ends = open
            .iter()
            .map(|domain| Some([domain.least()?, domain.greatest()?]));
        let Some(ends) = ends.collect::<Option<Vec<[ValueId; 2]>>>() else {
            return false;
        };
        for [least, greatest] in &ends {
            bounds.least += i64::from(ground.pips(*least));
            bounds.greatest += i64::from(ground.pips(*greatest));
        }
        // Who looks at many cells must not get lost among them; few are gone through at once.
        if !self.support.view.patient || !bounds.can_keep(relation, target) {
            return bounds.can_keep(relation, target);
        }
        let (Some(least), Some(greatest)) = (self.least(&ends), self.greatest(&ends)) else {
            return false;
        };
        let bounds = Bounds {
            least: sum + least,
            greatest: sum + greatest,
        };
        bounds.can_keep(relation, target)
    }

    /// The least sum of the halves left for positions that show these at least; nothing if there
    /// are too few of them. Who may take fewest chooses first: nobody else loses by that.
    fn least(&self, ends: &[[ValueId; 2]]) -> Option<i64> {
        let mut from: Vec<usize> = ends.iter().map(|[least, _]| least.0).collect();
        from.sort_unstable_by(|one, other| other.cmp(one));
        let all = self.stock.len();
        self.greedy(from.into_iter().map(|from| from..all))
    }

    /// The greatest sum of the halves left for positions that show these at most.
    fn greatest(&self, ends: &[[ValueId; 2]]) -> Option<i64> {
        let mut to: Vec<usize> = ends.iter().map(|[_, greatest]| greatest.0).collect();
        to.sort_unstable();
        self.greedy(to.into_iter().map(|to| (0..=to).rev()))
    }

    /// The sum of the first half left of each choice, one after the other.
    fn greedy<C: Iterator<Item = usize>>(&self, choices: impl Iterator<Item = C>) -> Option<i64> {
        let mut stock = self.stock.clone();
        let mut sum = 0;
        for mut choice in choices {
            let value = choice.find(|&value| stock[value] > 0)?;
            stock[value] -= 1;
            sum += i64::from(self.support.view.ground.pips(ValueId(value)));
        }
        Some(sum)
    }

    /// Whether a value goes with what the other positions show already.
    fn goes_with(&self, position: usize, value: ValueId) -> bool {
        let mut others = self.shows.iter().flatten();
        let by_rule = match self.support.rule {
            Rule::Equal => others.all(|&other| other == value),
            Rule::Unequal => others.all(|&other| other != value),
            Rule::Sum(..) | Rule::Empty => true,
        };
        by_rule && self.dominoes_fit(position, value)
    }

    /// Whether there is a domino for each edge inside at a position if that shows a value, as far
    /// as the other end shows something already.
    fn dominoes_fit(&self, position: usize, value: ValueId) -> bool {
        let (view, joined) = (self.support.view, &self.support.joined);
        let shown = |end: usize| match end {
            end if end == position => Some(value),
            _ => self.shows[end],
        };
        let mut here = joined.iter().filter(|(_, ends)| ends.contains(&position));
        here.all(|&(edge, ends)| {
            let [Some(one), Some(other)] = ends.map(shown) else {
                return true;
            };
            let live = view.knowledge.live_on(edge);
            let mut live = live.map(|placement| view.ground.placement(placement));
            let Some(lying) = live.find(|lying| lying.values == [one, other]) else {
                return false;
            };
            let same = joined.iter().filter(|(edge, ends)| {
                let ends = ends.map(shown);
                let is_same = ends == [Some(one), Some(other)] || ends == [Some(other), Some(one)];
                is_same && view.knowledge.laid(*edge).is_none()
            });
            same.count() <= self.support.copies[lying.kind.0]
        })
    }
}
